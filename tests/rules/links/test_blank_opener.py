"""The edit of links that open a new window."""

import pytest

from sitescan.document.change import ElementChange
from sitescan.rules.links.blank_opener import check
from tests.document.pages import document


@pytest.mark.parametrize(
    ("rel", "is_safe"), [("", True), ("nofollow", True), ("opener", False), ("nofollow Opener", False)]
)
def test_explicit_opener(rel: str, is_safe: bool) -> None:
    """A link that gives its opener to the other page on purpose is for a person to check."""
    (found,) = check(document(f'<!doctype html><a href="https://example.org/" target="_blank" rel="{rel}">Pears</a>'))
    assert isinstance(found.change, ElementChange)
    assert found.change.safe is is_safe
