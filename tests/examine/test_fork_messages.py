"""The messages between a parent process and its fork server."""

from hypothesis import given
from hypothesis import strategies as st

from sitescan.examine.fork_messages import MessageKind, MessageParser, message


@given(
    st.lists(st.tuples(st.sampled_from(MessageKind), st.integers(0, 2**32 - 1), st.integers(-(2**31), 2**31 - 1))),
    st.lists(st.integers(1, 20)),
)
def test_split_does_not_affect_messages(messages: list[tuple[MessageKind, int, int]], sizes: list[int]) -> None:
    """Messages are parsed as they were sent, however the stream is split."""
    data = b"".join(message(*fields) for fields in messages)
    parser = MessageParser()
    heard = []
    for size in sizes:
        heard += parser.feed(data[:size])
        data = data[size:]
    assert heard + parser.feed(data) == messages
