"""The codings of a response, and what they save."""

import gzip
import random

from hypothesis import given
from hypothesis import strategies as st

from sitescan.standards.content_codings import compressed_size, content_codings

_WORDS = "pears apples plums cherries quinces ripen early late sweet sour in gardens near the river".split()


def _text(size: int) -> bytes:
    """Return a text of English words, the same each time."""
    chosen = random.Random(1)
    return " ".join(chosen.choice(_WORDS) + str(chosen.randrange(9)) for _ in range(size // 7)).encode()


def test_codings() -> None:
    """Codings are in the order in which they were applied."""
    assert content_codings("gzip") == ["gzip"]
    assert content_codings(" BR , , x-gzip") == ["br", "x-gzip"]
    assert content_codings("") == []


def test_compressed_size_is_near_that_of_gzip() -> None:
    """The estimate is within a tenth of the text, for short and long texts."""
    for size in (2000, 20_000, 150_000, 600_000):
        text = _text(size)
        assert abs(compressed_size(text) - len(gzip.compress(text, 6))) < len(text) / 10


def test_compressed_size_is_the_same_everywhere() -> None:
    """The sizes don't depend on a library's version."""
    assert [compressed_size(_text(size)) for size in (2000, 600_000)] == [485, 85_169]
    assert compressed_size(b"") == 0


@given(st.binary(max_size=3000))
def test_compressed_size_is_no_larger(text: bytes) -> None:
    """No text is said to grow."""
    assert 0 <= compressed_size(text) <= len(text)
