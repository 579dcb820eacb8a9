"""The access log: one JSON object on a line for each request, without data that shows who scans which page."""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from ipaddress import ip_network
from typing import Any, Protocol

from attrs import frozen

from sitescan.configuration.settings import Settings
from sitescan.web.clients import client_of

_LONGEST_PATH = 200

#: The prefix length of logged addresses by IP version: about one region of one provider.
_PREFIXES = {4: 24, 6: 48}


class LogLines(Protocol):
    """The output of the access log."""

    def write(self, text: str) -> object:
        """Write a line."""


@frozen
class AccessLog:
    """
    Writes a line when a request is answered.

    The line contains the network of the client and the host of the scanned page, but no query, header or body.

    :ivar now: returns the wall clock time in seconds since the epoch.
    """

    lines: LogLines
    settings: Settings
    now: Callable[[], float]

    def write(self, request: Any, seconds: float) -> None:
        """
        Write the line of an answered request.

        :param seconds: the time that the response took.
        """
        entry: dict[str, Any] = {
            "time": datetime.fromtimestamp(self.now(), UTC).isoformat(timespec="milliseconds"),
            "request": request.facts.id,
            "client": network_of(client_of(request, self.settings)),
            "method": request.method.decode("latin-1")[:_LONGEST_PATH],
            "path": request.path.decode("latin-1")[:_LONGEST_PATH],
            "status": request.code,
            "bytes": request.sentLength,
            "ms": round(seconds * 1000, 1),
        }
        if request.facts.host:
            entry["host"] = request.facts.host
        if request.facts.score is not None:
            entry["score"] = request.facts.score
            entry["stages"] = {name: round(spent * 1000, 1) for name, spent in request.facts.phases}
        self.lines.write(json.dumps(entry, separators=(",", ":")) + "\n")


def network_of(client: str) -> str:
    """Return the network of a client, given the name under which its requests are counted."""
    try:
        network = ip_network(client)
    except ValueError:
        return client
    return str(network.supernet(new_prefix=min(network.prefixlen, _PREFIXES[network.version])))
