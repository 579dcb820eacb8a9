"""A parsed page, and the views of it that rules read."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property
from typing import Any

from attrs import evolve
from bs4 import BeautifulSoup
from bs4.element import Doctype, PageElement, Tag
from msgspec.structs import replace

from sitescan.document.accessibility.accessibility_tree import Accessible
from sitescan.document.change import Change
from sitescan.document.css.cascade import Styles
from sitescan.document.css.measured_styles import NOTHING_MEASURED, MeasuredStyles
from sitescan.document.css.media import DESKTOP, PHONE, ZOOMED_OUT_PHONE, Screen
from sitescan.document.css.page_stylesheets import PageRules, PageSheets, page_styles
from sitescan.document.css.selector_nodes import nodes
from sitescan.document.data_bindings import DataBindings
from sitescan.document.fragment_elements import FragmentElements, Scope
from sitescan.document.layout.layout_snapshot import (
    Snapshot,
    decoded,
    measured_styles,
    measured_tags,
    shown_popovers,
)
from sitescan.document.page_view import page_view
from sitescan.document.parsing.encoding import Decoded
from sitescan.document.parsing.flat_tree import ShadowTrees
from sitescan.document.parsing.line_index import LineIndex
from sitescan.document.parsing.live_tree import LiveFrame
from sitescan.document.parsing.parse import TokenizerError, parse
from sitescan.document.parsing.parsed_page import ParsedPage, parse_page
from sitescan.document.parsing.quirks import quirky
from sitescan.document.parsing.xhtml import is_xml
from sitescan.document.source_location import SourceLocator
from sitescan.document.template_marks import TemplateMarks
from sitescan.document.tree import (
    HTML,
    NOT_TEXT,
    after,
    ancestors,
    attr,
    elements,
    has_own_words,
    ids_around,
    is_custom,
    own_text,
    source_position,
    text,
    tokens,
)
from sitescan.model.exchange import Exchange, Page, Source
from sitescan.model.file_facts import Picture
from sitescan.model.outline import Place
from sitescan.standards.query_encoding import with_encoded_query
from sitescan.standards.urls import Target, resolve, resolve_in_folder, split_target
from sitescan.standards.viewport import fits_the_screen, parse_viewport

#: The beginnings of marks of template languages, which rule out most pages.
_MARKS = (b"{{", b"{%", b"<%", b"<?", b"${")

#: Elements that are not around the title of a page.
_UNTITLED = frozenset("button dd dt figcaption footer h2 h3 h4 h5 h6 label li nav p table".split())

#: The name and the attributes of an element.
_StartTag = tuple[str, tuple[tuple[str, Any], ...]]


class Document:
    """
    A page: its exchange, its source and its tree. Every view is computed on first access and kept.

    Of a rendered page, this is the document that visitors see, and :attr:`source` is the one that was sent. Most rules
    read the former.

    :ivar page: the page.
    :ivar exchange: the HTTP exchange whose response is the page.
    :ivar decoded: the text of the page, and how its encoding was determined.
    :ivar soup: the tree.
    :ivar builder: the name of the tree builder.
    :ivar shadow_trees: the shadow trees of the page, whose tree is the flat tree.
    :ivar frames: the documents in the frames of a rendered page, by the ``id()`` of the frame's element.
    :ivar flattened: whether the page is nested more deeply than browsers nest elements.
    :ivar cut: whether the page is too large to be parsed to its end.
    :ivar omitted_names: all ids and names of anchors, if the tree omits elements.
    :ivar complete: whether all of the page was received and parsed, and not a fragment of it.
    :ivar tokenizer_errors: the parse errors of the tokenizer, or ``None`` if the page is cut or too long for them.
    :ivar sheets: the external stylesheets by URL, including those that could not be fetched.
    :ivar scripts: the external scripts by URL, of any site, including those that could not be fetched.
    :ivar speculation_rules: the files that its header names, including those that could not be fetched.
    :ivar picture_of: returns the image at a URL, or ``None`` if its file isn't at hand; of fetched pages, none is.
    :ivar screen: the screen that the page is displayed on, which decides the styles: a desktop's or a phone's.
    :ivar depends_on_screen: whether anything that differs between screens was read since it was last set to ``False``.
    :ivar views: the values of :func:`sitescan.document.views.view` functions for this document.
    :ivar common_views: those that don't depend on the screen, which the documents for both screens share.
    :ivar page_views: the values that all documents of the same page share.
    """

    def __init__(
        self,
        page: Page | ParsedPage,
        sheets: Iterable[Source] = (),
        builder: str = "turbohtml",
        *,
        scripts: Iterable[Source] = (),
        speculation_rules: Iterable[Source] = (),
        picture_of: Callable[[str], Picture | None] = lambda _: None,
        desktop: "Document | None" = None,
    ) -> None:
        parsed = page if isinstance(page, ParsedPage) else parse_page(page, builder)
        self._parsed = parsed
        self._desktop = desktop
        self.screen: Screen = DESKTOP if desktop is None else desktop.phone
        self.depends_on_screen = False
        self.page: Page = parsed.page
        self.builder = parsed.builder
        self.exchange: Exchange = parsed.page.exchange
        self.decoded: Decoded = parsed.decoded
        self.soup: BeautifulSoup = parsed.tree.soup
        self.shadow_trees: ShadowTrees = parsed.shadow_trees
        self.flattened: bool = parsed.tree.flattened
        self.cut: bool = parsed.tree.cut
        self.omitted_names: AbstractSet[str] = parsed.tree.omitted_names
        self.complete: bool = not (self.cut or self.exchange.truncated or self.page.is_fragment)
        self.frames: Mapping[int, LiveFrame] = parsed.frames
        self._numbered: Mapping[int, Tag] = parsed.numbered
        self.tokenizer_errors: Sequence[TokenizerError] | None = parsed.tree.errors
        self.sheets: Mapping[str, Source] = {sheet.url: sheet for sheet in sheets}
        self.scripts: Mapping[str, Source] = {script.url: script for script in scripts}
        self.speculation_rules: Sequence[Source] = tuple(speculation_rules)
        self.picture_of = picture_of
        #: The document that was sent: this one, unless the page was rendered.
        self.source: Document = (
            self
            if parsed.sent is None
            else SourceDocument(parsed.sent, self.sheets.values(), scripts=self.scripts.values())
        )
        self.views: dict[Callable[[Document], Any], Any] = {}
        self.common_views: dict[Callable[[Document], Any], Any] = {} if desktop is None else desktop.common_views
        self.page_views: dict[str, Any] = parsed.views

    @page_view
    def as_written(self) -> "Document":
        """The document with its shadow trees in ``template`` elements, for what depends on the order of the source."""
        if not self.shadow_trees.trees:
            return self
        tree = parse(self.decoded.text, self.builder)
        return Document(ParsedPage(page=self.page, builder=self.builder, decoded=self.decoded, tree=tree))

    @page_view
    def has_frames(self) -> bool:
        """Whether there are elements that show another document."""
        return bool(self.all("frame", "iframe"))

    @page_view
    def parsed_frames(self) -> dict[int, ParsedPage]:
        """The documents in frames that have been parsed so far, by the ``id()`` of the frame's element."""
        return {}

    # URLs.

    @property
    def url(self) -> str:
        """The URL that the page was served from."""
        return self.exchange.url

    @page_view
    def base_url(self) -> str:
        """
        The URL that relative URLs are resolved against: the first ``<base href>``, or the page's own URL.

        https://html.spec.whatwg.org/multipage/semantics.html#the-base-element
        """
        own = self.page.measured.url or self.url if self.is_rendered else self.url
        for base in self.all("base"):
            href = attr(base, "href")
            if href is not None:
                resolved = resolve(own, href)
                usable = resolved is not None and not resolved.startswith(("data:", "javascript:"))
                return resolved if resolved is not None and usable else own
        return own

    @property
    def is_rendered(self) -> bool:
        """Whether this is the document after its scripts have run, so that :attr:`source` is another one."""
        return self.source is not self

    @page_view
    def _resolved(self) -> dict[str, str | None]:
        """The absolute URLs of the references asked for so far: the outline and many rules ask for the same ones."""
        return {}

    def resolve(self, reference: str) -> str | None:
        """Return the absolute URL of a reference, or ``None`` if the reference is not a valid URL."""
        if reference not in self._resolved:
            encoded = with_encoded_query(reference, self.decoded.encoding)
            self._resolved[reference] = (resolve_in_folder if ".." in reference else resolve)(self.base_url, encoded)
        return self._resolved[reference]

    def target(self, reference: str) -> Target:
        """
        Return the absolute URL of a reference with its parts.

        :raises InvalidTarget: as :func:`~sitescan.standards.urls.join_target` does.
        """
        return split_target(self.resolve(reference))

    @page_view
    def ascii_source(self) -> bytes:
        """
        The source in lower-case ASCII bytes; every other character is ``?``.

        Checks search it for keywords before any slow step: searching bytes is several times as fast as searching text.
        """
        return self.decoded.text.encode("ascii", "replace").lower()

    @page_view
    def lines(self) -> LineIndex:
        """The lines of the source."""
        return LineIndex(self.decoded.text)

    # Elements.

    @page_view
    def elements(self) -> Sequence[Tag]:
        """
        All elements in document order, except the inert content of ``template`` elements.

        The content of ``noscript`` elements is parsed, as it is for a visitor without scripts.
        """
        found: list[Tag] = []
        node: PageElement | None = self.soup.next_element
        while node is not None:
            if not isinstance(node, Tag):
                node = node.next_element
                continue
            found.append(node)
            node = after(node) if node.name == "template" and node.namespace == HTML else node.next_element
        return found

    @page_view
    def _by_name(self) -> Mapping[str, list[Tag]]:
        found: defaultdict[str, list[Tag]] = defaultdict(list)
        for element in self.elements:
            found[element.name].append(element)
        return dict(found)

    @page_view
    def order(self) -> Mapping[int, int]:
        """The index in :attr:`elements` of each element, by its ``id()``."""
        return {id(element): number for number, element in enumerate(self.elements)}

    def all(self, *names: str) -> Sequence[Tag]:
        """Return the elements with any of these names (HTML or foreign), in document order."""
        known = self._by_name
        return self._in_order([known[name] for name in names if name in known])

    @page_view
    def by_attribute(self) -> Mapping[str, Sequence[Tag]]:
        """The elements that have an attribute, in document order, by attribute name."""
        found: defaultdict[str, list[Tag]] = defaultdict(list)
        for element in self.elements:
            for name in element.attrs:
                found[name].append(element)
        return dict(found)

    @page_view
    def bindings(self) -> DataBindings:
        """What a framework writes into the elements; nothing more into a rendered page."""
        if self.is_rendered:
            return DataBindings()
        return DataBindings.of(self.by_attribute, has_marks=any(mark in self.ascii_source for mark in _MARKS))

    @page_view
    def _unended(self) -> frozenset[int]:
        """The ``id()`` of the elements that an interrupted response leaves open: the last one, and those around it."""
        written = (tag for tag in reversed(self.elements) if source_position(tag) is not None)
        last = next(written, None) if self.exchange.truncated else None
        return frozenset(map(id, (last, *ancestors(last)))) if last is not None else frozenset()

    @page_view
    def _fragment(self) -> FragmentElements:
        """The elements of a fragment."""
        return FragmentElements(self.decoded.text, self.lines, self.template_marks, self.bindings)

    def shows(self, at: object, change: Change | None, scope: Scope) -> bool:
        """
        Return whether the source shows a fault, at an element or in the whole page, and not only a part of the truth.

        What a framework writes isn't in the source. In an interrupted response, the elements that are still open
        lack content, and so does the page.

        :param change: what would remove the fault.
        :param scope: the part of the source that the fault depends on.
        """
        if self.page.is_fragment and not self._fragment.shows(at, self.place(at), scope):
            return False
        if self.exchange.truncated and (at is None or id(at) in self._unended):
            return False
        return not self.bindings.overwrite(change)

    @page_view
    def template_marks(self) -> TemplateMarks:
        """The marks of template languages in the source."""
        return TemplateMarks(self.decoded.text)

    @page_view
    def names(self) -> frozenset[str]:
        """The names of the elements and, in brackets, of their attributes; ``[aria-*]`` for any ARIA attribute."""
        attributes = [f"[{name}]" for name in self.by_attribute]
        aria = ["[aria-*]" for name in attributes if name[:6] == "[aria-"][:1]
        return frozenset((*self._by_name, *attributes, *aria))

    def having(self, *attributes: str) -> Sequence[Tag]:
        """Return the elements that have at least one of these attributes, in document order."""
        known = self.by_attribute
        return self._in_order([known[name] for name in attributes if name in known])

    def _in_order(self, lists: Sequence[Sequence[Tag]]) -> Sequence[Tag]:
        """Return the elements of several lists, without duplicates, in document order."""
        if len(lists) <= 1:
            return lists[0] if lists else ()
        order, in_order = self.order, self.elements
        places = {order[id(element)] for elements in lists for element in elements}
        return [in_order[place] for place in sorted(places)]

    def first(self, name: str) -> Tag | None:
        """Return the first element of this name, or ``None``."""
        return next(iter(self.all(name)), None)

    @page_view
    def by_id(self) -> Mapping[str, Sequence[Tag]]:
        """The elements with an id, in document order, by id. Shadow trees have ids of their own."""
        return self._ids_by_tree.get(None, {})

    def ids_of(self, tag: Tag) -> Mapping[str, Sequence[Tag]]:
        """Return the elements that the ids in an element's attributes refer to: those of its tree, by id."""
        host = self.shadow_trees.host(tag)
        return self._ids_by_tree.get(None if host is None else id(host), {})

    @page_view
    def _ids_by_tree(self) -> Mapping[int | None, Mapping[str, Sequence[Tag]]]:
        """The elements with an id, by the ``id()`` of the host of their shadow tree, and by id."""
        found: dict[int | None, dict[str, list[Tag]]] = {}
        for element in self.having("id"):
            identifier = attr(element, "id")
            if identifier:
                host = self.shadow_trees.host(element)
                found.setdefault(None if host is None else id(host), {}).setdefault(identifier, []).append(element)
        return found

    @property
    def html(self) -> Tag | None:
        """The root element."""
        return self.first("html")

    @property
    def head(self) -> Tag | None:
        """The ``head`` element."""
        return self.first("head")

    @property
    def body(self) -> Tag | None:
        """The ``body`` element, or ``None`` in a frameset."""
        return self.first("body")

    @page_view
    def doctype(self) -> Doctype | None:
        """The document type declaration, or ``None``."""
        return next((node for node in self.soup.contents if isinstance(node, Doctype)), None)

    # Metadata.

    @page_view
    def titles(self) -> Sequence[Tag]:
        """The HTML ``title`` elements; those of SVG are captions."""
        return [title for title in self.all("title") if title.namespace == HTML]

    @page_view
    def title(self) -> str:
        """The document's title with white space collapsed, or an empty string."""
        return text(self.titles[0], skip=frozenset()) if self.titles else ""

    @page_view
    def lang(self) -> str:
        """The ``lang`` attribute of the root element in lower case, or an empty string."""
        return attr(self.html, "lang", "").strip().lower() if self.html is not None else ""

    @page_view
    def _metas(self) -> Mapping[str, list[Tag]]:
        found: dict[str, list[Tag]] = {}
        for meta in self.all("meta"):
            names = {attr(meta, "name", "").lower(), attr(meta, "http-equiv", "").lower(), *tokens(meta, "property")}
            for name in names - {""} if not self.in_noscript(meta) else ():
                found.setdefault(name, []).append(meta)
        return found

    def metas(self, name: str) -> Sequence[Tag]:
        """
        Return the ``meta`` elements whose ``name``, ``property`` or ``http-equiv`` is ``name``, ignoring case.

        Spaces around a name are part of it: https://html.spec.whatwg.org/multipage/semantics.html#standard-metadata-names.
        Elements inside ``noscript`` are left out, since browsers and crawlers that run scripts ignore them.
        """
        return self._metas.get(name.lower(), ())

    def meta(self, name: str) -> str | None:
        """Return the stripped content of the first ``meta`` element of this name, or ``None``."""
        metas = self.metas(name)
        return attr(metas[0], "content", "").strip() if metas else None

    @page_view
    def phone(self) -> Screen:
        """
        The screen of a phone: 412 px wide, or 980 px if the page's viewport doesn't follow the screen.

        https://www.w3.org/TR/css-viewport-1/#viewport-meta: the last viewport with content counts.
        """
        written = [content for meta in self.metas("viewport") if (content := attr(meta, "content")) is not None]
        return PHONE if written and fits_the_screen(parse_viewport(written[-1])) else ZOOMED_OUT_PHONE

    def rel(self, token: str) -> Sequence[Tag]:
        """Return the ``link`` elements whose ``rel`` attribute contains a token."""
        return [link for link in self.all("link") if token in tokens(link, "rel")]

    @page_view
    def shown_text(self) -> str:
        """The visible text of the page with white space collapsed, without scripts and styles."""
        return text(self.body) if self.body is not None else ""

    @page_view
    def words(self) -> int:
        """The number of words in the visible text."""
        return self.shown_text.count(" ") + bool(self.shown_text)

    def in_noscript(self, tag: Tag) -> bool:
        """Return whether an element is inside ``noscript``, so that only visitors without scripts get it."""
        return id(tag) in self._noscript

    @page_view
    def _noscript(self) -> frozenset[int]:
        """The ``id()`` of every element inside a ``noscript``."""
        found: set[int] = set()
        for noscript in self.all("noscript"):
            if id(noscript) not in found:
                found.update(map(id, elements(noscript)))
        return frozenset(found)

    # Accessibility and rendering.

    @property
    def accessible(self) -> Accessible:
        """The accessibility tree of the page: roles, names, exposure, focus."""
        self.depends_on_screen = True
        return self._accessible

    @cached_property
    def _accessible(self) -> Accessible:
        page = self.elements, self.ids_of, self.styles, self.bindings, self._hosts, self.scripted
        # https://w3c.github.io/aria/#ARIAMixin
        set_by_scripts = any("ariaLabelledByElements" in own_text(script) for script in self.all("script"))
        return Accessible(*page, labelled_by_scripts=set_by_scripts and not self.is_rendered)

    @page_view
    def undefined(self) -> Sequence[Tag]:
        """The custom elements that scripts may define: their roles and shadow trees aren't in the source."""
        if self.is_rendered or not self.all("script"):
            return ()
        return [tag for tag in self.elements if is_custom(tag) and id(tag) not in self.shadow_trees.light]

    @page_view
    def scripted(self) -> Sequence[Tag]:
        """The undefined elements without text, whose content isn't in the source."""
        others = (element for element in self.elements if element.name not in NOT_TEXT) if self.undefined else ()
        worded = list(filter(has_own_words, others))
        seen = {*map(id, worded), *ids_around(worded)}
        return [element for element in self.undefined if id(element) not in seen]

    @property
    def may_have_more_headings(self) -> bool:
        """Whether custom elements that scripts may define may have the title of the page in their shadow trees."""
        exposed = filter(self.accessible.exposed, self.undefined)
        unknown = filter(self.accessible.role_is_unknown, exposed)
        return any(_UNTITLED.isdisjoint(around.name for around in ancestors(element)) for element in unknown)

    @page_view
    def _hosts(self) -> frozenset[int]:
        """The ``id()`` of the elements that have a shadow tree, or that scripts may define as custom elements."""
        custom = filter(is_custom, self.elements) if self.all("script") else ()
        return frozenset({*self.shadow_trees.light, *map(id, custom)})

    @page_view
    def quirks(self) -> bool:
        """Whether browsers render the page in quirks mode."""
        return not is_xml(self.page) and quirky(self.doctype, self.decoded.text)

    @property
    def styles(self) -> Styles:
        """The computed styles of the elements on :attr:`screen`."""
        self.depends_on_screen = True
        return self._styles

    @cached_property
    def _styles(self) -> Styles:
        return self.styles_on(self.screen)

    @cached_property
    def on_phone(self) -> "Document":
        """The same page on a phone; this document itself if its elements have the same styles there."""
        differs = self.page.measured.phone if self.is_rendered else self._page_rules.differ(self.screen, self.phone)
        if self._desktop is not None or not differs:
            return self
        files = self.sheets.values(), self.scripts.values()
        phone = Document(self._parsed, files[0], scripts=files[1], picture_of=self.picture_of, desktop=self)
        if not (phone.styles.differ_from_base or self.is_rendered):
            return self
        return phone

    @property
    def desktop(self) -> "Document | None":
        """The same page on a desktop, if this is the one on a phone."""
        self.depends_on_screen = True
        return self._desktop

    @cached_property
    def screens(self) -> Sequence["Document"]:
        """The page on each screen that it is judged on."""
        if self._desktop is not None:
            return self._desktop.screens
        return (self,) if self.on_phone is self else (self, self.on_phone)

    def styles_on(self, screen: Screen | None, needed: Sequence[Tag] | None = None) -> Styles:
        """
        Return the computed styles of the elements on a screen, or, with ``None``, those that they have everywhere.

        With ``None``, what only some screens or only print declares is uncertain.

        :param needed: the elements whose styles, and those of their ancestors, are needed; by default, all.
        """
        measured = self._measured_on(screen) if self.is_rendered else NOTHING_MEASURED
        return page_styles(
            self._page_rules,
            screen,
            measured=measured,
            needed=needed,
            base=None if screen is None else self.styles if screen is not self.screen else self._base_styles,
        )

    @property
    def _base_styles(self) -> Styles | None:
        """The styles on the other screen from which those on this one follow."""
        desktop = self._desktop
        return None if desktop is None or desktop._shown_popovers != self._shown_popovers else desktop.styles

    @cached_property
    def _page_rules(self) -> PageRules:
        """The rules of the page's stylesheets, which are read once for both screens, also when they are turned."""
        if self._desktop is not None:
            return self._desktop._page_rules
        tree = nodes(self.elements, self.shadow_trees)
        linking = self.all("link", "style")
        sheets = PageSheets(tree, linking, self.sheets, self.base_url, self.quirks, self.shadow_trees)
        screens = self.screen, self.phone
        turned = (screen.turned for screen in screens)
        # The browser has measured what is in the shadow trees of a rendered page.
        return PageRules(sheets, (*screens, *turned), has_scopes=not self.is_rendered)

    def _measured_on(self, screen: Screen | None) -> MeasuredStyles:
        """Return the styles of a rendered page that the browser has measured on a screen."""
        within = self.shadow_trees.within(self.elements)
        snapshot = self.layout_snapshot if screen is not None else None
        measured = measured_styles(within, self.shadow_trees, self.measured_tags, snapshot)
        if self._numbered and snapshot is not None:
            # What scripts have removed when the screen was changed is hidden on the other one.
            present = frozenset(snapshot.documents[0].nodes.backend_node_id)
            removed = (tag for number, tag in self._numbered.items() if number not in present)
            hidden = {id(tag): {"display": "none"} for tag in removed if id(tag) in self.order}
            measured = evolve(measured, elements={**measured.elements, **hidden})
        return evolve(measured, popovers=self._shown_popovers)

    @cached_property
    def _shown_popovers(self) -> frozenset[int]:
        """The ``id()`` of the popovers that a rendered page shows."""
        snapshot = self._layout_snapshot
        return frozenset() if snapshot is None else shown_popovers(self.measured_tags, snapshot)

    @property
    def layout_snapshot(self) -> Snapshot | None:
        """The layout of a rendered page as the browser measured it on :attr:`screen`, or ``None``."""
        self.depends_on_screen = True
        return self._layout_snapshot

    @cached_property
    def _layout_snapshot(self) -> Snapshot | None:
        measured = self.page.measured
        return decoded(measured.layout if self._desktop is None else measured.phone) if self.is_rendered else None

    @cached_property
    def measured_tags(self) -> Mapping[int, Tag]:
        """The elements of a rendered page by their node in the measured layout."""
        snapshot = self.layout_snapshot
        if snapshot is None:
            return {}
        if self._numbered:
            return {
                node: self._numbered[number]
                for node, number in enumerate(snapshot.documents[0].nodes.backend_node_id)
                if number in self._numbered
            }
        return measured_tags(self.html, self.shadow_trees, snapshot)

    @property
    def is_reparsed(self) -> bool:
        """Whether the browser's tree of a rendered page is invalid, so that the page's text was parsed again."""
        return self.is_rendered and bool(self.page.measured.nodes) and not self._numbered

    @property
    def styled(self) -> bool:
        """Whether all stylesheets were read; otherwise it is unknown which elements they hide."""
        return self.styles.complete

    @property
    def painted(self) -> bool:
        """
        Whether visitors see what the browser has painted.

        That doesn't depend on stylesheets that are too large to be read here. One that couldn't be fetched makes a page
        look different, but it is judged as it was painted if it has other styles.
        """
        if self.layout_snapshot is None:
            return False
        return self.styled or bool(self.all("style")) or any(sheet.known for sheet in self.sheets.values())

    # Source locations.

    @page_view
    def _places(self) -> SourceLocator:
        return SourceLocator(self.decoded.text, self.lines, self._unique_ids, self.shadow_trees)

    @page_view
    def _unique_ids(self) -> frozenset[str]:
        """The ids that exactly one element has. Selectors ignore the case of ids in quirks mode, so case is ignored."""
        occurrences = Counter(identifier.casefold() for identifier in self.by_id)
        return frozenset(
            identifier
            for identifier, tags in self.by_id.items()
            if len(tags) == 1 and occurrences[identifier.casefold()] == 1
        )

    def place(self, at: object) -> Place | None:
        """
        Return the place of an element, or ``None`` for anything that isn't one. A :class:`Place` is kept as it is.

        An element of :attr:`source` has its place there. An element of a rendered page has the line of the element in
        the source that is certainly the same; others have none, since the lines of a serialized document say nothing to
        anybody.
        """
        if isinstance(at, Place):
            place = at
        elif isinstance(at, Tag):
            if self.is_rendered and id(at) not in self.order:
                return self.source.place(at)
            place = self._places.of(at)
        else:
            return None
        if not self.is_rendered:
            return place
        sent = self._sent_elements.get(_start_tag(at)) if isinstance(at, Tag) else None
        if sent is None:
            return replace(place, line=0, column=0)
        written = self.source._places.of(sent)
        return replace(place, line=written.line, column=written.column, snippet=written.snippet)

    def offset(self, element: Tag) -> float:
        """
        Return the part of the page's source before an element, from 0 to 1.

        For an element that isn't certainly in the source, it is that before the nearest one around it which is.
        """
        for around in (element, *ancestors(element)):
            sent = self._sent_elements.get(_start_tag(around)) if self.is_rendered else around
            position = None if sent is None else source_position(sent)
            if position is not None:
                return self.source.lines.offset(*position) / len(self.source.decoded.text)
        return 0.0

    @page_view
    def _sent_elements(self) -> Mapping[_StartTag, Tag]:
        """The elements of the source whose name and attributes no other element has, neither there nor here."""
        here = Counter(map(_start_tag, self.elements))
        sent: dict[_StartTag, list[Tag]] = {}
        for element in self.source.elements:
            sent.setdefault(_start_tag(element), []).append(element)
        return {key: same[0] for key, same in sent.items() if len(same) == 1 and here[key] == 1}


class SourceDocument(Document):
    """
    The document that the server sent, for rules about what only its bytes decide.

    Such rules name it as what they read: the encoding, the place of a ``meta`` element, scripts that block the parser.
    """


def page_evidence(document: Document) -> Mapping[type, Document | Exchange]:
    """Return what the static rules read, by the type that they name."""
    return {Document: document, SourceDocument: document.source, Exchange: document.exchange}


def _start_tag(element: Tag) -> _StartTag:
    return element.name, tuple(element.attrs.items())
