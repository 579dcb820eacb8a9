from sitescan.rules.authoring import Bad, Exchange, Finding, Findings, Good, Rule, Severity, shorten
from sitescan.standards.cookies import SECURE_PREFIXES, cookies_set

#: Cookies of load balancers: they contain no secret, and the site cannot set their flags.
_PLATFORM = frozenset({"AWSALB", "AWSALBTG", "GCLB", "heroku-session-affinity"})


def check(exchange: Exchange) -> Findings:
    """Report cookies of HTTPS pages without Secure; cookies that browsers reject anyway have their own rule."""
    if not exchange.secure:
        return
    for cookie in cookies_set(exchange.headers.all("set-cookie"), exchange.host, exchange.server_time):
        refused = cookie.partitioned or (cookie.same_site or "").lower() == "none"
        prefixed = cookie.name.lower().startswith(SECURE_PREFIXES)
        if not cookie.secure and not cookie.deletes and not refused and not prefixed and cookie.name not in _PLATFORM:
            yield Finding(detail=shorten(cookie.name), name=shorten(cookie.name))


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Cookies are set without Secure",
    passed="Cookies are set with Secure",
    applies=lambda exchange: exchange.secure and exchange.headers.get("set-cookie"),
    description=(
        "The response sets {count:# cookie|# cookies} without the Secure attribute. Browsers also send such a cookie "
        "over plain HTTP, where anyone on the visitor's network can read and reuse it."
    ),
    recommendation="Set every cookie with Secure.",
    how_to_fix=(
        "Set-Cookie: {name}=...; Secure; HttpOnly; SameSite=Lax; Path=/\n"
        "In PHP: session.cookie_secure = 1. In Django: SESSION_COOKIE_SECURE = True and CSRF_COOKIE_SECURE = True. "
        "In Express: cookie: {{ secure: true }}.\n"
        "nginx, as a reverse proxy: proxy_cookie_flags ~ secure;"
    ),
    sources=(
        "https://datatracker.ietf.org/doc/draft-ietf-httpbis-rfc6265bis/",
        "https://developer.mozilla.org/en-US/docs/Web/Security/Practical_implementation_guides/Cookies",
    ),
    covers=(
        "observatory:cookies-session-without-secure-flag",
        "observatory:cookies-session-without-secure-flag-but-protected-by-hsts",
        "observatory:cookies-without-secure-flag",
        "observatory:cookies-without-secure-flag-but-protected-by-hsts",
    ),
    examples=(
        Bad(headers=("Set-Cookie: theme=dark",)),
        Bad(headers=("Set-Cookie: id=7; HttpOnly; Comment=Secure",)),
        Bad(headers=("Set-Cookie: id=7; Secure", "Set-Cookie: theme=dark; Path=/secure")),
        Good(headers=("Set-Cookie: heroku-session-affinity=7; HttpOnly",)),
        Good(headers=("Set-Cookie: id=7; secure",)),
        Good(headers=("Set-Cookie: id=; Expires=Thu, 01 Jan 1970 00:00:00 GMT",)),
        Good(headers=("Set-Cookie: id=7",), url="http://example.com/"),
        Good(),
    ),
)
