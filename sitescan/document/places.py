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

    def of(self, tag: Tag) -> Place:
        """Where an element is; line 0 where the parser made it without a tag in the source."""
        selector = _selector(tag)
        if tag.sourceline is None or tag.sourcepos is None:
            return Place(snippet=f"<{tag.name}>", selector=selector)
        at = self._lines.offset(tag.sourceline, tag.sourcepos)
        match = _START_TAG.match(self._text[at : at + _LOOK_AHEAD])
        written = match.group() if match else self._text[at : at + _LONGEST + 1]
        return Place(line=tag.sourceline, column=tag.sourcepos + 1, snippet=shorten(written), selector=selector)


def shorten(written: str) -> str:
    """Text for a report: white space collapsed, cut where it is long."""
    collapsed = " ".join(written.split())
    return collapsed if len(collapsed) <= _LONGEST else collapsed[: _LONGEST - 1] + "…"


def _selector(tag: Tag) -> str:
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
        steps.append(element.name + _nth(element))
    return " > ".join(reversed(steps))


def _nth(tag: Tag) -> str:
    parent = tag.parent
    if parent is None:
        return ""
    number = same = 0
    for sibling in children(parent):
        if sibling.name == tag.name:
            same += 1
            if sibling is tag:
                number = same
    return f":nth-of-type({number})" if same > 1 else ""
