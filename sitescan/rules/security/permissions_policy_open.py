"""A Permissions-Policy that hands device features to every frame."""

from collections.abc import Iterator

from sitescan.model.exchange import Exchange
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule
from sitescan.rules.server_configuration import response_header
from sitescan.standards.structured_fields import InnerList, Malformed, Token, parse_dictionary

#: Features by which a frame sees, hears, locates or charges a visitor.
_POWERFUL = (
    *("bluetooth", "camera", "display-capture", "geolocation", "hid", "local-fonts", "microphone", "midi", "payment"),
    *("serial", "usb", "window-management", "xr-spatial-tracking"),
)


def check(exchange: Exchange) -> Iterator[Finding]:
    """Report powerful features that are allowed for all origins; by default frames do not get them."""
    try:
        members = parse_dictionary(exchange.headers.get("permissions-policy"))
    except Malformed:
        return
    for name in _POWERFUL:
        value = members.get(name)
        if value == Token("*") or (isinstance(value, InnerList) and Token("*") in value.items):
            yield Finding(detail=name)


RULE = Rule(
    id="security/permissions-policy-open",
    reads=Exchange,
    check=check,
    severity=Severity.INFO,
    title="Permissions-Policy allows features for every frame",
    description=(
        "The Permissions-Policy lets any site framed in this page ask for {count:# browser feature|# browser "
        "features} in this site's name. Without the header, frames couldn't use {count:it|them} at all."
    ),
    recommendation="Allow each feature only for this site and the frames that need it.",
    how_to_fix=(
        'Permissions-Policy: camera=(), geolocation=(self "https://maps.example.com")\n'
        + response_header("Permissions-Policy", "camera=(), microphone=(), geolocation=(self)")
    ),
    sources=(
        "https://www.w3.org/TR/permissions-policy/#permissions-policy-http-header-field",
        "https://owasp.org/www-project-secure-headers/",
    ),
    examples=(
        Bad(headers=("Permissions-Policy: camera=*, fullscreen=*",)),
        Bad(headers=("Permissions-Policy: microphone=(self *)",)),
        Good(headers=('Permissions-Policy: camera=(), geolocation=(self "https://maps.example.com"), fullscreen=*',)),
        Good(headers=("Permissions-Policy: camera *",)),
        Good(),
    ),
)
