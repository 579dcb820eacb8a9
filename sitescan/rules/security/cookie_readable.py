from sitescan.rules.authoring import Bad, Exchange, Finding, Findings, Good, Rule, Severity, lazy_pattern, shorten
from sitescan.standards.cookies import cookies_set

#: A name that needs no escaping in server configurations.
_PLAIN = lazy_pattern(r"[A-Za-z0-9_.-]{1,60}")


def check(exchange: Exchange) -> Findings:
    """Report cookies named like session cookies; others may be intended for scripts."""
    for cookie in cookies_set(exchange.headers.all("set-cookie"), exchange.host, exchange.server_time):
        if cookie.is_session and not cookie.http_only and not cookie.deletes:
            flagged = cookie.name if _PLAIN.fullmatch(cookie.name) else "session"
            yield Finding(detail=shorten(cookie.name), name=shorten(cookie.name), flagged=flagged)


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Session cookies are set without HttpOnly",
    passed="Session cookies are set with HttpOnly",
    applies=lambda exchange: exchange.headers.get("set-cookie"),
    description=(
        "The response sets {count:# cookie|# cookies} without HttpOnly, although the {count:name suggests a session "
        "cookie|names suggest session cookies}. A script injected into the page can read such a cookie, and anyone "
        "who has it is logged in as the visitor."
    ),
    recommendation="Set session cookies with HttpOnly.",
    how_to_fix=(
        "Set-Cookie: {name}=...; Secure; HttpOnly; SameSite=Lax; Path=/\n"
        "In PHP: session.cookie_httponly = 1. In Django: SESSION_COOKIE_HTTPONLY = True. In Express: cookie: {{ "
        "httpOnly: true }}.\n"
        "nginx, as a reverse proxy: proxy_cookie_flags {flagged} httponly;"
    ),
    sources=(
        "https://datatracker.ietf.org/doc/draft-ietf-httpbis-rfc6265bis/",
        "https://cheatsheetseries.owasp.org/cheatsheets/Session_Management_Cheat_Sheet.html",
    ),
    covers=("observatory:cookies-session-without-httponly-flag",),
    examples=(
        Bad(headers=("Set-Cookie: PHPSESSID=4f2a9c; Secure; Path=/",)),
        Bad(headers=("Set-Cookie: __Host-session=4f2a9c; Secure; Path=/",)),
        Bad(headers=("Set-Cookie: connect.sid=4f2a9c",)),
        Good(headers=("Set-Cookie: JSESSIONID=4f2a9c; Secure; httponly",)),
        Good(headers=("Set-Cookie: csrftoken=4f2a9c; Secure",)),
        Good(headers=("Set-Cookie: session_banner_seen=1; Secure",)),
        Good(headers=("Set-Cookie: side=left; Secure",)),
        Good(headers=("Set-Cookie: PHPSESSID=deleted; Max-Age=0",)),
        Good(),
    ),
)
