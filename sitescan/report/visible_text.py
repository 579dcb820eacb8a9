"""Text of strangers, made fit to be shown: nothing in it is invisible, moves other text or never ends."""

import re

#: What is shown of one text at most, characters.
LONGEST = 20_000

# C0 and C1 controls but for tab and line feed; line and paragraph separators; marks that reorder the
# text after them (Unicode Bidirectional Algorithm, embeddings, overrides and isolates); halves of
# surrogate pairs; the byte order mark; characters of the tags block, which are never seen.
_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff\ufffe\uffff"
    "\U000e0000-\U000e007f]"
)
_SPACES = re.compile(r"[\t\n ]+")


def visible(text: str, most: int = LONGEST) -> str:
    """
    A text in which what cannot be seen is written as an escape, and which is cut where it is long.

    Line feeds and tabs stay as they are.
    """
    shown = text if len(text) <= most else text[: most - 1] + "…"
    return _UNSEEN.sub(lambda match: _escape(ord(match.group())), shown)


def one_line(text: str, most: int = LONGEST) -> str:
    """The same on one line: white space collapsed."""
    return _SPACES.sub(" ", visible(text, most)).strip()


def _escape(code: int) -> str:
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
