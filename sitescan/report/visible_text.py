"""Make untrusted text safe to display: escape invisible and reordering characters and limit the length."""

import json
from typing import Any

from sitescan.standards.lazy_pattern import lazy_pattern

#: The maximum number of characters of one text.
LONGEST = 20_000

# C0 and C1 controls except tab and line feed; line and paragraph separators; bidirectional marks, embeddings, overrides
# and isolates; lone surrogates; the byte order mark and noncharacters; the invisible characters of the tags block.
_INVISIBLE = lazy_pattern(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff\ufffe\uffff"
    "\U000e0000-\U000e007f]"
)
# The same without what JSON escapes anyway, and without surrogates.
_INVISIBLE_IN_JSON = lazy_pattern(
    "[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff\U000e0000-\U000e007f]"
)
_SPACES = lazy_pattern(r"[\t\n ]+")


def visible(text: str, most: int = LONGEST) -> str:
    """
    Return a text with its invisible characters escaped, shortened to a maximum length.

    Line feeds and tabs are kept.
    """
    shown = text if len(text) <= most else text[: most - 1] + "…"
    return _INVISIBLE.sub(lambda match: _escape(ord(match.group())), shown)


def one_line(text: str, most: int = LONGEST) -> str:
    """Return a text made :func:`visible` on one line, with white space collapsed."""
    return _SPACES.sub(" ", visible(text, most)).strip()


def visible_json(value: Any, **options: Any) -> str:
    """
    Return a value as JSON with its invisible characters escaped, which is the same value for a parser.

    Other characters are not escaped. Lone surrogates become question marks.

    :param options: arguments of :func:`json.dumps`.
    """
    text = json.dumps(value, ensure_ascii=False, **options)
    # Many parsers refuse lone surrogates, escaped or not.
    text = text.encode("utf-8", "replace").decode("utf-8")
    # All these characters are in strings: the syntax of JSON has none of them.
    return _INVISIBLE_IN_JSON.sub(lambda match: json.dumps(match.group())[1:-1], text)


def _escape(code: int) -> str:
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
