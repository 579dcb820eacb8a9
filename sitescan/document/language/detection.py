"""Detection of the language of a text by its script or its function words, only where it is certain."""

import re
from collections import Counter
from collections.abc import Mapping

from attrs import frozen

from sitescan.document.language.function_words import IN_NAMES, NAMES, WORDS, closely_related
from sitescan.standards.language_tags import primary
from sitescan.standards.lazy_pattern import lazy_pattern

_WORD = lazy_pattern(r"[^\W\d_]+")

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
_BEYOND_ASCII = lazy_pattern(r"[^\x00-\x7f]+")
_NO_LETTERS = bytes(code for code in range(128) if not chr(code).isalpha())
_LETTERS = {script: lazy_pattern(f"[{letters}]+") for script, letters in _SCRIPTS.items()}

#: The languages of each function word.
_LANGUAGES = {
    word: [language for language, words in WORDS.items() if word in words]
    for word in frozenset().union(*WORDS.values())
}

#: The scripts of languages that use a single script today, so without Serbian, Kazakh, Malay, Punjabi and others.
#: https://cldr.unicode.org/translation/core-data/characters
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

#: The languages of scripts that only one living language uses; kana and Chinese characters count as one script.
_ONE_LANGUAGE = {"Armenian": "hy", "Georgian": "ka", "Greek": "el", "Japanese": "ja", "Korean": "ko", "Thai": "th"}

_LEAST_LETTERS = 20
_LEAST_WORDS, _LEAST_DIFFERENT, _LEAST_TELLING = 7, 4, 3
#: The maximum number of characters that are examined: about three thousand words.
_MOST = 20_000


@frozen
class DetectedLanguage:
    """
    The detected language of a text.

    :ivar codes: the code of the language, or of the candidates; empty if only the script is known.
    :ivar description: ``English``, ``Danish or Norwegian``, ``Cyrillic letters``.
    :ivar by: some of the function words that identify it, or an empty string.
    """

    codes: tuple[str, ...]
    description: str
    by: str = ""

    @property
    def code(self) -> str:
        """The code of the language, or an empty string if there are several candidates."""
        return self.codes[0] if len(self.codes) == 1 else ""


def detect_language(text: str) -> DetectedLanguage | None:
    """Return the language or script of a text, or ``None`` if it is uncertain."""
    script = _script(text[:_MOST])
    if script == "Latin":
        return _by_words(text[:_MOST])
    codes = (_ONE_LANGUAGE[script],) if script in _ONE_LANGUAGE else ()
    return DetectedLanguage(codes, f"{script} letters") if script else None


def contradicted(declared: str, text: str) -> DetectedLanguage | None:
    """
    Return the language of a text if it is certainly not the declared one, otherwise ``None``.

    ``None`` is also returned for unknown languages, for tags that include a script, and for two languages that share
    most of their function words.
    """
    tag = declared.strip().lower()
    language = _SAME.get(primary(tag), primary(tag))
    if language not in _WRITTEN or re.search(r"-[a-z]{4}(-|$)", tag):
        return None
    found = detect_language(text)
    if found is None:
        return None
    if not found.by:
        return found if found.description.split()[0] not in _WRITTEN[language] else None
    if language not in WORDS:
        return found if "Latin" not in _WRITTEN[language] else None
    other = found.codes[0]
    return found if not closely_related(language, other) and _rare(language, other, text[:_MOST]) else None


def _script(text: str) -> str:
    """Return the script of 90% of the letters, or an empty string; with kana, Chinese characters count as Japanese."""
    counts = {"Latin": 0}
    if not text.isascii():
        # Most characters occur many times.
        frequency = Counter("".join(_BEYOND_ASCII.findall(text)))
        letters = {script: "".join(pattern.findall("".join(frequency))) for script, pattern in _LETTERS.items()}
        counts = {script: sum(frequency[character] for character in found) for script, found in letters.items()}
    counts["Latin"] += len(text.encode("ascii", "ignore").translate(None, _NO_LETTERS))
    if counts.get("Japanese", 0) * 10 > counts.get("Chinese", 0):
        counts["Japanese"] += counts.pop("Chinese")
    most = max(counts, key=counts.__getitem__)
    total = sum(counts.values())
    return most if total >= _LEAST_LETTERS and counts[most] >= 0.9 * total else ""


def _by_words(text: str) -> DetectedLanguage | None:
    """
    Return the language whose function words make up a fifth of a text, and twice as many as of any unrelated one.

    A list of Spanish towns or of English films is full of articles; sentences contain other function words as well.
    """
    words = Counter(_WORD.findall(text.lower()))
    counts: Counter[str] = Counter()
    for word, frequency in words.items():
        for language in _LANGUAGES.get(word, ()):
            counts[language] += frequency
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
    codes = [code for code in WORDS if closely_related(code, best) and counts[code] >= 0.9 * counts[best]]
    codes.sort(key=lambda code: -counts[code])
    return DetectedLanguage(tuple(codes), " or ".join(NAMES[code] for code in codes), ", ".join(shown))


def _rare(language: str, other: str, text: str) -> bool:
    """Return whether the function words unique to a language are at most a tenth of those unique to the other."""
    words = Counter(_WORD.findall(text.lower()))
    own = sum(words[word] for word in WORDS[language] - WORDS[other])
    return own * 10 <= sum(words[word] for word in WORDS[other] - WORDS[language])
