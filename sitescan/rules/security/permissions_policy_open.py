"""A Permissions-Policy that hands device features to every frame."""

from collections.abc import Iterator

from sitescan.model.exchange import Exchange
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule
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
    title="Device features allowed for every frame",
    description=(
        "The Permissions-Policy lets every site that is framed in this page ask for {count:# device feature|# device "
        "features}, in this site's name. Without the header, frames would not get {count:it|them} at all."
    ),
    recommendation="Allow each feature for this site and the frames that need it only.",
    how_to_fix=(
        'Permissions-Policy: camera=(), geolocation=(self "https://maps.example.com")\n'
        'nginx: add_header Permissions-Policy "camera=(), microphone=(), geolocation=(self)" always;\n'
        'Apache: Header always set Permissions-Policy "camera=(), microphone=(), geolocation=(self)"\n'
        'Caddy: header Permissions-Policy "camera=(), microphone=(), geolocation=(self)"\n'
        "In nginx, repeat the line in each location that has add_header lines of its own: such a location "
        "inherits none."
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
