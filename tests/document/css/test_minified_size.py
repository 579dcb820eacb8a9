"""The size of a stylesheet without insignificant white space."""

import re

from hypothesis import given
from hypothesis import strategies as st

from sitescan.document.css.stylesheet_text import minified_size


@given(st.text(" \n\t\x1c\xa0{};,a:", max_size=40))
def test_size_is_that_of_shortened_text(css: str) -> None:
    """The minified size is that of the shortened text, which is not created."""
    left = re.sub(r" ?([{};,]) ?", r"\1", re.sub(r"\s+", " ", css)).strip()
    assert minified_size(css) == len(left)
