"""Following redirects, each checked like the first request."""

import re
from collections.abc import Callable, Sequence

from attrs import define, field

from sitescan.concurrency.deadline import Deadline
from sitescan.egress.client import Session
from sitescan.egress.policy import Forbidden
from sitescan.egress.request_errors import Unreachable
from sitescan.egress.response import Response
from sitescan.model.answers import Problem
from sitescan.model.exchange import Hop
from sitescan.standards.cookies import Cookie, cookies_set, domain_matches, refusal
from sitescan.standards.http_headers import Headers, in_utf8
from sitescan.standards.lazy_pattern import lazy_pattern
from sitescan.standards.urls import InvalidTarget, Target, join_target

#: The number of cookies that are kept for a host.
_MOST_COOKIES = 20
#: A URL without slashes after its scheme. Some parsers read the rest as a path and others as a host, so no redirect to
#: one is followed.
_HALF_ABSOLUTE = lazy_pattern(r"[\x00-\x20]*https?:(?![\\/]{2})", re.IGNORECASE)
#: The statuses with which a response leads to another URL.
REDIRECTS = frozenset({301, 302, 303, 307, 308})


@define
class RedirectCookies:
    """
    The cookies that one redirect chain sets.

    They are sent once the chain has returned to an earlier URL, and only to the host that has set them and, if they
    have a ``Domain``, to the other hosts of that domain. They are forgotten with the chain.

    :ivar sent: whether they are sent now.
    """

    sent: bool = False
    _by_host: dict[str, dict[str, Cookie]] = field(factory=dict, init=False)

    def keep(self, target: Target, headers: Headers, now: float) -> None:
        """Keep the cookies that a response sets, within limits."""
        for cookie in cookies_set(headers.all("set-cookie")[:_MOST_COOKIES], target.host, now):
            if not refusal(cookie, target.host, secure=target.secure):
                own = self._by_host.setdefault(target.host, {})
                own.pop(cookie.name, None)
                if not cookie.deletes and len(own) < _MOST_COOKIES:
                    own[cookie.name] = cookie

    def begin(self) -> bool:
        """Send the cookies from now on; return ``False`` if there are none, or they are sent already."""
        if self.sent or not any(self._by_host.values()):
            return False
        self.sent = True
        return True

    def header(self, target: Target) -> tuple[tuple[str, str], ...]:
        """
        Return the ``Cookie`` field of a request, if it has one. A value in UTF-8 is sent as it was set.

        https://www.ietf.org/archive/id/draft-ietf-httpbis-rfc6265bis-22.html#section-5.8.3
        """
        if not self.sent:
            return ()
        path = target.path.partition("?")[0]
        pairs = [
            f"{cookie.name}={cookie.value}"
            for host, cookies in self._by_host.items()
            for cookie in cookies.values()
            if (host == target.host or (cookie.domain and domain_matches(target.host, cookie.domain)))
            and (target.secure or not cookie.secure)
            and _path_matches(path, cookie.path)
        ]
        # Header fields are decoded as ISO-8859-1 and encoded as UTF-8.
        return (("Cookie", in_utf8("; ".join(pairs))),) if pairs else ()


class InvalidLocation(Forbidden):
    """A redirect leads to an invalid URL, or to one that is neither HTTP nor HTTPS."""


async def follow(
    session: Session,
    method: str,
    target: Target,
    deadline: Deadline,
    redirected: Callable[[Hop], object],
    headers: Sequence[tuple[str, str]] = (),
    *,
    first: bool = False,
) -> Response:
    """
    Request a target, and follow redirects until a response is not a redirect.

    The egress policy checks each URL. A chain that returns to an earlier URL is a loop, unless a cookie was set on the
    way: then the chain is followed once more, with the cookies that a browser would send.

    :param redirected: called with each redirect, so that the redirects are known even if a later request fails. It
        keeps only the parts that it needs, because heads can be long. An exception that it raises ends the chain.
    :param first: whether to send the requests before those that already wait for the same host.
    :return: the final response, which the caller must close.
    :raises Unreachable: if a request gets no response, or there are too many redirects.
    :raises Forbidden: if the policy doesn't allow a URL; :exc:`InvalidLocation` if a redirect leads to no valid URL.
    :raises TimedOut: at the deadline.

    https://www.rfc-editor.org/rfc/rfc9110#section-15.4
    """
    response = await session.request(method, target, deadline, headers, first=first)
    if not _location(response):
        return response
    seen = {target.url}
    cookies = RedirectCookies()
    hops = 0
    while location := _location(response):
        hop = Hop(url=target.url, status=response.status, headers=response.headers, timings=response.timings)
        response.close()
        hops += 1
        redirected(hop)
        cookies.keep(target, response.headers, session.context.reactor.seconds())
        target = _next(target, location)
        if target.url in seen:
            if not cookies.begin():
                raise Unreachable(Problem.LOOP)
            seen.clear()
        if hops > session.context.settings.redirects:
            raise Unreachable(Problem.REDIRECTS)
        seen.add(target.url)
        fields = (*headers, *cookies.header(target))
        response = await session.request(method, target, deadline, fields, first=first)
    return response


def _path_matches(path: str, cookie_path: str) -> bool:
    """
    Return whether a path matches the ``Path`` of a cookie. Without a valid one, a cookie is sent to every path.

    https://www.ietf.org/archive/id/draft-ietf-httpbis-rfc6265bis-22.html#section-5.1.4
    """
    if not cookie_path.startswith("/"):
        return True
    return path == cookie_path or path.startswith(cookie_path.removesuffix("/") + "/")


def _location(response: Response) -> str:
    """
    Return the location of a redirect; empty if the response is not a redirect.

    :raises Unreachable: if there are two different ones. Browsers refuse them, since one may come from an attacker.
    """
    if response.status not in REDIRECTS:
        return ""
    if response.headers.locations_differ:
        response.close()
        raise Unreachable(Problem.MALFORMED, "it redirects to two different URLs at once")
    return response.headers.location


def _next(target: Target, location: str) -> Target:
    # Header fields are decoded as ISO-8859-1, but browsers decode locations as UTF-8.
    text = in_utf8(location)
    if _HALF_ABSOLUTE.match(text):
        raise InvalidLocation("The page redirects to a URL without // after its scheme.")
    try:
        return join_target(target.url, text)
    except InvalidTarget as problem:
        raise InvalidLocation(f"The page redirects to a URL that cannot be followed. {problem}") from None
