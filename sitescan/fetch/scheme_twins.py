"""Finding out whether the hosts of links also answer over HTTPS instead of plain HTTP, or vice versa."""

from collections.abc import Mapping
from itertools import islice

from sitescan.concurrency.deadline import Deadline
from sitescan.fetch.probe_failures import ProbeFailures
from sitescan.fetch.url_checker import UrlChecker
from sitescan.model.answers import Problem, Verdict
from sitescan.model.link_answers import LinkAnswers
from sitescan.standards.urls import serialized_target

_HTTP = 80
_MOST_HOSTS = 20
#: The failures of HTTPS that plain HTTP may not have. After a timeout, nothing is certain.
_FAILED = (Problem.REFUSED, Problem.UNREACHABLE, Problem.RESET, Problem.TLS)


async def secure_hosts(
    url_checker: UrlChecker, links: LinkAnswers, deadline: Deadline, failures: ProbeFailures
) -> frozenset[str]:
    """Return the hosts of links over plain HTTP that support HTTPS; one link of each host is tried."""
    twins: dict[str, str] = {}
    for link, answer in links.answered(Verdict.OK):
        target = serialized_target(link.url)
        if not target.secure and target.port == _HTTP and answer.final_url.startswith("http:"):
            twins.setdefault(target.host, f"https://{target.authority}{target.path}")
    return await _answering(url_checker, twins, "https:", deadline, failures)


async def plain_hosts(
    url_checker: UrlChecker, links: LinkAnswers, deadline: Deadline, failures: ProbeFailures
) -> frozenset[str]:
    """
    Return the hosts, with their ports, of links over HTTPS that answer only over plain HTTP.

    One link of each host is tried. A port other than 443 may itself speak plain HTTP.
    """
    twins: dict[str, str] = {}
    for link, _ in links.failed(*_FAILED):
        target = serialized_target(link.url)
        if target.secure:
            twins.setdefault(target.authority, f"http://{target.authority}{target.path}")
    return await _answering(url_checker, twins, "http:", deadline, failures)


async def _answering(
    url_checker: UrlChecker, twins: Mapping[str, str], scheme: str, deadline: Deadline, failures: ProbeFailures
) -> frozenset[str]:
    """Return the hosts whose URLs work and end at a scheme."""
    tried = dict(islice(twins.items(), _MOST_HOSTS))
    answers = await url_checker.all(tried.values(), deadline, failures, followed=True)
    works = {
        url for url, answer in answers.items() if answer.verdict is Verdict.OK and answer.final_url.startswith(scheme)
    }
    return frozenset(host for host, url in tried.items() if url in works)
