"""The URLs of ``blob:`` files, into which browsers write a random number each time."""

import re

from attrs import define, evolve, field
from msgspec.structs import replace

from sitescan.model.rendered import RenderedDocument
from sitescan.standards.lazy_pattern import lazy_pattern

#: https://w3c.github.io/FileAPI/#unicodeBlobURL: the origin of the page, or ``null``, and a UUID.
_BLOB_URL = lazy_pattern(
    rb"""blob:(?:null|https?://[^\s"'<>()\\/]{1,300})/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})"""
)

#: The maximum number of URLs that are numbered in one part of a document.
_MOST_URLS = 10_000


def with_numbered_blobs(document: RenderedDocument, sent: bytes) -> RenderedDocument:
    """
    Return a rendered document with ``blob:`` URLs that are the same for each visit: they end in 1, 2, and so on.

    :param sent: the page as it was sent. A URL in it is the same for each visit.
    """
    numbered = _NumberedBlobs(frozenset(_BLOB_URL.findall(sent)))
    return evolve(
        document,
        nodes=numbered.data(document.nodes),
        html=numbered.text(document.html),
        unwritten=numbered.data(document.unwritten),
        phone=numbered.data(document.phone),
        layout=numbered.data(document.layout),
        narrow=numbered.data(document.narrow),
        paints=replace(document.paints, largest_url=numbered.text(document.paints.largest_url)),
        requests=tuple(
            replace(request, url=numbered.text(request.url), script=numbered.text(request.script))
            for request in document.requests
        ),
        errors=tuple(
            replace(error, text=numbered.text(error.text), url=numbered.text(error.url)) for error in document.errors
        ),
        coverage=numbered.data(document.coverage),
    )


@define
class _NumberedBlobs:
    """Numbers for the random parts of ``blob:`` URLs, in the order in which they are met."""

    _sent: frozenset[bytes]
    _numbers: dict[bytes, bytes] = field(factory=dict, init=False)

    def data(self, data: bytes) -> bytes:
        return _BLOB_URL.sub(self._url, data, count=_MOST_URLS)

    def text(self, text: str) -> str:
        return self.data(text.encode("utf-8", "surrogatepass")).decode("utf-8", "surrogatepass")

    def _url(self, match: re.Match[bytes]) -> bytes:
        identifier = match[1]
        if identifier in self._sent:
            return match[0]
        number = self._numbers.setdefault(identifier, b"%d" % (len(self._numbers) + 1))
        return match[0].removesuffix(identifier) + number
