"""How wide and how long a text is: East Asian characters are wide, and they are words without spaces."""

import re
from unicodedata import category, east_asian_width

from sitescan.document.document import Document
from sitescan.document.views import view

#: Han, Hiragana, Katakana, Thai, Lao, Khmer, Myanmar: scripts that write no spaces between words.
_UNSPACED = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")

_JOINER = "\u200d"
_SKIN_TONES = (0x1F3FB, 0x1F3FF)
#: Vowels and final consonants of Hangul that are written into the syllable before them.
_MEDIAL_JAMO = (0x1160, 0x11FF)

#: Characters of such a script that make a word, roughly.
_CHARACTERS_IN_WORD = 2


def width(written: str) -> int:
    """
    The width of a text in columns, as in a list of results.

    East Asian characters and emoji take two columns; marks that stand on another character, what
    joins emoji and what is joined take none.

    https://www.unicode.org/reports/tr11/ https://www.unicode.org/reports/tr51/
    """
    if written.isascii():
        return len(written)
    columns, joined = 0, False
    for character in written:
        if not joined and not _stands_on_another(character):
            columns += 2 if east_asian_width(character) in "WF" else 1
        joined = character == _JOINER
    return columns


def length_in_words(written: str) -> str:
    """How long a text is, for people: its characters, and the Latin letters of its width where those are more."""
    characters, columns = len(written), width(written)
    said = f"{characters:,} character{'' if characters == 1 else 's'}"
    return said if columns <= characters else f"{said}, as wide as {columns:,} Latin letters"


def _stands_on_another(character: str) -> bool:
    code = ord(character)
    return (
        category(character) in ("Mn", "Me", "Cf")
        or _MEDIAL_JAMO[0] <= code <= _MEDIAL_JAMO[1]
        or _SKIN_TONES[0] <= code <= _SKIN_TONES[1]
    )


@view
def word_count(document: Document) -> int:
    """How many words the page shows; for scripts without spaces, how many they are about."""
    if document.shown_text.isascii():
        return document.words
    spaced, characters = _UNSPACED.subn(" ", document.shown_text)
    return len(spaced.split()) + characters // _CHARACTERS_IN_WORD
