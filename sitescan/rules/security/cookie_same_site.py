import re

from sitescan.rules.authoring import Bad, Exchange, Finding, Findings, Good, Rule, Severity, lazy_pattern, shorten
from sitescan.standards.cookies import cookies_set

#: Typical names of cookies with tokens against cross-site request forgery.
_FORGERY = lazy_pattern(r"csrf|xsrf", re.IGNORECASE)


def check(exchange: Exchange) -> Findings:
    """Report cookies without a valid SameSite attribute."""
    for cookie in cookies_set(exchange.headers.all("set-cookie"), exchange.host, exchange.server_time):
        if cookie.deletes or (cookie.same_site or "").lower() in ("strict", "lax", "none"):
            continue
        name = shorten(cookie.name)
        if cookie.same_site is not None:
            fault = f": SameSite={shorten(cookie.same_site)} is not valid"
            yield Finding(detail=name + fault, name=name, observatory="cookies-samesite-flag-invalid")
        elif _FORGERY.search(cookie.name[:128]):
            # The token is of little use if forged requests carry its cookie.
            yield Finding(detail=name, name=name, observatory="cookies-anticsrf-without-samesite-flag")
        else:
            yield Finding(detail=name, name=name, observatory="")


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Cookies have no valid SameSite attribute",
    passed="Cookies have a valid SameSite attribute",
    applies=lambda exchange: exchange.headers.get("set-cookie"),
    description=(
        "The response sets {count:# cookie|# cookies} without a valid SameSite attribute. Chrome then treats such a "
        "cookie as SameSite=Lax. Firefox and Safari send it with requests that other sites start, which makes "
        "cross-site request forgery (CSRF) possible."
    ),
    recommendation="Set every cookie with SameSite=Lax, or with Strict or None where you need it.",
    how_to_fix=(
        "Set-Cookie: {name}=...; Secure; HttpOnly; SameSite=Lax; Path=/\n"
        'In PHP: session.cookie_samesite = Lax. In Django: SESSION_COOKIE_SAMESITE = "Lax".\n'
        "nginx, as a reverse proxy: proxy_cookie_flags ~ samesite=lax;"
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
