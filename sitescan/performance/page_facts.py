"""From what the network answered to what is simulated."""

from sitescan.model.answers import Answer, Problem, Protocols, ResourceAnswers, Verdict
from sitescan.model.page_load import PageLoad
from sitescan.performance.graph import FileFacts, PageFacts

#: The time that a server took to answer is taken in these steps, so that scans of one page agree; milliseconds.
_STEP = 100.0

#: A measured time beyond this is a clock that jumped, or a server that no visitor would wait for.
_LONGEST = 10_000.0

_UNREACHABLE = frozenset(
    {Problem.NAME, Problem.REFUSED, Problem.UNREACHABLE, Problem.CERTIFICATE, Problem.TLS, Problem.FORBIDDEN}
)


def page_facts(load: PageLoad, resources: ResourceAnswers, protocols: Protocols | None) -> PageFacts:
    """What is known of a page's load."""
    exchange = resources.exchange
    # Of the wait for the first byte, connecting took as long as one round trip to this service.
    waited = (exchange.timings.first_byte - exchange.timings.connect) * 1000
    return PageFacts(
        url=exchange.url,
        size=max(exchange.wire_size, 0),
        server=min(max(waited, 0.0), _LONGEST) // _STEP * _STEP,
        redirects=tuple(hop.url for hop in exchange.hops),
        files={url: _facts(answer) for url, answer in resources.answers.items()},
        multiplexed=protocols is not None and protocols.alpn == "h2",
        load=load,
    )


def _facts(answer: Answer) -> FileFacts:
    missing = answer.verdict is Verdict.BROKEN or (answer.status is not None and answer.status >= 400)
    return FileFacts(
        size=answer.known_size,
        missing=missing,
        unreachable=answer.problem in _UNREACHABLE,
        packed=answer.headers.get("content-encoding").strip().lower() not in ("", "identity"),
        redirects=len(answer.steps),
    )
