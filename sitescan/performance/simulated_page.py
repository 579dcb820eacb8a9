"""The input of the simulation, from the responses of the network."""

from attrs import evolve

from sitescan.model.answers import Answer, Problem, Verdict
from sitescan.model.exchange import Exchange
from sitescan.model.load_simulation import FileFacts, SimulatedPage
from sitescan.model.page_load import PageLoad
from sitescan.model.resource_answers import ResourceAnswers
from sitescan.model.transport_answers import Protocols

#: A server's response time is rounded down to one of these steps, in milliseconds. It is the only measured time in the
#: simulation, and differs between scans; it is ignored below the bound at which rules report it. Slow 4G adds at least
#: half a second, so that no simulated time is less than the measured one.
_STEPS = (0.0, 800.0, 1300.0, 1800.0, *(float(step) for step in range(2300, 30_001, 500)))

_UNREACHABLE = frozenset(
    {
        Problem.NAME,
        Problem.REFUSED,
        Problem.UNREACHABLE,
        Problem.CERTIFICATE,
        Problem.TLS,
        Problem.FORBIDDEN,
        Problem.BLOCKED,
    }
)


def navigation_facts(exchange: Exchange, *, multiplexed: bool) -> SimulatedPage:
    """
    Return the facts about a page alone.

    :param multiplexed: whether its origin supports HTTP/2.
    """
    # Before the first byte, connecting took as long as one round trip to this service.
    waited = (exchange.timings.first_byte - exchange.timings.connect) * 1000
    return SimulatedPage(
        url=exchange.url,
        size=max(exchange.wire_size, 0),
        server=max((step for step in _STEPS if step <= waited), default=0.0),
        redirects=tuple(hop.url for hop in exchange.hops),
        multiplexed=multiplexed,
    )


def simulated_page(
    load: PageLoad, resources: ResourceAnswers, protocols: Protocols | None, icon_url: str = ""
) -> SimulatedPage:
    """
    Return the facts about a page's loading, including the responses of its files.

    :param icon_url: the URL of the icon that browsers load.
    """
    icon = resources.answers.get(icon_url)
    urls = {entry.url for entry in load.files} | {entry.url for entry in load.candidates}
    return evolve(
        navigation_facts(resources.exchange, multiplexed=protocols is not None and protocols.alpn == "h2"),
        icon=(icon.known_size or 0) if icon is not None and icon.verdict is Verdict.OK else 0,
        files={
            **{file.url: FileFacts(size=file.size) for file in load.files if file.size},
            **{url: _facts(resources.answers[url]) for url in urls if url in resources.answers},
        },
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
