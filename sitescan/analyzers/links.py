"""Links: where the page's links lead."""

from attrs import frozen
from twisted.internet.defer import Deferred
from zope.interface import implementer

from sitescan.analyzers.conclude import conclude
from sitescan.analyzers.examination import Examination
from sitescan.deadline import Deadline
from sitescan.interfaces import IAnalyzer
from sitescan.model.answers import Answer, LinkAnswers
from sitescan.model.report import Category, CategoryResult
from sitescan.probe.many import ask_all


@implementer(IAnalyzer)
@frozen
class LinksAnalyzer:
    """The analyzer of the category links."""

    category = Category.LINKS

    def analyze(self, examination: Examination, deadline: Deadline) -> Deferred[CategoryResult]:
        """Analyze one page (:meth:`sitescan.interfaces.IAnalyzer.analyze`)."""
        return Deferred.fromCoroutine(self._analyze(examination, deadline))

    async def _analyze(self, examination: Examination, deadline: Deadline) -> CategoryResult:
        session, outline, page_url = examination.session, examination.outline, examination.exchange.url
        within = deadline.within(session.outfit.settings.link_seconds)
        # The page itself has answered; a link to it need not be asked.
        own = Answer(url=page_url, method="GET", status=examination.exchange.status)
        asked = await ask_all(session, (link.url for link in outline.links if link.url != page_url), within)
        links = LinkAnswers(
            page_url=page_url,
            links=outline.links,
            answers={**asked, page_url: own},
            left_out=outline.links_left_out,
        )
        static = await examination.judged[self.category]
        return await conclude(self.category, deadline.clock, static, (links,))
