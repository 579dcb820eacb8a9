"""The facts of a page by which it is compared with the other pages of its site."""

from collections.abc import Iterable
from typing import Any

import msgspec
import pytest

from sitescan.document.document import Document
from sitescan.document.parsing.parsed_page import parse_page
from sitescan.document.site_facts.page_facts_reader import page_facts
from sitescan.model.exchange import Exchange, Page, Source
from sitescan.model.page_parts import part_digest
from sitescan.model.site_facts import PageFacts, url_digest
from sitescan.standards.http_headers import Headers
from sitescan.standards.page_urls import normal_url
from sitescan.standards.simhash import bands, distance, simhash

URL = "https://pears.example/shop/"


def facts(
    html: str, *headers: tuple[str, str], sheets: Iterable[Source] = (), scripts: Iterable[Source] = ()
) -> PageFacts:
    """Return the facts of a page at :data:`URL`."""
    exchange = Exchange(requested=URL, url=URL, status=200, headers=Headers(headers))
    return page_facts(Document(parse_page(Page(exchange=exchange, body=html.encode())), sheets, scripts=scripts))


def used(html: str, css: str, **others: Any) -> str:
    """Return a ``1`` for each rule of a stylesheet that a page may use, and a ``0`` for the others."""
    sheet = Source(url=f"{URL}a.css", body=css.encode(), **others)
    found = facts(f"<!doctype html>{html}", sheets=[sheet], scripts=[Source(url=f"{URL}a.js", body=b"add('btn-' + x)")])
    (use,) = found.stylesheets
    bits = int.from_bytes(use.used)
    return "".join(str(bits >> at & 1) for at in range(use.rules)) if use.used else ""


def links(html: str) -> list[str]:
    """Return the links in a page at :data:`URL`, with their fragments."""
    found = (link for link in facts(html).links if link.followed)
    return [f"{link.url}#{link.fragment}" if link.fragment else link.url for link in found]


def test_links() -> None:
    """Hyperlinks, page relations and frames lead to pages, each once; addresses of other schemes and files don't."""
    html = (
        "<link rel=next href=?page=2><link rel=stylesheet href=a.css><link rel='alternate' hreflang=de href=/de/>"
        "<link rel=alternate type=application/rss+xml href=/feed>"
        "<a href=/a#part>A</a><a href=/a>A</a><a href=/a>A</a><map><area href=b></map><iframe src=/frame></iframe>"
        "<a href=https://apples.example/>A</a><a href=http://pears.example/>B</a><a href=mailto:a@b.example>C</a>"
    )
    assert links(html) == [
        "http://pears.example/",
        "https://apples.example/",
        "https://pears.example/a",
        "https://pears.example/a#part",
        "https://pears.example/de/",
        "https://pears.example/frame",
        "https://pears.example/shop/?page=2",
        "https://pears.example/shop/b",
    ]


def test_links_as_people_see_them() -> None:
    """A link has the name, the relations and the region of the first hyperlink that leads there."""
    found = facts(
        "<link rel=canonical href=/a><header><nav><a href=/a rel='noopener nofollow'><img src=a.png alt=Pears></a>"
        f"</nav></header><main><a href=/a>Again</a><a href=/b>{'Plum ' * 40}</a></main><a href=/c>C</a>"
        "<iframe src=/d></iframe>"
    )
    assert [(link.text[:5], len(link.text), link.rel, link.position) for link in found.links] == [
        ("Pears", 5, "nofollow noopener", "navigation"),
        ("Plum ", 100, "", "main"),
        ("C", 1, "", ""),
        ("", 0, "", ""),
    ]


def test_addresses_in_scripts() -> None:
    """Addresses of the site in scripts are known, so that the pages aren't orphans; names of modules are none."""
    found = facts(
        """<script>menu({a: "a.html#x", 'b': '/b/', c: "https://apples.example/c", d: "./d", e: "text/html"})</script>
        <script type=application/json>{"f": "https:\\/\\/pears.example\\/f"}</script><script src=a.js></script>""",
        scripts=[Source(url=f"{URL}a.js", body=b"go(`g.php?h=1`)")],
    )
    assert [(link.url, link.fragment) for link in found.links] == [
        ("https://pears.example/b/", ""),
        ("https://pears.example/f", ""),
        ("https://pears.example/shop/a.html", ""),
        ("https://pears.example/shop/g.php?h=1", ""),
    ]
    assert not any(link.followed or link.shown for link in found.links)


@pytest.mark.parametrize(
    ("html", "css", "expected"),
    [
        ("<p class='a b'>", ".a{} .b i{} .c{} p .c, .b:hover{} @media print{.d{} .a.d{}}", "110100"),
        ("<p id=a>", "#a{} #b{} .a{} q{} :is(.c){} .c{a{}} .c{}", "1001110"),
        ("<p data-toggle=open onclick='go(\"high\")'>", ".open{} .high{} .shut{}", "110"),
        ("<script>show('now')</script><script type=application/json>['then']</script>", ".now{} .then{} .a{}", "110"),
        ("<script src=a.js></script>", ".btn-big{} .add{} .btn{}", "110"),
        ("<script src=other.js></script>", ".a{}", ""),
        ("<div id=app></div><script>app.innerHTML = x</script>", ".a{}", ""),
    ],
)
def test_used_rules(html: str, css: str, expected: str) -> None:
    """A rule may be used if the HTML has what it needs, or if scripts name it; unread scripts may name anything."""
    assert used(html, css) == expected


def test_stylesheets() -> None:
    """Stylesheets of other hosts, and missing ones, are not among them; of one that can't be read, nothing is known."""
    sheets = [
        Source(url="https://apples.example/a.css", body=b"a{}"),
        Source(url=f"{URL}gone.css", problem="404", gone=True),
        Source(url=f"{URL}late.css", problem="it took too long"),
    ]
    (late,) = facts("<!doctype html><p>Pears", sheets=sheets).stylesheets
    assert (late.url, late.used) == (f"{URL}late.css", b"")
    assert used("<p>", "".join(f".a{number}{{}}" for number in range(10_001))) == ""
    assert used("<p>", f"{'.a,' * 40_000}.a{{}}") == "1"
    (quirky,) = facts("<p>", sheets=[Source(url=f"{URL}a.css", body=b".a{}")]).stylesheets
    assert quirky.used == b""


def test_components() -> None:
    """The regions, the breadcrumbs and the types of structured data are what pages of a template have in common."""
    html = (
        "<header>Pears</header><ol class='page-breadcrumb'></ol><script type=application/ld+json>"
        '[{"@context": "https://schema.org", "@type": "Product", "brand": {"@type": "Brand", "name": "A"}}]</script>'
    )
    assert facts(html).components == ("Product", "banner", "breadcrumbs")
    trail = (
        "<nav></nav><script type=application/ld+json>"
        '{"@context": "https://schema.org", "@type": "BreadcrumbList", "name": "A"}</script>'
    )
    assert facts(trail).components == ("breadcrumbs", "navigation")


def test_links_that_are_not_followed() -> None:
    """Links with ``nofollow`` and links that act are not followed."""
    html = "<a rel=nofollow href=/a>A</a><a href=/logout>B</a><form action=/c></form>"
    assert links(html) == []
    (link,) = facts(html).links
    assert link.url == "https://pears.example/a"
    assert links("<a rel=nofollow href=/a>A</a><a href=/a>A</a>") == ["https://pears.example/a"]


def test_many_links() -> None:
    """A page of 20,000 links has a bounded number of them."""
    assert len(links("".join(f"<a href=/item-{number}>Item</a>" for number in range(20_000)))) == 10_000


def test_texts() -> None:
    """Menus, headers and footers are not part of the main text; its title, description and heading are compared."""
    page = (
        "<title>{}</title><meta name=description content=D><header>A <h1>{}</h1></header><p>Red pears</p><nav>N</nav>"
    )
    first, second = facts(page.format("T", "H")), facts(page.format(" T ", "Other").replace("A <", "B <"))
    assert first.words == 2
    assert first.text_digest == second.text_digest
    assert first.title_digest == second.title_digest
    assert first.h1 != second.h1
    assert (first.title, first.description, first.h1) == ("T", "D", "H")
    assert facts("<main>Red</main><main>pears</main><p>Blue").text_digest == first.text_digest


def test_indexing() -> None:
    """What a page tells search engines is kept, from its head and from the header of the response."""
    found = facts(
        "<html lang=EN><link rel=canonical href=/a><link rel=alternate hreflang=DE href=/de#x><link rel=prev href=/p>",
        ("X-Robots-Tag", "noindex"),
        ("Referrer-Policy", "same-origin"),
    )
    assert found.canonical == "https://pears.example/a"
    assert found.alternates == (("de", "https://pears.example/de"),)
    assert (found.noindex, found.paginated, found.language) == (True, True, "en")
    assert found.policies == ("referrer-policy",)
    many = "".join(f"<link rel=alternate hreflang=de-{number} href=/{'d' * 90}{number}>" for number in range(50))
    assert facts(many).alternates is None


def test_landmarks() -> None:
    """The links around the main content are kept in their order, with their names."""
    html = (
        "<header><a href=#m>Skip</a><a href=/><img alt=Pears src=a.png></a><nav aria-label=Main><a href=/b>B</a>"
        "<a href=/a>A</a></nav></header><main id=m><nav><a href=/in>In</a></nav></main>"
        "<footer><a href=mailto:a@pears.example>Mail</a> <a href=/contact>Contact us</a></footer>"
    )
    found = facts(html)
    assert [(landmark.role, landmark.label) for landmark in found.landmarks] == [
        ("banner", ""),
        ("navigation", "Main"),
        ("contentinfo", ""),
    ]
    assert found.landmarks[1].links == (
        (url_digest("https://pears.example/b"), "B"),
        (url_digest("https://pears.example/a"), "A"),
    )
    assert [(one.target, one.after) for one in found.helps] == [
        ("mailto:a@pears.example", True),
        ("https://pears.example/contact", True),
    ]


@pytest.mark.parametrize(
    ("html", "names"),
    [
        ("<input type=search aria-label='Find pears'>", ("", "")),
        ("<form><input name=q title=Query><button>Go</button></form>", ("Query", "Go")),
        ("<form role=search></form>", ("", "")),
        ("<button>Suche</button>", ("", "")),
        ("<a href=/search>Find</a>", ("", "")),
    ],
)
def test_search(html: str, names: tuple[str, str]) -> None:
    """A field, a region and a control that is named so are ways to search."""
    found = facts(html)
    assert found.searchable
    assert found.search[1:] == names


def test_no_search() -> None:
    """A page without a search has none."""
    assert not facts("<form><input name=mail></form><a href=/>Pears</a><button>Send</button>").searchable


def test_password() -> None:
    """A page that has a field for a password asks for one."""
    assert facts("<form><input type=Password>").asks_password
    assert not facts("<form><input type=text name=password>").asks_password


def test_parts() -> None:
    """The parts that fragments can name are known by their digests."""
    parts = facts("<p id=a><a name=b></a>").parts
    assert parts is not None
    assert sorted((parts[:4], parts[4:])) == sorted((part_digest("a"), part_digest("b")))
    assert facts("".join(f"<p id=p{number}>" for number in range(20_001))).parts is None


def test_size() -> None:
    """The facts of a page take about two kilobytes, whatever is in it."""
    entry = '<a href="/a-long-address-of-a-page/{0}">A long name of a link to a page {0}</a>'
    html = f"<title>{'T' * 500}</title><h1>{'H' * 500}</h1><nav>{''.join(map(entry.format, range(500)))}</nav>"
    found: dict[str, Any] = msgspec.to_builtins(facts(html))
    del found["links"]
    assert len(msgspec.json.encode(found)) < 4096


def test_similar_texts() -> None:
    """A few other words change few bits of the digest of a text, and one of the bands is the same."""
    words = [f"word{number * number % 997}" for number in range(600)]
    digest, near, far = simhash(words), simhash([*words, "more"]), simhash([f"x{number}" for number in range(600)])
    assert distance(digest, near) <= 3
    assert distance(digest, far) > 12
    assert set(bands(digest, 3)) & set(bands(near, 3))
    menu = ["[", "]"] * 600
    assert distance(simhash([*menu, *words]), simhash([*menu, *(f"x{number}" for number in range(600))])) > 12
    assert simhash([]) == 0
    assert simhash(["a", "b"]) != simhash(["a", "c"])


@pytest.mark.parametrize(
    ("url", "normal"),
    [
        ("https://a.example/%c3%bc#x", "https://a.example/%C3%BC"),
        ("https://a.example/?utm_source=x&a=1&gclid=2", "https://a.example/?a=1"),
        ("https://a.example/?utm_source=x", "https://a.example/"),
        ("https://a.example/A?b=%2f", "https://a.example/A?b=%2F"),
        ("https://a.example/a?", "https://a.example/a?"),
    ],
)
def test_spellings(url: str, normal: str) -> None:
    """Spellings that are certainly the same page are one URL, and no others."""
    assert normal_url(url) == normal


@pytest.mark.parametrize(
    ("html", "header", "target"),
    [
        ('<meta http-equiv=refresh content="0;url=en/index.html">', "", f"{URL}en/index.html"),
        ('<meta http-equiv=refresh content="0; en/">', "", f"{URL}en/"),
        ("<meta http-equiv=Refresh content=\"5;URL='/en/?utm_source=a&b=1#c'\">", "", "https://pears.example/en/?b=1"),
        ('<body><meta http-equiv=refresh content="0;url=//apples.example">', "", "https://apples.example/"),
        ("", "0;url=/en/", "https://pears.example/en/"),
        ('<meta http-equiv=refresh content="0;url=/a">', "3; url=/b", "https://pears.example/b"),
        ('<base href=/de/><meta http-equiv=refresh content="0;url=a">', "", "https://pears.example/de/a"),
        ('<meta http-equiv=refresh content="6;url=/en/">', "", ""),
        ('<meta http-equiv=refresh content="0">', "", ""),
        ('<meta http-equiv=refresh content="0;url=#top">', "", ""),
        ('<meta http-equiv=refresh content="0;url=mailto:a@b.example">', "", ""),
        ('<meta http-equiv=refresh content="0;url=javascript:a()">', "", ""),
        ('<noscript><meta http-equiv=refresh content="0;url=/plain"></noscript>', "", ""),
        ('<meta name=refresh content="0;url=/en/">', "", ""),
        ('<meta http-equiv=refresh content="900;url=/a"><meta http-equiv=refresh content="0;url=/b">', "", ""),
        ('<meta http-equiv=refresh content="soon;url=/en/">', "", ""),
    ],
)
def test_refreshes(html: str, header: str, target: str) -> None:
    """The first refresh leads to another page as a redirect does if visitors can't read this one before."""
    assert facts(html, *([("Refresh", header)] if header else [])).refresh == target
