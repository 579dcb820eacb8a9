"""Following redirects, one checked step at a time."""

from collections.abc import Sequence

from sitescan.deadline import Deadline
from sitescan.egress.client import Session
from sitescan.egress.errors import Unreachable
from sitescan.egress.reply import Reply
from sitescan.egress.wall import Forbidden
from sitescan.model.answers import Problem
from sitescan.model.exchange import Hop
from sitescan.model.target import InvalidTarget, Target, join_target

_REDIRECTS = frozenset({301, 302, 303, 307, 308})


async def follow(
    session: Session,
    method: str,
    target: Target,
    deadline: Deadline,
    hops: list[Hop],
    headers: Sequence[tuple[str, str]] = (),
    *,
    first: bool = False,
) -> Reply:
    """
    Ask for a target, and for where its answer redirects to, until an answer does not.

    Each step goes through the wall like the first; a circle ends at the first URL seen twice.

    :param hops: is filled with the redirects, so that they are known where the last step fails.
    :param first: whether to go before those who wait for the host already.
    :return: the final answer, to be closed.
    :raises Unreachable: where a step gets no answer, or there are too many.
    :raises Forbidden: where a step leads to what may not be dialled.
    :raises TimedOut: at the deadline.

    https://www.rfc-editor.org/rfc/rfc9110#section-15.4
    """
    seen = {target.url}
    while True:
        reply = await session.open(method, target, deadline, headers, first=first)
        location = reply.headers.location
        if reply.status not in _REDIRECTS or not location:
            return reply
        hops.append(Hop(url=target.url, status=reply.status, headers=reply.headers, timings=reply.timings))
        reply.close()
        target = _next(target, location)
        if target.url in seen:
            raise Unreachable(Problem.LOOP)
        if len(hops) > session.outfit.settings.redirects:
            raise Unreachable(Problem.REDIRECTS)
        seen.add(target.url)


def _next(target: Target, location: str) -> Target:
    try:
        # Header fields are read as ISO-8859-1; servers that send more mean UTF-8, as browsers read it.
        text = location.encode("latin-1").decode("utf-8", "replace")
        return join_target(target.url, text)
    except InvalidTarget as problem:
        raise Forbidden(f"The page redirects to a URL that cannot be followed. {problem}") from None
