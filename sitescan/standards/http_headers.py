"""HTTP header fields: names, order, and precedence among repeated fields."""

from collections.abc import Iterator, Mapping
from functools import cached_property

from attrs import frozen

_LONGEST_VALUE = 500

#: The memory that Python needs for a field, in bytes: two strings and a tuple.
_OVERHEAD = 150


def in_utf8(value: str) -> str:
    """Return a value that browsers read as UTF-8: a URL in ``Location`` or ``Link``, or a cookie."""
    return value.encode("latin-1", "replace").decode("utf-8", "replace")


@frozen
class Headers:
    """
    Header fields in the order of the response, including repeated names.

    :ivar fields: pairs of name and value; bytes above ASCII are decoded as ISO-8859-1.

    https://www.rfc-editor.org/rfc/rfc9110#section-5
    """

    fields: tuple[tuple[str, str], ...] = ()

    def all(self, name: str) -> tuple[str, ...]:
        """Return all values of a field, stripped; names are case-insensitive."""
        return self._by_name.get(name.lower(), ())

    @cached_property
    def _by_name(self) -> Mapping[str, tuple[str, ...]]:
        """The values of each field, because the same few are asked for many times."""
        found: dict[str, list[str]] = {}
        for name, value in self.fields:
            found.setdefault(name.lower(), []).append(value.strip())
        return {name: tuple(values) for name, values in found.items()}

    def get(self, name: str, default: str = "") -> str:
        """Return the values of a field joined by ``", "``, as RFC 9110 defines for list fields."""
        values = self.all(name)
        return ", ".join(values) if values else default

    @property
    def location(self) -> str:
        """The redirect target; the first one if the field is repeated."""
        return next(iter(self.all("location")), "")

    @property
    def locations_differ(self) -> bool:
        """Whether there are two different redirect targets, with which browsers show an error instead of either."""
        return len({*self.all("location")}) > 1

    @property
    def content_type(self) -> str:
        """
        The media type of the body; the last one if the field is repeated.

        https://fetch.spec.whatwg.org/#concept-header-extract-mime-type
        """
        return next(reversed(self.all("content-type")), "")

    @property
    def nosniff(self) -> bool:
        """
        Whether browsers must not sniff a media type other than that of ``Content-Type``.

        https://fetch.spec.whatwg.org/#determine-nosniff
        """
        return self.get("x-content-type-options").split(",")[0].strip().lower() == "nosniff"

    def within(self, size: int) -> "Headers":
        """
        Return the fields limited to a size; all of them if they fit.

        Otherwise each value is truncated, to more than the length of any value that describes a link or a resource, and
        the fields that then do not fit are left out.

        :param size: the maximum memory, approximate, in bytes.
        """
        if len("".join(map("".join, self.fields))) + _OVERHEAD * len(self.fields) <= size:
            return self
        kept: list[tuple[str, str]] = []
        for name, value in self.fields:
            shortened = value[:_LONGEST_VALUE]
            size -= len(name) + len(shortened) + _OVERHEAD
            if size < 0:
                break
            kept.append((name, shortened))
        return Headers(tuple(kept))

    def __contains__(self, name: str) -> bool:
        return bool(self.all(name))

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return iter(self.fields)
