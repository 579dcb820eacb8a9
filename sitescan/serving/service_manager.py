"""What systemd is told of the service: that it is ready, that it ends, that it is alive."""

import os
import socket
from collections.abc import MutableMapping
from typing import Any

from attrs import define, field
from twisted.application.service import Service
from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IDelayedCall
from twisted.internet.task import LoopingCall


@define(eq=False)
class ServiceManagerNotifier(Service):
    """
    Sends the states of ``Type=notify`` and ``WatchdogSec=`` to the socket that systemd names.

    https://www.freedesktop.org/software/systemd/man/latest/sd_notify.html

    :ivar address: the path of the socket; empty where nobody wants to know.
    :ivar watchdog: seconds in which systemd wants to hear that the service is alive; 0 where it does not.
    :ivar ready: fires when the service accepts requests.
    """

    reactor: Any
    address: str
    watchdog: float
    ready: Deferred[None]
    _soon: IDelayedCall | None = field(default=None, init=False)
    _alive: LoopingCall | None = field(default=None, init=False)

    @classmethod
    def from_environment(
        cls, reactor: Any, variables: MutableMapping[str, str], ready: Deferred[None]
    ) -> "ServiceManagerNotifier":
        """What the environment asks for; it is taken out of it, as it is not meant for child processes."""
        address = variables.pop("NOTIFY_SOCKET", "")
        microseconds = variables.pop("WATCHDOG_USEC", "")
        own = variables.pop("WATCHDOG_PID", "") in {"", str(os.getpid())}
        return cls(reactor, address, int(microseconds) / 1e6 if microseconds.isdigit() and own else 0.0, ready)

    def startService(self) -> None:  # noqa: N802 - IService
        """Say when the service is ready, and from then on that it is alive, twice as often as is wanted."""
        super().startService()
        self.ready.addCallback(self._is_ready)

    def stopService(self) -> None:  # noqa: N802 - IService
        """Say that the service ends."""
        super().stopService()
        if self._soon is not None and self._soon.active():
            self._soon.cancel()
        if self._alive is not None:
            self._alive.stop()
            self._alive = None
        self._say("STOPPING=1")

    def _is_ready(self, _: None) -> None:
        if self.running:
            # In a turn of the reactor: before it runs, a signal to stop just kills the process.
            self._soon = self.reactor.callLater(0, self._say_ready)

    def _say_ready(self) -> None:
        self._say("READY=1")
        if self.watchdog and self.address:
            self._alive = LoopingCall(self._say, "WATCHDOG=1")
            self._alive.clock = self.reactor
            self._alive.start(self.watchdog / 2)

    def _say(self, state: str) -> None:
        if not self.address:
            return
        # An address that begins with @ stands for one that begins with a null byte.
        address = f"\0{self.address[1:]}" if self.address.startswith("@") else self.address
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
                sender.setblocking(False)
                sender.sendto(state.encode(), address)
        except OSError:
            # Whoever wanted to know is gone; there is nobody else to tell.
            return
