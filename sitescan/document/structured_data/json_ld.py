"""The JSON-LD blocks of a page, parsed, or with the place of the syntax error."""

import json
import re
from collections import deque
from collections.abc import Iterator, Sequence
from typing import Any, NoReturn

from attrs import evolve, frozen
from bs4.element import Tag

from sitescan.document.document import Document
from sitescan.document.source_location import is_invisible, shorten
from sitescan.document.tree import attr, own_text, source_position
from sitescan.document.views import view
from sitescan.model.outline import Place
from sitescan.standards.lazy_pattern import lazy_pattern

_LONGEST_SHOWN = 40
#: https://www.rfc-editor.org/rfc/rfc8259#section-2
_SPACES = " \t\r\n"
#: The maximum number of blocks among which errors are located.
_PLACED = 50
_DEEPEST = 512
_BRACKET = lazy_pattern(r'"[^"\\]*(?:\\.[^"\\]*)*"?|[\[\]{}]', re.DOTALL)
_CDATA = lazy_pattern(r"\s*(?:(?://|/\*)\s*)?<!\[CDATA\[(?:\s*\*/)?")


@frozen(kw_only=True)
class Block:
    """
    A ``<script type="application/ld+json">`` element.

    :ivar tag: the script element.
    :ivar data: the parsed value, or ``None`` if the block could not be parsed.
    :ivar problem: a description of the syntax error, or an empty string.
    :ivar place: the place of the syntax error, or ``None``.
    :ivar deep: whether the block nests too deeply to be read; it then has neither data nor a problem.
    """

    tag: Tag
    data: Any = None
    problem: str = ""
    place: Place | None = None
    deep: bool = False


@view
def json_ld(document: Document) -> Sequence[Block]:
    """
    Return the non-empty JSON-LD blocks of a page.

    https://www.w3.org/TR/json-ld11/#embedding-json-ld-in-html-documents
    """
    found: list[Block] = []
    for tag in document.all("script"):
        source = own_text(tag) if _is_json_ld(tag) else ""
        if not source.strip():
            continue
        block, at = _block(tag, _unwrapped(source))
        if block.problem and len(found) < _PLACED:
            block = evolve(block, place=_place(document, tag, source, at))
        found.append(block)
    return tuple(found)


def nodes(data: Any) -> Iterator[dict[str, Any]]:
    """Iterate over the top-level objects of a block: the block itself, or those of a list or of ``@graph``."""
    waiting = deque([data])
    while waiting:
        value = waiting.popleft()
        if isinstance(value, list):
            waiting.extendleft(reversed(value))
        elif isinstance(value, dict) and "@graph" in value:
            waiting.appendleft(value["@graph"])
        elif isinstance(value, dict):
            yield value


def _is_json_ld(tag: Tag) -> bool:
    return attr(tag, "type", "").partition(";")[0].strip().lower() == "application/ld+json"


def _block(tag: Tag, content: str) -> tuple[Block, int]:
    """Return the parsed block of a script, and the offset of the syntax error if there is one."""
    if _deep(content):
        return Block(tag=tag, deep=True), 0
    try:
        # A number of ten thousand digits is not an error, and no rule needs its value.
        data = json.loads(content, parse_int=float, parse_constant=_refuse, object_pairs_hook=_members)
    except json.JSONDecodeError as fault:
        at = _start(content, fault.pos)
        return Block(tag=tag, problem=_explain(content, at)), at
    except _NoNumber as fault:
        return Block(tag=tag, problem=f"{fault} is not a JSON number"), content.find(str(fault))
    except _RepeatedName as fault:
        problem = f"{shorten(str(fault))} is named twice in one object"
        return Block(tag=tag, problem=problem), max(0, content.rfind(f'"{fault}"'))
    return Block(tag=tag, data=data), 0


def _deep(content: str) -> bool:
    """Return whether brackets nest more deeply than elements may; Python's parser recurses."""
    if content.count("{") + content.count("[") <= _DEEPEST:
        return False
    depth = 0
    for token in _BRACKET.finditer(content):
        bracket = token.group()
        depth += 1 if bracket in ("{", "[") else -1 if bracket in ("}", "]") else 0
        if depth > _DEEPEST:
            return True
    return False


def _unwrapped(content: str) -> str:
    """Return the content with blanks in place of an enclosing CDATA section, which XHTML pages need."""
    opening = _CDATA.match(content)
    closing = content.rfind("]]>")
    if opening is None or closing < 0 or content[closing + 3 :].strip() not in ("", "*/"):
        return content
    inner = content[opening.end() : closing].rstrip().removesuffix("//").removesuffix("/*")
    return re.sub(r"[^\n]", " ", opening.group()) + inner


class _RepeatedName(Exception):
    """Raised for a name that an object has twice, of which parsers keep one, and which Google refuses."""


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        seen: set[str] = set()
        for name, _ in pairs:
            if name in seen:
                raise _RepeatedName(name)
            seen.add(name)
    return members


class _NoNumber(Exception):
    """Raised for ``NaN`` and ``Infinity``, which Python accepts and JSON does not."""


def _refuse(name: str) -> NoReturn:
    raise _NoNumber(name)


def _start(content: str, at: int) -> int:
    """Return where a syntax error begins: at a superfluous comma rather than at the bracket after it."""
    before = content[:at].rstrip()
    bracket = content[at:].lstrip().startswith(("}", "]"))
    return len(before) - 1 if bracket and before.endswith(",") else at


def _explain(content: str, at: int) -> str:
    """Return a description of the syntax error at an offset."""
    rest = content[at : at + 200].lstrip(_SPACES)
    if not rest:
        return "the block ends too early"
    character = rest[0]
    if rest.startswith(("<!--", "//", "/*")):
        return "JSON has no comments"
    if character == "," and rest[1:].lstrip()[:1] in ("}", "]"):
        return f"a comma before {rest[1:].lstrip()[0]}"
    if character in "'‘’“”„":
        return 'JSON strings need straight double quotes (")'
    if content[at : at + 1] in ("\n", "\t") and content[at - 1 : at] not in (",", "{", "[", ":"):
        return "a line break or tab inside a string"
    if character == '"':
        return "a missing comma, or a string that does not end"
    if character == "\\":
        return "an escape that JSON does not have"
    if is_invisible(character):
        return f"the invisible character U+{ord(character):04X} is not expected here"
    return f"{shorten(rest[:_LONGEST_SHOWN])} is not expected here"


def _place(document: Document, tag: Tag, content: str, at: int) -> Place | None:
    """Return the place in the page of an offset in a script's content."""
    begins = source_position(tag)
    if begins is None:
        return document.place(tag)
    text, lines = document.decoded.text, document.lines
    start = text.find(content, lines.offset(*begins))
    if start < 0:
        return document.place(tag)
    line, column = lines.position(start + at)
    around = document.place(tag)
    shown = content[max(0, content.rfind("\n", 0, at) + 1, at - _LONGEST_SHOWN) : at + _LONGEST_SHOWN]
    snippet = shorten(shown.partition("\n")[0]) if shown.strip() else ""
    return Place(
        line=line,
        column=column + 1,
        snippet=snippet or (around.snippet if around else ""),
        selector=around.selector if around else "",
    )
