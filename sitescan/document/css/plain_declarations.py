"""
Declarations parsed by a regular expression, if they are as simple as nearly all declarations are.

Other declarations are parsed from tokens (:mod:`~sitescan.document.css.declarations`), with the same results.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Any

import tinycss2
from webencodings import ascii_lower

from sitescan.document.css.declarations import KEPT, Declaration, declarations, expand
from sitescan.standards.css.escapes import NAME_CHARACTER, NAME_START
from sitescan.standards.css.tokens import URL_BEGINS
from sitescan.standards.lazy_pattern import lazy_pattern
from sitescan.standards.progress import advanced

_NAME = rf"(?:--|-?{NAME_START}){NAME_CHARACTER}*"
# Each character matches only one part of the patterns, so that they take linear time.
_SLASH_OR_STRING = r"/(?!\*)|\"[^\"\\\n]*\"|'[^'\\\n]*'"


def _brackets(depth: int) -> str:
    """Return a pattern of matching parentheses nested up to a depth."""
    odd = _SLASH_OR_STRING if depth == 1 else f"{_SLASH_OR_STRING}|{_brackets(depth - 1)}"
    return rf"\([^()\"'\\/{{}}\[\]]*(?:(?:{odd})[^()\"'\\/{{}}\[\]]*)*\)"


#: A declaration up to its end: brackets nested up to three levels, strings, no escapes, comments and blocks.
_DECLARATION = lazy_pattern(
    rf"[ \t\n;]*(\*?)({_NAME})[ \t\n]*:"
    rf"([^;()\"'\\/{{}}\[\]!]*(?:(?:{_SLASH_OR_STRING}|{_brackets(3)})[^;()\"'\\/{{}}\[\]!]*)*)"
    r"(![ \t\n]*[iI][mM][pP][oO][rR][tT][aA][nN][tT][ \t\n]*)?(?:;|\Z)"
)
_END = lazy_pattern(r"[ \t\n;]*\Z")
#: An unquoted URL, which ends at the first parenthesis whatever its content.
_ODD_URL = lazy_pattern(rf"{URL_BEGINS}[ \n\t]*(?![ \n\t\"'])[^)\"'(]*[\"'(]")
#: A value that serializing its tokens would not change: words, numbers, colors and functions with spaces between.
_PLAIN_VALUE = lazy_pattern(
    r"[ \n\t,)/]*(?:(?<![-+\w.%#)])(?:"
    rf"(?!{URL_BEGINS})-{{0,2}}[A-Za-z_][-0-9A-Za-z_]*(?:\(|(?![-\w.%#(+]))"
    r"|[+-]?(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)(?:%|(?![eE](?![A-Za-z]))[A-Za-z]+)?(?![-\w.%#(+])"
    r"|\#[0-9A-Za-z]+(?![-\w.%#(+])"
    r")[ \n\t,)/]*)*",
    re.ASCII,
)
_PROPERTY = lazy_pattern(rf"(?:\A|[;{{])[ \t\n]*({_NAME})[ \t\n]*:")


def may_declare(body: str) -> bool:
    """Return whether a block may contain a declaration that is kept."""
    if "\\" in body or "/*" in body:
        return True
    return any(name[:2] == "--" or ascii_lower(name) in KEPT for name in _PROPERTY.findall(body))


def block_declarations(body: str) -> tuple[Declaration, ...]:
    """
    Return the declarations of a block that are kept, as longhands and custom properties.

    :param body: the text of a block without nested rules.
    :raises RecursionError: if brackets are nested too deep.
    """
    found: list[Declaration] = []
    at = 0
    if _ODD_URL.search(body):
        return tuple(_from_tokens(body))
    while not _END.match(body, at):
        declared = _DECLARATION.match(body, at)
        if declared is None:
            return (*found, *_from_tokens(body[at:]))
        at = advanced(at, declared.end())
        name = declared[2] if declared[2].startswith("--") else ascii_lower(declared[2])
        if not declared[1] and (name in KEPT or name.startswith("--")):
            found.extend(_declared(name, declared))
    return tuple(found)


def _declared(name: str, declared: re.Match[str]) -> Iterable[Declaration]:
    value = declared[3]
    text = value.strip()
    if not text or not _PLAIN_VALUE.fullmatch(value):
        return _from_tokens(declared[0])
    important = declared[4] is not None
    if name.startswith("--"):
        return (Declaration(name, text, important),)
    return [Declaration(longhand, longhand_value, important) for longhand, longhand_value in expand(name, text)]


def _from_tokens(css: str) -> Iterator[Declaration]:
    parsed: Any = tinycss2.parse_blocks_contents(css, skip_comments=True, skip_whitespace=True)
    return declarations(parsed)
