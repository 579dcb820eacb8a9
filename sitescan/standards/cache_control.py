"""How long a response may be used again without asking."""

import re
from collections.abc import Mapping
from datetime import UTC
from functools import lru_cache
from itertools import islice
from types import MappingProxyType

from sitescan.standards.http_dates import parse_http_date
from sitescan.standards.http_headers import Headers

_DIRECTIVE = re.compile(r"""([!#$%&'*+\-.^_`|~0-9A-Za-z]+)(?:[ \t]*=[ \t]*(?:"([^"]*)"|([^\s,"]*)))?""")

#: Of a longer field the rest is not read: a page has hundreds of files, and each says how long it lasts. A dozen
#: directives are registered.
_LONGEST_FIELD = 1000
_MOST_DIRECTIVES = 20

#: The longest lifetime that is told apart: 2^31 seconds.
_LONGEST = 2**31


def parse_cache_control(value: str) -> Mapping[str, str]:
    """
    The directives of ``Cache-Control``, names in lower case, the first of each.

    https://www.rfc-editor.org/rfc/rfc9111#section-5.2
    """
    return _directives(value[:_LONGEST_FIELD])


@lru_cache(maxsize=64)
def _directives(field: str) -> Mapping[str, str]:
    """Kept, because a site says the same of most of its files."""
    directives: dict[str, str] = {}
    for directive in islice(_DIRECTIVE.finditer(field), _MOST_DIRECTIVES):
        name, quoted, plain = directive.groups()
        directives.setdefault(name.lower(), quoted or plain or "")
    return MappingProxyType(directives)


def lifetime(headers: Headers) -> int | None:
    """
    The seconds for which a browser may use a response again; ``None`` where the server does not say.

    ``max-age`` wins over ``Expires``; one that cannot be read counts as 0.

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
