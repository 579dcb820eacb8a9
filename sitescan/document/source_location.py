"""Source locations of elements: line, column, start tag as written, and a unique selector."""

import re
from collections.abc import Container
from itertools import chain
from unicodedata import category

from bs4.element import Tag

from sitescan.document.line_index import LineIndex
from sitescan.document.tree import ancestors, attr
from sitescan.model.outline import Place

_START_TAG = re.compile(r"<[^>\"']*(?:(?:\"[^\"]*\"|'[^']*')[^>\"']*)*>")
_LONGEST = 120
_LOOK_AHEAD = 2000
#: The maximum number of steps of a selector; only hostile pages nest more deeply.
_STEPS = 100
_TYPE = re.compile(r"[A-Za-z][A-Za-z0-9-]*")
_IDENTIFIER = re.compile(r"-?[A-Za-z_][A-Za-z0-9_-]*")


class SourceLocator:
    """
    The source locations of a page's elements.

    :param text: the source.
    :param unique: the ids that exactly one element of the page has.
    """

    def __init__(self, text: str, unique: Container[str] = ()) -> None:
        self._text = text
        self._unique = unique
        self._lines = LineIndex(text)
        self._numbered: dict[int, dict[int, int]] = {}
        # The selector and its number of steps, for each element requested so far and its ancestors.
        self._paths: dict[int, tuple[str, int]] = {}

    def of(self, tag: Tag) -> Place:
        """Return the place of an element, with line 0 if the parser created it without a tag in the source."""
        selector = self._selector(tag)
        if tag.sourceline is None or tag.sourcepos is None:
            return Place(snippet=f"<{tag.name}>", selector=selector)
        at = self._lines.offset(tag.sourceline, tag.sourcepos)
        match = _START_TAG.match(self._text, at, at + _LOOK_AHEAD)
        written = match.group() if match else self._text[at : at + _LONGEST + 1]
        return Place(line=tag.sourceline, column=tag.sourcepos + 1, snippet=shorten(written), selector=selector)

    def _selector(self, tag: Tag) -> str:
        """Return a selector that matches no other element: from the nearest unique id, or from the root."""
        below: list[tuple[int, str]] = []
        path, steps, last = "", 0, False
        for element in chain((tag,), ancestors(tag)):
            if id(element) in self._paths:
                (path, steps), last = self._paths[id(element)], True
                break
            step, last = self._step(element)
            below.append((id(element), step))
            if last or len(below) == _STEPS:
                break
        for key, step in reversed(below):
            path, steps = (f"{path} > {step}", steps + 1) if steps else (step, 1)
            if last and steps <= _STEPS:
                self._paths[key] = (path, steps)
        return path if steps <= _STEPS else " > ".join(path.rsplit(" > ", _STEPS)[1:])

    def _step(self, element: Tag) -> tuple[str, bool]:
        """Return the selector of an element among its siblings, and whether it is unique in the page by itself."""
        identifier = attr(element, "id", "")
        if identifier in self._unique and _IDENTIFIER.fullmatch(identifier):
            return f"#{identifier}", True
        return _type(element) + self._nth(element), element.name in ("html", "head", "body")

    def _nth(self, tag: Tag) -> str:
        """Return the ``:nth-of-type()`` of an element, empty for the only child of its type."""
        parent = tag.parent
        if parent is None:
            return ""
        if id(parent) not in self._numbered:
            self._numbered[id(parent)] = _numbered(parent)
        number = self._numbered[id(parent)].get(id(tag), 0)
        return f":nth-of-type({number})" if number else ""


def _type(element: Tag) -> str:
    """Return the escaped type selector of an element."""
    name = element.name
    if _TYPE.fullmatch(name):
        return name
    return "".join(
        character if (character.isalnum() and character.isascii()) or character in "-_" else f"\\{ord(character):x} "
        for character in name
    )


def shorten(written: str) -> str:
    """Return a text for a report: white space collapsed, truncated if it is long."""
    collapsed = " ".join(written.split())
    return collapsed if len(collapsed) <= _LONGEST else collapsed[: _LONGEST - 1] + "…"


def spelled_out(written: str) -> str:
    """Return a text for a report with invisible characters spelled out, such as ``[U+FEFF]``."""
    return "".join(
        f"[U+{ord(character):04X}]" if is_invisible(character) else character for character in shorten(written)
    )


def is_invisible(character: str) -> bool:
    """Return whether a character is invisible, or looks like a space without being one."""
    return character != " " and category(character) in ("Cc", "Cf", "Zl", "Zp", "Zs")


def _numbered(parent: Tag) -> dict[int, int]:
    """Return the index of each child among the siblings of its type, from 1, by ``id()``, without only children."""
    kinds: dict[str, list[int]] = {}
    for child in parent.contents:
        if isinstance(child, Tag):
            kinds.setdefault(child.name, []).append(id(child))
    return {key: number for same in kinds.values() if len(same) > 1 for number, key in enumerate(same, 1)}
