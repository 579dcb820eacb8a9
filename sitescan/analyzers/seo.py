"""SEO: what the page says of itself, and what its site says of it."""

from attrs import frozen
from twisted.internet.defer import Deferred
from zope.interface import implementer

from sitescan.analyzers.conclude import conclude
from sitescan.analyzers.examination import Examination
from sitescan.deadline import Deadline
from sitescan.interfaces import IAnalyzer
from sitescan.model.report import Category, CategoryResult, Judged
from sitescan.probe.site import Surroundings
from sitescan.probe.wellknown import fetch_files

_SILENT = "robots.txt did not answer, so it is not known whether crawlers may read the page."


@implementer(IAnalyzer)
@frozen
class SeoAnalyzer:
    """The analyzer of the category SEO."""

    category = Category.SEO

    def analyze(self, examination: Examination, deadline: Deadline) -> Deferred[CategoryResult]:
        """Analyze one page (:meth:`sitescan.interfaces.IAnalyzer.analyze`)."""
        return Deferred.fromCoroutine(self._analyze(examination, deadline))

    async def _analyze(self, examination: Examination, deadline: Deadline) -> CategoryResult:
        session, exchange = examination.session, examination.exchange
        within = deadline.within(session.outfit.settings.link_seconds)
        robots, llms = await fetch_files(session, exchange.url, within)
        surroundings = Surroundings(
            asked=examination.asked,
            images=examination.images,
            exchange=exchange,
            outline=examination.outline,
            deadline=within,
        )
        answers = await surroundings.ask(robots)
        files = await examination.examiner.judge_site(robots, llms, deadline)
        page = await examination.judged[self.category]
        silent = (_SILENT,) if robots.status is None else ()
        unexamined = page.unexamined + files.unexamined + answers.unexamined + silent
        static = Judged(judgements=page.judgements + files.judgements, unexamined=unexamined)
        return await conclude(self.category, examination.session.outfit.cooperator, static, (answers,))
