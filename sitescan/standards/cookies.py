"""``Set-Cookie``, parsed as browsers do, and the reasons why browsers reject cookies."""

import re
from collections.abc import Iterable

from attrs import frozen

from sitescan.standards.cookie_date import parse_cookie_date
from sitescan.standards.lazy_pattern import lazy_pattern
from sitescan.standards.public_suffixes import is_public_suffix

#: The beginnings, in lower case, of names with which browsers accept only ``Secure`` cookies.
SECURE_PREFIXES = ("__secure-", "__host-", "__http-")

#: The maximum length of name and value together, and of an attribute value, in bytes.
#: https://www.ietf.org/archive/id/draft-ietf-httpbis-rfc6265bis-22.html#section-5.6
_LONGEST = 4096
_LONGEST_ATTRIBUTE = 1024

_CONTROL = lazy_pattern(r"[\x00-\x08\x0a-\x1f\x7f]")

#: Names of session cookies of web frameworks.
_SESSION = lazy_pattern(
    r"(?:PHP|J|ASP|CF)?SESS(?:ION)?(?:_?ID)?|ASPSESSIONID\w+|ASP\.NET_SessionId|ASPXAUTH|\.ASPXAUTH"
    r"|\.AspNetCore\.(?:Cookies|Session|Identity\.Application)|connect\.sid|(?:.*[._-])?(?:session|sess|session_?id|sid|login)"
    r"|(?:.*[._-])?(?:jwt|auth|auth_?token|access_?token|refresh_?token|id_?token)|wordpress_(?:sec|logged_in)_\w+"
    r"|remember_(?:web|user)_\w+|SSESS[0-9a-f]+|SESS[0-9a-f]{32}",
    re.IGNORECASE,
)


@frozen(kw_only=True)
class Cookie:
    """
    A cookie in a response.

    :ivar same_site: the ``SameSite`` attribute as written, or ``None`` if there is none.
    :ivar domain: the ``Domain`` attribute without its leading dot, or an empty string.
    :ivar path: the ``Path`` attribute, or an empty string.
    :ivar deletes: whether the cookie is expired, which deletes it.
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
        """Whether the name is typical for a session cookie."""
        name = re.sub(r"(?i)^__(?:host|secure)-", "", self.name)
        return len(name) <= 128 and _SESSION.fullmatch(name) is not None


def parse_cookie(line: str, now: float) -> Cookie:
    """
    Return the cookie of a ``Set-Cookie`` field; every value is some cookie.

    :param line: the field value.
    :param now: the server's clock, in seconds since the epoch.

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
    Return the cookies stored by a response; of cookies with equal name, domain and path, the last valid one.

    https://www.ietf.org/archive/id/draft-ietf-httpbis-rfc6265bis-22.html#section-5.7
    """
    stored: dict[tuple[str, str, str], Cookie] = {}
    for line in lines:
        cookie = parse_cookie(line, now)
        place = (cookie.name, cookie.domain, cookie.path)
        if place not in stored or not refusal(cookie, host):
            stored[place] = cookie
    return tuple(stored.values())


def refusal(cookie: Cookie, host: str, *, secure: bool = True) -> str:
    """
    Return why browsers reject a cookie of a host, or an empty string if they accept it.

    :param secure: whether the response is from HTTPS or from the local machine.

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
    return _flag_refusal(cookie, secure=secure)


def _flag_refusal(cookie: Cookie, *, secure: bool) -> str:
    """Return why browsers reject a cookie for its flags, alone or with its name, or an empty string."""
    prefix = cookie.name.lower()
    if not secure and cookie.secure:
        return "Secure cookies can't be set over plain HTTP"
    if secure and (cookie.same_site or "").lower() == "none" and not cookie.secure:
        return "SameSite=None requires Secure"
    if cookie.partitioned and not cookie.secure:
        return "Partitioned requires Secure"
    if prefix.startswith(SECURE_PREFIXES) and not cookie.secure:
        return "this name prefix requires Secure"
    if prefix.startswith("__host-") and (cookie.domain or cookie.path != "/"):
        return "__Host- requires Path=/ and no Domain"
    if prefix.startswith(("__http-", "__host-http-")) and not cookie.http_only:
        return "this name prefix requires HttpOnly"
    return ""


def domain_matches(host: str, domain: str) -> bool:
    """
    Return whether a host matches a domain.

    https://www.ietf.org/archive/id/draft-ietf-httpbis-rfc6265bis-22.html#section-5.1.3
    """
    is_address = ":" in host or host.replace(".", "").isdigit()
    return host == domain or (not is_address and host.endswith("." + domain))
