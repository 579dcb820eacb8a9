"""The interface of the reactor that this package needs, the reactor of the process, and its clock."""

import time
from typing import cast

from twisted.internet.interfaces import (
    IReactorCore,
    IReactorFromThreads,
    IReactorPluggableNameResolver,
    IReactorProcess,
    IReactorSocket,
    IReactorTCP,
    IReactorTime,
    IReactorUDP,
    IReactorUNIX,
)


class IReactor(
    IReactorCore,
    IReactorFromThreads,
    IReactorPluggableNameResolver,
    IReactorProcess,
    IReactorSocket,
    IReactorTCP,
    IReactorTime,
    IReactorUDP,
    IReactorUNIX,
):
    """A reactor of a system where ``sitescan`` runs. A function that needs one interface alone names that one."""


def global_reactor() -> IReactor:
    """Return the reactor of the process. The first call chooses the default one if none is installed."""
    from twisted.internet import reactor

    return cast("IReactor", reactor)


def use_monotonic_clock(reactor: IReactorTime) -> None:
    """
    Have a reactor use a monotonic clock. It does nothing if calls have been scheduled already.

    Twisted's reactors use the wall clock: when it is set forward or back by an hour, delayed calls are an hour early or
    late (https://github.com/twisted/twisted/issues/2424).
    """
    if not reactor.getDelayedCalls():
        reactor.seconds = time.monotonic  # type: ignore[method-assign]  # no reactor takes a clock
