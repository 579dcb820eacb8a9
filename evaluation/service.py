"""The installed service, scanning pages that an evaluation serves on loopback addresses."""

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from attrs import frozen

from evaluation.results import Results
from sitescan.rules.catalogue import catalogue
from tests.running import Answer, Running, running


@frozen
class Service:
    """A running service; pages that it cannot scan make the evaluation fail."""

    _running: Running
    _results: Results

    def answer(self, url: str) -> Answer:
        """Return the response to the request for a report with its evidence."""
        return self._running.scan(url, path="/api/v1/scan?include=evidence")

    def report(self, url: str, case: str = "") -> Any:
        """Return the report on a page; ``None`` if the page could not be scanned."""
        answer = self.answer(url)
        if answer.status == 200:
            return answer.json
        self._results.fail(f"{case or url} could not be scanned")
        return None


@contextmanager
def service(results: Results, known: Mapping[str, str] | None = None, **settings: object) -> Iterator[Service]:
    """
    Run the service for the length of a block; an error in its log makes the evaluation fail.

    :param known: the IPv4 addresses of the names that the service can look up.
    :param settings: settings of the service by name.
    """
    given = {"rate_limit": 0, "host_requests": 0, "allow_private": "127.0.0.0/8", **settings}
    options = [part for name, value in given.items() for part in ("--set", f"{name.replace('_', '-')}={value}")]
    with running(*options, known=known) as started:
        try:
            yield Service(started, results)
        finally:
            lines = list(started.lines)
    for line in lines:
        if "#error" in line or "#critical" in line:
            results.fail(line)


def issues(report: Any) -> Iterator[Any]:
    """Return the issues and the facts of all categories of a report."""
    return (issue for category in report["categories"] for issue in (*category["issues"], *category.get("facts", ())))


def rules_covering(prefix: str, read: Collection[type] | None = None) -> Mapping[str, set[str]]:
    """
    Return the ids of the rules that cover each check of another tool, which is named after a prefix.

    :param read: the types of evidence whose rules are of interest; by default, all are.
    """
    found: dict[str, set[str]] = {}
    for rule in catalogue().values():
        for cover in rule.covers:
            if cover.startswith(prefix) and (read is None or rule.reads in read):
                found.setdefault(cover.removeprefix(prefix), set()).add(rule.id)
    return found
