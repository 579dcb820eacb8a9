"""References of a page: the addresses that it names, each with its source."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitescan.document.document import Document
from sitescan.document.links.references import named, sheet_references, srcset_urls
from sitescan.document.loading.outline_extractor import outline
from sitescan.document.site_facts.page_links import page_links
from sitescan.model.exchange import Page, Source
from tests.document.pages import document

_AT = "https://example.com/"


def found(html: str) -> list[tuple[str, str]]:
    """Return the references of a page: their source, and their path on the page's own host."""
    return [(reference.source, reference.url.removeprefix(_AT)) for reference in named(document(html))]


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ('<img src=a srcset="b 1x, c 2x">', [("srcset", "b"), ("srcset", "c")]),
        ('<picture><source srcset="b, c"><img src=a></picture>', [("srcset", "b"), ("srcset", "c")]),
        ('<link rel=preload as=image href=a imagesrcset="b 2x">', [("imagesrcset", "b")]),
        ('<img src=a longdesc="b">', [("img longdesc", "b")]),
        (
            '<script type=importmap>{"imports": {"b": "/b", "c/": "/c/", "d": "d"}}</script><script type=module src=f>',
            [("import map", "b")],
        ),
        (
            '<script type=importmap>{"scopes": {"/": {"e": "/e"}}}</script><script type=module src=f>',
            [("import map", "e")],
        ),
        ('<script type=importmap>{"imports": {"b": "/b"}}</script><script src=f></script>', []),
        ('<video src=a poster="b"></video>', [("video poster", "b")]),
        ('<body background="b">', [("body background", "b")]),
        (
            "<blockquote cite=a></blockquote><q cite=b></q><ins cite=c></ins>",
            [("blockquote cite", "a"), ("q cite", "b"), ("ins cite", "c")],
        ),
        ("<form action=a></form><form method=GET action=b></form>", [("form action", "a"), ("form action", "b")]),
        ("<form method=post action=a><button formaction=b>b</button></form>", []),
        ('<div style="background: url(a)"></div>', [("style url()", "a")]),
        ("<style>@import \"b\"; p { background: url('a') }</style>", [("style @import", "b"), ("style url()", "a")]),
        ("<style>p { background: url('a') } @import \"b\"; @namespace url(c);</style>", [("style url()", "a")]),
        ("<style>/* url(a) */ @import url(b);</style>", [("style @import", "b")]),
        (
            "<link rel=canonical href=a><link rel='next nofollow' href=b>",
            [("link canonical", "a"), ("link next nofollow", "b")],
        ),
        (
            "<link rel=preconnect href=//a.example><link rel=dns-prefetch href=//b.example><link rel=pingback>",
            [],
        ),
        (
            "<link rel=prefetch href=a><link rel=apple-touch-icon href=b>",
            [("link prefetch", "a"), ("link apple-touch-icon", "b")],
        ),
        ("<meta http-equiv=refresh content='9; url=a'>", [("meta refresh", "a")]),
        (
            "<meta property=og:image content=/a><meta name=twitter:image content=/b><meta property=og:title content=c>",
            [("og:image", "a"), ("twitter:image", "b")],
        ),
        (
            '<script type="application/ld+json">{"@graph": [{"url": "/a", "logo": {"url": "/b"}}]}</script>',
            [("JSON-LD url", "a"), ("JSON-LD url", "b")],
        ),
        (
            "<svg><image href=a /><use xlink:href='b#i' /><use href='#i' /></svg>",
            [("image href", "a"), ("use xlink:href", "b"), ("use href", "")],
        ),
        ("<template><img srcset=a></template><!-- <img srcset=b> --><p data-src=c ping=d>", []),
        ("<img srcset='data:image/gif;base64,R0lGODlh 1x, javascript:x 2x'>", []),
        ("<base href='/sub/'><img srcset=a>", [("srcset", "sub/a")]),
    ],
)
def test_elements_and_attributes(html: str, expected: list[tuple[str, str]]) -> None:
    """Addresses in attributes of the standard and in data for social networks and search engines are found."""
    assert found(html) == expected


@pytest.mark.parametrize(
    ("srcset", "urls"),
    [
        ("", []),
        (" , ,", []),
        ("a", ["a"]),
        ("a 1x,b 2x", ["a", "b"]),
        ("a, b", ["a", "b"]),
        ("a,b 1x", ["a,b"]),
        ("a w(1, 2), b", ["a", "b"]),
        ("\n a 480w ,\t b 800w", ["a", "b"]),
    ],
)
def test_srcset(srcset: str, urls: list[str]) -> None:
    """Commas inside a URL are part of it, and commas at its end are not."""
    assert list(srcset_urls(srcset)) == urls


@given(st.text(alphabet="a ,(\n1x\"')", max_size=80))
def test_arbitrary_srcset(text: str) -> None:
    """Any srcset is read to its end, and no URL contains white space."""
    assert all(url.strip() and not any(letter.isspace() for letter in url) for url in srcset_urls(text) if url)


def test_stylesheets() -> None:
    """Addresses in a stylesheet are relative to it, and are listed once."""
    page = document("<link rel=stylesheet href=/css/a.css>")
    sheet = Source(
        url=f"{_AT}css/a.css", body=b"@import 'b.css'; p { background: url(c.png) } q { background: url(c.png) }"
    )
    with_sheet = Document(Page(exchange=page.exchange, body=b""), [sheet])
    references = [
        (reference.source, reference.url, reference.place.snippet) for reference in sheet_references(with_sheet)
    ]
    assert references == [("@import", f"{_AT}css/b.css", sheet.url), ("url()", f"{_AT}css/c.png", sheet.url)]


def test_font_sources() -> None:
    """Browsers load one source of a font face, the first in a format that they support."""
    fonts = "@font-face{font-family:P;src:url(a.eot);src:url(a.eot?#iefix) format('embedded-opentype'),"
    fonts += "url(a.woff2) format('woff2'),url(a.woff) format('woff'),url(a.svg) format('svg')}"
    urls = [name.url for name in named(document(f"<style>{fonts}p{{font-family:P}}</style><p>"))]
    assert urls == [f"{_AT}a.woff2"]


_FACE = "@font-face { font-family: 'Pear Sans'; src: url(a.woff2) }"
_FADE = "@keyframes Fade { to { background: url(a.png) } }"


@pytest.mark.parametrize(
    ("styles", "body", "requested"),
    [
        (f"{_FACE} p {{ font: 1em pear  sans }}", "<p>", True),
        (f"{_FACE} p {{ --face: 'Pear Sans'; font-family: var(--face) }}", "<p>", True),
        (_FACE, "<p style='font-family: \"Pear Sans\"'>", True),
        (_FACE, "<font face='Pear Sans'>", True),
        (_FACE, "<svg><text font-family='Pear Sans'/></svg>", True),
        (f"{_FACE} .plum {{ font-family: Pear Sans }}", "<p>", False),
        (_FACE, "<p>", False),
        ("@font-face { src: url(a.woff2) }", "<p>", False),
        ("@font-face { font-family: Pe\\61r; src: url(a.woff2) }", "<p>", True),
        (f"{_FADE} p {{ animation: 1s Fade }}", "<p>", True),
        (f"{_FADE} .plum {{ animation: 1s Fade }}", "<p>", False),
        (_FADE, "<p style='animation-name: Fade'>", True),
        (":root { --Pear: url(a.png) } p { background: var( --Pear ) }", "<p>", True),
        (":root { --Pear: url(a.png) } @page { background: var(--Pear) }", "<p>", True),
        (":root { --Pear: url(a.png) } p { --plum: var(--Pear) }", "<p>", True),
        (":root { --Pear: url(a.png) } .plum { background: var(--Pear) }", "<p>", False),
        (":root { --Pear: url(a.png) }", "<p>", False),
        ("", "<p style='--Pear: url(a.png)'>", False),
        ("", "<p style='--Pear: url(a.png); background: var(--Pear)'>", True),
    ],
)
def test_names_that_nothing_uses(styles: str, body: str, *, requested: bool) -> None:
    """Browsers request no file of a font family, an animation or a custom property that no style uses."""
    page = document(f"<!doctype html><style>{styles}</style>{body}")
    assert [name.url.partition("a.")[0] for name in named(page)] == [_AT] * requested


@pytest.mark.parametrize(
    ("selector", "requested"),
    [
        ("p", True),
        (".pear", True),
        ("#pear", True),
        (".pear:hover", True),
        (":is(.plum)", True),
        (".plum, .pear", True),
        ("p { .plum & { color: red } &", True),
        (".plum", False),
        ("#plum", False),
        ("p .plum::before", False),
        (".plum { &", False),
        ("@media print { .plum", False),
    ],
)
def test_rules_that_match_nothing(selector: str, *, requested: bool) -> None:
    """Browsers request the images of rules that match an element of the page, in some state."""
    sheet = f"{selector} {{ background: url(a.png) }} {'}' * selector.count('{')}"
    page = document(f"<!doctype html><style>{sheet}</style><p class=pear id=pear>Pears")
    assert [name.url for name in named(page)] == [f"{_AT}a.png"] * requested


def test_resources_are_not_references() -> None:
    """A file that the page certainly loads is a resource, not a reference."""
    listed = outline(document("<img src=a srcset='a 1x, b 2x'>"), links=10, resources=10)
    assert [(resource.url, resource.certain) for resource in listed.resources] == [
        (f"{_AT}a", True),
        (f"{_AT}b", False),
    ]
    assert [reference.url for reference in listed.references] == [f"{_AT}b"]


def test_hyperlinks_come_first() -> None:
    """References are listed only as far as hyperlinks leave room within the limit."""
    listed = outline(
        document("<a href=a></a><a href=b></a><video poster=c></video><video poster=d></video>"), links=3, resources=0
    )
    assert [link.url for link in listed.links] == [f"{_AT}a", f"{_AT}b"]
    assert [reference.url for reference in listed.references] == [f"{_AT}c"]
    assert listed.references_left_out == 1


ACTING = """
/logout /user/sign-out.php?next=/ /users/sign_out /auth/logoff /de/abmelden /account/signout.html /?logout
/unsubscribe/123 /newsletter/unsubscribe?u=a /wp-login.php?action=logout&_wpnonce=a1
/session/destroy /sessions/delete /cart/add/12 /cart/add /basket/remove/pears /wishlist/add /cart/clear /empty/cart
/items/3/delete /items/3/delete?back=/ /delete/3 /posts/12/like /posts/12/upvote /users/7/follow /orders/77/cancel
/admin/pages/4/publish /comments/9/approve /items/0b8e3a52-9d0f-4a5a-8b9e-2f7c5d1e0a11/remove
/items/5f2b8c9d0e1f2a3b4c5d6e7f/destroy /favorites/remove/8 /compare/add?sku=a /add-to-cart/12
/remove?item=4 /delete.php?id=3 /add.aspx?product=pear /vote?poll_id=a /cancel?77 /like?post=12
/?action=delete&id=7 /?do=remove /index.php?task=cart.add&pid=3 /?action=addProduct /?_method=delete /?op=unsubscribe
/cart?add-to-cart=9 /cart?remove_item=ab12 /index.php?controller=cart&add=1 /?delete=3 /list?empty_cart /?like=12
""".split()

HARMLESS = """
/how-to-logout /blog/logout-button /?q=logout /deleted /?action=show /?q=add /sql/delete /docs/api/delete.html
/Web/API/Cache/add /reference/operators/delete /git/reset /en/add /2024/add /add/2024/ /cancel /delete/ /like
/shop/add-ons /shop/clearance /shop/enable-3 /cart /cart/ /wishlist /compare?a=1&b=2 /basket/12 /session/7
/items/3 /items/3/edit /items/3/show /archive/3 /report/12 /block/1234567 /watch?v=12345 /page/3/next /orders/77
/?action=address /?action=edit&id=3 /?do=search&id=3 /?order=clear /address?id=3 /additives/12
/empty-states/3 /likes/3 /users/7/followers /votes?id=3 /delete?lang=en /reset?theme=dark /?utm_source=add
""".split()


@pytest.mark.parametrize("href", [*ACTING, "/" + "x" * 3000])
def test_skipped_links(href: str) -> None:
    """A link that acts when it is followed, or that is too long, is skipped."""
    (link,) = outline(document(f"<a href='{href}'>x</a>"), links=5, resources=0).links
    assert link.skipped
    assert len(link.url) <= 2048


@pytest.mark.parametrize(
    "attribute", ["data-method=delete", "data-method=POST", "data-turbo-method=put", "hx-delete=/a"]
)
def test_links_with_other_methods(attribute: str) -> None:
    """A link that a script sends with another method is neither requested nor crawled."""
    page = document(f"<a href=/items/3 {attribute}>x</a><a href=/b data-method=get>y</a>")
    assert [bool(link.skipped) for link in outline(page, links=5, resources=0).links] == [True, False]
    assert [link.url for link in page_links(page)] == [f"{_AT}b"]


@pytest.mark.parametrize("href", ACTING)
def test_crawl_of_acting_links(href: str) -> None:
    """No crawl follows a link that acts."""
    assert page_links(document(f"<a href='{href}'>x</a>")) == ()


@pytest.mark.parametrize("href", HARMLESS)
def test_links_that_are_not_skipped(href: str) -> None:
    """A link to a page about an action is not skipped."""
    (link,) = outline(document(f"<a href='{href}'>x</a>"), links=5, resources=0).links
    assert not link.skipped


def test_svg_links() -> None:
    """Links in SVG are listed like links in HTML."""
    listed = outline(
        document("<svg><a xlink:href=/a></a><a href=/b></a></svg><map><area href=/c></map>"), links=5, resources=0
    )
    assert [link.url for link in listed.links] == [f"{_AT}a", f"{_AT}b", f"{_AT}c"]


def test_occurrence_limits() -> None:
    """At most five occurrences of a URL without fragments are listed, and at most fifty fragments of one URL."""
    html = "<a href=/a></a>" * 1000 + "".join(f"<a href=/b#{number}></a>" for number in range(1000))
    links = outline(document(html), links=5, resources=0).links
    assert sum(link.url.endswith("/a") for link in links) == 5
    assert len({link.fragment for link in links if link.url.endswith("/b")}) == 50


@pytest.mark.parametrize(
    ("html", "parts"),
    [
        ('<svg><use href="#pear"/></svg>', [(_AT, "pear")]),
        ('<svg><use xlink:href="#pear"/><use href="#pear"/></svg>', [(_AT, "pear")]),
        ('<svg><use href="/icons.svg#pear"/></svg>', [(f"{_AT}icons.svg", "pear")]),
        ('<svg><use href="/icons.svg"/></svg>', []),
        ('<svg><symbol id="pear"/><use href="#pear"/></svg>', []),
        ('<svg><use href="#pear"/></svg><script src="icons.js"></script>', []),
        ('<template><svg><use href="#pear"/></svg></template>', []),
        ('<p><noscript><svg><use href="#pear"/></svg></noscript>', []),
        ('<svg><use href="#"/><use href="#xywh=1,1,2,2"/></svg>', []),
        ('<img src="a.svg#pear" srcset="b.svg#pear 2x">', []),
    ],
)
def test_drawn_parts(html: str, parts: list[tuple[str, str]]) -> None:
    """Parts of other files are named, and those of the page that it certainly lacks."""
    found = outline(document(html), links=9, resources=9).references
    assert [(reference.url, reference.fragment) for reference in found if reference.fragment] == parts
