"""Where an element is: line, column, its start tag as written, and a selector that finds it."""

import re

from bs4.element import Tag

from sitescan.document.lines import Lines
from sitescan.document.tree import ancestors, attr, children
from sitescan.model.outline import Place

_START_TAG = re.compile(r"<[^\s>\"']*(?:[^>\"']|\"[^\"]*\"|'[^']*')*>")
_LONGEST = 120
_LOOK_AHEAD = 2000
_STEPS = 5
_IDENTIFIER = re.compile(r"-?[A-Za-z_][A-Za-z0-9_-]*")


class Places:
    """Places in one page's source."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._lines = Lines(text)
        self._numbered: dict[int, dict[int, str]] = {}

    def of(self, tag: Tag) -> Place:
        """Where an element is; line 0 where the parser made it without a tag in the source."""
        selector = self._selector(tag)
        if tag.sourceline is None or tag.sourcepos is None:
            return Place(snippet=f"<{tag.name}>", selector=selector)
        at = self._lines.offset(tag.sourceline, tag.sourcepos)
        match = _START_TAG.match(self._text[at : at + _LOOK_AHEAD])
        written = match.group() if match else self._text[at : at + _LONGEST + 1]
        return Place(line=tag.sourceline, column=tag.sourcepos + 1, snippet=shorten(written), selector=selector)

    def _selector(self, tag: Tag) -> str:
        """A short selector: from the nearest id, or the last few steps from the root."""
        steps: list[str] = []
        for element in (tag, *ancestors(tag)):
            identifier = attr(element, "id", "")
            if _IDENTIFIER.fullmatch(identifier):
                steps.append(f"#{identifier}")
                break
            if element.name in ("html", "head", "body"):
                steps.append(element.name)
                break
            if len(steps) == _STEPS:
                break
            steps.append(element.name + self._nth(element))
        return " > ".join(reversed(steps))

    def _nth(self, tag: Tag) -> str:
        """Which of its kind an element is, where there are several; the children of a parent are counted once."""
        parent = tag.parent
        if parent is None:
            return ""
        if id(parent) not in self._numbered:
            self._numbered[id(parent)] = _numbered(parent)
        return self._numbered[id(parent)].get(id(tag), "")


def shorten(written: str) -> str:
    """Text for a report: white space collapsed, cut where it is long."""
    collapsed = " ".join(written.split())
    return collapsed if len(collapsed) <= _LONGEST else collapsed[: _LONGEST - 1] + "…"


def _numbered(parent: Tag) -> dict[int, str]:
    """``:nth-of-type()`` by the ``id()`` of each child that has siblings of its kind."""
    kinds: dict[str, list[Tag]] = {}
    for child in children(parent):
        kinds.setdefault(child.name, []).append(child)
    return {
        id(child): f":nth-of-type({number})"
        for same in kinds.values()
        if len(same) > 1
        for number, child in enumerate(same, 1)
    }
