"""The listener of ``--admin``."""

from collections.abc import Callable, Sequence

from attrs import define, field
from twisted.application.service import Service
from twisted.internet.defer import Deferred

from sitescan.concurrency.reactor import IReactor
from sitescan.logs.measurements import Sample
from sitescan.serving.admin_site import admin_site
from sitescan.serving.listeners import Listeners


@define(eq=False)
class AdminService(Service):
    """
    Serves :func:`sitescan.serving.admin_site.admin_site` until the service has shut down.

    :ivar endpoint: an endpoint string.
    :ivar samples: returns the metrics.
    :ivar problem: returns why the service should get no requests, or an empty string.
    """

    reactor: IReactor
    endpoint: str
    samples: Callable[[], "Deferred[Sequence[Sample]]"]
    problem: Callable[[], str]
    _listeners: Listeners = field(init=False)

    @_listeners.default
    def _new_listeners(self) -> Listeners:
        return Listeners(self.reactor)

    def startService(self) -> None:  # noqa: N802 - IService
        """Start to listen. If that fails, print one line and exit."""
        super().startService()
        self._listeners.listen(self.endpoint, admin_site(self.reactor, self.samples, self.problem))

    def stopService(self) -> Deferred[None]:  # noqa: N802 - IService
        """Stop listening."""
        super().stopService()
        return Deferred.fromCoroutine(self._listeners.stop())
