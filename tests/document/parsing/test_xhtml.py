"""Pages that browsers read as XML."""

import pytest

from sitescan.document.conformance.parse_error import Kind
from sitescan.document.conformance.parse_errors import parse_errors
from sitescan.document.document import Document
from sitescan.document.parsing.xhtml import as_html
from sitescan.examine.unexamined_parts import unexamined_parts
from sitescan.model.exchange import Exchange, Page
from sitescan.model.report import Category
from sitescan.standards.http_headers import Headers

_PAGE = """<?xml version="1.0"?>
<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.1//EN" "http://www.w3.org/TR/xhtml11/DTD/xhtml11.dtd" [
<!ENTITY pear "Pear">
]>
<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Pears</title>
<script src="a.js"/><link rel="stylesheet" href="a.css" /></head>
<body><h1><a id="top"/>&pear; Größe</h1><p class="a>b"/><p>Ripe</p></body></html>
"""


def _document(kind: str) -> Document:
    exchange = Exchange(
        requested="https://pears.example/",
        url="https://pears.example/",
        status=200,
        headers=Headers((("Content-Type", kind),)),
    )
    return Document(Page(exchange=exchange, body=_PAGE.encode()))


def test_elements_without_content() -> None:
    """They end at their slash, so that what follows isn't a part of them, and places are in the same lines."""
    page = _document("application/xhtml+xml")
    (heading,) = page.all("h1")
    place = page.place(heading)
    assert heading.parent is page.body
    assert place is not None
    assert place.line == 7
    assert [len(anchor.contents) for anchor in page.all("a", "script")] == [0, 0]
    assert page.decoded.encoding == "utf-8"
    assert not page.quirks


def test_nothing_is_repaired() -> None:
    """Browsers repair pages in HTML, and show an error instead of a malformed page in XML."""
    assert all(not parse_errors(_document("application/xhtml+xml")).of(kind) for kind in Kind)
    assert parse_errors(_document("text/html")).of(Kind.SELF_CLOSING)


def test_errors_in_xml_are_unexamined() -> None:
    """The report on a page in XML says once that its errors were not searched for."""
    parts = [[*unexamined_parts(_document(kind), Category.SEO)] for kind in ("application/xhtml+xml", "text/html")]
    assert [[part.key for part in found] for found in parts] == [["xml-errors"], []]
    assert not list(unexamined_parts(_document("application/xhtml+xml"), Category.LINKS))


@pytest.mark.parametrize(
    ("xml", "html"),
    [
        ("<br/><img src='a/'/>", "<br/><img src='a/'/>"),
        ('<div class="a" /><svg:g/>', '<div class="a" ></div><svg:g></svg:g>'),
        ("<p>1 / 2 /></p>", "<p>1 / 2 /></p>"),
        ("<!DOCTYPE html [\n<!ENTITY a 'b'>\n] ><p>", "<!DOCTYPE html \n\n><p>"),
        ("<!DOCTYPE html><p>[1]", "<!DOCTYPE html><p>[1]"),
    ],
)
def test_text(xml: str, html: str) -> None:
    """Only elements without content and the declarations in a doctype change."""
    assert as_html(xml) == html
