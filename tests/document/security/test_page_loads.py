"""The references of a page, as its policies see them."""

import pytest

from sitescan.document.document import Document
from sitescan.document.loading.page_load_extractor import page_load
from sitescan.document.security.page_loads import page_loads
from sitescan.model.exchange import Exchange, Page
from sitescan.standards.http_headers import Headers


@pytest.mark.parametrize(("encoding", "query"), [("utf-8", "%C3%A4"), ("windows-1252", "%E4")])
def test_queries_use_page_encoding(encoding: str, query: str) -> None:
    """The URL is the one that browsers request, or a file would be known under two addresses."""
    headers = Headers((("Content-Type", f"text/html; charset={encoding}"),))
    exchange = Exchange(requested="https://a.example/", url="https://a.example/", status=200, headers=headers)
    html = '<!doctype html><base href="/b/"><script src="c.js?ä"></script>'
    document = Document(Page(exchange=exchange, body=html.encode(encoding)))
    url = f"https://a.example/b/c.js?{query}"
    assert [load.url for load in page_loads(document) if load.directive == "script-src-elem"] == [url]
    assert [file.url for file in page_load(document).files] == [url]
    assert document.target("c.js?ä#d").url == url
