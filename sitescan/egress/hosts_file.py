"""The host names that this machine knows without DNS (hosts(5))."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from itertools import islice
from pathlib import Path

from twisted.internet.abstract import isIPAddress, isIPv6Address
from twisted.internet.interfaces import IReactorTime

from sitescan.concurrency.fanout import step_cooperator

#: The number of lines that are parsed in one step.
_LINES_PER_STEP = 100


class HostsFile:
    """
    A file of addresses and names, which is parsed once, and again when it has changed.

    A changed file is parsed over several turns of the reactor, since lists of blocked hosts have 150,000 lines. Until
    then, its previous names count.
    """

    def __init__(self, path: Path, clock: IReactorTime) -> None:
        self._path = path
        self._cooperator = step_cooperator(clock)
        self._modified = self._last_change()
        self._addresses: dict[str, tuple[str, ...]] = {}
        for _ in self._parse(self._modified):
            pass

    def addresses(self, name: str) -> Sequence[str]:
        """Return the addresses of a name in the order of the file. A file that can't be read has none."""
        modified = self._last_change()
        if modified != self._modified:
            self._modified = modified
            self._cooperator.cooperate(self._parse(modified))
        return self._addresses.get(name.lower(), ())

    def _last_change(self) -> int | None:
        try:
            return self._path.stat().st_mtime_ns
        except OSError:
            return None

    def _parse(self, modified: int | None) -> Iterator[None]:
        """Replace the addresses by those in the file, unless it changes again in the meantime."""
        addresses: dict[str, tuple[str, ...]] = {}
        is_address = cache(lambda address: isIPAddress(address) or isIPv6Address(address))
        with suppress(OSError), self._path.open(encoding="utf-8", errors="replace") as lines:
            while step := list(islice(lines, _LINES_PER_STEP)):
                for line in step:
                    address, *names = line.lower().partition("#")[0].split() or ("",)
                    if names and is_address(address):
                        for name in dict.fromkeys(names):
                            addresses[name] = (*addresses.get(name, ()), address)
                yield
        if modified == self._modified:
            self._addresses = addresses
