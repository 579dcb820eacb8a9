"""The site for the operator's monitoring: metrics, liveness and readiness. It never shares a socket with the API."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from attrs import frozen
from twisted.internet.defer import CancelledError, Deferred
from twisted.internet.interfaces import IReactorTime
from twisted.logger import Logger
from twisted.web.resource import Resource
from twisted.web.server import NOT_DONE_YET, Site

from sitescan.logs.measurements import BOUNDS, FAMILIES, Sample


def admin_site(
    reactor: IReactorTime, samples: Callable[[], "Deferred[Sequence[Sample]]"], problem: Callable[[], str]
) -> Site:
    """
    Return the site of ``--admin``.

    :param samples: returns the metrics.
    :param problem: returns why the service should get no requests, or an empty string.
    """
    root = Resource()
    root.putChild(b"metrics", _Metrics(samples))
    root.putChild(b"healthz", _Health(lambda: ""))
    root.putChild(b"readyz", _Health(problem))
    site = Site(root, reactor=reactor, timeout=60)
    site.noisy = False
    site.log = lambda request: None  # type: ignore[method-assign]  # only the operator sends requests
    return site


class _Health(Resource):
    """Responds with 200, or with 503 and the problem."""

    isLeaf = True  # noqa: N815 - IResource

    def __init__(self, problem: Callable[[], str]) -> None:
        super().__init__()
        self._problem = problem

    def render_GET(self, request: Any) -> bytes:  # noqa: N802 - Resource
        """Write the response."""
        problem = self._problem()
        request.setResponseCode(503 if problem else 200)
        request.setHeader(b"content-type", b"text/plain; charset=utf-8")
        return f"{problem or 'ok'}\n".encode()


class _Metrics(Resource):
    """
    Responds with the metrics, in the format that Prometheus asks for.

    prometheus_client's own resource for Twisted uses the reactor's thread pool, which is small and also looks up host
    names. Formatting the metrics takes a millisecond, so it doesn't need a thread.
    """

    isLeaf = True  # noqa: N815 - IResource
    _log = Logger()

    def __init__(self, samples: Callable[[], "Deferred[Sequence[Sample]]"]) -> None:
        super().__init__()
        self._samples = samples

    def render_GET(self, request: Any) -> int:  # noqa: N802 - Resource
        """Write the response when the metrics of all processes have arrived."""
        samples = self._samples()
        request.notifyFinish().addErrback(lambda _: samples.cancel())
        samples.addCallback(self._write, request).addErrback(self._failed, request)
        return NOT_DONE_YET

    def _write(self, samples: Sequence[Sample], request: Any) -> None:
        text, media_type = exposition(samples, (request.getHeader(b"accept") or b"").decode("latin-1"))
        request.setHeader(b"content-type", media_type.encode())
        request.write(text)
        request.finish()

    def _failed(self, failure: Any, request: Any) -> None:
        if not failure.check(CancelledError):  # of a client that has disconnected
            self._log.failure("the metrics could not be written", failure)
            request.setResponseCode(500)
            request.finish()


def exposition(samples: Iterable[Sample], accept: str = "") -> tuple[bytes, str]:
    """
    Return the text of the metrics and its media type. It includes CPU time, memory and descriptors of this process.

    :param accept: the ``Accept`` header field of the request.
    """
    # Imported here because it is an extra.
    from prometheus_client import CollectorRegistry, PlatformCollector, ProcessCollector  # noqa: PLC0415
    from prometheus_client.exposition import choose_encoder  # noqa: PLC0415

    registry = CollectorRegistry(auto_describe=False)
    registry.register(_Collector(tuple(samples)))
    ProcessCollector(registry=registry)
    PlatformCollector(registry=registry)
    encoder, media_type = choose_encoder(accept)
    text: bytes = encoder(registry)
    return text, media_type


@frozen
class _Collector:
    """A collector of prometheus_client over samples."""

    samples: Sequence[Sample]

    def collect(self) -> Iterable[Any]:
        """Yield every metric family, also those without samples."""
        from prometheus_client import core  # noqa: PLC0415

        kinds = {
            "counter": core.CounterMetricFamily,
            "gauge": core.GaugeMetricFamily,
            "histogram": core.HistogramMetricFamily,
        }
        for name, family in FAMILIES.items():
            metrics = kinds[family.kind](f"sitescan_{name}", family.text, labels=family.labels)
            for sample_name, labels, numbers in self.samples:
                if sample_name != name:
                    continue
                if family.kind == "histogram":
                    *classes, total = numbers
                    metrics.add_metric(labels, _cumulative(classes), total)
                else:
                    metrics.add_metric(labels, numbers[0])
            yield metrics


def _cumulative(classes: Sequence[float]) -> list[tuple[str, float]]:
    """Return the upper bounds of a histogram's buckets with the number of values up to each."""
    bounds = [*map(str, BOUNDS), "+Inf"]
    return [(bound, sum(classes[: at + 1])) for at, bound in enumerate(bounds)]
