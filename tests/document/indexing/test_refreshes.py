"""Declarations of refreshes."""

import pytest

from sitescan.document.indexing.refreshes import declared_refresh, refreshes
from tests.document.pages import document


@pytest.mark.parametrize(
    ("content", "declared"),
    [
        ("5", (5, "")),
        (" \n5 ", (5, "")),
        ("5.9", (5, "")),
        (".9", (0, "")),
        ("5;", (5, "")),
        ("5; url=", (5, "")),
        ("5; url=/new", (5, "/new")),
        ("5;URL = '/new' and more", (5, "/new")),
        ('5,url="/new', (5, "/new")),
        ("5 /new", (5, "/new")),
        ("5;'/new'", (5, "/new")),
        ("5; up", (5, "up")),
        ("5; url '/new'", (5, "url '/new'")),
        ("5; u", (5, "u")),
        ("5..3.1; url=/new", (5, "/new")),
        ("5;; url=/new", (5, "; url=/new")),
        ("5; url=it's", (5, "it's")),
        ("1234567890123", (123456789, "")),
        ("", None),
        ("; url=/new", None),
        ("-5", None),
        ("+5", None),
        ("5: url=/new", None),
        ("5x", None),
        ("url=/new", None),
        ("\u00a05", None),
        ("٣", None),
    ],
)
def test_declared(content: str, declared: tuple[int, str] | None) -> None:
    """
    A refresh is parsed by the steps of the standard.

    https://html.spec.whatwg.org/multipage/document-lifecycle.html#shared-declarative-refresh-steps
    """
    assert declared_refresh(content) == declared


def test_long_input_takes_linear_time() -> None:
    """Long numbers and long white space are read once."""
    assert declared_refresh("." * 1_000_000 + "x") is None
    assert declared_refresh("5" + " " * 1_000_000) == (5, "")


@pytest.mark.parametrize(
    ("content", "target"),
    [
        ("300", None),
        ("0; url=#top", "https://example.com/shop/#top"),
        ("0; url=https://example.com/", None),
        ("0; url=new", "https://example.com/shop/new"),
        ("0; url=https://example.org/", "https://example.org/"),
    ],
)
def test_target(content: str, target: str | None) -> None:
    """The target is relative to the base, and a refresh that reloads the page has none."""
    page = document(f'<meta http-equiv="refresh" content="{content}"><base href="https://example.com/shop/">')
    assert [refresh.target for refresh in refreshes(page)] == [target]
