"""The styles of a page, from its style elements, its linked stylesheets and the stylesheets that these import."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from attrs import field, frozen
from bs4.element import Tag

from sitescan.document.css.animations import moving, recoloring, revealing
from sitescan.document.css.cascade import Styles
from sitescan.document.css.external_stylesheets import is_stylesheet, media_of
from sitescan.document.css.measured_styles import NOTHING_MEASURED, MeasuredStyles
from sitescan.document.css.media import DESKTOP, Screen
from sitescan.document.css.registered_properties import registered
from sitescan.document.css.rule_index import RuleIndex
from sitescan.document.css.selector_nodes import Node, present_names
from sitescan.document.css.stylesheet_content import CssContent, fetched_content, inline_content
from sitescan.document.css.stylesheets import RuleFilter, StyleRules
from sitescan.document.parsing.flat_tree import NO_SHADOW_TREES, ShadowTrees
from sitescan.document.tree import HTML, SVG, attr, ids_around, own_text, within
from sitescan.model.exchange import Source
from sitescan.standards.urls import resolve


@frozen
class PageSheets:
    """
    The stylesheets of a page, and the elements that they are for.

    :ivar tree: the nodes of the elements of the page by their ``id()``, in document order.
    :ivar elements: the ``link`` and ``style`` elements in document order, those of shadow trees included.
    :ivar fetched: the external stylesheets by URL.
    :ivar base_url: the base URL of the page.
    :ivar quirks: whether the page is in quirks mode.
    :ivar trees: the shadow trees of the page, which have stylesheets of their own.
    :ivar rule_filter: the rules that may apply to the page on any screen.
    """

    tree: Mapping[int, Node]
    elements: Sequence[Tag]
    fetched: Mapping[str, Source]
    base_url: str
    quirks: bool
    trees: ShadowTrees = NO_SHADOW_TREES
    rule_filter: RuleFilter = field(init=False)

    @rule_filter.default
    def _filter_of_page(self) -> RuleFilter:
        return RuleFilter(present_names(self.tree.values()))


class PageRules:
    """
    The rules of a page's stylesheets for several screens.

    The stylesheets are those of a browser with scripts: late ones apply, those in ``noscript`` do not.

    :ivar sheets: the stylesheets.
    :ivar screens: the screens; ``None`` for every screen and print.
    :ivar has_scopes: whether the rules of shadow trees are read.
    :ivar own: the rules of the document's own tree.
    :ivar scoped: the rules of each shadow tree by the ``id()`` of its host.
    :ivar unfetched: for each screen, the URL of the first stylesheet that was not fetched, or an empty string.
    :ivar complete: whether all stylesheets that were fetched were read.
    :ivar divisions: the bits of the screens that media queries have told from the others.
    :ivar layers_by_screen: whether they select different layers, so that no order of layers is that of all screens.
    :ivar problem: the first unexpected exception while the stylesheets were read.
    :ivar registered: the custom properties that the page registers.
    :ivar keyframes: the animations of the page.
    """

    def __init__(self, sheets: PageSheets, screens: Sequence[Screen | None], *, has_scopes: bool) -> None:
        self.sheets, self.screens, self.has_scopes = sheets, screens, has_scopes
        own: list[Tag] = []
        by_host: dict[int, list[Tag]] = {}
        for element in sheets.elements:
            host = sheets.trees.host(element)
            (own if host is None else by_host.setdefault(id(host), [])).append(element)
        read = StyleRules(screens, sheets.fetched, resolve, sheets.rule_filter)
        self.problem = _read_all(read, own, sheets.base_url)
        self.own = RuleIndex(read.rules)
        self.scoped: dict[int, RuleIndex] = {}
        # Shadow trees of one kind have the same stylesheets.
        known: dict[tuple[str, ...], RuleIndex] = {}
        for host_id, linking in by_host.items() if has_scopes else ():
            written = tuple(f"{tag.attrs} {own_text(tag)}" for tag in linking)
            if written not in known:
                inner = read.of_another_tree()
                self.problem = _read_all(inner, linking, sheets.base_url) or self.problem
                known[written] = RuleIndex(inner.rules)
                read.include(inner)
            self.scoped[host_id] = known[written]
        self.unfetched, self.complete = read.unfetched, read.complete
        self.divisions, self.layers_by_screen = read.divisions, read.layers_by_screen
        contents = tuple(_contents(sheets))
        self.registered = registered(rule for content in contents for rule in content.properties)
        self.keyframes = [frames for content in contents for frames in content.keyframes]

    def differ(self, first: Screen, second: Screen) -> bool:
        """Return whether media queries select different rules on two of the screens."""
        one, other = self.screens.index(first), self.screens.index(second)
        return any((screens >> one ^ screens >> other) & 1 for screens in self.divisions)


def page_styles(
    rules: PageRules,
    screen: Screen | None,
    measured: MeasuredStyles = NOTHING_MEASURED,
    needed: Sequence[Tag] | None = None,
    base: Styles | None = None,
) -> Styles:
    """
    Return the computed styles of the elements of a page on a screen, or those that it has on every screen.

    :param rules: the rules of the page; if they are not for this screen too, its stylesheets are read again.
    :param measured: the styles of the elements that the stylesheets don't decide.
    :param needed: the elements whose styles are needed; by default, all.
    :param base: the styles on another screen by the same rules, if they are known.
    """
    if screen in rules.screens and not rules.layers_by_screen:
        styles = _styles(rules, screen, measured, needed, base)
        # Rules for another screen may have used up the limits.
        if styles.complete or styles.unfetched or not rules.divisions:
            return styles
    alone = PageRules(rules.sheets, (screen,), has_scopes=rules.has_scopes)
    return _styles(alone, screen, measured, needed, None)


def _styles(
    rules: PageRules,
    screen: Screen | None,
    measured: MeasuredStyles,
    needed: Sequence[Tag] | None,
    base: Styles | None,
) -> Styles:
    at, sheets = rules.screens.index(screen), rules.sheets
    styles = Styles(
        sheets.tree,
        rules.own,
        complete=rules.complete and not rules.unfetched[at],
        quirks=sheets.quirks,
        registered=rules.registered,
        measured=measured,
        trees=sheets.trees,
        scoped=rules.scoped,
        screen=screen or DESKTOP,
        bit=1 << at,
        needed=None if needed is None else ids_around(needed).union(map(id, needed)),
        base=base,
    )
    styles.recolored, styles.revealing = recoloring(rules.keyframes), revealing(rules.keyframes)
    styles.moving = moving(rules.keyframes)
    styles.unfetched = rules.unfetched[at]
    styles.problem = rules.problem or styles.problem
    return styles


def _read_all(rules: StyleRules, linking: Iterable[Tag], base_url: str) -> Exception | None:
    """Read the stylesheets of a tree, and return the first unexpected exception."""
    problem: Exception | None = None
    preferred = ""
    for element in linking:
        if within(element, "noscript"):
            continue
        if element.name == "style" or is_stylesheet(element):
            # The first title names the preferred set of stylesheets: https://drafts.csswg.org/cssom/#add-a-css-style-sheet
            title = attr(element, "title", "") if element.namespace == HTML else ""
            preferred = preferred or title
            if title not in ("", preferred):
                continue
        try:
            _read(rules, element, base_url)
        except MemoryError:
            raise
        except Exception as raised:  # noqa: BLE001 - any fault in the page's CSS or in this package
            rules.complete = False
            problem = problem or raised
    return problem


def _contents(sheets: PageSheets) -> Iterator[CssContent]:
    """Yield the stylesheets whose at-rules define names for all rules of the page."""
    yield from (inline_content(own_text(element)) for element in sheets.elements if element.name == "style")
    yield from (fetched_content(sheet) for sheet in sheets.fetched.values() if sheet.known)


def _read(rules: StyleRules, element: Tag, base_url: str) -> None:
    """Read the stylesheet of a ``style`` or ``link`` element."""
    if element.name == "style" and element.namespace in (HTML, SVG):
        if attr(element, "type", "").strip().lower() in ("", "text/css"):
            rules.read(own_text(element), base_url, attr(element, "media", ""))
    elif is_stylesheet(element):
        url = resolve(base_url, attr(element, "href", "").strip())
        if url is not None:
            rules.read_external(url, media_of(element))
