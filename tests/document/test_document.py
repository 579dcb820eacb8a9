"""The views of a page, and the places of its elements."""

import pytest

from sitescan.document.document import Document
from sitescan.document.loading.outline_extractor import outline
from sitescan.document.parsing.parsed_page import parse_page
from sitescan.model.exchange import Exchange, Page, Source
from sitescan.standards.http_headers import Headers

URL = "https://example.com/a/b?c"


def document(html: str, url: str = URL) -> Document:
    """Return a document in UTF-8."""
    headers = Headers((("Content-Type", "text/html; charset=utf-8"),))
    return Document(Page(exchange=Exchange(requested=url, url=url, status=200, headers=headers), body=html.encode()))


@pytest.mark.parametrize(
    ("html", "base"),
    [
        ("", URL),
        ("<base href=/x/>", "https://example.com/x/"),
        ("<base target=_top><base href=//example.org/y>", "https://example.org/y"),
        ("<base href=/x/><base href=/y/>", "https://example.com/x/"),
        ("<base href='http://[::1'>", URL),
        ("<base href=javascript:alert(1)>", URL),
        ("<base href=data:text/plain,x>", URL),
        ("<template><base href=/x/></template>", URL),
    ],
)
def test_base_url(html: str, base: str) -> None:
    """The base is that of the first base element with an href, if it can be used."""
    assert document(html).base_url == base


def test_templates_are_inert() -> None:
    """The content of a template is not part of the page, and elements after it are."""
    page = document("<template><img id=a></template><img id=b><noscript><img id=c></noscript>")
    assert [tag["id"] for tag in page.all("img")] == ["b", "c"]
    assert [page.in_noscript(tag) for tag in page.all("img")] == [False, True]


def test_only_html_templates_are_inert() -> None:
    """An SVG element of this name is an unknown one, which has children as any other."""
    page = document("<svg><template><title>Pears</title></template></svg>")
    assert [tag.name for tag in page.all("template", "title")] == ["template", "title"]
    assert page.accessible.named(page.all("template")[0]).text == "Pears"


def test_elements_are_in_document_order() -> None:
    """Elements of several names are in document order."""
    page = document("<h2>a</h2><h1>b</h1><h2>c</h2>")
    assert [tag.get_text() for tag in page.all("h1", "h2")] == ["a", "b", "c"]


def test_svg_title_is_ignored() -> None:
    """The title of an SVG is not the title of the page."""
    assert document("<body><svg><title>Icon</title></svg><title>Pears</title>").title == "Pears"


def test_place() -> None:
    """A place has line and column from 1, the tag as written, and a selector that finds the element."""
    page = document('<main id="m">\n  <p>x</p>\n  <p class="a > b"\n   >y</p></main>')
    place = page.place(page.all("p")[1])
    assert place is not None
    assert (place.line, place.column) == (3, 3)
    assert place.snippet == '<p class="a > b" >'
    assert place.selector == "#m > p:nth-of-type(2)"
    assert page.soup.select(place.selector) == [page.all("p")[1]]


def test_place_of_inserted_element() -> None:
    """An element that the parser inserted has no line."""
    page = document("<p>x")
    place = page.place(page.head)
    assert place is not None
    assert (place.line, place.snippet) == (0, "<head>")


def test_long_tag_is_shortened() -> None:
    """The snippet of a long tag is shortened."""
    place = document("<img src='data:" + "x" * 1_000_000 + "'>").place(document("<img>").all("img")[0])
    assert place is not None
    page = document("<img src='data:" + "x" * 1_000_000 + "'>")
    shown = page.place(page.all("img")[0])
    assert shown is not None
    assert len(shown.snippet) <= 120


def test_outline() -> None:
    """The outline has links and resources with absolute URLs and places, limited by the number of different URLs."""
    page = document(
        "<base href=/x/><link rel=stylesheet href=a.css><script src=//cdn.example.org/b.js></script>"
        "<a href=c#d rel='nofollow me'>C</a><a href=c>again</a><a href=mailto:a@b.example>m</a><a href=e>E</a>"
        "<img src=f.png width=3><img src='data:image/png,x'><noscript><img src=g.png></noscript>"
    )
    found = outline(page, links=1, resources=10)
    assert [(link.url, link.fragment, link.text) for link in found.links] == [
        ("https://example.com/x/c", "d", "C"),
        ("https://example.com/x/c", "", "again"),
    ]
    assert found.links[0].rel == ("nofollow", "me")
    assert found.links_left_out == 1
    assert [(resource.kind, resource.url) for resource in found.resources] == [
        ("stylesheet", "https://example.com/x/a.css"),
        ("script", "https://cdn.example.org/b.js"),
        ("image", "https://example.com/x/f.png"),
    ]
    assert found.stylesheets == ("https://example.com/x/a.css",)


def test_shared_views() -> None:
    """Views of the page alone are shared by all its documents, and views that depend on files are not."""
    html = "<html lang=en><link rel=stylesheet href=/a.css><p id=a>Pears </p><p id=b>ripen"
    page = Page(exchange=Exchange(requested=URL, url=URL, status=200), body=html.encode())
    parsed = parse_page(page)
    before = Document(parsed)
    assert before.accessible.exposed(before.by_id["a"][0])
    assert before.words == 2
    sheet = Source(url="https://example.com/a.css", content_type="text/css", body=b"#a { display: none }")
    after = Document(parsed, (sheet,))
    assert after.by_id is before.by_id
    assert after.elements is before.elements
    assert after.words == 2
    assert not after.accessible.exposed(after.by_id["a"][0])
    assert before.accessible.exposed(before.by_id["a"][0])
    assert Document(page).by_id is not before.by_id
