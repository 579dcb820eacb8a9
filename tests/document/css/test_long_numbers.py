"""Numbers with thousands of digits."""

import re

from hypothesis import given
from hypothesis import strategies as st

from sitescan.standards.css.preprocessing import preprocess


@given(
    before=st.integers(0, 5_000),
    digits=st.sampled_from((0, 1, 1_999, 2_000, 3_999, 4_000, 4_001, 4_300, 4_301, 6_000, 12_001)),
    after=st.integers(0, 5_000),
    between=st.sampled_from(("", "e", "٣")),
)
def test_long_numbers_are_truncated(before: int, digits: int, after: int, between: str) -> None:
    """No number of more than 4,000 digits is left at any place, and nothing else is changed."""
    number = "7" * digits
    text = f"{'p{}' * before}{number}{between}{number}{';' * after}"
    short = preprocess(text)
    assert max((len(run) for run in re.findall("[0-9]+", short)), default=0) <= 4_000
    assert short == re.sub("[0-9]+", lambda run: run[0][:4_000], text)
