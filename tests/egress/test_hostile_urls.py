"""No URL of the table makes the client connect to an address that isn't public."""

from typing import Any

import pytest
from twisted.internet.defer import Deferred

from sitescan.egress.follow_redirects import follow
from sitescan.egress.policy import Forbidden
from sitescan.egress.request_errors import Unreachable
from sitescan.standards.urls import InvalidTarget, parse_target
from tests.egress.hostile_urls import HostileUrl, hostile_urls, public_urls
from tests.egress.wire import Wire

HOSTILE, OPEN = tuple(hostile_urls()), tuple(public_urls())


def request(case: HostileUrl) -> tuple[list[tuple[str, int]], list[Any]]:
    """Request a URL; return the addresses that were connected to, and the result of the request if it has one."""
    wire = Wire(case.known)
    ended: list[Any] = []
    target = parse_target(case.url)
    followed = Deferred.fromCoroutine(follow(wire.session, "GET", target, wire.deadline(), lambda _: None))
    followed.addBoth(ended.append)
    wire.serve(case.responses)
    result = list(ended)
    followed.cancel()
    wire.end()
    return wire.dialled, result


def test_table_is_complete() -> None:
    """The table covers every block of the registries by every route."""
    assert len({case.id for case in (*HOSTILE, *OPEN)}) == len(HOSTILE) + len(OPEN)
    assert len(HOSTILE) > 600
    assert len(OPEN) > 40


@pytest.mark.slow
@pytest.mark.parametrize("case", HOSTILE, ids=lambda case: case.id)
def test_hostile(case: HostileUrl) -> None:
    """A hostile URL is refused, and only the public host that redirects to it is connected to."""
    try:
        dialled, ended = request(case)
    except InvalidTarget:
        return
    assert set(dialled) <= set(case.dialled)
    if case.id.endswith("by rebinding"):
        return
    assert len(ended) == 1
    assert ended[0].check(Forbidden, Unreachable), ended


@pytest.mark.parametrize("case", OPEN, ids=lambda case: case.id)
def test_public(case: HostileUrl) -> None:
    """A similar URL of a public address is requested."""
    dialled, ended = request(case)
    assert tuple(dialled) == case.dialled
    assert ended
    assert ended[0].status == 200
