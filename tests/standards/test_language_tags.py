"""Validity of language tags."""

import pytest

from sitescan.standards.language_tags import known


@pytest.mark.parametrize("tag", ["en", "EN", "en-US", "zh-Hans-CN", "yue", "sr-Latn-RS", "de-1996", " fr ", "mul"])
def test_known(tag: str) -> None:
    """A tag that begins with the shortest code of its language is known."""
    assert known(tag)


@pytest.mark.parametrize("tag", ["", "english", "eng", "xx", "en_US", "i-lux", "x-klingon", "deu", "e", "12", "#!"])
def test_unknown(tag: str) -> None:
    """A name, a long code or a malformed tag is unknown."""
    assert not known(tag)
