"""Content negotiation for the format of a report."""

import pytest

from sitescan.web.negotiation import chosen_format, preferred
from sitescan.web.wire import InvalidBody


@pytest.mark.parametrize(
    ("accept", "name"),
    [
        ("", "json"),
        ("*/*", "json"),
        ("application/json", "json"),
        ("application/sarif+json", "sarif"),
        ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "html"),
        ("text/csv;q=0.5, text/markdown;q=0.9", "markdown"),
        ("TEXT/CSV ; Q=1", "csv"),
        ("text/csv;q=0", "json"),
        ("text/csv;q=abc, image/png", "json"),
        ("text/csv;q=9999999999", "json"),
        ("application/xml", "json"),
        (",;,", "json"),
    ],
)
def test_accept(accept: str, name: str) -> None:
    """The format that the client prefers is chosen, with JSON as the default."""
    assert preferred(accept).name == name


def test_query_takes_precedence() -> None:
    """A format in the query takes precedence over the Accept header."""
    assert chosen_format([b"csv"], ["text/html"]).name == "csv"
    assert chosen_format([], ["text/html"]).name == "html"


@pytest.mark.parametrize("named", [b"", b"pdf", b"\xff", b"JSON"])
def test_unknown_format_is_refused(named: bytes) -> None:
    """An unknown format in the query is refused."""
    with pytest.raises(InvalidBody, match="must be one of json, html"):
        chosen_format([named], [])
