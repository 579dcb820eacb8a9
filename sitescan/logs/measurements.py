"""The metrics of the service, independent of their format."""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

from attrs import define, field, frozen
from twisted.logger import ILogObserver
from zope.interface import implementer

#: The upper bounds of histogram buckets in seconds.
BOUNDS = (0.005, 0.025, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)


@frozen
class Family:
    """
    A family of metrics.

    :ivar kind: ``counter``, ``gauge`` or ``histogram``. Gauges of several processes are added up.
    :ivar text: the description of the family.
    :ivar labels: the names of its labels, whose values must not be chosen by clients or scanned sites.
    """

    kind: str
    text: str
    labels: tuple[str, ...] = ()


FAMILIES: Mapping[str, Family] = MappingProxyType(
    {
        "requests": Family("counter", "HTTP requests that were answered.", ("route", "method", "status")),
        "request_seconds": Family("histogram", "From a whole request to the end of its answer.", ("route",)),
        "connections": Family("gauge", "Connections of clients that are open."),
        "scans": Family("counter", "Scans by what became of them.", ("outcome",)),
        "scan_seconds": Family("histogram", "From the admission of a scan to its report or its failure."),
        "stage_seconds": Family("histogram", "Stages of scans, as Server-Timing names them.", ("stage",)),
        "scans_running": Family("gauge", "Scans that are under way."),
        "scans_waiting": Family("gauge", "Scans that wait for others to end."),
        "children": Family("gauge", "Child processes that examine pages."),
        "children_started": Family("counter", "Child processes that were started."),
        "tokens": Family("counter", "Requests counted against a quota.", ("table", "outcome")),
        "state_away": Family("gauge", "Processes for which the shared state is away."),
        "egress_requests": Family("counter", "Requests that scans have sent.", ("method", "outcome")),
        "log_events": Family("counter", "Lines of the log that are warnings or worse.", ("level",)),
        "server_processes": Family("gauge", "Processes that serve requests."),
    }
)

#: The name of a family, the values of its labels, and its numbers: a single one, or for a histogram the number of
#: values in each bucket and the sum of all values.
Sample = tuple[str, tuple[str, ...], tuple[float, ...]]


@define(eq=False)
class Measurements:
    """
    The metrics of one process.

    :ivar watched: functions that return the present values of gauges and counters, by the names of families.
    """

    watched: dict[str, Callable[[], float]] = field(factory=dict, init=False)
    _counts: dict[tuple[str, tuple[str, ...]], list[float]] = field(factory=dict, init=False)

    def count(self, name: str, *labels: str) -> None:
        """Increment a counter."""
        numbers = self._counts.get((name, labels))
        if numbers is None:
            numbers = self._counts[name, labels] = [0.0]
        numbers[0] += 1

    def time(self, name: str, seconds: float, *labels: str) -> None:
        """Add a duration to a histogram."""
        numbers = self._counts.get((name, labels))
        if numbers is None:
            numbers = self._counts[name, labels] = [0.0] * (len(BOUNDS) + 2)
        numbers[bisect_left(BOUNDS, seconds)] += 1
        numbers[-1] += seconds

    def samples(self) -> list[Sample]:
        """Return the present values of all metrics."""
        counted = [(name, labels, tuple(numbers)) for (name, labels), numbers in self._counts.items()]
        return [*counted, *((name, (), (float(value()),)) for name, value in self.watched.items())]


def merged(*processes: Iterable[Sample]) -> list[Sample]:
    """Return the sums of the metrics of several processes."""
    sums: dict[tuple[str, tuple[str, ...]], tuple[float, ...]] = {}
    for samples in processes:
        for name, labels, numbers in samples:
            key = (name, tuple(labels))
            sums[key] = tuple(map(sum, zip(sums[key], numbers, strict=True))) if key in sums else tuple(numbers)
    return [(name, labels, numbers) for (name, labels), numbers in sums.items()]


@implementer(ILogObserver)
@define(eq=False)
class LogEventCounter:
    """A log observer that counts warnings and errors."""

    measurements: Measurements

    def __call__(self, event: dict[str, Any]) -> None:
        """Count a log event."""
        level = getattr(event.get("log_level"), "name", "")
        if level in {"warn", "error", "critical"}:
            self.measurements.count("log_events", level)
