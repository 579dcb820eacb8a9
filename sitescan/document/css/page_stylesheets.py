"""The styles of a page from its style elements, its linked stylesheets and what these import."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from attrs import frozen
from bs4.element import Tag

from sitescan.document.css.animations import moving, recoloring
from sitescan.document.css.cascade import Styles
from sitescan.document.css.external_stylesheets import decoded
from sitescan.document.css.late_stylesheets import is_stylesheet, media_of
from sitescan.document.css.long_numbers import shorten_long_numbers
from sitescan.document.css.media import Screen
from sitescan.document.css.registered_properties import registered
from sitescan.document.css.selector_nodes import nodes, present_names
from sitescan.document.css.stylesheets import StyleRules
from sitescan.document.tree import HTML, SVG, attr, own_text, within
from sitescan.model.exchange import Source
from sitescan.standards.urls import resolve


@frozen
class PageSheets:
    """
    Where a page's CSS is.

    :ivar elements: its ``link`` and ``style`` elements in document order.
    :ivar fetched: its external stylesheets by URL.
    :ivar base_url: what the page's URLs are relative to.
    :ivar quirks: whether the page is in quirks mode.
    """

    elements: Sequence[Tag]
    fetched: Mapping[str, Source]
    base_url: str
    quirks: bool


def page_styles(
    elements: Iterable[Tag], sheets: PageSheets, screen: Screen, reader: Callable[..., StyleRules] = StyleRules
) -> Styles:
    """
    The computed styles of a page's elements on a screen.

    Stylesheets count as browsers with scripts use them: those that come late do, those of ``noscript`` do not.

    :param reader: what reads them.
    """
    tree = nodes(elements)
    rules = reader(screen, sheets.fetched, resolve, present_names(tree.values()))
    problem: Exception | None = None
    preferred = ""
    for element in sheets.elements:
        if within(element, "noscript"):
            continue
        if element.name == "style" or is_stylesheet(element):
            # Of sheets with titles, those with the first one count: https://drafts.csswg.org/cssom/#add-a-css-style-sheet
            title = attr(element, "title", "") if element.namespace == HTML else ""
            preferred = preferred or title
            if title not in ("", preferred):
                continue
        try:
            _read(rules, element, sheets.base_url)
        except MemoryError:
            raise
        except Exception as raised:  # noqa: BLE001 - whatever is wrong with the page's CSS or with ours
            rules.complete = False
            problem = problem or raised
    texts = tuple(_texts(sheets))
    return Styles(
        tree,
        rules.rules,
        complete=rules.complete,
        quirks=sheets.quirks,
        problem=problem,
        registered=registered(texts),
        recolored=recoloring(texts),
        moving=moving(texts),
    )


def _texts(sheets: PageSheets) -> Iterator[str]:
    """The texts of a page's stylesheets in which something is looked up by name."""
    yield from (own_text(element) for element in sheets.elements if element.name == "style")
    for sheet in sheets.fetched.values():
        if sheet.known and any(keyword in sheet.body for keyword in _NAMED):
            yield decoded(sheet)


#: At-rules that give names to what other rules use.
_NAMED = (b"@property", b"keyframes")


def _read(rules: StyleRules, element: Tag, base_url: str) -> None:
    """Read the stylesheet that an element holds or names."""
    if element.name == "style" and element.namespace in (HTML, SVG):
        if attr(element, "type", "").strip().lower() in ("", "text/css"):
            rules.read(shorten_long_numbers(own_text(element)), base_url, attr(element, "media", ""))
    elif is_stylesheet(element):
        url = resolve(base_url, attr(element, "href", "").strip())
        if url is not None:
            rules.read_external(url, media_of(element))
