"""What the operator's own tools ask: metrics, and whether the service is there. Never on the sockets of visitors."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from attrs import frozen
from twisted.internet.defer import CancelledError, Deferred
from twisted.logger import Logger
from twisted.web.resource import Resource
from twisted.web.server import NOT_DONE_YET, Site

from sitescan.measurements import BOUNDS, FAMILIES, Sample


def admin_site(reactor: Any, samples: Callable[[], "Deferred[Sequence[Sample]]"], problem: Callable[[], str]) -> Site:
    """
    The site of ``--admin``.

    :param samples: how everything stands.
    :param problem: why the service should get no requests; empty where it should.
    """
    root = Resource()
    root.putChild(b"metrics", _Metrics(samples))
    root.putChild(b"healthz", _Said(lambda: ""))
    root.putChild(b"readyz", _Said(problem))
    site = Site(root, reactor=reactor, timeout=60)
    site.noisy = False
    site.log = lambda request: None  # type: ignore[method-assign]  # nobody's requests but the operator's
    return site


class _Said(Resource):
    """200, or 503 with the reason."""

    isLeaf = True  # noqa: N815 - IResource

    def __init__(self, problem: Callable[[], str]) -> None:
        super().__init__()
        self._problem = problem

    def render_GET(self, request: Any) -> bytes:  # noqa: N802 - Resource
        """Answer."""
        problem = self._problem()
        request.setResponseCode(503 if problem else 200)
        request.setHeader(b"content-type", b"text/plain; charset=utf-8")
        return f"{problem or 'ok'}\n".encode()


class _Metrics(Resource):
    """
    The metrics, in the form that Prometheus asks for.

    prometheus_client's own resource for Twisted runs on the reactor's threads, of which there are few and which
    look names up as well; the text takes a millisecond.
    """

    isLeaf = True  # noqa: N815 - IResource
    _log = Logger()

    def __init__(self, samples: Callable[[], "Deferred[Sequence[Sample]]"]) -> None:
        super().__init__()
        self._samples = samples

    def render_GET(self, request: Any) -> int:  # noqa: N802 - Resource
        """Answer once every process has said how it stands."""
        asked = self._samples()
        request.notifyFinish().addErrback(lambda _: asked.cancel())
        asked.addCallback(self._write, request).addErrback(self._failed, request)
        return NOT_DONE_YET

    def _write(self, samples: Sequence[Sample], request: Any) -> None:
        form, media_type = exposition(samples, (request.getHeader(b"accept") or b"").decode("latin-1"))
        request.setHeader(b"content-type", media_type.encode())
        request.write(form)
        request.finish()

    def _failed(self, failure: Any, request: Any) -> None:
        if not failure.check(CancelledError):  # of a client that has disconnected
            self._log.failure("the metrics could not be written", failure)
            request.setResponseCode(500)
            request.finish()


def exposition(samples: Iterable[Sample], accept: str = "") -> tuple[bytes, str]:
    """
    The text of samples, with this process's own CPU time, memory and descriptors, and its media type.

    :param accept: the ``Accept`` of whoever asks.
    """
    # Only here, since it is an extra.
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
    """Samples, as prometheus_client wants them."""

    samples: Sequence[Sample]

    def collect(self) -> Iterable[Any]:
        """Each family with its samples, whether there are any or not."""
        from prometheus_client import core  # noqa: PLC0415

        kinds = {
            "counter": core.CounterMetricFamily,
            "gauge": core.GaugeMetricFamily,
            "histogram": core.HistogramMetricFamily,
        }
        for name, family in FAMILIES.items():
            made = kinds[family.kind](f"sitescan_{name}", family.text, labels=family.labels)
            for own, labels, numbers in self.samples:
                if own != name:
                    continue
                if family.kind == "histogram":
                    *classes, total = numbers
                    made.add_metric(labels, _cumulative(classes), total)
                else:
                    made.add_metric(labels, numbers[0])
            yield made


def _cumulative(classes: Sequence[float]) -> list[tuple[str, float]]:
    bounds = [*map(str, BOUNDS), "+Inf"]
    return [(bound, sum(classes[: at + 1])) for at, bound in enumerate(bounds)]
