"""Tests for the list of CSS properties."""

import pytest

from sitescan.standards.css_properties import CSS_PROPERTIES


@pytest.mark.parametrize(
    "name", ["display", "mix-blend-mode", "-webkit-animation-direction", "-webkit-background-size"]
)
def test_hyphenated_property_is_listed(name: str) -> None:
    """A property that Chromium supports is in the list, however many hyphens its name has."""
    assert name in CSS_PROPERTIES


def test_names_are_not_broken() -> None:
    """No name was broken at a hyphen when the list was wrapped."""
    assert [name for name in sorted(CSS_PROPERTIES) if name.endswith("-")] == []
