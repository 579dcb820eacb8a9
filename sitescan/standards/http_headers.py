"""Header fields of HTTP: their names, their order, what of several counts."""

from collections.abc import Iterator

from attrs import frozen

_LONGEST_VALUE = 500

#: What Python adds to a field: two strings and a pair.
_OVERHEAD = 150


@frozen
class Headers:
    """
    Header fields in the order in which they came, repeated names kept.

    :ivar fields: pairs of name and value; bytes above ASCII are read as ISO-8859-1.

    https://www.rfc-editor.org/rfc/rfc9110#section-5
    """

    fields: tuple[tuple[str, str], ...] = ()

    def all(self, name: str) -> tuple[str, ...]:
        """Every value of a field, white space at both ends removed; names ignore case."""
        name, length = name.lower(), len(name)
        return tuple([value.strip() for key, value in self.fields if len(key) == length and key.lower() == name])

    def get(self, name: str, default: str = "") -> str:
        """The values of a field joined by ``", "``, which is what a list field means by RFC 9110."""
        values = self.all(name)
        return ", ".join(values) if values else default

    @property
    def location(self) -> str:
        """Where a redirect leads to; of several, which nobody should send, the first one."""
        return next(iter(self.all("location")), "")

    @property
    def content_type(self) -> str:
        """
        What the body is; of several the last one.

        https://fetch.spec.whatwg.org/#concept-header-extract-mime-type
        """
        return next(reversed(self.all("content-type")), "")

    @property
    def nosniff(self) -> bool:
        """
        Whether browsers are to take the body for nothing but what its ``Content-Type`` says.

        https://fetch.spec.whatwg.org/#determine-nosniff
        """
        return self.get("x-content-type-options").split(",")[0].strip().lower() == "nosniff"

    def within(self, size: int) -> "Headers":
        """
        The fields as far as there is room for them, all of them where they are short enough.

        Else of each value the beginning is kept, which is longer than any value that says something about a link or a
        resource, and what then does not fit is left out.

        :param size: about the memory that they may take, bytes.
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
