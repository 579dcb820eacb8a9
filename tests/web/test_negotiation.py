"""Which form of a report is sent."""

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
    """What the client likes best, or JSON."""
    assert preferred(accept).name == name


def test_the_query_decides() -> None:
    """A link can name a form, which a browser's own Accept header does not undo."""
    assert chosen_format([b"csv"], ["text/html"]).name == "csv"
    assert chosen_format([], ["text/html"]).name == "html"


@pytest.mark.parametrize("named", [b"", b"pdf", b"\xff", b"JSON"])
def test_an_unknown_form_is_refused(named: bytes) -> None:
    """Whoever misspells a form does not get another one."""
    with pytest.raises(InvalidBody, match="must be one of json, html"):
        chosen_format([named], [])
