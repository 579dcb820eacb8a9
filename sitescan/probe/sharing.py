"""The page as a script of another site would ask for it."""

from twisted.internet.defer import Deferred

from sitescan.deadline import Deadline, TimedOut
from sitescan.egress.client import Session
from sitescan.egress.errors import Unreachable
from sitescan.egress.wall import Forbidden
from sitescan.fanout import side_by_side
from sitescan.model.answers import Sharing
from sitescan.model.exchange import Exchange, Headers
from sitescan.model.target import Target, parse_target

#: An origin that cannot be anybody's (RFC 2606), so that no site has a reason to trust it.
_STRANGER = "https://stranger.example"


async def ask_as_stranger(session: Session, exchange: Exchange, deadline: Deadline) -> Sharing:
    """
    What the site allows the scripts of a site that it cannot know: by a preflight, and by the page itself.

    https://fetch.spec.whatwg.org/#http-cors-protocol
    """
    target = parse_target(exchange.url)
    origin = ("Origin", _STRANGER)
    preflight, answer = await side_by_side(
        (
            Deferred.fromCoroutine(
                _headers(session, "OPTIONS", target, deadline, (origin, ("Access-Control-Request-Method", "GET")))
            ),
            Deferred.fromCoroutine(_headers(session, "GET", target, deadline, (origin,))),
        )
    )
    return Sharing(
        exchange=exchange,
        origin=_STRANGER,
        preflight=preflight if isinstance(preflight, Headers) else None,
        answer=answer if isinstance(answer, Headers) else None,
    )


async def _headers(
    session: Session, method: str, target: Target, deadline: Deadline, fields: tuple[tuple[str, str], ...]
) -> Headers | None:
    try:
        reply = await session.open(method, target, deadline, fields)
    except (Unreachable, Forbidden, TimedOut):
        return None
    reply.close()
    return reply.headers
