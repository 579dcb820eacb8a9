"""Session cookies that scripts can read."""

from collections.abc import Iterator

from sitescan.document.source_location import shorten
from sitescan.model.exchange import Exchange
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule
from sitescan.standards.cookies import cookies_set


def check(exchange: Exchange) -> Iterator[Finding]:
    """Report cookies whose name is a session's; others may be meant for scripts."""
    for cookie in cookies_set(exchange.headers.all("set-cookie"), exchange.host, exchange.server_time):
        if cookie.is_session and not cookie.http_only and not cookie.deletes:
            yield Finding(detail=shorten(cookie.name))


RULE = Rule(
    id="security/cookie-readable",
    reads=Exchange,
    check=check,
    severity=Severity.WARNING,
    title="Session cookies without HttpOnly",
    description=(
        "The response sets {count:# cookie that by its name stands|# cookies that by their names stand} for a "
        "visitor's "
        "session, without HttpOnly. A script that gets into the page can read it, and whoever has it is logged in as "
        "the visitor."
    ),
    recommendation="Set session cookies with HttpOnly.",
    how_to_fix=(
        "Set-Cookie: session=...; Secure; HttpOnly; SameSite=Lax; Path=/\n"
        "PHP: session.cookie_httponly = 1. Django: SESSION_COOKIE_HTTPONLY = True. Express: cookie: {{ httpOnly: "
        "true }}.\n"
        "nginx, for an application behind it: proxy_cookie_flags session httponly;"
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
