"""Tests of the tags that are suggested for link previews."""

import pytest

from sitescan.document.document import Document
from sitescan.document.indexing.preview_tags import preview_tags
from sitescan.model.exchange import Exchange, Page


@pytest.mark.parametrize(
    ("described", "suggested"),
    [
        ("Pears for small gardens.", "Pears for small gardens."),
        ("Pears for small gardens. " + "Plums for large ones, " * 12, "Pears for small gardens."),
        ("Pears, " * 40, "Pears, " * 27 + "Pears,…"),
        ("p" * 300, "(the page in one sentence)"),
        ("", "(the page in one sentence)"),
    ],
)
def test_descriptions_end_with_a_sentence(described: str, suggested: str) -> None:
    """A long description is cut after a sentence, or after a word with an ellipsis."""
    html = f"<!doctype html><meta name=description content='{described}'>"
    exchange = Exchange(requested="https://example.com/", url="https://example.com/", status=200)
    document = Document(Page(exchange=exchange, body=html.encode()))
    assert preview_tags(document, ["og:description"]) == f'<meta property="og:description" content="{suggested}">'
