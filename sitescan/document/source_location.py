"""Where an element is: line, column, its start tag as written, and a selector that finds it."""

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
#: Steps of a selector: pages nest deeper only to make work.
_STEPS = 100
_TYPE = re.compile(r"[A-Za-z][A-Za-z0-9-]*")
_IDENTIFIER = re.compile(r"-?[A-Za-z_][A-Za-z0-9_-]*")


class SourceLocator:
    """
    Places in one page's source.

    :param text: the source.
    :param unique: the ids that one element of the page alone has.
    """

    def __init__(self, text: str, unique: Container[str] = ()) -> None:
        self._text = text
        self._unique = unique
        self._lines = LineIndex(text)
        self._numbered: dict[int, dict[int, int]] = {}
        # The selector of each element that was asked for and of those around it, and how many steps it has.
        self._paths: dict[int, tuple[str, int]] = {}

    def of(self, tag: Tag) -> Place:
        """Where an element is; line 0 where the parser made it without a tag in the source."""
        selector = self._selector(tag)
        if tag.sourceline is None or tag.sourcepos is None:
            return Place(snippet=f"<{tag.name}>", selector=selector)
        at = self._lines.offset(tag.sourceline, tag.sourcepos)
        match = _START_TAG.match(self._text, at, at + _LOOK_AHEAD)
        written = match.group() if match else self._text[at : at + _LONGEST + 1]
        return Place(line=tag.sourceline, column=tag.sourcepos + 1, snippet=shorten(written), selector=selector)

    def _selector(self, tag: Tag) -> str:
        """A selector that matches no other element: from the nearest id, or from the root."""
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
        """What selects an element among its siblings, and whether that alone tells it from all others."""
        identifier = attr(element, "id", "")
        if identifier in self._unique and _IDENTIFIER.fullmatch(identifier):
            return f"#{identifier}", True
        return _type(element) + self._nth(element), element.name in ("html", "head", "body")

    def _nth(self, tag: Tag) -> str:
        """Which of its kind an element is, where there are several; the children of a parent are counted once."""
        parent = tag.parent
        if parent is None:
            return ""
        if id(parent) not in self._numbered:
            self._numbered[id(parent)] = _numbered(parent)
        number = self._numbered[id(parent)].get(id(tag), 0)
        return f":nth-of-type({number})" if number else ""


def _type(element: Tag) -> str:
    """The name of an element as selectors write it."""
    name = element.name
    if _TYPE.fullmatch(name):
        return name
    return "".join(one if (one.isalnum() and one.isascii()) or one in "-_" else f"\\{ord(one):x} " for one in name)


def shorten(written: str) -> str:
    """Text for a report: white space collapsed, cut where it is long."""
    collapsed = " ".join(written.split())
    return collapsed if len(collapsed) <= _LONGEST else collapsed[: _LONGEST - 1] + "…"


def spelled_out(written: str) -> str:
    """Text whose fault may be a character that nobody sees: such a one is written as ``[U+FEFF]``."""
    return "".join(f"[U+{ord(one):04X}]" if is_invisible(one) else one for one in shorten(written))


def is_invisible(character: str) -> bool:
    """Whether nothing shows a character, or it looks like a space and is none."""
    return character != " " and category(character) in ("Cc", "Cf", "Zl", "Zp", "Zs")


def _numbered(parent: Tag) -> dict[int, int]:
    """Which of its kind each child is that has siblings of its kind, from 1, by its ``id()``."""
    kinds: dict[str, list[int]] = {}
    for child in parent.contents:
        if isinstance(child, Tag):
            kinds.setdefault(child.name, []).append(id(child))
    return {key: number for same in kinds.values() if len(same) > 1 for number, key in enumerate(same, 1)}
