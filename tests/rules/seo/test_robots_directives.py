"""Indexing directives in pages and header fields."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitescan.document.document import Document
from sitescan.document.indexing.robots_meta import is_expired, robots_directives
from sitescan.rules.rule import Good
from tests.rules.evidence import page

NOW = datetime(2026, 1, 1, tzinfo=UTC).timestamp()


def directives(html: str, *headers: str) -> list[tuple[str, str]]:
    """Return the crawler and the text of each directive."""
    document = Document(page(Good(html, headers=headers)))
    return [(directive.agent, directive.written) for directive in robots_directives(document)]


def test_crawler_name_applies_to_whole_line() -> None:
    """A crawler's name in a header line applies to all directives of the line."""
    assert directives("", "X-Robots-Tag: googlebot: nofollow, noindex", "X-Robots-Tag: noarchive") == [
        ("googlebot", "nofollow"),
        ("googlebot", "noindex"),
        ("robots", "noarchive"),
    ]


def test_directive_names_are_not_crawlers() -> None:
    """The name of a directive before a colon, such as max-snippet, is not a crawler."""
    assert directives('<meta name=robots content="max-snippet:-1,NOINDEX  nofollow">') == [
        ("robots", "max-snippet: -1"),
        ("robots", "noindex"),
        ("robots", "nofollow"),
    ]


def test_inert_meta_elements_are_ignored() -> None:
    """Directives inside template and noscript elements are ignored."""
    inert = (
        "<template><meta name=robots content=noindex></template><noscript><meta name=robots content=none></noscript>"
    )
    assert directives(f"<head>{inert}") == []


@pytest.mark.parametrize(
    ("date", "over"),
    [
        ("25 Jun 2010 15:00:00 PST", True),
        ("25-Jun-2010 15:00:00 PST", True),
        ("Wed, 25 Jun 2025 15:00:00 GMT", True),
        ("2025-06-25", True),
        ("2025-06-25T15:00:00+02:00", True),
        ("25 Jun 2045 15:00:00 PST", False),
        ("2045-06-25", False),
        ("tomorrow", False),
        ("", False),
        ("99999999999999", False),
    ],
)
def test_unavailable_after(date: str, over: bool) -> None:
    """A page has expired if the date in its unavailable_after directive is valid and past."""
    document = Document(page(Good(f'<meta name="robots" content="unavailable_after: {date}, all">')))
    assert any(is_expired(directive, NOW) for directive in robots_directives(document)) is over


@given(st.text())
def test_any_header_value_is_read(content: str) -> None:
    """Any X-Robots-Tag value is read without an error."""
    document = Document(page(Good("<p>", headers=("X-Robots-Tag: " + content,))))
    assert all(is_expired(directive, NOW) in (True, False) for directive in robots_directives(document))
