"""The title that is kept if a page has several."""

import pytest

from sitescan.document.change import ElementChange
from sitescan.rules.seo.title_multiple import check
from tests.document.pages import document


@pytest.mark.parametrize(
    ("html", "removed"),
    [
        ("<title>Pears</title><title>Green Nursery</title>", [("Green Nursery", True)]),
        ("<title>Pears</title><title></title>", [("", True)]),
        ("<title></title><title>Pears</title>", [("", False)]),
        (
            "<title> </title><title></title><title>Pears</title><title>Plums</title>",
            [("", False), ("", True), ("Plums", True)],
        ),
        ("<title></title><title></title>", [("", True)]),
        ("<title>Pears</title><title id=second>Plums</title>", [("Plums", False)]),
        ("<title>Pears</title><body><p>Pears</p><title>Plums</title>", [("Plums", False)]),
    ],
)
def test_kept_title(html: str, removed: list[tuple[str, bool]]) -> None:
    """A title with words stays, and a person checks a removal that changes the page or the name of its tab."""
    changes = [finding.change for finding in check(document(f"<!doctype html><head>{html}"))]
    assert [
        (change.tag.get_text().strip(), change.safe)
        for change in changes
        if isinstance(change, ElementChange) and change.tag is not None and change.removed
    ] == removed
