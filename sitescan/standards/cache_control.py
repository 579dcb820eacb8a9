"""The freshness lifetime of responses."""

from collections.abc import Mapping
from datetime import UTC
from functools import lru_cache
from itertools import islice
from types import MappingProxyType

from sitescan.standards.http_dates import parse_http_date
from sitescan.standards.http_headers import Headers
from sitescan.standards.lazy_pattern import lazy_pattern

_DIRECTIVE = lazy_pattern(r"""([!#$%&'*+\-.^_`|~0-9A-Za-z]+)(?:[ \t]*=[ \t]*(?:"([^"]*)"|([^\s,"]*)))?""")

#: The maximum length of a field value, in characters; the rest is not read. A page has hundreds of files with a
#: lifetime each, and only a dozen directives are registered.
_LONGEST_FIELD = 1000
_MOST_DIRECTIVES = 20

#: The maximum lifetime, 2^31 seconds; longer ones are equivalent.
_LONGEST = 2**31

#: Directives that with an argument are about the header fields that it lists, and not about the response.
_ABOUT_FIELDS = frozenset({"no-cache", "private"})


def parse_cache_control(value: str) -> Mapping[str, str]:
    """
    Return the directives of ``Cache-Control`` about the whole response, by lower-case name; the first of each name.

    https://www.rfc-editor.org/rfc/rfc9111#section-5.2
    """
    return _directives(value[:_LONGEST_FIELD])


@lru_cache(maxsize=64)
def _directives(field: str) -> Mapping[str, str]:
    """Return the directives of a field value, cached since a site sends equal values for most of its files."""
    directives: dict[str, str] = {}
    for directive in islice(_DIRECTIVE.finditer(field), _MOST_DIRECTIVES):
        name, quoted, plain = directive.groups()
        value = quoted or plain or ""
        if not (value and name.lower() in _ABOUT_FIELDS):
            directives.setdefault(name.lower(), value)
    return MappingProxyType(directives)


def lifetime(headers: Headers) -> int | None:
    """
    Return the freshness lifetime of a response in seconds, or ``None`` if the server does not define it.

    ``max-age`` takes precedence over ``Expires``; an invalid value counts as 0.

    https://www.rfc-editor.org/rfc/rfc9111#section-4.2.1
    """
    directives = parse_cache_control(headers.get("cache-control"))
    if "no-store" in directives or "no-cache" in directives:
        return 0
    if "max-age" in directives:
        age = directives["max-age"]
        return min(int(age[:12]), _LONGEST) if age.isascii() and age.isdigit() else 0
    if "expires" not in headers:
        return None
    expires, date = _seconds(headers.all("expires")[0]), _seconds(headers.get("date"))
    if expires is None:
        return 0
    return None if date is None else min(max(0, round(expires - date)), _LONGEST)


def _seconds(date: str) -> float | None:
    parsed = parse_http_date(date)
    return None if parsed is None else parsed.replace(tzinfo=parsed.tzinfo or UTC).timestamp()
