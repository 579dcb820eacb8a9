"""The ``Link`` header field: links in the header of a response."""

import re
from collections.abc import Iterator, Mapping

from attrs import field, frozen

from sitescan.standards.http_headers import in_utf8
from sitescan.standards.lazy_pattern import lazy_pattern
from sitescan.standards.progress import advanced

_SEPARATORS = lazy_pattern(r"[\s,]*")
_TARGET = lazy_pattern(r"<([^<>]*)>")
_PARAMETER = lazy_pattern(r"\s*;\s*([^\s=;,\"]*)(?:\s*=\s*(?:\"([^\"\\]*(?:\\.[^\"\\]*)*)\"|([^\s;,\"]*)))?")

#: The maximum number of links of a field that are read.
_MOST = 1000


@frozen(kw_only=True)
class HeaderLink:
    """
    A link of the field.

    :ivar target: the URL reference as written, in UTF-8 as in browsers.
    :ivar parameters: the parameters by lower-case name; the first of each name.
    """

    target: str
    parameters: Mapping[str, str] = field(factory=dict)

    @property
    def rel(self) -> tuple[str, ...]:
        """The tokens of ``rel``, in lower case."""
        return tuple(self.parameters.get("rel", "").lower().split())


def parse_link_header(value: str) -> tuple[HeaderLink, ...]:
    """
    Return the links of a ``Link`` field, skipping malformed parts up to the next comma.

    https://www.rfc-editor.org/rfc/rfc8288#section-3
    """
    return tuple(_links(value))


def _links(value: str) -> Iterator[HeaderLink]:
    at = count = 0
    while count < _MOST:
        separators = _SEPARATORS.match(value, at)
        at = separators.end() if separators else at
        target = _TARGET.match(value, at)
        if target is None:
            comma = value.find(",", at)
            if comma < 0:
                return
            at = comma + 1
            continue
        count += 1
        at = advanced(at, target.end())
        parameters: dict[str, str] = {}
        while parameter := _PARAMETER.match(value, at):
            name, quoted, token = parameter.groups()
            written = re.sub(r"\\(.)", r"\1", quoted) if quoted is not None else token or ""
            parameters.setdefault(name.lower(), written)
            at = advanced(at, parameter.end())
        yield HeaderLink(target=in_utf8(target.group(1).strip()), parameters=parameters)
