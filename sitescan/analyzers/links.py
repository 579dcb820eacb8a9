"""Links: where the page's links lead."""

from itertools import islice
from typing import Any

from attrs import evolve, frozen
from twisted.internet.defer import Deferred
from twisted.python.failure import Failure
from zope.interface import implementer

from sitescan.analyzers.conclude import conclude
from sitescan.analyzers.examination import Examination
from sitescan.deadline import Deadline
from sitescan.fanout import side_by_side
from sitescan.interfaces import IAnalyzer
from sitescan.model.answers import Answer, LinkAnswers, Verdict
from sitescan.model.report import Category, CategoryResult, Judged
from sitescan.model.target import parse_target
from sitescan.probe.asked import Asked

_HTTP = 80
_MOST_TWINS = 20


@implementer(IAnalyzer)
@frozen
class LinksAnalyzer:
    """The analyzer of the category links."""

    category = Category.LINKS

    def analyze(self, examination: Examination, deadline: Deadline) -> Deferred[CategoryResult]:
        """Analyze one page (:meth:`sitescan.interfaces.IAnalyzer.analyze`)."""
        return Deferred.fromCoroutine(self._analyze(examination, deadline))

    async def _analyze(self, examination: Examination, deadline: Deadline) -> CategoryResult:
        outline, asked, page_url = examination.outline, examination.asked, examination.exchange.url
        within = deadline.within(examination.session.outfit.settings.link_seconds)
        urls = [link.url for link in outline.links if not link.skipped]
        urls += [reference.url for reference in outline.references]
        works: list[Deferred[Any]] = [
            Deferred.fromCoroutine(asked.all((url for url in urls if url != page_url), within)),
            Deferred.fromCoroutine(_judged(examination, within)),
        ]
        _, static = await side_by_side(works)
        if isinstance(static, Failure):
            static.raiseException()
        # The page itself has answered; a link to it need not be asked.
        own = Answer(url=page_url, method="GET", status=examination.exchange.status)
        links = LinkAnswers(
            page_url=page_url,
            links=outline.links,
            references=(*outline.references, *static.references),
            answers={**asked.answers, page_url: own},
            left_out=outline.links_left_out,
            references_left_out=outline.references_left_out,
        )
        if examination.exchange.secure:
            links = evolve(links, secure_hosts=await _secure_hosts(asked, links, within))
        return await conclude(self.category, examination.session.outfit.cooperator, static, (links,))


async def _judged(examination: Examination, deadline: Deadline) -> Judged:
    """What the static rules found; meanwhile the addresses that the stylesheets name are asked."""
    judged = await examination.judged[Category.LINKS]
    await examination.asked.all((one.url for one in judged.references), deadline)
    return judged


async def _secure_hosts(asked: Asked, links: LinkAnswers, deadline: Deadline) -> frozenset[str]:
    """The hosts of links to plain HTTP that answer over HTTPS as well: one link of each is tried."""
    twins: dict[str, str] = {}
    for link, answer in links.answered(Verdict.OK):
        target = parse_target(link.url)
        if not target.secure and target.port == _HTTP and answer.final_url.startswith("http:"):
            twins.setdefault(target.host, f"https://{target.origin.partition('://')[2]}{target.path}")
    tried = dict(islice(twins.items(), _MOST_TWINS))
    answers = await asked.all(tried.values(), deadline)
    return frozenset(host for host, url in tried.items() if url in answers and answers[url].verdict is Verdict.OK)
