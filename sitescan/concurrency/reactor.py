"""What this package needs of Twisted's reactor, and the reactor of the process."""

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
