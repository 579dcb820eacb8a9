"""Language codes in hreflang attributes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitescan.standards.hreflang import REGIONS, hreflang_fault, is_locale
from sitescan.standards.language_tags import ISO_639_1


@pytest.mark.parametrize("code", ["en", "EN-gb", "zh-Hans", "zh-Hant-TW", "es-419", "x-default", "fil", "sr-Latn-RS"])
def test_codes(code: str) -> None:
    """Codes of existing languages, scripts and regions are valid."""
    assert hreflang_fault(code) == ""


@pytest.mark.parametrize(
    "code",
    [
        "en-UK",
        "en_GB",
        "xx",
        "english",
        "de-",
        "",
        " es",
        "en-gb-oed",
        "en-EU",
        "gb",
        "x",
        "deu",
        "ger",
        "zzz",
        "eng-US",
    ],
)
def test_faults(code: str) -> None:
    """A code that search engines ignore is a fault."""
    assert hreflang_fault(code)


def test_tables() -> None:
    """The tables contain two-letter codes, about as many as the standards."""
    assert all(len(code) == 2 for code in ISO_639_1 | REGIONS)
    assert len(ISO_639_1) > 180
    assert len(REGIONS) == 250


@given(st.text())
def test_any_text_is_checked(code: str) -> None:
    """Any text in an hreflang attribute is checked without an error."""
    assert isinstance(hreflang_fault(code), str)


@pytest.mark.parametrize(
    ("part", "locale"),
    [
        ("en", True),
        ("us", True),
        ("UK", True),
        ("de-at", True),
        ("pt_BR", True),
        ("be-nl", True),
        ("pears", False),
        ("about", False),
        ("xx-yy", False),
        ("", False),
        ("en-gb-x", False),
    ],
)
def test_locales_in_urls(part: str, locale: bool) -> None:
    """A language, a region or both are a locale; another word of the same length is not."""
    assert is_locale(part) is locale
