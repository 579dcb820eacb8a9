"""Numbers and sizes in texts."""

import pytest

from sitescan.report.rule_texts import generic
from sitescan.rules.texts import fill, size

_FILES = "The page{unknown:| and # file| and # files}."


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (0, "0 images have none."),
        (1, "1 image has none."),
        (2, "2 images have none."),
        (1000, "1,000 images have none."),
    ],
)
def test_singular_and_plural(count: int, text: str) -> None:
    """Noun and verb agree with the number, which is written with thousands separators."""
    assert fill("{count:# image has|# images have} none.", {"count": count}) == text


@pytest.mark.parametrize(
    ("unknown", "text"), [(0, "The page."), (1, "The page and 1 file."), (2000, "The page and 2,000 files.")]
)
def test_zero_is_omitted(unknown: int, text: str) -> None:
    """A text can omit a number that is zero."""
    assert fill(_FILES, {"unknown": unknown}) == text


def test_documentation_shows_plural() -> None:
    """The documentation of a rule shows the form for several."""
    assert generic(_FILES) == "The page and … files."


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (0, "0 bytes"),
        (999, "999 bytes"),
        (1000, "1.0 KB"),
        (1250, "1.3 KB"),
        (25_350, "25.4 KB"),
        (100_500, "101 KB"),
        (2_500_000_000_000, "2500 GB"),
    ],
)
def test_sizes(count: int, text: str) -> None:
    """Halves are rounded up, as in the page's script, so that a size always reads the same."""
    assert size(count) == text
