"""The elements of ``howToFix`` and of other texts that quote markup or name colors."""

from collections.abc import Iterator, Sequence
from itertools import groupby, islice

from sitescan.report.fix_parts import MOST_MARKS, BeforeAfter, Code, Part, fix_parts, marked, markup_runs
from sitescan.report.markup import Markup, element, join
from sitescan.report.visible_text import visible
from sitescan.standards.lazy_pattern import lazy_pattern

_COLOR = lazy_pattern(r"(?<![^\s(])#[0-9a-f]{6}(?![0-9a-zA-Z_-])")


def fix(text: str, snippet: str = "") -> Markup:
    """
    Return the elements of a text of ``howToFix``.

    :param snippet: the markup of the first occurrence, as it is now.
    """
    made = list[Markup]()
    for labelled, group in groupby(fix_parts(visible(text), visible(snippet)), key=_is_labelled):
        parts = [*group]
        made += _for_servers(parts) if labelled else map(_part, parts)
    return join(*made)


def _is_labelled(part: Part) -> bool:
    return isinstance(part, Code) and bool(part.label)


def _for_servers(parts: Sequence[Part]) -> Iterator[Markup]:
    """Yield the code for the first server, and fold that for others."""
    first, *others = map(_part, parts)
    yield first
    if others:
        names = ", ".join(part.label for part in parts[1:] if isinstance(part, Code))
        yield element("details", element("summary", names), *others, class_="servers")


def _part(part: Part) -> Markup:
    if isinstance(part, BeforeAfter):
        before, after = _marked(part)
        return element("div", _code(before, "Before"), _code(after, "After", "fix"), class_="change")
    if isinstance(part, Code):
        return _code(part.code, part.label, "fix")
    return element("p", inline(part.text))


def _marked(change: BeforeAfter) -> Iterator[Markup]:
    """Yield the code before and after a change, with the difference in an element."""
    for tag, (start, different, end) in zip(("del", "ins"), marked(change), strict=True):
        yield join(start, element(tag, different) if different else "", end)


def _code(code: str, label: str = "", kind: str | None = None) -> Markup:
    caption = element("figcaption", label) if label else ""
    return element("figure", caption, element("pre", code, class_=kind), class_="code")


def inline(text: str) -> Markup:
    """Return a text with its markup as code and a swatch before each color."""
    shown, made, at = visible(text), list[str](), 0
    for begin, end in markup_runs(shown):
        made += [*_with_swatches(shown[at:begin]), element("code", shown[begin:end])]
        at = end
    return join(*made, *_with_swatches(shown[at:]))


def _with_swatches(text: str) -> Iterator[str]:
    at = 0
    for color in islice(_COLOR.finditer(text), MOST_MARKS):
        yield text[at : color.start()]
        yield _swatch(color[0])
        at = color.start()
    yield text[at:]


def _swatch(color: str) -> Markup:
    """Return a circle of a color; the policy of the pages forbids style attributes, but not attributes of SVG."""
    circle = element("circle", cx="20", cy="20", r="17", fill=color)
    return element("svg", circle, class_="swatch", viewBox="0 0 40 40", aria_hidden="true", focusable="false")
