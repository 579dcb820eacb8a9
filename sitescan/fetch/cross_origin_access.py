"""Checks which access to a page its site allows the scripts of other sites (CORS)."""

from twisted.internet.defer import Deferred

from sitescan.concurrency.deadline import Deadline, TimedOut
from sitescan.concurrency.fanout import all_succeeded
from sitescan.egress.client import Session
from sitescan.egress.policy import Forbidden
from sitescan.egress.request_errors import Unreachable
from sitescan.model.exchange import Exchange
from sitescan.model.transport_answers import Sharing
from sitescan.standards.http_headers import Headers
from sitescan.standards.urls import Target, serialized_target

#: An origin that belongs to nobody (RFC 2606), so no site has a reason to trust it.
_STRANGER = "https://stranger.example"

#: The origin of a sandboxed frame, which any site can create.
_SANDBOXED = ("Origin", "null")


async def check_cross_origin_access(session: Session, exchange: Exchange, deadline: Deadline) -> Sharing:
    """
    Find out what a site allows the scripts of an unknown origin, by a preflight request and by a GET.

    https://fetch.spec.whatwg.org/#http-cors-protocol
    """
    target = serialized_target(exchange.url)
    origin = ("Origin", _STRANGER)
    preflight, answer = await all_succeeded(
        (
            Deferred.fromCoroutine(
                _headers(session, "OPTIONS", target, deadline, (origin, ("Access-Control-Request-Method", "GET")))
            ),
            Deferred.fromCoroutine(_headers(session, "GET", target, deadline, (origin,))),
        )
    )
    given = [headers for headers in (exchange.headers, preflight, answer) if headers is not None]
    # A server that allows an unknown origin allows every origin.
    allows_all = any(headers.get("access-control-allow-origin") == _STRANGER for headers in given)
    ask_again = not allows_all and any(map(_depends_on_origin, given))
    to_null = await _headers(session, "GET", target, deadline, (_SANDBOXED,)) if ask_again else None
    return Sharing(
        exchange=exchange,
        origin=_STRANGER,
        preflight=preflight,
        answer=answer,
        to_null=to_null,
    )


def _depends_on_origin(headers: Headers) -> bool:
    """Return whether the server decides by the origin, so that another origin is worth a request."""
    allowed = headers.get("access-control-allow-origin")
    credentials = "access-control-allow-credentials" in headers
    return allowed != "*" and (credentials or "origin" in headers.get("vary").lower().replace(",", " ").split())


async def _headers(
    session: Session, method: str, target: Target, deadline: Deadline, fields: tuple[tuple[str, str], ...]
) -> Headers | None:
    try:
        response = await session.request(method, target, deadline, fields)
    except (Unreachable, Forbidden, TimedOut):
        return None
    response.close()
    return response.headers
