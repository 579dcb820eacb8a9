"""Lookups of host names in the hosts file."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from twisted.internet.task import Clock

from sitescan.egress.hosts_file import HostsFile


def test_file_is_reread_only_after_change(tmp_path: Path) -> None:
    """The hosts file is read again when its modification time has changed, and has no names after its removal."""
    path, clock = tmp_path / "hosts", Clock()
    path.write_text("192.0.2.1 pear.example Pear # fig.example\nnone pear.example\n2001:db8::1 pear.example\n")
    os.utime(path, (1, 1))
    hosts = HostsFile(path, clock)
    assert hosts.addresses("PEAR.example") == ("192.0.2.1", "2001:db8::1")
    assert hosts.addresses("fig.example") == ()
    path.write_text("192.0.2.2 pear.example\n")
    os.utime(path, (1, 1))
    assert hosts.addresses("pear") == ("192.0.2.1",)
    os.utime(path, (2, 2))
    hosts.addresses("pear.example")
    clock.advance(0)
    assert hosts.addresses("pear.example") == ("192.0.2.2",)
    path.unlink()
    hosts.addresses("pear.example")
    clock.advance(0)
    assert hosts.addresses("pear.example") == ()


class OneStepATurn:
    """A reactor that the test turns by hand, with time for one step per turn."""

    def __init__(self) -> None:
        self._seconds = 0.0
        self._next: list[Callable[[], object]] = []

    def seconds(self) -> float:
        """Return a time one second later than the time returned before."""
        self._seconds += 1
        return self._seconds

    def callLater(self, _delay: float, function: Callable[[], object]) -> None:  # noqa: N802 - Twisted's name
        """Call a function in the next turn."""
        self._next.append(function)

    def turn(self) -> bool:
        """Take a turn, and return whether there was anything to do."""
        functions, self._next = self._next, []
        for function in functions:
            function()
        return bool(functions)


def test_long_file_is_parsed_in_turns(tmp_path: Path) -> None:
    """A long hosts file is parsed over several turns, and its previous names count until all lines have been parsed."""
    path = tmp_path / "hosts"
    reactor: Any = OneStepATurn()
    path.write_text("192.0.2.1 pear.example\n")
    os.utime(path, (1, 1))
    hosts = HostsFile(path, reactor)
    path.write_text("".join(f"0.0.0.0 ads{number}.example\n" for number in range(1_000)) + "192.0.2.2 pear.example\n")
    os.utime(path, (2, 2))
    answers = [hosts.addresses("pear.example")[0]]
    while reactor.turn():
        answers += hosts.addresses("pear.example")
    assert set(answers[:10]) == {"192.0.2.1"}
    assert answers[-1] == "192.0.2.2"
    assert hosts.addresses("ads999.example") == ("0.0.0.0",)


def test_file_changes_during_parsing(tmp_path: Path) -> None:
    """The names of the last change count, even if parsing of an earlier, longer file ends later."""
    path = tmp_path / "hosts"
    reactor: Any = OneStepATurn()
    path.write_text("")
    hosts = HostsFile(path, reactor)
    for second, lines in ((1, 1_000), (2, 1)):
        changed = tmp_path / "changed"
        changed.write_text("\n" * lines + f"192.0.2.{second} pear.example\n")
        os.utime(changed, (second, second))
        changed.rename(path)
        hosts.addresses("pear.example")
        reactor.turn()
    while reactor.turn():
        pass
    assert hosts.addresses("pear.example") == ("192.0.2.2",)
