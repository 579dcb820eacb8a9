"""Source locations of elements: line, column, start tag as written, and a unique selector."""

from collections.abc import Container, Iterable, Iterator
from unicodedata import category

from bs4.element import Tag

from sitescan.document.parsing.flat_tree import ShadowTrees
from sitescan.document.parsing.line_index import LineIndex
from sitescan.document.tree import attr, source_position
from sitescan.model.outline import Place
from sitescan.standards.lazy_pattern import lazy_pattern

_START_TAG = lazy_pattern(r"<[^>\"']*(?:(?:\"[^\"]*\"|'[^']*')[^>\"']*)*>")
_LONGEST = 120
_LOOK_AHEAD = 2000
#: The maximum number of steps of a selector; only hostile pages nest more deeply.
_STEPS = 100
#: The maximum length of a selector that is told. Longer ones have long names or very many steps.
_LONGEST_SELECTOR = 1500
_TYPE = lazy_pattern(r"[A-Za-z][A-Za-z0-9-]*")
#: Puppeteer's combinator for what is in the shadow tree of an element; CSS has none.
_INTO_SHADOW_TREE = " >>> "
_IDENTIFIER = lazy_pattern(r"-?[A-Za-z_][A-Za-z0-9_-]*")


class SourceLocator:
    """
    The source locations of a page's elements.

    :param text: the source.
    :param lines: its lines.
    :param unique: the ids that exactly one element of the page has.
    :param trees: the shadow trees of the page.
    """

    def __init__(self, text: str, lines: LineIndex, unique: Container[str], trees: ShadowTrees) -> None:
        self._trees = trees
        self._text = text
        self._unique = unique
        self._lines = lines
        # The index of each element among its siblings of the same type, from 1; 0 for the only one.
        self._numbers: dict[int, int] = {}
        # The selector and its number of steps, for each element requested so far and its ancestors.
        self._paths: dict[int, tuple[str, int]] = {}

    def of(self, tag: Tag) -> Place:
        """Return the place of an element, with line 0 if the parser created it without a tag in the source."""
        selector = self._selector(tag)
        if len(selector) > _LONGEST_SELECTOR:
            selector = ""
        position = source_position(tag)
        if position is None:
            return Place(snippet=f"<{tag.name}>", selector=selector)
        line, column = position
        at = self._lines.offset(line, column)
        match = _START_TAG.match(self._text, at, at + _LOOK_AHEAD)
        written = match.group() if match else self._text[at : at + _LONGEST + 1]
        return Place(line=line, column=column + 1, snippet=shorten(written), selector=selector)

    def _selector(self, tag: Tag) -> str:
        """Return a selector that matches no other element: from the nearest unique id, or from the root."""
        below: list[tuple[Tag, str]] = []
        path, steps, last = "", 0, False
        for element in self._upwards(tag):
            if id(element) in self._paths:
                (path, steps), last = self._paths[id(element)], True
                break
            step, last = self._step(element)
            below.append((element, step))
            if last or len(below) == _STEPS:
                break
        for element, step in reversed(below):
            combinator = _INTO_SHADOW_TREE if self._trees.is_topmost(element) else " > "
            path, steps = (f"{path}{combinator}{step}", steps + 1) if steps else (step, 1)
            if last and steps <= _STEPS:
                self._paths[id(element)] = (path, steps)
        return path if steps <= _STEPS else " > ".join(path.rsplit(" > ", _STEPS)[1:])

    def _upwards(self, tag: Tag) -> Iterator[Tag]:
        """Iterate over an element and its ancestors, from its own tree to those that it is within."""
        element: Tag | None = tag
        while element is not None and element.parent is not None:
            yield element
            element = self._trees.parent(element)

    def _step(self, element: Tag) -> tuple[str, bool]:
        """Return the selector of an element among its siblings, and whether it is unique in the page by itself."""
        identifier = attr(element, "id", "")
        is_unique = identifier in self._unique and self._trees.host(element) is None
        if is_unique and _IDENTIFIER.fullmatch(identifier):
            return f"#{identifier}", True
        return _type(element) + self._nth(element), element.name in ("html", "head", "body")

    def _nth(self, tag: Tag) -> str:
        """Return the ``:nth-of-type()`` of an element, empty for the only child of its type."""
        if id(tag) not in self._numbers:
            self._numbers.update(_numbered(self._trees.siblings(tag)))
        number = self._numbers[id(tag)]
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


def shorten(written: str, most: int = _LONGEST) -> str:
    """Return a text for a report: white space collapsed, truncated if it is long."""
    collapsed = " ".join(written.split())
    return collapsed if len(collapsed) <= most else collapsed[: most - 1] + "…"


def spelled_out(written: str) -> str:
    """Return a text for a report with invisible characters spelled out, such as ``[U+FEFF]``."""
    return "".join(
        f"[U+{ord(character):04X}]" if is_invisible(character) else character for character in shorten(written)
    )


def is_invisible(character: str) -> bool:
    """Return whether a character is invisible, or looks like a space without being one."""
    return character != " " and category(character) in ("Cc", "Cf", "Zl", "Zp", "Zs")


def _numbered(siblings: Iterable[Tag]) -> dict[int, int]:
    """Return the index of each element among the siblings of its type, from 1, by ``id()``; 0 for the only one."""
    kinds: dict[str, list[int]] = {}
    for sibling in siblings:
        kinds.setdefault(sibling.name, []).append(id(sibling))
    return {key: number for same in kinds.values() for number, key in enumerate(same, int(len(same) > 1))}
