"""Width and length of texts; East Asian characters are wide, and form words without spaces."""

from collections.abc import Iterator
from unicodedata import normalize

from sitescan.document.document import Document
from sitescan.document.views import view
from sitescan.standards.character_widths import columns
from sitescan.standards.data_files import data_of
from sitescan.standards.lazy_pattern import lazy_pattern

#: Han, Hiragana, Katakana, Thai, Lao, Khmer, Myanmar: scripts without spaces between words.
_UNSPACED = lazy_pattern(
    r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]"
)

_JOINER = "\u200d"
_SKIN_TONES = (0x1F3FB, 0x1F3FF)
#: Medial vowels and final consonants of Hangul, which are part of the preceding syllable.
_MEDIAL_JAMO = (0x1160, 0x11FF)

#: The advance width of each character in Arial, in which search engines show titles, in thousandths of the font size.
#: Those of Helvetica are the same.
_ARIAL = {character: int(wide) for wide, characters in data_of("arial_widths").items() for character in characters}

#: The width of a column of characters that Arial lacks, in thousandths of the font size: half an East Asian character.
_COLUMN = 500

#: The approximate number of characters of a word in these scripts.
_CHARACTERS_IN_WORD = 2


def width(written: str) -> int:
    """
    Return the width of a text in columns, as in a list of search results.

    East Asian characters and emoji are two columns wide; combining marks, joiners and joined emoji have no width.

    https://www.unicode.org/reports/tr11/ https://www.unicode.org/reports/tr51/
    """
    return len(written) if written.isascii() else sum(wide for _, wide in _columns(written))


def _columns(written: str) -> Iterator[tuple[str, int]]:
    """Iterate over the characters that have a width, with their columns."""
    joined = False
    for character in written:
        if not joined and not _has_no_width(character):
            yield character, columns(character)
        joined = character == _JOINER


def pixel_width(written: str, size: int) -> int:
    """
    Return the approximate width of a text in Arial.

    :param size: the font size in pixels.
    """
    widths = (arial_width(character) or wide * _COLUMN for character, wide in _columns(written))
    return round(sum(widths) * size / 1000)


def arial_width(character: str) -> int | None:
    """Return the width of a Latin character in thousandths of the font size; ``None`` if it is not known."""
    return _ARIAL.get(character) or _ARIAL.get(normalize("NFD", character)[0])


def length_in_words(written: str) -> str:
    """Return a description of a text's length: its characters, and its width in Latin letters if that is more."""
    characters, wide = len(written), width(written)
    description = f"{characters:,} character{'' if characters == 1 else 's'}"
    return description if wide <= characters else f"{description}, as wide as {wide:,} Latin letters"


def _has_no_width(character: str) -> bool:
    code = ord(character)
    return (
        not columns(character) or _MEDIAL_JAMO[0] <= code <= _MEDIAL_JAMO[1] or _SKIN_TONES[0] <= code <= _SKIN_TONES[1]
    )


@view
def word_count(document: Document) -> int:
    """Return the number of words the page shows, estimated for scripts without spaces."""
    if document.shown_text.isascii():
        return document.words
    spaced, characters = _UNSPACED.subn(" ", document.shown_text)
    return len(spaced.split()) + characters // _CHARACTERS_IN_WORD
