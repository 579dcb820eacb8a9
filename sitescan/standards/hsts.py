"""``Strict-Transport-Security``, parsed as browsers do."""

import re

from attrs import frozen

from sitescan.standards.lazy_pattern import lazy_pattern
from sitescan.standards.progress import advanced

_DIRECTIVE = lazy_pattern(
    r"""[ \t]*(?:([!#$%&'*+\-.^_`|~0-9A-Za-z]+)[ \t]*(?:=[ \t]*("[^"]*"|[^\s;"]+|(?=;|\Z))[ \t]*)?)?(?:;|\Z)"""
)


_MOST_DIGITS = 19


@frozen(kw_only=True)
class Hsts:
    """
    A valid HSTS policy.

    :ivar max_age: the duration of the policy, in seconds.
    """

    max_age: int
    include_subdomains: bool = False
    preload: bool = False


def parse_hsts(value: str) -> Hsts | None:
    """
    Return the policy of a header field, or ``None`` if browsers ignore it.

    A valid policy has one ``max-age`` of any number of digits (quotes allowed), ``includeSubDomains`` without a value
    and no repeated directive; unknown directives are ignored.

    https://www.rfc-editor.org/rfc/rfc6797#section-6.1
    """
    directives: dict[str, str] = {}
    at = 0
    while at < len(value):
        match = _DIRECTIVE.match(value, at)
        if match is None:
            return None
        at = advanced(at, match.end())
        name = (match.group(1) or "").lower()
        if name in directives:
            return None
        if name:
            directives[name] = (match.group(2) or "").strip('"')
            if name == "includesubdomains" and match.group(2) is not None:
                return None
    age = directives.get("max-age", "")
    if not re.fullmatch(r"[0-9]+", age):
        return None
    # Browsers replace a number that is too large by the largest that they support.
    digits = age.lstrip("0")
    return Hsts(
        max_age=int(digits or "0") if len(digits) <= _MOST_DIGITS else 10**_MOST_DIGITS,
        include_subdomains="includesubdomains" in directives,
        preload="preload" in directives,
    )
