"""What a parent and its fork server tell one another."""

from hypothesis import given
from hypothesis import strategies as st

from sitescan.examine.fork_messages import Records, Said, record


@given(
    st.lists(st.tuples(st.sampled_from(Said), st.integers(0, 2**32 - 1), st.integers(-(2**31), 2**31 - 1))),
    st.lists(st.integers(1, 20)),
)
def test_records_in_any_pieces(said: list[tuple[Said, int, int]], sizes: list[int]) -> None:
    """They come out as they went in, wherever the stream is cut."""
    data = b"".join(record(*one) for one in said)
    records = Records()
    heard = []
    for size in sizes:
        heard += records.feed(data[:size])
        data = data[size:]
    assert heard + records.feed(data) == said
