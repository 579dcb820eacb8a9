"""Files that the stylesheets of a page load, and the texts of its files."""

import pytest

from sitescan.document.document import Document
from sitescan.document.loading.outline_extractor import outline
from sitescan.document.loading.resource_inventory import sheet_resources, text_files
from sitescan.model.exchange import Exchange, Page, Source
from sitescan.standards.css.stylesheet_items import FontFace

_URL = "https://example.com/"
_CSS = (
    b"@import 'b.css'; @import 'p.css' print; @font-face{font-family:A;src:url(a.woff2),url(a.woff)}"
    b"p{background:url(/a.png)}"
)


def document(html: str, sheets: tuple[Source, ...] = (), scripts: tuple[Source, ...] = ()) -> Document:
    """Return a page with files."""
    exchange = Exchange(requested=_URL, url=_URL, status=200)
    return Document(Page(exchange=exchange, body=html.encode()), sheets, scripts=scripts)


def test_resources_of_stylesheets() -> None:
    """Imports are certainly loaded, fonts and backgrounds perhaps, and the place names the stylesheet."""
    sheet = Source(url=f"{_URL}css/a.css", body=_CSS, content_type="text/css")
    found = sheet_resources(document("<style>@import '/c.css'; p{background:url(own.png)}</style>", (sheet,)))
    assert [(resource.url, resource.kind, resource.certain) for resource in found] == [
        (f"{_URL}c.css", "stylesheet", True),
        (f"{_URL}css/b.css", "stylesheet", True),
        (f"{_URL}css/p.css", "stylesheet", True),
        (f"{_URL}css/a.woff2", "font", False),
        (f"{_URL}a.png", "image", False),
    ]
    assert found[-1].place.snippet == f"{_URL}a.png in {_URL}css/a.css"


@pytest.mark.parametrize(
    ("descriptors", "loaded"),
    [
        ("src:url(a.eot);src:url(a.eot?#iefix) format('embedded-opentype'),url(a.woff) format('woff')", "a.woff"),
        ("src:url(a.woff) format('woff'),url(a.woff2) format('woff2')", "a.woff"),
        ("src:url(a.eot?v=1),url(a.svg#pear),url(a.ttf)", "a.ttf"),
        ("src:url(a.ttf);src:url(a.new) format('unheard-of')", "a.ttf"),
        ("SRC : url(a.woff2) format(woff2-variations)", "a.woff2"),
        ("font-family:src;src:url(a.otf)format(opentype)", "a.otf"),
        ("src:url(a.eot)", "a.eot"),
        ("src:url(data:font/woff2;base64,AA) format('woff2'),url(a.woff) format('woff')", ""),
        ("src:url(a.woff);src:url(data:font/ttf;charset=utf-8;base64,AA)", ""),
        ("font-family:A", ""),
        ("src:url()", ""),
    ],
)
def test_source_of_font_face(descriptors: str, loaded: str) -> None:
    """The loaded file is the first one of the last ``src`` that browsers know, or none if it is embedded."""
    assert FontFace(descriptors).file == loaded


def test_only_files_that_browsers_load() -> None:
    """The name of a namespace and a URL in a string are no resources, a string of an image set is one."""
    css = b"@namespace svg url(http://www.w3.org/2000/svg);p{content:'url(b.png)';mask:image-set('a.png' 1x)}"
    found = sheet_resources(document("", (Source(url=f"{_URL}a.css", body=css, content_type="text/css"),)))
    assert [resource.url for resource in found] == [f"{_URL}a.png"]
    assert outline(document(f"<style>{css.decode()}</style>"), links=9, resources=9).resources[0].url == f"{_URL}a.png"


def test_texts() -> None:
    """The texts are those of all stylesheets, and of the site's own scripts, that were read."""
    scripts = (
        Source(url=f"{_URL}a.js", body=b"let a\n", wire_size=6),
        Source(url="https://static.example.com/b.js", body=b"let b", wire_size=25, coding="gzip"),
        Source(url="https://example.org/c.js", body=b"let c", wire_size=5),
        Source(url=f"{_URL}d.js", problem="it answered 404"),
    )
    sheet = Source(url="https://example.org/a.css", body=b"p{}", wire_size=3)
    found = text_files(document("", (sheet,), scripts))
    assert set(found) == {f"{_URL}a.js", "https://static.example.com/b.js", "https://example.org/a.css"}
    assert (found[f"{_URL}a.js"].packed > 0, found["https://static.example.com/b.js"].packed) == (True, 0)


def test_default_language() -> None:
    """A version that is the default, too, is listed by its language, whichever link comes first."""
    links = "".join(
        f"<link rel=alternate hreflang={code} href=/{to}>" for code, to in (("x-default", "en"), ("en", "en"))
    )
    found = outline(document(f"{links}<link rel=alternate hreflang=X-Default href=/all>"), links=10, resources=10)
    assert found.alternates == ((f"{_URL}en", "en"), (f"{_URL}all", "X-Default"))
