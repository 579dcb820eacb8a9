"""The scripts whose deferring needs no person."""

import pytest

from sitescan.document.change import ElementChange
from sitescan.document.document import SourceDocument
from sitescan.document.tree import attr
from sitescan.model.exchange import Exchange, Page, Source
from sitescan.rules.performance.blocking_scripts import check

_URL = "https://example.com/"


def _safe(html: str, files: dict[str, bytes]) -> list[str]:
    """Return the names of the scripts that are certainly deferrable."""
    page = Page(exchange=Exchange(requested=_URL, url=_URL, status=200), body=html.encode())
    scripts = [Source(url=f"{_URL}{name}", body=body) for name, body in files.items()]
    changes = (finding.change for finding in check(SourceDocument(page, scripts=scripts)))
    safe = (change for change in changes if isinstance(change, ElementChange) and change.safe)
    return [attr(change.tag, "src", "") for change in safe if change.tag is not None]


_PAGE = "<head><script src=a></script><script src=b></script><script src=c></script></head>"


def test_writing_script() -> None:
    """A script that writes into the page has no fix, because it fails when it is deferred."""
    page = Page(exchange=Exchange(requested=_URL, url=_URL, status=200), body=_PAGE.encode())
    written = Source(url=f"{_URL}b", body=b"document.writeln(2)")
    fixes = [finding.change is not None for finding in check(SourceDocument(page, scripts=[written]))]
    assert fixes == [True, False, True]


@pytest.mark.parametrize(
    ("files", "safe"),
    [
        ({"a": b"1", "b": b"2", "c": b"3"}, ["a", "b", "c"]),
        ({"a": b"1", "b": b"", "c": b"3"}, ["c"]),
        ({"a": b"1", "b": b"document.write(2)", "c": b"3"}, ["c"]),
        ({"a": b"1", "b": b"2"}, []),
    ],
)
def test_order_of_scripts(files: dict[str, bytes], safe: list[str]) -> None:
    """A script is not deferred before one that may have to stay, because it would run after it."""
    assert _safe(_PAGE, files) == safe
