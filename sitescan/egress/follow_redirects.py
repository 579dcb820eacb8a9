"""Following redirects, one checked step at a time."""

from collections.abc import Callable, Sequence

from attrs import define, field

from sitescan.deadline import Deadline
from sitescan.egress.client import Session
from sitescan.egress.policy import Forbidden
from sitescan.egress.request_errors import Unreachable
from sitescan.egress.response import Response
from sitescan.model.answers import Problem
from sitescan.model.exchange import Hop
from sitescan.standards.cookies import Cookie, cookies_set, domain_matches, refusal
from sitescan.standards.http_headers import Headers
from sitescan.standards.urls import InvalidTarget, Target, join_target

#: Cookies of one host that are kept.
_MOST_COOKIES = 20
_REDIRECTS = frozenset({301, 302, 303, 307, 308})


@define
class RedirectCookies:
    """
    The cookies that redirects set, by the host that set them; sent only once a circle shows that they are wanted.

    :ivar sent: whether they are sent.
    """

    sent: bool = False
    _by_host: dict[str, dict[str, Cookie]] = field(factory=dict, init=False)

    def keep(self, target: Target, headers: Headers, now: float) -> None:
        """Keep what an answer sets, within limits."""
        for cookie in cookies_set(headers.all("set-cookie")[:_MOST_COOKIES], target.host, now):
            if not refusal(cookie, target.host, secure=target.secure):
                own = self._by_host.setdefault(target.host, {})
                own.pop(cookie.name, None)
                if not cookie.deletes and len(own) < _MOST_COOKIES:
                    own[cookie.name] = cookie

    def begin(self) -> bool:
        """Send them from now on; ``False`` where there are none, or they are being sent already."""
        if self.sent or not any(self._by_host.values()):
            return False
        self.sent = True
        return True

    def header(self, target: Target) -> tuple[tuple[str, str], ...]:
        """
        The ``Cookie`` field of a request.

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
            and path.startswith(cookie.path if cookie.path.startswith("/") else "/")
        ]
        return (("Cookie", "; ".join(pairs)),) if pairs else ()


class InvalidLocation(Forbidden):
    """A redirect to what is no URL, or not one of the Web."""


async def follow(
    session: Session,
    method: str,
    target: Target,
    deadline: Deadline,
    hopped: Callable[[Hop], object],
    headers: Sequence[tuple[str, str]] = (),
    *,
    first: bool = False,
) -> Response:
    """
    Ask for a target, and for where its answer redirects to, until an answer does not.

    Each step goes through the wall like the first; a circle ends at the first URL seen twice, unless a cookie was
    set on the way: then it is gone through once more, with the cookies that a browser would send.

    :param hopped: is told of each redirect, so that they are known where the last step fails, and keeps what it needs
        of it: heads can be long. What it raises ends the way.
    :param first: whether to go before those who wait for the host already.
    :return: the final answer, to be closed.
    :raises Unreachable: where a step gets no answer, or there are too many.
    :raises Forbidden: where a step leads to what may not be dialled; :exc:`InvalidLocation` where it leads to no URL.
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
        hopped(hop)
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


def _location(response: Response) -> str:
    """Where an answer redirects to; empty where it does not."""
    return response.headers.location if response.status in _REDIRECTS else ""


def _next(target: Target, location: str) -> Target:
    try:
        # Header fields are read as ISO-8859-1; servers that send more mean UTF-8, as browsers read it.
        text = location.encode("latin-1").decode("utf-8", "replace")
        return join_target(target.url, text)
    except InvalidTarget as problem:
        raise InvalidLocation(f"The page redirects to a URL that cannot be followed. {problem}") from None
