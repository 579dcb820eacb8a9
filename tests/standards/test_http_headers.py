"""Header fields, limited to a total size."""

from hypothesis import given
from hypothesis import strategies as st

from sitescan.standards.http_headers import Headers

fields = st.lists(st.tuples(st.text(max_size=30), st.integers(0, 3000).map("a".__mul__)), max_size=60)


@given(fields, st.integers(0, 10_000))
def test_size_limit(pairs: list[tuple[str, str]], size: int) -> None:
    """Fields are kept in order up to the size, and are returned unchanged if all of them fit."""
    headers = Headers(tuple(pairs))
    kept = headers.within(size)
    assert kept == headers or sum(len(name) + len(value) for name, value in kept) <= size
    for (name, value), (kept_name, beginning) in zip(headers, kept, strict=False):
        assert name == kept_name
        assert value.startswith(beginning)
    assert headers.within(10**9) is headers
