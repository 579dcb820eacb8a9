"""The state of a page on its server, by which a later crawl finds out that it has not changed."""

from hashlib import blake2b

from msgspec import Struct

from sitescan.model.exchange import Page
from sitescan.standards.http_headers import Headers

#: The header fields that differ from one response to the next, or that ``304 Not Modified`` may omit or replace.
_VOLATILE = frozenset(
    "age connection content-encoding content-length date etag expires keep-alive last-modified server-timing "
    "set-cookie transfer-encoding vary".split()
)


class PageVersion(Struct, frozen=True):
    """
    A response with a page.

    :ivar fields: its header fields that are compared, sorted.
    :ivar digest: identifies the body.
    """

    etag: str
    last_modified: str
    fields: tuple[tuple[str, str], ...]
    digest: str

    @property
    def conditions(self) -> tuple[tuple[str, str], ...]:
        """The header fields of a request that is answered with 304 if nothing has changed."""
        fields = ("If-None-Match", self.etag), ("If-Modified-Since", self.last_modified)
        return tuple((name, value) for name, value in fields if value)

    def has_fields(self, headers: Headers) -> bool:
        """Return whether the header fields of a response without a body are those of this one."""
        return set(_compared(headers)) <= set(self.fields)


def version_of(page: Page) -> PageVersion:
    """Return the version of a page."""
    headers = page.exchange.headers
    return PageVersion(
        etag=headers.get("etag"),
        last_modified=headers.get("last-modified"),
        fields=_compared(headers),
        digest=blake2b(page.body, digest_size=16).hexdigest(),
    )


def _compared(headers: Headers) -> tuple[tuple[str, str], ...]:
    fields = ((name.lower(), value) for name, value in headers.fields)
    return tuple(sorted(field for field in fields if field[0] not in _VOLATILE))
