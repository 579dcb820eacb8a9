"""The analyzer of the category security, which also probes plain HTTP, cross-origin access and security.txt."""

from collections.abc import Coroutine, Iterable, Iterator
from typing import Any

from attrs import evolve, frozen
from twisted.internet.defer import Deferred
from zope.interface import implementer

from sitescan.analyzers.conclusion import conclude
from sitescan.analyzers.examination import Examination
from sitescan.concurrency.deadline import Deadline
from sitescan.concurrency.fanout import all_succeeded
from sitescan.fetch.cross_origin_access import check_cross_origin_access
from sitescan.fetch.exposed_files import find_exposed_files
from sitescan.fetch.name_records import find_name_records
from sitescan.fetch.probe_failures import ProbeFailures
from sitescan.fetch.site_files import fetch_security_txt
from sitescan.fetch.transport import check_transport
from sitescan.interfaces import IAnalyzer
from sitescan.model.answers import Verdict
from sitescan.model.evidence import UnexaminedPart
from sitescan.model.report import Category, CategoryResult
from sitescan.model.resource_answers import ResourceAnswers
from sitescan.model.site_answers import ExposedFiles, SecurityTxt
from sitescan.model.transport_answers import NameRecords, Sharing, Transport

Evidence = ExposedFiles | NameRecords | SecurityTxt | Sharing | Transport
"""What the probes find out."""


@implementer(IAnalyzer)
@frozen
class SecurityAnalyzer:
    """The analyzer of the category security."""

    category = Category.SECURITY

    def analyze(self, examination: Examination, deadline: Deadline) -> Deferred[CategoryResult]:
        """Analyze one page (:meth:`sitescan.interfaces.IAnalyzer.analyze`)."""
        return Deferred.fromCoroutine(self._analyze(examination, deadline))

    async def _analyze(self, examination: Examination, deadline: Deadline) -> CategoryResult:
        within = deadline.within(examination.session.context.settings.link_seconds)
        session, exchange = examination.session, examination.exchange
        failures = ProbeFailures()
        probes: list[Coroutine[Any, Any, Evidence | None]] = [
            failures.guard("How the page is reached", check_transport(session, exchange, within)),
            failures.guard("The DNS records", find_name_records(session, exchange, within)),
        ]
        if session.asks_variants(exchange.url):
            sharing = check_cross_origin_access(session, exchange, within)
            probes.append(failures.guard("What other sites may read", sharing))
        if exchange.secure:
            probes.append(failures.guard("security.txt", fetch_security_txt(session, exchange, within)))
        if session.context.settings.exposed_files == "on":
            exposed = find_exposed_files(session, exchange.url, within, failures)
            probes.append(failures.guard("Files that should not be public", exposed))
        files = [resource.url for resource in examination.outline.resources]
        file_check = failures.guard("The page's files", examination.url_checker.all(files, within, failures))
        works: list[Deferred[Any]] = [Deferred.fromCoroutine(work) for work in (*probes, file_check)]
        answers: list[Any] = (await all_succeeded(works))[: len(probes)]
        static = await examination.judged[self.category]
        unexamined = (*static.unexamined, *examination.unread, *unanswered(answers), *failures.parts)
        static = evolve(static, unexamined=unexamined)
        evidence: list[Evidence | ResourceAnswers] = [answer for answer in answers if answer is not None]
        evidence.append(
            ResourceAnswers(
                exchange=exchange,
                resources=examination.outline.resources,
                answers=examination.url_checker.answers,
                left_out=examination.outline.resources_left_out,
            )
        )
        return await conclude(self.category, examination.session.context.cooperator, static, evidence)


def unanswered(probed: Iterable[object]) -> Iterator[UnexaminedPart]:
    """Yield the probes that got no response."""
    for result in probed:
        if isinstance(result, SecurityTxt) and result.status is None:
            yield UnexaminedPart("security-txt-unanswered", "security.txt did not respond")
        elif isinstance(result, ExposedFiles) and result.unanswered:
            text = f"Requests for files that should not be public got no response: {result.unanswered}"
            yield UnexaminedPart("exposed-files-unanswered", text)
        elif isinstance(result, Sharing) and result.answer is None:
            text = "The page did not respond to a script of another site, so it is not known what it would let it read"
            yield UnexaminedPart("cross-origin-unanswered", text)
        elif isinstance(result, Transport) and result.plain is not None and result.plain.verdict is Verdict.UNCHECKED:
            text = "The address over plain HTTP did not respond"
            yield UnexaminedPart("plain-http-unanswered", text, end=f": {result.plain.reason}.")
