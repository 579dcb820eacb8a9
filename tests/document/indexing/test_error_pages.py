"""Pages that only say that there is no page."""

import pytest

from sitescan.document.document import Document
from sitescan.document.indexing.error_pages import not_found_message
from sitescan.model.exchange import Exchange, Page
from sitescan.model.rendered import RenderedDocument


def message(content: str, *, title: str = "Pear Garden", rendered: bool = True) -> str:
    """Return the message of a page that scripts have written, or that the server has sent."""
    html = f"<!doctype html><title>{title}</title><div id=root>{content}</div>"
    exchange = Exchange(requested="https://example.com/", url="https://example.com/", status=200)
    written = RenderedDocument(html=html) if rendered else None
    return not_found_message(Document(Page(exchange=exchange, body=html.encode(), rendered=written)))


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("<nav><a href=/>Pear Garden</a></nav><h1>Page not found</h1><p>Go home.</p>", "Page not found"),
        ("<h1>404</h1><p>Page not found</p>", "404"),
        ("<h1>Error <b>404</b></h1><div><p>This page does not exist</p></div>", "Error 404"),
        ("<h2>Oops! Page not found</h2>", "Oops! Page not found"),
        ("<h1>404</h1><p>Bus lines of the town</p>", ""),
        ("<h1>404</h1>", ""),
        ("<h1>Pears</h1><h2>Page not found</h2>", ""),
        (f"<h1>Page not found</h1><p>{'What the status means. ' * 20}</p>", ""),
        ("<p>Page not found</p>", ""),
    ],
)
def test_routes_of_applications(content: str, expected: str) -> None:
    """The heading decides where scripts write a short page, whose title is that of the application."""
    assert message(content) == expected
    assert message(content, rendered=False) == ""


def test_sent_pages() -> None:
    """The title and the heading of a page that a server has sent decide."""
    assert message("<h1>404: Page not found</h1>", title="Not found", rendered=False) == "Not found"
