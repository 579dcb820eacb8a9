"""The kinds of redirects, by their meaning for the owner of a link."""

import re
from collections.abc import Sequence
from enum import Enum

from attrs import frozen

from sitescan.standards.lazy_pattern import lazy_pattern
from sitescan.standards.public_suffixes import site_of
from sitescan.standards.urls import InvalidTarget, Target, serialized_target


class Redirect(Enum):
    """The kind of a redirect."""

    PERMANENT = "permanent"
    TEMPORARY = "temporary"
    CHAIN = "chain"
    SECURE = "secure"
    SLASH = "slash"
    HOME = "home"
    LOGIN = "login"


@frozen(kw_only=True)
class Step:
    """
    One redirect.

    :ivar url: the requested URL.
    :ivar location: the absolute URL of its ``Location``, without fragment.
    :ivar names_fragment: whether the ``Location`` has a fragment, which replaces that of a link.
        https://fetch.spec.whatwg.org/#concept-response-location-url
    """

    url: str
    status: int
    location: str
    names_fragment: bool = False


#: The statuses of redirects that clients may remember.
PERMANENT = frozenset({301, 308})

#: A complete segment of a path, or the first label of a host, that means a login; with file extensions.
_LOGIN = lazy_pattern(
    r"(?:(?:wp|user|member|customer|account|admin|service|client|portal)[-_]?)?"
    r"(?:log[-_]?in|sign[-_]?in|log[-_]?on|sign[-_]?on)(?:[-_]?(?:form|page|required))?(?:\.[a-z]{2,5})?"
    r"|(?:auth|authn|authorize|authenticate|authentication|oauth2?|oidc|openid-connect|sso|saml2?|cas|adfs|idp"
    r"|shibboleth|anmelden|anmeldung|einloggen|connexion|se-connecter|inloggen|aanmelden|accedi|acceder"
    r"|iniciar[-_]sesion|entrar|logowanie|zaloguj|prihlaseni|prihlasit|logga-in|logg-inn|log-ind|kirjaudu|giris)"
    r"(?:\.[a-z]{2,5})?",
    re.I,
)
#: Two segments that mean a login together: Rails, Laravel, Java.
_LOGIN_PATH = lazy_pattern(
    r"/(?:sessions?/new|j_spring_security_check|saml2?/sso|account/access|accounts?/begin)/?$", re.I
)
#: The first labels of hosts that serve only logins.
_LOGIN_HOSTS = frozenset({"accounts", "passport", "signin", "idp"})

#: The number of path segments that are examined: this runs in the reactor for each link, and no login is deeper.
_MOST_SEGMENTS = 20
_LONGEST_END = 50

#: Paths that may be the home page under another name: an index, a language, a country.
_NEARLY_HOME = lazy_pattern(
    r"/(?:(?:index|default|home|start|main)(?:\.[a-z]{2,5})?|[a-z]{2}(?:[-_][a-z]{2})?)?/?", re.I
)


def redirect_kind(url: str, steps: Sequence[Step]) -> Redirect | None:
    """
    Return the kind of the redirects from a URL; ``None`` if there are none or they return to the URL.

    A login and a home page take precedence over other kinds: there visitors do not get what the link promises.
    """
    if not steps or steps[-1].location.partition("#")[0] == url:
        return None
    try:
        requested, final = serialized_target(url), serialized_target(steps[-1].location)
    except InvalidTarget:
        return Redirect.CHAIN if len(steps) > 1 else _by_status(steps)
    if _is_login(final) and not _is_login(requested):
        return Redirect.LOGIN
    if _leads_home(requested, final):
        return Redirect.HOME
    if len(steps) > 1:
        return Redirect.CHAIN
    same_place = requested.host == final.host and requested.path == final.path
    if same_place and final.secure and not requested.secure:
        return Redirect.SECURE
    if requested.origin == final.origin and _without_slash(requested.path) == _without_slash(final.path):
        return Redirect.SLASH
    return _by_status(steps)


def _by_status(steps: Sequence[Step]) -> Redirect:
    return Redirect.PERMANENT if steps[0].status in PERMANENT else Redirect.TEMPORARY


def _is_login(target: Target) -> bool:
    path = target.path.partition("?")[0]
    label = target.host.partition(".")[0]
    return (
        any(_LOGIN.fullmatch(segment) for segment in path.split("/", _MOST_SEGMENTS)[:_MOST_SEGMENTS])
        or _LOGIN_PATH.search(path[-_LONGEST_END:]) is not None
        or _LOGIN.fullmatch(label) is not None
        or label in _LOGIN_HOSTS
    )


def _leads_home(requested: Target, final: Target) -> bool:
    if final.path != "/" or site_of(requested.host) != site_of(final.host):
        return False
    # The root of another host of the site may have been merged into this one.
    return not _NEARLY_HOME.fullmatch(requested.path.partition("?")[0])


def _without_slash(path: str) -> tuple[str, str]:
    place, mark, query = path.partition("?")
    return place.rstrip("/"), mark + query
