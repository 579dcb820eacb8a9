"""A decoded and parsed page: the part of a document that the page alone decides."""

import re
from collections.abc import Mapping
from typing import Any

from attrs import evolve, field, frozen
from bs4.element import Tag

from sitescan.document.parsing.encoding import Decoded, decode, decode_again
from sitescan.document.parsing.flat_tree import NO_SHADOW_TREES, ShadowTrees, flatten
from sitescan.document.parsing.live_tree import LiveFrame, LiveTree, live_tree
from sitescan.document.parsing.parse import Needed, Parsed, parse
from sitescan.document.parsing.streamed_parts import reveal
from sitescan.document.parsing.xhtml import TYPE, as_html, is_xml
from sitescan.model.exchange import Page
from sitescan.model.rendered import RenderedDocument
from sitescan.standards.lazy_pattern import lazy_pattern

_TEMPLATE = lazy_pattern("<template", re.IGNORECASE)


@frozen(kw_only=True)
class ParsedPage:
    """
    The page-dependent part of a document: text and tree, without external files. Immutable apart from ``views``.

    :ivar page: the page.
    :ivar builder: the name of the tree builder.
    :ivar decoded: the text of the page, and how its encoding was determined.
    :ivar tree: the tree.
    :ivar sent: the page as it was sent, if this is the rendered page.
    :ivar shadow_trees: the shadow trees, which are part of the tree.
    :ivar numbered: the elements of a rendered page by the browser's numbers for them; none if its tree was parsed.
    :ivar frames: the documents in the frames of a rendered page, by the ``id()`` of the frame's element.
    :ivar views: the values of :class:`~sitescan.document.page_view.page_view` properties, by property name.
    """

    page: Page
    builder: str
    decoded: Decoded
    tree: Parsed
    sent: "ParsedPage | None" = field(default=None, eq=False, repr=False)
    shadow_trees: ShadowTrees = field(default=NO_SHADOW_TREES, eq=False, repr=False)
    numbered: Mapping[int, Tag] = field(factory=dict, eq=False, repr=False)
    frames: Mapping[int, LiveFrame] = field(factory=dict, eq=False, repr=False)
    views: dict[str, Any] = field(factory=dict, init=False, eq=False, repr=False)


def parse_page(page: Page, builder: str = "turbohtml", needed: Needed | None = None) -> ParsedPage:
    """
    Decode and parse a page: its rendered document, if it has one, and the document that was sent.

    :param builder: a key of :data:`sitescan.document.parsing.parse.BUILDERS`.
    :param needed: the elements that are needed (:func:`sitescan.document.parsing.parse.parse`).
    """
    sent = _parse_sent(page, builder, needed)
    if page.rendered is None:
        return sent
    return _flat(_parse_rendered(sent, page.rendered))


def parse_frame(page: Page, builder: str, frame: LiveFrame | None) -> ParsedPage:
    """
    Parse the document of a frame.

    :param page: the document as the frame's element has it.
    :param frame: the document that the browser shows; ``None`` if the page wasn't rendered.
    """
    sent = _parse_sent(page, builder, None)
    return sent if frame is None else _flat(_shown(sent, frame.tree()))


def _parse_rendered(sent: ParsedPage, rendered: RenderedDocument) -> ParsedPage:
    """Return the rendered page with the tree of the browser; with its text parsed if there is no valid tree."""
    live = live_tree(rendered.nodes, rendered.layout, rendered.unwritten)
    if live is not None:
        return _shown(sent, live)
    text = rendered.html.replace("\r\n", "\n").replace("\r", "\n")
    text = as_html(text) if is_xml(sent.page) else text
    decoded, tree = evolve(sent.decoded, text=text), parse(text, sent.builder)
    return ParsedPage(page=sent.page, builder=sent.builder, decoded=decoded, tree=tree, sent=sent)


def _shown(sent: ParsedPage, live: LiveTree) -> ParsedPage:
    return ParsedPage(
        page=sent.page,
        builder=sent.builder,
        decoded=evolve(sent.decoded, text=live.text),
        tree=live.parsed,
        sent=sent,
        numbered=live.numbered,
        frames=live.frames,
    )


def _parse_sent(page: Page, builder: str, needed: Needed | None) -> ParsedPage:
    if is_xml(page):
        decoded = decode(page.body, page.exchange.headers.content_type or TYPE)
        decoded = evolve(decoded, text=as_html(decoded.text))
    else:
        decoded = decode(page.body, page.exchange.headers.content_type)
    tree = parse(decoded.text, builder, needed)
    if decoded.source == "default":
        again = decode_again(page.body, (meta.attrs for meta in tree.soup.find_all("meta")))
        if again is not None:
            decoded, tree = again, parse(again.text, builder, needed)
    reveal(tree.soup, decoded.text)
    return _flat(ParsedPage(page=page, builder=builder, decoded=decoded, tree=tree))


def _flat(parsed: ParsedPage) -> ParsedPage:
    """Return a page whose shadow trees are part of the tree."""
    return evolve(parsed, shadow_trees=flatten(parsed.tree.soup)) if _has_shadow_trees(parsed.decoded.text) else parsed


def _has_shadow_trees(text: str) -> bool:
    # Most pages have no templates, and lower case of a long text takes time.
    return _TEMPLATE.search(text) is not None and "shadowrootmode" in text.lower()
