"""Notifications to systemd about the state of the service."""

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from twisted.internet.defer import Deferred
from twisted.internet.task import Clock

from sitescan.serving.service_manager import ServiceManagerNotifier


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[socket.socket]:
    """Return a socket that receives notifications in place of systemd's."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as receiver:
        receiver.bind(str(tmp_path / "notify"))
        receiver.setblocking(False)
        yield receiver


def heard(manager: socket.socket) -> list[str]:
    """Return the messages that arrived since the last call."""
    messages = []
    while True:
        try:
            messages.append(manager.recv(1000).decode())
        except BlockingIOError:
            return messages


def test_notifications(manager: socket.socket, clock: Clock) -> None:
    """The service reports when it is ready, twice per watchdog interval that it is alive, and when it stops."""
    variables = {"NOTIFY_SOCKET": manager.getsockname(), "WATCHDOG_USEC": "20000000", "PATH": "/bin"}
    ready: Deferred[None] = Deferred()
    notifier = ServiceManagerNotifier.from_environment(clock, variables, ready)
    # The variables are removed, so that child processes don't notify systemd.
    assert variables == {"PATH": "/bin"}
    notifier.startService()
    assert heard(manager) == []
    ready.callback(None)
    assert heard(manager) == []
    clock.advance(0)
    assert heard(manager) == ["READY=1", "WATCHDOG=1"]
    clock.advance(9.9)
    assert heard(manager) == []
    clock.advance(0.1)
    assert heard(manager) == ["WATCHDOG=1"]
    notifier.stopService()
    assert heard(manager) == ["STOPPING=1"]
    clock.advance(100)
    assert heard(manager) == []
    assert not clock.getDelayedCalls()


@pytest.mark.parametrize(
    "variables",
    [
        {},
        {"WATCHDOG_USEC": "20000000"},
        {"NOTIFY_SOCKET": "/nonexistent/socket", "WATCHDOG_USEC": "soon"},
        {"NOTIFY_SOCKET": "@nobody", "WATCHDOG_USEC": "20000000", "WATCHDOG_PID": str(os.getpid() + 1)},
    ],
)
def test_no_notify_socket(clock: Clock, variables: dict[str, str]) -> None:
    """Without a socket, or with one that doesn't exist, the service runs and starts no timer."""
    ready: Deferred[None] = Deferred()
    notifier = ServiceManagerNotifier.from_environment(clock, variables, ready)
    notifier.startService()
    ready.callback(None)
    notifier.stopService()
    assert not clock.getDelayedCalls()


def test_stopped_before_ready(manager: socket.socket, clock: Clock) -> None:
    """A service that stops before it is ready never reports that it is ready."""
    ready: Deferred[None] = Deferred()
    notifier = ServiceManagerNotifier.from_environment(clock, {"NOTIFY_SOCKET": manager.getsockname()}, ready)
    notifier.startService()
    notifier.stopService()
    ready.callback(None)
    assert heard(manager) == ["STOPPING=1"]
