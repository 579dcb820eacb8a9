"""Notifications for systemd: the service is ready, is alive, or is stopping."""

import os
import socket
from collections.abc import MutableMapping

from attrs import define, field
from twisted.application.service import Service
from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IDelayedCall, IReactorTime
from twisted.internet.task import LoopingCall


@define(eq=False)
class ServiceManagerNotifier(Service):
    """
    Notifies systemd for services with ``Type=notify`` or ``WatchdogSec=``.

    https://www.freedesktop.org/software/systemd/man/latest/sd_notify.html

    :ivar address: the path of systemd's socket, or empty if systemd expects no notifications.
    :ivar watchdog: the watchdog's time limit in seconds, or 0 if there is no watchdog.
    :ivar ready: fires when the service accepts requests.
    """

    reactor: IReactorTime
    address: str
    watchdog: float
    ready: Deferred[None]
    _soon: IDelayedCall | None = field(default=None, init=False)
    _alive: LoopingCall | None = field(default=None, init=False)

    @classmethod
    def from_environment(
        cls, reactor: IReactorTime, variables: MutableMapping[str, str], ready: Deferred[None]
    ) -> "ServiceManagerNotifier":
        """Return a notifier as the environment asks for, and remove its variables: they aren't for child processes."""
        address = variables.pop("NOTIFY_SOCKET", "")
        microseconds = variables.pop("WATCHDOG_USEC", "")
        own = variables.pop("WATCHDOG_PID", "") in {"", str(os.getpid())}
        return cls(reactor, address, int(microseconds) / 1e6 if microseconds.isdigit() and own else 0.0, ready)

    def startService(self) -> None:  # noqa: N802 - IService
        """Notify when the service is ready, and then twice per time limit of the watchdog that it is alive."""
        super().startService()
        self.ready.addCallback(self._ready_soon)

    def stopService(self) -> None:  # noqa: N802 - IService
        """Notify that the service is stopping."""
        super().stopService()
        if self._soon is not None and self._soon.active():
            self._soon.cancel()
        if self._alive is not None:
            self._alive.stop()
            self._alive = None
        self._notify("STOPPING=1")

    def _ready_soon(self, _: None) -> None:
        if self.running:
            # In a turn of the reactor: before the reactor runs, SIGTERM kills the process.
            self._soon = self.reactor.callLater(0, self._notify_ready)

    def _notify_ready(self) -> None:
        self._notify("READY=1")
        if self.watchdog and self.address:
            self._alive = LoopingCall(self._notify, "WATCHDOG=1")
            self._alive.clock = self.reactor
            self._alive.start(self.watchdog / 2)

    def _notify(self, state: str) -> None:
        if not self.address:
            return
        # "@" is the notation for the null byte of an abstract address.
        address = f"\0{self.address[1:]}" if self.address.startswith("@") else self.address
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
                sender.setblocking(False)
                sender.sendto(state.encode(), address)
        except OSError:
            # systemd no longer listens.
            return
