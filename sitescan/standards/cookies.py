"""Set-Cookie, parsed as browsers do, and why a browser refuses a cookie."""

import re
from collections.abc import Iterable

from attrs import frozen

from sitescan.standards.cookie_date import parse_cookie_date
from sitescan.standards.public_suffixes import is_public_suffix

#: Longest name and value together, and longest attribute value, in bytes.
#: https://www.ietf.org/archive/id/draft-ietf-httpbis-rfc6265bis-22.html#section-5.6
_LONGEST = 4096
_LONGEST_ATTRIBUTE = 1024

_CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")

#: Names that frameworks give the cookie by which they know a visitor who is logged in.
_SESSION = re.compile(
    r"(?:PHP|J|ASP|CF)?SESS(?:ION)?(?:_?ID)?|ASPSESSIONID\w+|ASP\.NET_SessionId|ASPXAUTH|\.ASPXAUTH"
    r"|\.AspNetCore\.(?:Cookies|Session|Identity\.Application)|connect\.sid|(?:.*[._-])?(?:session|sess|session_?id|sid|login)"
    r"|(?:.*[._-])?(?:jwt|auth|auth_?token|access_?token|refresh_?token|id_?token)|wordpress_(?:sec|logged_in)_\w+"
    r"|remember_(?:web|user)_\w+|SSESS[0-9a-f]+|SESS[0-9a-f]{32}",
    re.IGNORECASE,
)


@frozen(kw_only=True)
class Cookie:
    """
    A cookie as a response sets it.

    :ivar same_site: as written; ``None`` where there is no such attribute.
    :ivar domain: the ``Domain`` attribute without its leading dot; empty where there is none.
    :ivar path: the ``Path`` attribute; empty where there is none.
    :ivar deletes: whether it is set only to be deleted.
    """

    name: str
    value: str = ""
    secure: bool = False
    http_only: bool = False
    partitioned: bool = False
    same_site: str | None = None
    domain: str = ""
    path: str = ""
    deletes: bool = False

    @property
    def is_session(self) -> bool:
        """Whether its name is one of those that stand for a visitor who is logged in."""
        name = re.sub(r"(?i)^__(?:host|secure)-", "", self.name)
        return len(name) <= 128 and _SESSION.fullmatch(name) is not None


def parse_cookie(line: str, now: float) -> Cookie:
    """
    The cookie of one ``Set-Cookie`` field; whatever is sent is some cookie.

    :param now: the server's clock, seconds since the epoch.

    https://www.ietf.org/archive/id/draft-ietf-httpbis-rfc6265bis-22.html#section-5.6
    """
    pair, *rest = line.split(";")
    name, equals, value = pair.partition("=")
    name, value = (name.strip(" \t"), value.strip(" \t")) if equals else ("", name.strip(" \t"))
    attributes: dict[str, str] = {}
    for part in rest:
        key, _, content = part.partition("=")
        if len(content) <= _LONGEST_ATTRIBUTE:
            attributes[key.strip(" \t").lower()] = content.strip(" \t")
    age = attributes.get("max-age", "")
    expires = parse_cookie_date(attributes.get("expires", ""))
    expired = expires is not None and expires.timestamp() <= now
    has_age = re.fullmatch(r"-?[0-9]+", age) is not None
    deletes = age.startswith("-") or not age.strip("0") if has_age else expired
    return Cookie(
        name=name,
        value=value,
        secure="secure" in attributes,
        http_only="httponly" in attributes,
        partitioned="partitioned" in attributes,
        same_site=attributes.get("samesite"),
        domain=attributes.get("domain", "").removeprefix(".").lower(),
        path=attributes.get("path", ""),
        deletes=deletes,
    )


def cookies_set(lines: Iterable[str], host: str, now: float) -> tuple[Cookie, ...]:
    """
    The cookies that a response leaves behind: of several with one name, domain and path the last that is taken.

    https://www.ietf.org/archive/id/draft-ietf-httpbis-rfc6265bis-22.html#section-5.7
    """
    left: dict[tuple[str, str, str], Cookie] = {}
    for line in lines:
        cookie = parse_cookie(line, now)
        place = (cookie.name, cookie.domain, cookie.path)
        if place not in left or not refusal(cookie, host):
            left[place] = cookie
    return tuple(left.values())


def refusal(cookie: Cookie, host: str, *, secure: bool = True) -> str:
    """
    Why browsers refuse a cookie that a host sets, or empty where they take it.

    :param secure: whether it comes over HTTPS, or from the machine itself.

    https://www.ietf.org/archive/id/draft-ietf-httpbis-rfc6265bis-22.html#section-5.7
    """
    if not cookie.name and not cookie.value:
        return "it has no name and no value"
    if _CONTROL.search(cookie.name + cookie.value):
        return "it contains control characters"
    if len(cookie.name) + len(cookie.value) > _LONGEST:
        return f"its name and value are longer than {_LONGEST:,} bytes together"
    if cookie.domain and not domain_matches(host, cookie.domain):
        return f"Domain={cookie.domain} is not this host or a parent domain"
    if cookie.domain and cookie.domain != host and is_public_suffix(cookie.domain):
        return f"Domain={cookie.domain} is a public suffix"
    return _of_flags(cookie, secure=secure)


def _of_flags(cookie: Cookie, *, secure: bool) -> str:
    """Why browsers refuse a cookie for its flags, alone or with its name."""
    prefix = cookie.name.lower()
    if not secure and cookie.secure:
        return "Secure cookies can't be set over plain HTTP"
    if secure and (cookie.same_site or "").lower() == "none" and not cookie.secure:
        return "SameSite=None requires Secure"
    if cookie.partitioned and not cookie.secure:
        return "Partitioned requires Secure"
    if prefix.startswith(("__secure-", "__host-")) and not cookie.secure:
        return "this name prefix requires Secure"
    if prefix.startswith("__host-") and (cookie.domain or cookie.path != "/"):
        return "__Host- requires Path=/ and no Domain"
    return ""


def domain_matches(host: str, domain: str) -> bool:
    """https://www.ietf.org/archive/id/draft-ietf-httpbis-rfc6265bis-22.html#section-5.1.3."""
    is_address = ":" in host or host.replace(".", "").isdigit()
    return host == domain or (not is_address and host.endswith("." + domain))
