"""The hashes that are added to files of other sites."""

import pytest

from sitescan.document.change import ElementChange
from sitescan.document.document import SourceDocument
from sitescan.model.exchange import Exchange, Page, Source
from sitescan.rules.catalogue import catalogue

_EXCHANGE = Exchange(requested="https://example.com/", url="https://example.com/", status=200)
_BODY = b"let pears = 3"
_HASH = "sha384-RFaa2nq82fw4L7Dm431kHOwV1qF0VYNCI3CYgGtKInJD+Riu/YAM56/TZG6v7N7W"


def _change(html: str, url: str, *, shared: bool = True) -> ElementChange | None:
    """Return the change of the first finding on a page that loads a script."""
    script = Source(url=url, body=_BODY, shared=shared)
    page = SourceDocument(Page(exchange=_EXCHANGE, body=html.encode()), scripts=[script])
    change = next(iter(catalogue()["security/sri-missing"].check(page))).change
    assert change is None or isinstance(change, ElementChange)
    return change


@pytest.mark.parametrize(
    ("url", "is_safe"),
    [
        ("https://cdnjs.cloudflare.com/ajax/libs/pears/1.2.3/pears.min.js", True),
        ("https://unpkg.com/pears@1.2.3/pears.js", True),
        ("https://cdn.jsdelivr.net/npm/pears@1.2.3/pears.js", True),
        ("https://cdn.jsdelivr.net/npm/pears@1.2.3/pears.min.js", False),
        ("https://cdn.jsdelivr.net/combine/npm/pears@1.2.3/pears.js", False),
        ("https://use.fontawesome.com/releases/v6.3.0/js/all.js", False),
        ("https://cdn.example.net/pears-1.2.3.js", False),
    ],
)
def test_safe_hash(url: str, is_safe: bool) -> None:
    """A hash needs no person where a host promises never to change the file."""
    change = _change(f'<script src="{url}"></script>', url)
    assert change is not None
    assert change.safe is is_safe
    assert change.attributes == {"integrity": _HASH, "crossorigin": "anonymous"}


def test_preloaded_file() -> None:
    """A file that is preloaded would be loaded twice."""
    url = "https://unpkg.com/pears@1.2.3/pears.js"
    change = _change(f'<link rel=preload as=script href="{url}"><script src="{url}"></script>', url)
    assert change is not None
    assert not change.safe


def test_request_mode_is_kept() -> None:
    """A page that already loads the file across origins gets the hash alone."""
    url = "https://unpkg.com/pears@1.2.3/pears.js"
    change = _change(f'<script crossorigin src="{url}"></script>', url)
    assert change is not None
    assert change.attributes == {"integrity": _HASH, "crossorigin": ""}


def test_unshared_file() -> None:
    """A file that its server doesn't share can't be verified, so it gets no hash."""
    url = "https://unpkg.com/pears@1.2.3/pears.js"
    assert _change(f'<script src="{url}"></script>', url, shared=False) is None
