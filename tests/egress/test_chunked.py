"""A chunked body is decoded the same however the network splits it, and a malformed one is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitescan.egress.chunked import ChunkedDecoder, MalformedChunks

#: Fragments of the chunked coding, so that random input gets past the first line.
_CODING = st.lists(
    st.sampled_from(
        [b"\r\n", b"\r", b"\n", b"0", b"1", b"a", b"F", b"5\r\n", b"0\r\n", b";x", b" ", b"A: b\r\n", b"\0"]
    )
).map(b"".join)


def decoded(pieces: list[bytes]) -> tuple[bytes, bool, bool, bytes]:
    """Return the decoded body, whether it is complete, whether it is malformed, and the data after it."""
    decoder = ChunkedDecoder()
    body = b""
    malformed = False
    try:
        for piece in pieces:
            for chunk in decoder.decode(piece):
                body += chunk
    except MalformedChunks:
        malformed = True
    assert not decoder.ends_with_connection
    return body, decoder.complete, malformed, decoder.excess


def split(data: bytes, sizes: list[int]) -> list[bytes]:
    """Split data into pieces of the given sizes and a remainder."""
    pieces = []
    for size in sizes:
        pieces.append(data[:size])
        data = data[size:]
    return [*pieces, data]


_SIZES = st.lists(st.integers(0, 12), max_size=60)


@given(st.lists(st.binary(min_size=1, max_size=50)), st.binary(max_size=20), _SIZES)
def test_arbitrary_body(chunks: list[bytes], excess: bytes, sizes: list[int]) -> None:
    """The decoded body equals the original one, and the data after it is returned separately."""
    encoded = b"".join(b"%X;a=b\r\n%b\r\n" % (len(chunk), chunk) for chunk in chunks) + b"0\r\nA: b\r\n\r\n" + excess
    assert decoded(split(encoded, sizes)) == (b"".join(chunks), True, False, excess)


@given(_CODING | st.binary(), _SIZES)
def test_split_does_not_affect_decoding(data: bytes, sizes: list[int]) -> None:
    """A body is decoded or refused the same however the network splits it, even into single bytes."""
    expected = decoded([data])
    assert decoded(split(data, sizes)) == expected
    assert decoded([data[at : at + 1] for at in range(len(data))]) == expected


@pytest.mark.parametrize(
    ("data", "body", "complete"),
    [
        (b"5\r\npears\r\n0\r\n\r\n", b"pears", True),
        (b"0005  ;\t\xff\r\npears\r\n0\r\n\r\n", b"pears", True),
        (b"5\r\npears\r\n0\r\n\r", b"pears", False),
        (b"FFFFFFFFFFFFFFFF\r\npears", b"pears", False),
        (b"5;" + b"e" * 1022 + b"\r\npea", b"pea", False),
        (b"0\r\n" + b"A" * 8192 + b"\r\n\r\n", b"", True),
        (b"0\r\n" + (b"A" * 1022 + b"\r\n") * 64 + b"\r\n", b"", True),
    ],
)
def test_allowed(data: bytes, body: bytes, complete: bool) -> None:
    """Sizes may have leading zeros, white space and extensions; lines and trailers may be as long as their limits."""
    assert decoded([data]) == (body, complete, False, b"")


@pytest.mark.parametrize(
    "data",
    [
        b"pears\r\n",
        b"\r\n",
        b"-5\r\n",
        b"+5\r\n",
        b"0x5\r\n",
        b"5_0\r\n",
        b"\xd9\xa5\r\n",
        b" 5\r\n",
        b"5;\0\r\n",
        b"5\npears\n\r\n",
        b"5;" + b"e" * 1023 + b"\r\n",
        b"5;" + b"e" * 1025,
        b"0" * 16 + b"5\r\n",
        b"5\r\npears0\r\n\r\n",
        b"5\r\npears\n",
        b"0\r\n" + b"A" * 8193 + b"\r\n\r\n",
        b"0\r\n" + (b"A" * 1022 + b"\r\n") * 64 + b"A\r\n\r\n",
    ],
)
def test_refused(data: bytes) -> None:
    """A malformed or oversized chunk size, line or trailer is refused, and the data before it is kept."""
    body, complete, malformed, excess = decoded([data])
    assert (complete, malformed, excess) == (False, True, b"")
    assert body in (b"", b"pears")
