"""Security: what the response says, how the site is reached without TLS, and what it lets strangers do."""

from attrs import evolve, frozen
from twisted.internet.defer import Deferred
from twisted.logger import Logger
from twisted.python.failure import Failure
from zope.interface import implementer

from sitescan.analyzers.conclude import conclude
from sitescan.analyzers.examination import Examination
from sitescan.deadline import Deadline
from sitescan.fanout import side_by_side
from sitescan.interfaces import IAnalyzer
from sitescan.model.answers import SecurityTxt, Sharing, Transport
from sitescan.model.report import Category, CategoryResult
from sitescan.probe.sharing import ask_as_stranger
from sitescan.probe.transport import ask_plain
from sitescan.probe.wellknown import fetch_security_txt

_NOT_ASKED = "An internal error kept part of how the site is reached from being examined."


@implementer(IAnalyzer)
@frozen
class SecurityAnalyzer:
    """The analyzer of the category security."""

    _log = Logger()

    category = Category.SECURITY

    def analyze(self, examination: Examination, deadline: Deadline) -> Deferred[CategoryResult]:
        """Analyze one page (:meth:`sitescan.interfaces.IAnalyzer.analyze`)."""
        return Deferred.fromCoroutine(self._analyze(examination, deadline))

    async def _analyze(self, examination: Examination, deadline: Deadline) -> CategoryResult:
        within = deadline.within(examination.session.outfit.settings.link_seconds)
        session, exchange = examination.session, examination.exchange
        probes: list[Deferred[Transport | Sharing | SecurityTxt]] = [
            Deferred.fromCoroutine(ask_plain(session, exchange, within)),
            Deferred.fromCoroutine(ask_as_stranger(session, exchange, within)),
        ]
        if exchange.secure:
            probes.append(Deferred.fromCoroutine(fetch_security_txt(session, exchange, within)))
        answers = await side_by_side(probes)
        static = await examination.judged[self.category]
        static = evolve(static, unexamined=(*static.unexamined, *examination.unread))
        evidence = []
        for answer in answers:
            if isinstance(answer, Failure):
                self._log.failure("a probe failed", failure=answer)
                static = evolve(static, unexamined=(*static.unexamined, _NOT_ASKED))
            else:
                evidence.append(answer)
        return await conclude(self.category, examination.session.outfit.cooperator, static, evidence)
