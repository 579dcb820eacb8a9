"""Header fields, where there are too many of them to be kept."""

from hypothesis import given
from hypothesis import strategies as st

from sitescan.standards.http_headers import Headers

fields = st.lists(st.tuples(st.text(max_size=30), st.integers(0, 3000).map("a".__mul__)), max_size=60)


@given(fields, st.integers(0, 10_000))
def test_within(pairs: list[tuple[str, str]], size: int) -> None:
    """What is kept fits, in its order; what fits is kept whole."""
    headers = Headers(tuple(pairs))
    kept = headers.within(size)
    assert kept == headers or sum(len(name) + len(value) for name, value in kept) <= size
    for (name, value), (kept_name, beginning) in zip(headers, kept, strict=False):
        assert name == kept_name
        assert value.startswith(beginning)
    assert headers.within(10**9) is headers
