"""The cache of facts by the content of files, which is bounded and does not change results."""

from collections.abc import Sequence

import pytest
from twisted.internet.defer import Deferred

from sitescan.document.content_cache import CACHE, ContentCache
from sitescan.document.document import Document
from sitescan.document.loading.resource_inventory import text_files
from sitescan.examine.messages import Answer
from sitescan.examine.page_judgement import judge_page
from sitescan.model.exchange import Exchange, Page, Source
from sitescan.standards.http_headers import Headers
from tests.results import result_now

pytestmark = pytest.mark.slow

_URL = "https://example.com/"
_CSS = (
    b"@import 'more.css';@media (orientation:landscape){.a{transform:rotate(90deg)}}@layer one{p{color:#eee!important}}"
    b".b{color:#fff;background:url(pear.png)}.a>.b::before{content:'x'}@font-face{font-family:Pear;src:url(pear.ttf)}"
    + b"#x{outline:0}\n\n  .absent , .b:focus { outline : none }\n"
    * 200
)
_SCRIPT = b"/*! jQuery v1.7.1 */\n  // pears\nfunction pear() {\n    document.write('<p>')\n}\n" * 200
_BODIES = (
    "<p class=a id=x>Pears <a class=b href=/>sweet</a>",
    "<p class=b>Pears <button id=x class=a>x</button><img src=/a.png class=b>",
    "<div class=absent><p>Pears <a id=x href=/>green</a></div>",
)


def _exchange() -> Exchange:
    headers = Headers((("Content-Type", "text/html; charset=utf-8"),))
    return Exchange(requested=_URL, url=_URL, status=200, headers=headers)


def _document(body: str, content_type: str = "text/css", coding: str = "") -> Document:
    html = f"<!doctype html><title>Pears</title><link rel=stylesheet href=/a.css><script src=/a.js></script>{body}"
    sheets = [
        Source(url=f"{_URL}a.css", body=_CSS, content_type=content_type, wire_size=len(_CSS), coding=coding),
        Source(url=f"{_URL}more.css", body=_CSS, content_type="text/css; charset=latin-1", wire_size=9),
    ]
    scripts = [Source(url=f"{_URL}a.js", body=_SCRIPT, content_type="text/javascript", wire_size=9, coding=coding)]
    return Document(Page(exchange=_exchange(), body=html.encode()), sheets, scripts=scripts)


def _judged(body: str, content_type: str = "text/css", coding: str = "") -> list[Answer]:
    return list(judge_page(_document(body, content_type, coding)))


_PAGES = [(body, *kind) for body in _BODIES for kind in (("text/css", ""), ("text/css", "gzip"), ("text/plain", ""))]


@pytest.mark.parametrize("order", [_PAGES, _PAGES[::-1], [*_PAGES[4:], *_PAGES[:4]]], ids=["first", "last", "middle"])
def test_reports_are_independent_of_earlier_scans(order: Sequence[tuple[str, str, str]]) -> None:
    """Pages that load the same files get the same reports in any order as each of them alone."""
    alone = {}
    for page in order:
        CACHE.clear()
        alone[page] = _judged(*page)
    CACHE.clear()
    for page in (*order, *order):
        assert _judged(*page) == alone[page]
    assert CACHE.size


def test_files_are_identified_by_content() -> None:
    """Files with the same content have the same digest, and reports identify files by it."""
    files = [Source(url=f"{_URL}{name}.js", body=body) for name, body in (("a", b"pear"), ("b", b"pear"), ("c", b"p"))]
    texts_by_url = text_files(Document(Page(exchange=_exchange(), body=b""), scripts=files))
    digests = [texts_by_url[file.url].digest for file in files]
    assert digests == [file.digest.hex() for file in files]
    assert digests[0] == digests[1] != digests[2]


def test_each_value_is_made_once() -> None:
    """A value is made once for each kind and content."""
    cache, made = ContentCache(100), list[str]()

    def get(kind: str, content: bytes, cost: int = 10) -> int:
        return cache.get(kind, content, lambda: made.append(kind) or len(made), lambda _: cost)  # type: ignore[func-returns-value]

    assert [get("a", b"x"), get("a", b"x"), get("b", b"x"), get("a", b"y"), get("a", b"x")] == [1, 1, 2, 3, 1]
    assert cache.size == 30


def test_size_is_bounded() -> None:
    """The least recently used contents are evicted, and a content larger than the cache is not kept."""
    cache, made = ContentCache(100), list[bytes]()

    def get(content: bytes, cost: int = 40) -> None:
        cache.get("a", content, lambda: made.append(content), lambda _: cost)

    for content in (b"1", b"2", b"1", b"3", b"1", b"2"):
        get(content)
        assert cache.size <= 100
    assert made == [b"1", b"2", b"3", b"2"]
    get(b"huge", 101)
    assert cache.size == 80
    get(b"1")
    assert made[-1] == b"huge"


def test_values_that_take_time() -> None:
    """A value that takes time is cached when it is there, once for all callers that waited for it."""
    cache, waiting = ContentCache(100), list[Deferred[str]]()

    def get() -> Deferred[str]:
        def make() -> Deferred[str]:
            waiting.append(Deferred())
            return waiting[-1]

        return Deferred.fromCoroutine(cache.get_later("a", b"x", make, lambda _: 40))

    first, second = get(), get()
    assert cache.size == 0
    for made in waiting:
        made.callback("value")
    assert [result_now(first), result_now(second), result_now(get())] == ["value"] * 3
    assert (cache.size, len(waiting)) == (40, 2)
