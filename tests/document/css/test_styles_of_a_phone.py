"""On a phone, only those elements have styles of their own that a rule by the screen, or a unit of it, decides."""

from collections.abc import Callable

import pytest
from bs4.element import Tag

from sitescan.document.css.cascade import Styles
from sitescan.document.css.media import Screen
from sitescan.document.css.page_stylesheets import PageRules, PageSheets, page_styles
from sitescan.document.css.selector_matching import Selector
from sitescan.document.css.selector_nodes import nodes
from sitescan.document.document import Document
from tests.document.pages import document
from tests.work import calls, runs

HTML = (
    "<!doctype html><html lang=en><meta name=viewport content='width=device-width'><style>{css}</style>"
    "<header id=top class=bar><a class='logo wide' href=/>Pears</a><b style='width: 50vw'>Plums</b></header>"
    "<main><p class=narrow>Ripe <i>pears</i></p><ul><li class=wide>One<li>Two</ul></main>"
)
NAMES = ("display", "width", "margin-top", "background-color", "content", "position", "visibility")


def _page(css: str) -> Document:
    return document(HTML.format(css=css))


def _facts(styles: Styles, tag: Tag) -> object:
    found = styles.of(tag), styles.pseudo(tag, "after"), styles.focused(tag)
    values = [style and [(style.get(name), style.pixels(name)) for name in NAMES] for style in found]
    return values, [style and (style.color, style.font_size, style.display) for style in found]


def _alone(page: Document, screen: Screen) -> Styles:
    """Return the styles on a screen, computed without those on another one."""
    sheets = PageSheets(nodes(page.elements), page.all("link", "style"), page.sheets, page.base_url, page.quirks)
    return page_styles(PageRules(sheets, (screen,), has_scopes=True), screen)


@pytest.mark.parametrize(
    ("css", "own"),
    [
        (".wide{color:red}@media(max-width:700px){.wide{display:none}}", ["a", "b", "li"]),
        (".wide{color:red}@media(min-width:700px){.wide{display:none}}", ["a", "b", "li"]),
        ("@media(max-width:700px){p{color:red}}", ["b", "p", "i"]),
        (
            "@media(max-width:700px){:root{--c:red}}i{color:var(--c)}",
            "html head meta style body header a b main p i ul li li".split(),
        ),
        ("@media(max-width:700px){.absent{color:red}}p{width:10vw}", ["b", "p", "i"]),
        ("@media(max-width:700px){b{color:red}}ul{& li{width:calc(1px + 5dvi)}}", ["b", "li", "li"]),
        ("@media(max-width:700px){b{color:red}}ul::after{content:'a'}", ["b"]),
        ("@media(max-width:700px){ul::after{content:'a'}b{top:0}}", ["b"]),
        ("@media(max-width:700px){ul{@media(hover:none){color:red}}}", ["b", "ul", "li", "li"]),
        ("@media(max-width:700px){a:focus{color:red}b{top:0}}", ["b"]),
        (
            "main{color:red}@media(max-width:700px){main{color:blue}}li:focus{width:9px}p::after{content:'a'}",
            "b main p i ul li li".split(),
        ),
        ("@supports(color:red){@media(hover:hover){li:first-child{color:red}}}", ["b", "li"]),
    ],
)
def test_own_styles_of_a_phone(css: str, own: list[str]) -> None:
    """Elements share the style of the desktop unless it is another one, and all have the right one."""
    page = _page(css)
    desktop, phone = page.styles, page.on_phone.styles
    assert [tag.name for tag in page.elements if phone.of(tag) is not desktop.of(tag)] == own
    alone = _alone(page, page.phone)
    assert all(_facts(phone, tag) == _facts(alone, tag) for tag in page.elements)


@pytest.mark.parametrize(
    "css",
    [
        "@media(orientation:portrait){p{top:0}}@media(orientation:landscape){p{left:0;& i{color:red}}}",
        "p{width:5vw}@media(min-width:500px) and (max-width:900px){li{color:red}i::after{content:'a'}}",
        "@media(orientation:landscape){@layer b,a}@layer a{p{color:red}}@layer b{p{color:blue}}",
    ],
)
def test_turned_screens(css: str) -> None:
    """The styles on a turned screen follow from those on the same screen."""
    page = _page(css)
    for seen in page.screens:
        turned, alone = seen.styles_on(seen.screen.turned), _alone(page, seen.screen.turned)
        assert all(_facts(turned, tag) == _facts(alone, tag) for tag in page.elements)
        assert any(_facts(turned, tag) != _facts(seen.styles, tag) for tag in page.elements)


@pytest.mark.parametrize(
    "css",
    [
        "@media(max-width:700px){@layer b,a}@layer a{p{color:red}}@layer b{p{color:blue}}",
        "@media(max-width:700px){@layer b{i{top:0}}}@layer a{p{color:red}}@layer b{p{color:blue}}",
        "@media(min-width:700px){@layer b,a}@layer a{p{color:red}}@layer b{p{color:blue}}",
    ],
)
def test_layers_of_a_phone(css: str) -> None:
    """The order of layers decides about rules on every screen."""
    page = _page(css)
    alone, phone = _alone(page, page.phone), page.on_phone.styles
    assert phone.of(page.all("p")[0]).color != page.styles.of(page.all("p")[0]).color
    assert all(_facts(phone, tag) == _facts(alone, tag) for tag in page.elements)


def test_shadow_trees_of_a_phone() -> None:
    """A shadow tree has stylesheets of its own, which media queries divide as well."""
    css = "b{color:red}@media(max-width:700px){b{color:blue}}"
    tree = f"<div><template shadowrootmode=open><style>{css}</style><b>Pears</b></template></div>"
    page = document(HTML.format(css="") + tree)
    inner = page.all("b")[-1]
    assert page.on_phone.styles.of(inner).color != page.styles.of(inner).color


def test_phone_of_a_phone() -> None:
    """The document on a phone is its own document on a phone, and knows the one on a desktop."""
    page = _page("@media(max-width:700px){p{color:red}}")
    assert page.on_phone.on_phone is page.on_phone
    assert page.on_phone.desktop is page
    assert page.desktop is None


def test_unread_styles_of_a_phone() -> None:
    """If a stylesheet could not be read, the styles of a phone are as incomplete as those of a desktop."""
    page = document(HTML.format(css="@media(max-width:700px){p{color:red}}") + "<link rel=stylesheet href=/a.css>")
    assert not page.styles.complete
    assert not page.on_phone.styles.complete


def test_stylesheet_for_a_phone_alone() -> None:
    """If a stylesheet for phones could not be read, the styles of a desktop are complete all the same."""
    link = "<link rel=stylesheet media='(max-width:700px)' href=/a.css>"
    page = document(HTML.format(css="@media(max-width:700px){p{color:red}}") + link)
    assert page.styles.complete
    assert (page.on_phone.styles.complete, page.on_phone.styles.unfetched) == (False, "https://example.com/a.css")


def test_selectors_are_matched_once() -> None:
    """Which rules select an element doesn't depend on the screen, so no selector is matched again on the phone."""
    page = _page(
        "main > *{top:0}main *{left:0}p:focus{top:1px}p::after{content:'a'}@media(max-width:700px){main{top:0}}"
    )
    paragraph = page.all("p")[0]

    def matches(styles: Callable[[], Styles]) -> int:
        return runs(lambda: (styles().focused(paragraph), styles().pseudo(paragraph, "after")), Selector.matches)

    assert matches(lambda: page.styles) > 0
    assert matches(lambda: page.on_phone.styles) == 0


def test_rules_for_absent_names_are_ruled_out_once() -> None:
    """What a page doesn't have is not looked for again on the phone, however many rules need it."""
    few, many = (_calls_of_phone(rules) for rules in (1, 300))
    assert many < few + 100


def _calls_of_phone(rules: int) -> int:
    """Return the calls for the styles on the phone, after those on the desktop, of a page with absent names."""
    page = _page("@media(max-width:700px){p{color:red}}" + "".join(f".absent{at}{{top:0}}" for at in range(rules)))
    assert page.styles.complete
    return calls(lambda: page.on_phone)
