"""The ``Link`` header field: links that a response carries outside of its page."""

import re
from collections.abc import Iterator, Mapping

from attrs import field, frozen

from sitescan.standards.progress import advanced

_SEPARATORS = re.compile(r"[\s,]*")
_TARGET = re.compile(r"<([^<>]*)>")
_PARAMETER = re.compile(r"\s*;\s*([^\s=;,\"]*)(?:\s*=\s*(?:\"([^\"\\]*(?:\\.[^\"\\]*)*)\"|([^\s;,\"]*)))?")

#: The links that are read of one field.
_MOST = 1000


@frozen(kw_only=True)
class HeaderLink:
    """
    One link of the field.

    :ivar target: the URL reference as written.
    :ivar parameters: its parameters, names in lower case, the first of each name.
    """

    target: str
    parameters: Mapping[str, str] = field(factory=dict)

    @property
    def rel(self) -> tuple[str, ...]:
        """The tokens of its ``rel``, lower case."""
        return tuple(self.parameters.get("rel", "").lower().split())


def parse_link_header(value: str) -> tuple[HeaderLink, ...]:
    """
    The links of a ``Link`` field; what is malformed is skipped up to the next comma.

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
        yield HeaderLink(target=target.group(1).strip(), parameters=parameters)
