"""Values whose bytes travel beside their JSON."""

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitescan.examine.packing import Packed, pack, pack_all, unpack, unpack_all
from sitescan.model.crawling import Sitemap
from sitescan.model.exchange import Exchange, Page, Source
from sitescan.model.rendered import RenderedDocument, RequestMade

_EXCHANGE = Exchange(requested="https://example.com/", url="https://example.com/", status=200)
_REQUESTS = (RequestMade(url="https://example.com/a.js", kind="script"),)

_DOCUMENTS = st.builds(
    RenderedDocument,
    html=st.text(),
    phone=st.binary(),
    layout=st.binary(),
    narrow=st.binary(),
    coverage=st.binary(),
    requests=st.just(_REQUESTS),
)
_PAGES = st.builds(Page, exchange=st.just(_EXCHANGE), body=st.binary(), rendered=st.none() | _DOCUMENTS)
_SOURCES = st.builds(Source, url=st.text(), body=st.binary())


@given(_PAGES, st.lists(_SOURCES, max_size=3))
def test_frames(page: Page, sources: list[Source]) -> None:
    """What a child unpacks equals what was packed, and no bytes are left in the JSON."""
    packed, parts = pack(page)
    others, more = pack_all(sources)
    blob = b"".join((*parts, *more))
    assert packed.value.body == packed.value.measured.layout == b""
    sent = msgspec.json.encode((packed, others))
    received, rest = msgspec.json.decode(sent, type=tuple[Packed[Page], tuple[Packed[Source], ...]])
    found, at = unpack(received, blob)
    assert found == page
    assert [*unpack_all(rest, blob, at)] == sources


@pytest.mark.parametrize("value", [Sitemap(url="https://example.com/a.xml"), Source(url="https://example.com/a.css")])
def test_no_bytes(value: Any) -> None:
    """A value without content needs no room in the blob."""
    packed, parts = pack(value)
    assert b"".join(parts) == b""
    assert unpack(packed, b"more") == (value, 0)
