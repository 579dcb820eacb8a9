"""The styles of a page from its style elements, its linked stylesheets and what these import."""

from collections.abc import Iterable, Mapping, Sequence

from attrs import frozen
from bs4.element import Tag

from sitescan.document.css.media import Screen
from sitescan.document.css.styles import Styles
from sitescan.document.css.stylesheets import StyleRules
from sitescan.document.tree import HTML, SVG, attr, own_text, tokens
from sitescan.model.exchange import Source
from sitescan.model.target import resolve


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


def page_styles(elements: Iterable[Tag], sheets: PageSheets, screen: Screen) -> Styles:
    """The computed styles of a page's elements on a screen."""
    rules = StyleRules(screen, sheets.fetched, resolve)
    for element in sheets.elements:
        condition = attr(element, "media", "")
        if element.name == "style" and element.namespace in (HTML, SVG):
            if attr(element, "type", "").strip().lower() in ("", "text/css"):
                rules.read(own_text(element), sheets.base_url, condition)
        elif _applies(element):
            url = resolve(sheets.base_url, attr(element, "href", "").strip())
            if url is not None:
                rules.read_external(url, condition)
    return Styles(elements, rules.rules, complete=rules.complete, quirks=sheets.quirks)


def _applies(link: Tag) -> bool:
    """Whether a ``link`` brings a stylesheet that browsers use."""
    rel = tokens(link, "rel")
    if link.name != "link" or "stylesheet" not in rel or "alternate" in rel or "disabled" in link.attrs:
        return False
    kind = attr(link, "type", "").partition(";")[0].strip().lower()
    return kind in ("", "text/css") and bool(attr(link, "href", "").strip())
