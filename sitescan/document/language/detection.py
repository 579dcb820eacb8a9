"""Which language a text is in, where its letters or its function words leave no doubt."""

import re
from collections import Counter
from collections.abc import Mapping

from attrs import frozen

from sitescan.document.language.function_words import IN_NAMES, NAMES, WORDS, closely_related
from sitescan.standards.language_tags import primary

_WORD = re.compile(r"[^\W\d_]+")

#: Scripts by their blocks, https://www.unicode.org/Public/UCD/latest/ucd/Scripts.txt (letters of modern use).
_SCRIPTS: Mapping[str, str] = {
    "Latin": r"A-Za-zÀ-ÖØ-öø-ɏḀ-ỿ",
    "Greek": r"Ͱ-Ͼἀ-ῼ",
    "Cyrillic": r"Ѐ-ԯ",
    "Armenian": r"Ա-ֈ",
    "Hebrew": r"א-ת",
    "Arabic": r"ؠ-يٮ-ۓݐ-ݿ",
    "Devanagari": r"ऄ-हक़-ॡ",
    "Bengali": r"অ-হ",
    "Tamil": r"அ-ஹ",
    "Telugu": r"అ-హ",
    "Thai": r"ก-ะ",
    "Georgian": r"ა-ჺ",
    "Korean": r"ᄀ-ᇿㄱ-ㆎ가-힣",
    "Japanese": r"ぁ-ゖァ-ヺ",
    "Chinese": r"㐀-䶿一-鿿",
}
_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]+")
_NO_LETTERS = bytes(code for code in range(128) if not chr(code).isalpha())
_LETTERS = {script: re.compile(f"[{letters}]+") for script, letters in _SCRIPTS.items()}

#: The languages that have a word among their function words.
_LANGUAGES = {
    word: [language for language, words in WORDS.items() if word in words]
    for word in frozenset().union(*WORDS.values())
}

#: What each language is written in, of languages written in one way alone today: Serbian, Kazakh, Malay, Punjabi
#: and others are not among them. https://cldr.unicode.org/translation/core-data/characters
_WRITTEN: Mapping[str, frozenset[str]] = {
    **dict.fromkeys((*WORDS, "eo", "fo", "lb", "mt", "no", "nn"), frozenset({"Latin"})),
    **dict.fromkeys(("be", "bg", "mk", "ru", "uk"), frozenset({"Cyrillic"})),
    **dict.fromkeys(("ar", "fa", "ur"), frozenset({"Arabic"})),
    **dict.fromkeys(("hi", "mr", "ne"), frozenset({"Devanagari"})),
    "bn": frozenset({"Bengali"}),
    "el": frozenset({"Greek"}),
    "he": frozenset({"Hebrew"}),
    "hy": frozenset({"Armenian"}),
    "ja": frozenset({"Japanese", "Chinese"}),
    "ka": frozenset({"Georgian"}),
    "ko": frozenset({"Korean", "Chinese"}),
    "ta": frozenset({"Tamil"}),
    "te": frozenset({"Telugu"}),
    "th": frozenset({"Thai"}),
    "zh": frozenset({"Chinese"}),
}
_SAME = {"no": "nb", "nn": "nb", "iw": "he", "in": "id"}

#: Of scripts that one language of today is written in, that language; kana and Chinese characters go together.
_ONE_LANGUAGE = {"Armenian": "hy", "Georgian": "ka", "Greek": "el", "Japanese": "ja", "Korean": "ko", "Thai": "th"}

_LEAST_LETTERS = 20
_LEAST_WORDS, _LEAST_DIFFERENT, _LEAST_TELLING = 7, 4, 3
#: Characters of a text that are looked at: some three thousand words.
_MOST = 20_000


@frozen
class DetectedLanguage:
    """
    The language that a text is in.

    :ivar codes: its code, or those of the languages that it may be; none where only the script is known.
    :ivar told: what it is, in words: ``English``, ``Danish or Norwegian``, ``Cyrillic letters``.
    :ivar by: some of the words by which it is known, or empty.
    """

    codes: tuple[str, ...]
    told: str
    by: str = ""

    @property
    def code(self) -> str:
        """Its code, or empty where it may be one of several."""
        return self.codes[0] if len(self.codes) == 1 else ""


def detect_language(text: str) -> DetectedLanguage | None:
    """The language that a text is in, or its script; ``None`` where nobody can be sure."""
    script = _script(text[:_MOST])
    if script == "Latin":
        return _by_words(text[:_MOST])
    codes = (_ONE_LANGUAGE[script],) if script in _ONE_LANGUAGE else ()
    return DetectedLanguage(codes, f"{script} letters") if script else None


def contradicted(declared: str, text: str) -> DetectedLanguage | None:
    """
    The language that a text is in, where that is certainly not the one that is declared.

    Nothing is said of languages that are not known here, of tags that name a script themselves, and of two
    languages that share most of their function words.
    """
    tag = declared.strip().lower()
    language = _SAME.get(primary(tag), primary(tag))
    if language not in _WRITTEN or re.search(r"-[a-z]{4}(-|$)", tag):
        return None
    found = detect_language(text)
    if found is None:
        return None
    if not found.by:
        return found if found.told.split()[0] not in _WRITTEN[language] else None
    if language not in WORDS:
        return found if "Latin" not in _WRITTEN[language] else None
    other = found.codes[0]
    return found if not closely_related(language, other) and _rare(language, other, text[:_MOST]) else None


def _script(text: str) -> str:
    """The script of nine letters in ten, or empty; where there is kana, what is Chinese counts as Japanese."""
    counts = {"Latin": 0}
    if not text.isascii():
        # Most characters come again and again.
        often = Counter("".join(_BEYOND_ASCII.findall(text)))
        letters = {script: "".join(pattern.findall("".join(often))) for script, pattern in _LETTERS.items()}
        counts = {script: sum(often[one] for one in found) for script, found in letters.items()}
    counts["Latin"] += len(text.encode("ascii", "ignore").translate(None, _NO_LETTERS))
    if counts.get("Japanese", 0) * 10 > counts.get("Chinese", 0):
        counts["Japanese"] += counts.pop("Chinese")
    most = max(counts, key=counts.__getitem__)
    total = sum(counts.values())
    return most if total >= _LEAST_LETTERS and counts[most] >= 0.9 * total else ""


def _by_words(text: str) -> DetectedLanguage | None:
    """
    The language whose function words make up a fifth of a text, twice as many as of any that is not its kin.

    A list of Spanish towns or of English films is full of articles; sentences have other such words as well.
    """
    words = Counter(_WORD.findall(text.lower()))
    counts: Counter[str] = Counter()
    for word, often in words.items():
        for language in _LANGUAGES.get(word, ()):
            counts[language] += often
    if words.total() < _LEAST_WORDS or not counts:
        return None
    best = max(counts, key=counts.__getitem__)
    rivals = max((count for language, count in counts.items() if not closely_related(language, best)), default=0)
    known = [word for word in words if word in WORDS[best]]
    telling = [word for word in known if word not in IN_NAMES]
    if counts[best] < max(0.2 * words.total(), 2 * rivals) or len(known) < _LEAST_DIFFERENT:
        return None
    if sum(words[word] for word in telling) < 0.07 * words.total() or len(telling) < _LEAST_TELLING:
        return None
    shown = sorted(known, key=lambda word: (-words[word], word))[:4]
    codes = [one for one in WORDS if closely_related(one, best) and counts[one] >= 0.9 * counts[best]]
    codes.sort(key=lambda one: -counts[one])
    return DetectedLanguage(tuple(codes), " or ".join(NAMES[one] for one in codes), ", ".join(shown))


def _rare(language: str, other: str, text: str) -> bool:
    """Whether a language's function words, those aside that the other has as well, are a tenth of the other's."""
    words = Counter(_WORD.findall(text.lower()))
    own = sum(words[word] for word in WORDS[language] - WORDS[other])
    return own * 10 <= sum(words[word] for word in WORDS[other] - WORDS[language])
