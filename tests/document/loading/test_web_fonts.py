"""Font files that the text of a page needs."""

import pytest

from sitescan.document.document import Document
from sitescan.document.loading.web_fonts import used_fonts
from sitescan.model.exchange import Exchange, Page

_URL = "https://example.com/"
_FACES = (
    "@font-face{font-family:'Pear Sans';src:url(a.woff2)}"
    "@font-face{font-family:Pear sans;font-weight:bold;src:url(b.woff2)}"
    "@font-face{font-family:Pear sans;font-style:italic;src:url(i.woff2),url(i.ttf)}"
    "@font-face{font-family:Range;font-weight:100 900;src:url(latin.woff2);unicode-range:U+0-FF,u+20ac}"
    "@font-face{font-family:Range;font-weight:100 900;src:url(greek.woff2);unicode-range:U+370-3FF}"
    "@font-face{font-family:Here;src:local(Here),url(here.woff2)}"
    "@font-face{font-family:Data;src:url(data:font/woff2;base64,AA)}"
)


@pytest.mark.parametrize(
    ("html", "files"),
    [
        ("<p style='font-family:Pear Sans'>Pears", {"a.woff2"}),
        ("<p style='font-family:\"pear sans\",serif'>A <b>pear</b> and <em>more", {"a.woff2", "b.woff2", "i.woff2"}),
        ("<p style='font:italic 900 1em Pear Sans'>Pears", {"i.woff2"}),
        ("<p style='font: 1em \"Pear Sans\", serif'>Pears", {"a.woff2"}),
        ("<p style='font-family:serif,Pear Sans'>Pears", set()),
        ("<p style='font-family:Pear Sans'> <img src=a.png alt=''>", set()),
        ("<div style='display:none;font-family:Pear Sans'><p>Pears", set()),
        ("<p style='font-family:Range'>Pears", {"latin.woff2"}),
        ("<p style='font-family:Range'>\u03b1\u03c0\u03b9\u03bf\u03bd", {"greek.woff2"}),
        ("<p style='font-family:Range'>\u20ac \u03b1", {"latin.woff2", "greek.woff2"}),
        ("<p style='font-family:Here'>Pears<p style='font-family:Data'>Pears", set()),
        ("<style>u::before{font-family:Pear Sans;content:'\\f101'}</style><p>Pears<u></u>", {"a.woff2"}),
        ("<style>.u{font-family:Pear Sans}.u::after{content:attr(title)}</style><u class=u title=x></u>", {"a.woff2"}),
        ("<style>u::before{font-family:Pear Sans;content:''}</style><u></u>", set()),
        ("<style>u::before{font-family:Pear Sans;content:none}</style><u></u>", set()),
        ("<style>u{display:none}u::before{font-family:Pear Sans;content:'\\f101'}</style><u></u>", set()),
        ("<style>#u::before{font-family:Pear Sans;content:'\\f101'}</style><u></u>", set()),
        ("<script style='font-family:Pear Sans'>pears</script>", set()),
        ("<p style='font-family:var(--none)'>Pears", set()),
    ],
)
def test_used_fonts(html: str, files: set[str]) -> None:
    """Weight, slant and characters decide, and a font that a device may have itself is not counted."""
    body = f"<!doctype html><meta charset=utf-8><style>{_FACES}</style>{html}".encode()
    document = Document(Page(exchange=Exchange(requested=_URL, url=_URL, status=200), body=body))
    assert set(used_fonts(document)) == {_URL + file for file in files}
