"""
The marks of template languages in a page, such as Liquid, Jinja, Twig, ERB, PHP and Vue.

A file with marks is not the page that visitors get. What a mark writes, and which of the elements around it are ever
on the same page, only the program that fills the template knows.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping
from functools import cached_property
from types import MappingProxyType

from sitescan.standards.lazy_pattern import lazy_pattern

_OPENING = lazy_pattern(r"\{%|\{\{|\{#|<%|<\?(?!xml)|\$\{|<(script|style)\b", re.IGNORECASE)
_CLOSING: Mapping[str, str] = MappingProxyType({"{%": "%}", "{{": "}}", "{#": "#}", "<%": "%>", "<?": "?>", "${": "}"})
#: Marks that scripts and styles contain as well: a placeholder of JavaScript, and a selector in a block.
_OF_CODE = frozenset({"${", "{#"})
#: Tags of Liquid, Jinja and Twig whose content up to the end tag is not written where it is, or is no HTML.
_BLOCK = lazy_pattern(
    r"\{%[-+~]?\s{0,9}(capture|comment|filter|highlight|javascript|macro|raw|schema|stylesheet|verbatim)\b"
)
#: The lines before and after front matter, https://jekyllrb.com/docs/front-matter/.
_FENCES = ("---", "+++")


class TemplateMarks:
    """
    The marks in a text.

    :ivar ranges: the start and the end of each mark, and of blocks whose content is no part of the page, in order.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        # The last search for each closing mark: where it began, and what it has found.
        self._searched: dict[str, tuple[int, int]] = {}
        self.ranges = tuple(self._find())

    def __bool__(self) -> bool:
        """Return whether the text has a mark."""
        return bool(self.ranges)

    def touch(self, start: int, end: int) -> bool:
        """Return whether a mark is in a range of the text, or overlaps it."""
        return bisect_right(self._starts, end - 1) > bisect_left(self._ends, start + 1)

    @cached_property
    def _starts(self) -> list[int]:
        return [start for start, _ in self.ranges]

    @cached_property
    def _ends(self) -> list[int]:
        return [end for _, end in self.ranges]

    def _find(self) -> Iterator[tuple[int, int]]:
        at = self._end_of_front_matter()
        if at:
            yield 0, at
        code_ends = 0
        while (opened := _OPENING.search(self._text, at)) is not None:
            at = opened.end()
            if opened[1]:
                code_ends = max(code_ends, self._after(f"</{opened[1]}", at) or 0)
                continue
            end = self._after(_CLOSING[opened[0]], at)
            if opened[0] in _OF_CODE and at < code_ends:
                continue
            if end is None and opened[0] == "<?":
                # The rest of a file of PHP may be code.
                end = len(self._text)
            if end is not None:
                at = self._end_of_block(opened.start(), end)
                yield opened.start(), at

    def _end_of_front_matter(self) -> int:
        fence = next((fence for fence in _FENCES if self._text.startswith(f"{fence}\n")), "")
        return (self._after(f"\n{fence}", len(fence)) or 0) if fence else 0

    def _end_of_block(self, start: int, end: int) -> int:
        """Return the end of a mark, or that of the block of which it is the start tag."""
        block = _BLOCK.match(self._text, start)
        name = f"end{block[1]}" if block is not None else ""
        after = self._after(name, end) if name else None
        return (self._after("%}", after) or end) if after is not None else end

    def _after(self, closing: str, at: int) -> int | None:
        """Return the offset after the next occurrence of a closing mark; ``None`` if there is none."""
        begun, found = self._searched.get(closing, (len(self._text) + 1, -1))
        if at < begun or 0 <= found < at:
            found = self._text.find(closing, at)
            self._searched[closing] = at, found
        return found + len(closing) if found >= 0 else None


def names_mark(written: str) -> bool:
    """Return whether an attribute contains a mark of a template language."""
    return _OPENING.search(written) is not None and bool(TemplateMarks(written))
