"""The installed service, scanning pages that an evaluation serves on loopback addresses."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from evaluation.results import Results
from tests.running import Running, running

NETWORK = "127.0.0.0/8"
"""The network that the service is allowed to scan."""


@contextmanager
def service(results: Results, known: Mapping[str, str] | None = None, **settings: object) -> Iterator[Running]:
    """
    Run the service for the length of a block; an error in its log makes the evaluation fail.

    :param known: the IPv4 addresses of the names that the service can look up.
    :param settings: settings of the service by name.
    """
    given = {"rate_limit": 0, "host_requests": 0, "allow_private": NETWORK, **settings}
    options = [part for name, value in given.items() for part in ("--set", f"{name.replace('_', '-')}={value}")]
    with running(*options, known=known) as started:
        try:
            yield started
        finally:
            lines = list(started.lines)
    for line in lines:
        if "#error" in line or "#critical" in line:
            results.fail(line)


def report(running_service: Running, url: str) -> Any:
    """Return the report on a page with its evidence; ``None`` if the page could not be scanned."""
    answer = running_service.scan(url, path="/api/v1/scan?include=evidence")
    return answer.json if answer.status == 200 else None


def issues(report: Any) -> Iterator[Any]:
    """Return the issues of all categories of a report."""
    return (issue for category in report["categories"] for issue in category["issues"])
