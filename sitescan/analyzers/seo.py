"""The analyzer of the category SEO, which also fetches the files of the site for search engines."""

from collections.abc import Iterator

from attrs import evolve, frozen
from twisted.internet.defer import Deferred
from zope.interface import implementer

from sitescan.analyzers.conclusion import conclude
from sitescan.analyzers.examination import Examination
from sitescan.concurrency.deadline import Deadline
from sitescan.fetch.listed_pages import listed_pages
from sitescan.fetch.probe_failures import ProbeFailures
from sitescan.fetch.site_probes import SiteFiles, SiteProbes
from sitescan.interfaces import IAnalyzer
from sitescan.model.answers import Answer, Verdict
from sitescan.model.crawling import CrawledUrls
from sitescan.model.evidence import UnexaminedPart
from sitescan.model.report import Category, CategoryResult


@implementer(IAnalyzer)
@frozen
class SeoAnalyzer:
    """The analyzer of the category SEO."""

    category = Category.SEO

    def analyze(self, examination: Examination, deadline: Deadline) -> Deferred[CategoryResult]:
        """Analyze one page (:meth:`sitescan.interfaces.IAnalyzer.analyze`)."""
        return Deferred.fromCoroutine(self._analyze(examination, deadline))

    async def _analyze(self, examination: Examination, deadline: Deadline) -> CategoryResult:
        failures = ProbeFailures()
        within = deadline.within(examination.session.context.settings.link_seconds)
        probes = SiteProbes(
            session=examination.session,
            url_checker=examination.url_checker,
            image_reader=examination.image_reader,
            exchange=examination.exchange,
            outline=examination.outline,
            deadline=within,
            failures=failures,
        )
        site = await probes.answers()
        outline = examination.outline
        crawled = CrawledUrls(
            robots=site.robots,
            canonical=outline.canonical,
            resources=outline.resources,
            sitemaps=site.sitemaps,
        )
        files = await examination.examiner.judge_site(crawled, site.llms, deadline)
        listing = listed_pages(examination.url_checker, files.listed, _page(examination), within, failures)
        listed = await failures.guard("The pages in sitemaps", listing)
        site = evolve(site, answers=evolve(site.answers, listed=listed or ()))
        static = (await examination.judged[self.category]).joined(files)
        static = evolve(static, unexamined=(*static.unexamined, *failures.parts, *_unanswered(site)))
        cooperator = examination.session.context.cooperator
        return await conclude(self.category, cooperator, static, (site.answers,))


def _page(examination: Examination) -> Answer:
    """Return the answer for the scanned page, as for a page that a sitemap lists."""
    exchange = examination.exchange
    return Answer(
        url=exchange.url,
        method="GET",
        status=exchange.status,
        headers=exchange.headers,
        linked_page=examination.outline.itself,
    )


def _unanswered(site: SiteFiles) -> Iterator[UnexaminedPart]:
    """Yield the probes that got no response."""
    if site.robots.status is None:
        text = "robots.txt did not respond, so it is not known whether crawlers may read the page"
        yield UnexaminedPart("robots-txt-unanswered", text)
    if site.llms.status is None:
        yield UnexaminedPart("llms-txt-unanswered", "llms.txt did not respond")
    answers = site.answers
    preview = answers.preview.answer if answers.preview is not None else None
    named = (
        ("The canonical URL", answers.canonical),
        ("The AMP version", answers.amp),
        ("The favicon", answers.favicon),
        ("The preview image", preview),
    )
    for name, answer in (*named, *(("A sitemap", answer) for answer in answers.sitemaps)):
        if answer is not None and answer.verdict is Verdict.UNCHECKED:
            yield UnexaminedPart("named-url-unanswered", f"{name} did not respond", end=f": {answer.reason}.")
    silent = sum(answer.verdict is Verdict.UNCHECKED for answer in answers.listed)
    if silent:
        text = f"Pages that the sitemaps list did not respond: {silent} of {len(answers.listed)}"
        yield UnexaminedPart("listed-pages-unanswered", text)
