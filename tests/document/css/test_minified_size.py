"""How small CSS gets by white space alone."""

import re

from hypothesis import given
from hypothesis import strategies as st

from sitescan.document.css.stylesheet_text import minified_size


@given(st.text(" \n\t\x1c\xa0{};,a:", max_size=40))
def test_size_is_that_of_the_text_that_is_left(css: str) -> None:
    """It is counted without making the text; both come to the same."""
    left = re.sub(r" ?([{};,]) ?", r"\1", re.sub(r"\s+", " ", css)).strip()
    assert minified_size(css) == len(left)
