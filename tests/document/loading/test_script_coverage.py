"""The code of scripts that has not run."""

import json
from typing import Any

import pytest

from sitescan.document.document import Document
from sitescan.document.loading.page_load_extractor import page_load
from sitescan.document.loading.script_coverage import CoveredScript, covered_scripts
from sitescan.model.exchange import Exchange, Page
from sitescan.model.rendered import RenderedDocument, RequestMade
from tests.measured_pages import covering

URL = "http://pears.example/app.js"


def covered(*scripts: Any, coverage: bytes = b"") -> tuple[CoveredScript, ...]:
    """Return the scripts of a page with this coverage; each script is its URL and its ranges."""
    result = [
        {
            "scriptId": "1",
            "url": url,
            "functions": [{"functionName": "", "ranges": [named(numbers)]} for numbers in ranges],
        }
        for url, *ranges in scripts
    ]
    page = Page(
        exchange=Exchange(requested="http://pears.example/", url="http://pears.example/", status=200),
        body=b"",
        rendered=RenderedDocument(
            html="<script src=/app.js></script>",
            requests=(RequestMade(url=URL, kind="script"), RequestMade(url=URL + "on", kind="data")),
            coverage=coverage or json.dumps({"result": result}).encode(),
        ),
    )
    return tuple(covered_scripts(Document(page)))


def named(numbers: tuple[int, int, int]) -> dict[str, int]:
    """Return a range with names for its numbers."""
    return dict(zip(("startOffset", "endOffset", "count"), numbers, strict=True))


@pytest.mark.parametrize(
    ("ranges", "unused"),
    [
        ([(0, 100, 1)], 0),
        ([(0, 100, 0)], 100),
        ([(0, 100, 1), (10, 30, 0), (40, 50, 0)], 30),
        ([(0, 100, 1), (10, 60, 0), (20, 30, 0)], 50),
        ([(0, 100, 1), (10, 60, 0), (20, 30, 1)], 40),
        ([(0, 100, 1), (20, 30, 0), (10, 60, 1)], 10),
        ([(0, 100, 1), (90, 100, 0)], 10),
    ],
)
def test_innermost_functions(ranges: list[tuple[int, int, int]], unused: int) -> None:
    """The code of a function that isn't called is unused, except for the functions in it that are called."""
    assert covered((URL, *ranges)) == (CoveredScript(URL, unused, 100),)


def test_several_runs() -> None:
    """Code that has run in one of several loads of a script is used."""
    assert covered((URL, (0, 100, 0)), (URL, (0, 100, 1)), (URL, (0, 100, 0))) == (CoveredScript(URL, 0, 100),)


def test_inline_and_evaluated_scripts() -> None:
    """Inline scripts and evaluated code are left out, since they can't be loaded later."""
    assert covered(("http://pears.example/", (0, 100, 0)), ("", (0, 100, 0)), (URL + "on", (0, 100, 0))) == ()


@pytest.mark.parametrize("coverage", [b"{}", b"[", b'{"result": [{"url": 1}]}', b"[" * 100_000])
def test_invalid_coverage(coverage: bytes) -> None:
    """Invalid coverage from a compromised browser is ignored."""
    assert covered(coverage=coverage) == ()


def test_overlapping_ranges() -> None:
    """Overlapping ranges give no negative numbers, and no more unused code than the script has."""
    (script,) = covered((URL, (50, 100, 0), (0, 80, 0), (-1000, 20, 0), (60, 70, 1)))
    assert 0 <= script.unused <= script.size == 100


def test_used_share_of_scripts() -> None:
    """A rendered page knows which share of each script has run; nearly all of it counts as all."""
    urls = [f"http://pears.example/{name}.js" for name in "abc"]
    document = RenderedDocument(
        html="<p>Pears</p>",
        requests=tuple(RequestMade(url=url, kind="script") for url in urls),
        coverage=covering([(urls[0], 60_000, 80_000), (urls[1], 19_000, 80_000)]),
    )
    sent = Exchange(requested=URL, url=URL, status=200)
    found = page_load(Document(Page(exchange=sent, body=b"<p>Pears</p>", rendered=document)))
    assert {file.url: file.used for file in found.files} == dict(zip(urls, (0.25, 1, 1), strict=True))
