from sitescan.rules.authoring import Bad, Exchange, Finding, Findings, Good, Rule, Severity, shorten
from sitescan.standards.cookies import parse_cookie, refusal
from sitescan.standards.insecure_url import is_insecure
from sitescan.standards.urls import InvalidTarget, serialized_target


def check(exchange: Exchange) -> Findings:
    """Report each cookie that browsers must reject according to the standard."""
    # Responses that do not leave the machine unencrypted count as secure.
    secure = not is_insecure(exchange.url)
    try:
        host = serialized_target(exchange.url).host
    except InvalidTarget:
        return
    now = exchange.server_time
    refused: dict[tuple[str, str, str], tuple[str, str]] = {}
    for line in exchange.headers.all("set-cookie"):
        cookie = parse_cookie(line, now)
        place = (cookie.name, cookie.domain, cookie.path)
        reason = "" if cookie.deletes else refusal(cookie, host, secure=secure)
        if reason:
            refused[place] = (shorten(cookie.name) or "a cookie without a name", reason)
        else:
            refused.pop(place, None)  # set again in a way that browsers accept
    for name, reason in refused.values():
        outcome = "cookies-samesite-flag-invalid" if reason.startswith("SameSite") else ""
        yield Finding(detail=f"{name}: {reason}", name=name, observatory=outcome)


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Cookies are rejected by browsers",
    passed="Browsers accept all cookies",
    applies=lambda exchange: exchange.headers.get("set-cookie"),
    description=(
        "The response sets {count:# cookie|# cookies} that browsers reject because the attributes don't fit together "
        "or don't fit this host. Whatever depends on such a cookie, such as a login or a shopping cart, doesn't work."
    ),
    recommendation="Set each cookie with the attributes that its name and its SameSite value require.",
    how_to_fix=(
        "Set-Cookie: {name}=...; Path=/; Secure; HttpOnly; SameSite=Lax\n"
        "Secure cookies need HTTPS: browsers reject them over plain HTTP.\n"
        "SameSite=None, Partitioned and names that start with __Secure- need Secure. Names that start with __Host- "
        "need Secure and Path=/, and no Domain. Names that start with __Http- or __Host-Http- need HttpOnly as well. "
        "Domain must be this host or a parent domain that isn't a public "
        "suffix such as co.uk."
    ),
    sources=(
        "https://datatracker.ietf.org/doc/draft-ietf-httpbis-rfc6265bis/",
        "https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/Set-Cookie#cookie_prefixes",
    ),
    covers=("observatory:cookies-samesite-flag-invalid",),
    examples=(
        Bad(headers=("Set-Cookie: a=1; SameSite=None",)),
        Bad(headers=("Set-Cookie: __Host-id=1; Secure; Path=/; Domain=example.com",)),
        Bad(headers=("Set-Cookie: __SECURE-id=1",)),
        Bad(headers=("Set-Cookie: __Http-id=1; Secure; Path=/",)),
        Good(headers=("Set-Cookie: __Host-Http-id=1; Secure; HttpOnly; Path=/",)),
        Bad(headers=("Set-Cookie: a=1; Domain=example.org",)),
        Bad(headers=("Set-Cookie: a=1; Domain=com",)),
        Bad(headers=("Set-Cookie: a=1; Domain=github.io",), url="https://pears.github.io/"),
        Good(headers=("Set-Cookie: __Host-id=1; Secure; path=/; samesite=none",)),
        Good(headers=("Set-Cookie: a=1; Domain=.example.com",), url="https://www.example.com/"),
        Good(headers=("Set-Cookie: a=; Max-Age=0; SameSite=None",)),
        Good(headers=("Set-Cookie: a=1; SameSite=None", "Set-Cookie: a=1; SameSite=None; Secure")),
        Bad(headers=("Set-Cookie: a=1; Secure",), url="http://example.com/"),
        Bad(headers=("Set-Cookie: a=1; Domain=example.org",), url="http://example.com/"),
        Good(headers=("Set-Cookie: a=1; SameSite=None",), url="http://example.com/"),
        Good(headers=("Set-Cookie: a=1; Secure",), url="http://localhost/"),
        Good(),
    ),
)
