"""Which language tags browsers understand."""

import pytest

from sitescan.standards.language_tags import known


@pytest.mark.parametrize("tag", ["en", "EN", "en-US", "zh-Hans-CN", "yue", "sr-Latn-RS", "de-1996", " fr ", "mul"])
def test_known(tag: str) -> None:
    """Languages by their shortest code."""
    assert known(tag)


@pytest.mark.parametrize("tag", ["", "english", "eng", "xx", "en_US", "i-lux", "x-klingon", "deu", "e", "12", "#!"])
def test_unknown(tag: str) -> None:
    """Names, long codes and garbage are no languages."""
    assert not known(tag)
