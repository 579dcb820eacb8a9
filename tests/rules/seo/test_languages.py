"""Language codes, as hreflang takes them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitescan.model.languages import LANGUAGES, REGIONS, hreflang_fault


@pytest.mark.parametrize("code", ["en", "EN-gb", "zh-Hans", "zh-Hant-TW", "es-419", "x-default", "fil", "sr-Latn-RS"])
def test_codes(code: str) -> None:
    """Languages, scripts and regions that exist."""
    assert hreflang_fault(code) == ""


@pytest.mark.parametrize("code", ["en-UK", "en_GB", "xx", "english", "de-", "", " es", "en-gb-oed", "en-EU", "gb", "x"])
def test_faults(code: str) -> None:
    """What search engines ignore."""
    assert hreflang_fault(code)


def test_tables() -> None:
    """Two letters each, and about as many as the standards have."""
    assert all(len(code) == 2 for code in LANGUAGES | REGIONS)
    assert len(LANGUAGES) > 180
    assert len(REGIONS) == 250


@given(st.text())
def test_anything_can_be_read(code: str) -> None:
    """An attribute is a stranger's text."""
    assert isinstance(hreflang_fault(code), str)
