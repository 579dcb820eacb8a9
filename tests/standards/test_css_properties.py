"""Tests for the list of CSS properties."""

import pytest

from sitescan.standards.css_properties import CSS_PROPERTIES


@pytest.mark.parametrize(
    "name", ["display", "mix-blend-mode", "-webkit-animation-direction", "-webkit-background-size"]
)
def test_a_property_with_hyphens_is_known(name: str) -> None:
    """A property that Chromium supports is in the list, however many hyphens its name has."""
    assert name in CSS_PROPERTIES


def test_every_name_is_whole() -> None:
    """No name was broken at a hyphen when the list was wrapped."""
    assert [name for name in sorted(CSS_PROPERTIES) if name.endswith("-")] == []
