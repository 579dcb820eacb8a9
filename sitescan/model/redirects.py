"""What a redirect means to the owner of the link that leads into it."""

import re
from collections.abc import Sequence
from enum import Enum

from attrs import frozen

from sitescan.standards.public_suffixes import site_of
from sitescan.standards.urls import InvalidTarget, Target, serialized_target


class Redirect(Enum):
    """How a URL is redirected."""

    PERMANENT = "permanent"
    TEMPORARY = "temporary"
    CHAIN = "chain"
    SECURE = "secure"
    SLASH = "slash"
    HOME = "home"
    LOGIN = "login"


@frozen(kw_only=True)
class Step:
    """One redirect: the URL that was asked, its status and the absolute URL it named."""

    url: str
    status: int
    location: str


_PERMANENT = frozenset({301, 308})

#: A whole segment of a path, or a host's first label, with the endings of programs.
_LOGIN = re.compile(
    r"(?:(?:wp|user|member|customer|account|admin|service|client|portal)[-_]?)?"
    r"(?:log[-_]?in|sign[-_]?in|log[-_]?on|sign[-_]?on)(?:[-_]?(?:form|page|required))?(?:\.[a-z]{2,5})?"
    r"|(?:auth|authn|authorize|authenticate|authentication|oauth2?|oidc|openid-connect|sso|saml2?|cas|adfs|idp"
    r"|shibboleth|anmelden|anmeldung|einloggen|connexion|se-connecter|inloggen|aanmelden|accedi|acceder"
    r"|iniciar[-_]sesion|entrar|logowanie|zaloguj|prihlaseni|prihlasit|logga-in|logg-inn|log-ind|kirjaudu|giris)"
    r"(?:\.[a-z]{2,5})?",
    re.I,
)
#: Two segments that ask for a login together: Rails, Laravel, Java.
_LOGIN_PATH = re.compile(
    r"/(?:sessions?/new|j_spring_security_check|saml2?/sso|account/access|accounts?/begin)/?$", re.I
)
#: The first label of hosts that do nothing else.
_LOGIN_HOSTS = frozenset({"accounts", "passport", "signin", "idp"})

#: Segments of a path that are looked at: the reactor does this for each link of a page, and no login is deeper.
_MOST_SEGMENTS = 20
_LONGEST_END = 50

#: Paths that may well be the home page under another name: an index, a language, a country.
_NEARLY_HOME = re.compile(r"/(?:(?:index|default|home|start|main)(?:\.[a-z]{2,5})?|[a-z]{2}(?:[-_][a-z]{2})?)?/?", re.I)


def redirect_kind(url: str, steps: Sequence[Step]) -> Redirect | None:
    """
    The kind of a redirect that ends at a page; ``None`` where there is none, or it ends where it began.

    A login and a home page count before all else: there the visitor does not get what the link promised.
    """
    if not steps or steps[-1].location.partition("#")[0] == url:
        return None
    try:
        asked, final = serialized_target(url), serialized_target(steps[-1].location)
    except InvalidTarget:
        return Redirect.CHAIN if len(steps) > 1 else _by_status(steps)
    if _is_login(final) and not _is_login(asked):
        return Redirect.LOGIN
    if _leads_home(asked, final):
        return Redirect.HOME
    if len(steps) > 1:
        return Redirect.CHAIN
    same_place = asked.host == final.host and asked.path == final.path
    if same_place and final.secure and not asked.secure:
        return Redirect.SECURE
    if asked.origin == final.origin and _without_slash(asked.path) == _without_slash(final.path):
        return Redirect.SLASH
    return _by_status(steps)


def _by_status(steps: Sequence[Step]) -> Redirect:
    return Redirect.PERMANENT if steps[0].status in _PERMANENT else Redirect.TEMPORARY


def _is_login(target: Target) -> bool:
    path = target.path.partition("?")[0]
    label = target.host.partition(".")[0]
    return (
        any(_LOGIN.fullmatch(segment) for segment in path.split("/", _MOST_SEGMENTS)[:_MOST_SEGMENTS])
        or _LOGIN_PATH.search(path[-_LONGEST_END:]) is not None
        or _LOGIN.fullmatch(label) is not None
        or label in _LOGIN_HOSTS
    )


def _leads_home(asked: Target, final: Target) -> bool:
    if final.path != "/" or site_of(asked.host) != site_of(final.host):
        return False
    # Another host of the site may have been joined to this one: its root is not what was linked to.
    return not _NEARLY_HOME.fullmatch(asked.path.partition("?")[0])


def _without_slash(path: str) -> tuple[str, str]:
    place, mark, query = path.partition("?")
    return place.rstrip("/"), mark + query
