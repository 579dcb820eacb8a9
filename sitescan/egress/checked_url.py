"""A URL type for treq that keeps the serialization that was checked."""

from hyperlink import EncodedURL

from sitescan.standards.urls import Target


class CheckedUrl(EncodedURL):
    """
    The URL of a checked target, in the type that treq takes.

    hyperlink would encode the host, path and query again. The URL that was checked must be the URL that is requested,
    and hyperlink refuses host names that the URL standard allows (``a_b.example``).
    """

    __slots__ = ("_serialized",)

    def __init__(self, target: Target) -> None:
        """
        Wrap a target.

        :param target: the target to request.
        """
        super().__init__(scheme=target.scheme, host=target.host, port=target.port)
        self._serialized = target.url

    def to_uri(self) -> EncodedURL:
        """Return the URL itself: it is encoded already."""
        return self

    def to_text(self, with_password: bool = False) -> str:
        """Return the URL as the URL standard serializes it."""
        return self._serialized
