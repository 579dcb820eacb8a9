"""Cookies that do not say whether other sites' requests carry them."""

from collections.abc import Iterator

from sitescan.document.places import shorten
from sitescan.model.cookies import parse_cookie
from sitescan.model.exchange import Exchange
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(exchange: Exchange) -> Iterator[Finding]:
    """Report cookies without a valid SameSite."""
    for line in exchange.headers.all("set-cookie"):
        cookie = parse_cookie(line)
        if cookie.deletes or (cookie.same_site or "").lower() in ("strict", "lax", "none"):
            continue
        value = "" if cookie.same_site is None else f": SameSite={shorten(cookie.same_site)} is not valid"
        yield Finding(detail=shorten(cookie.name) + value)


RULE = Rule(
    id="security/cookie-same-site",
    reads=Exchange,
    check=check,
    severity=Severity.INFO,
    title="Cookies without SameSite",
    description=(
        "The response sets {count:# cookie|# cookies} without a valid SameSite. Chrome then acts as for Lax, Firefox "
        "and "
        "Safari send the cookie along with requests that other sites start, which is what request forgery lives on."
    ),
    recommendation="Set every cookie with SameSite=Lax, or Strict or None where that is meant.",
    how_to_fix=(
        "Set-Cookie: id=...; Secure; HttpOnly; SameSite=Lax; Path=/\n"
        'PHP: session.cookie_samesite = Lax. Django: SESSION_COOKIE_SAMESITE = "Lax". nginx, for an application '
        "behind it: "
        "proxy_cookie_flags ~ samesite=lax;"
    ),
    sources=(
        "https://datatracker.ietf.org/doc/draft-ietf-httpbis-rfc6265bis/",
        "https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/Set-Cookie#samesitesamesite-value",
    ),
    covers=("observatory:cookies-anticsrf-without-samesite-flag", "observatory:cookies-samesite-flag-invalid"),
    examples=(
        Bad(headers=("Set-Cookie: id=7; Secure; HttpOnly",)),
        Bad(headers=("Set-Cookie: id=7; Secure; SameSite=Sometimes",)),
        Good(headers=("Set-Cookie: id=7; Secure; samesite=LAX",)),
        Good(headers=("Set-Cookie: id=7; Secure; SameSite=None",)),
        Good(headers=("Set-Cookie: id=; Max-Age=-1",)),
        Good(),
    ),
)
