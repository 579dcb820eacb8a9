"""How wide and how long a text is: East Asian characters are wide, and they are words without spaces."""

import re
from unicodedata import east_asian_width

from sitescan.document.document import Document
from sitescan.document.tree import text
from sitescan.document.views import view

#: Han, Hiragana, Katakana, Thai, Lao, Khmer, Myanmar: scripts that write no spaces between words.
_UNSPACED = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")

#: Characters of such a script that make a word, roughly.
_CHARACTERS_IN_WORD = 2


def width(written: str) -> int:
    """
    The width of a text in columns: East Asian wide characters take two, as in a list of results.

    https://www.unicode.org/reports/tr11/
    """
    return sum(2 if east_asian_width(character) in "WF" else 1 for character in written)


@view
def word_count(document: Document) -> int:
    """How many words the page shows; for scripts without spaces, how many they are about."""
    if document.body is None:
        return 0
    shown = text(document.body)
    spaced, characters = _UNSPACED.subn(" ", shown)
    return len(spaced.split()) + characters // _CHARACTERS_IN_WORD
