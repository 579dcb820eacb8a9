"""The host names that this machine knows without DNS (hosts(5))."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from twisted.internet.abstract import isIPAddress, isIPv6Address


class HostsFile:
    """A file of addresses and names, which is read once, and again when it has changed."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._modified: int | None = None
        self._addresses: Mapping[str, Sequence[str]] = {}
        self._read_if_changed()

    def addresses(self, name: str) -> Sequence[str]:
        """Return the addresses of a name in the order of the file. A file that can't be read has none."""
        self._read_if_changed()
        return self._addresses.get(name.lower(), ())

    def _read_if_changed(self) -> None:
        try:
            modified = self._path.stat().st_mtime_ns
            if modified != self._modified:
                self._addresses = _parse(self._path.read_text("utf-8", "replace"))
                self._modified = modified
        except OSError:
            self._addresses, self._modified = {}, None


def _parse(text: str) -> Mapping[str, Sequence[str]]:
    found: dict[str, list[str]] = {}
    for line in text.lower().split("\n"):
        address, *names = line.partition("#")[0].split() or ("",)
        if names and (isIPAddress(address) or isIPv6Address(address)):
            for name in dict.fromkeys(names):
                found.setdefault(name, []).append(address)
    return found
