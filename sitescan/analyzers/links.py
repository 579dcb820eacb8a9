"""The analyzer of the category links, which checks the targets of the page's links."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from attrs import evolve, frozen
from twisted.internet.defer import Deferred
from zope.interface import implementer

from sitescan.analyzers.category_result import effect_of_missing
from sitescan.analyzers.conclusion import conclude
from sitescan.analyzers.examination import Examination
from sitescan.concurrency.deadline import Deadline
from sitescan.concurrency.fanout import all_succeeded
from sitescan.fetch.confirmed_links import with_confirmed_links
from sitescan.fetch.missing_pages import with_missing_pages
from sitescan.fetch.probe_failures import ProbeFailures
from sitescan.fetch.scheme_twins import plain_hosts, secure_hosts
from sitescan.interfaces import IAnalyzer
from sitescan.model.answers import Answer, Problem, Verdict
from sitescan.model.evidence import ScoreEffect, UnexaminedPart
from sitescan.model.link_answers import LinkAnswers
from sitescan.model.report import Category, CategoryResult, Judged, Judgement

#: The problems of links that are never requested, however much time there is.
_NEVER_ASKED = frozenset({Problem.BLOCKED, Problem.ENDLESS})

#: Rules that charge for broken links.
_NOWHERE = (
    *("links/broken", "links/host-not-found", "links/host-unreachable", "links/https-missing"),
    "links/server-error",
)


@implementer(IAnalyzer)
@frozen
class LinksAnalyzer:
    """The analyzer of the category links."""

    category = Category.LINKS

    def analyze(self, examination: Examination, deadline: Deadline) -> Deferred[CategoryResult]:
        """Analyze one page (:meth:`sitescan.interfaces.IAnalyzer.analyze`)."""
        return Deferred.fromCoroutine(self._analyze(examination, deadline))

    async def _analyze(self, examination: Examination, deadline: Deadline) -> CategoryResult:
        within = deadline.within(examination.session.context.settings.link_seconds)
        failures = ProbeFailures()
        works: list[Deferred[Any]] = [
            Deferred.fromCoroutine(_checked(examination, within, failures)),
            Deferred.fromCoroutine(_judged(examination, within, failures)),
        ]
        links, static = await all_succeeded(works)
        outline = examination.outline
        links = evolve(
            links,
            references=(*outline.references, *static.references),
            # The URLs in stylesheets have been requested in the meantime.
            answers={**examination.url_checker.answers, **links.answers},
            reported_elsewhere=frozenset((*outline.reported_elsewhere, *static.styled)),
        )
        unseen = any(part.hides_content for part in static.unexamined)
        resolve = partial(_without_duplicates, links, unseen=unseen)
        unexamined = (*static.unexamined, *examination.unread_pages, *_unchecked(links), *failures.parts)
        static = evolve(static, unexamined=unexamined)
        return await conclude(self.category, examination.session.context.cooperator, static, (links,), resolve)


async def _checked(examination: Examination, deadline: Deadline, failures: ProbeFailures) -> LinkAnswers:
    """Return the answers for the links of the page, and how their sites answer for missing pages and over HTTPS."""
    outline, url_checker, page_url = examination.outline, examination.url_checker, examination.exchange.url
    urls = [link.url for link in outline.links if not link.skipped]
    urls += [reference.url for reference in outline.references]
    other_urls = [url for url in urls if url != page_url]
    await failures.guard("The links", url_checker.all(other_urls, deadline, failures))
    # A link to the page itself needs no request.
    own = Answer(url=page_url, method="GET", status=examination.exchange.status)
    links = LinkAnswers(
        page_url=page_url,
        links=outline.links,
        answers={**url_checker.answers, page_url: own},
        left_out=outline.links_left_out,
        references_left_out=outline.references_left_out,
    )
    missing = with_missing_pages(url_checker, links, outline.itself, deadline, failures)
    links = await failures.guard("How linked sites answer for missing pages", missing) or links
    confirmed = with_confirmed_links(url_checker, links, deadline, failures)
    links = await failures.guard("What links say by GET", confirmed) or links
    plain = await failures.guard(
        "Whether linked sites answer over plain HTTP", plain_hosts(url_checker, links, deadline, failures)
    )
    links = evolve(links, plain_hosts=plain or frozenset())
    if examination.exchange.secure:
        secure = secure_hosts(url_checker, links, deadline, failures)
        hosts = await failures.guard("Whether linked sites answer over HTTPS", secure)
        links = evolve(links, secure_hosts=hosts or frozenset())
    return links


def _unchecked(links: LinkAnswers) -> Iterator[UnexaminedPart]:
    """Yield the links that were not checked in time, if they are many of all up to the limit."""
    requested = [link for link in links.unique if not link.skipped]
    unanswered = sum(link.url not in links.answers for link in requested)
    late = sum(
        answer.problem not in (Problem.BLOCKED, Problem.ENDLESS) for _, answer in links.answered(Verdict.UNCHECKED)
    )
    effect = effect_of_missing(unanswered + late, len(requested))
    if effect is ScoreEffect.UNCOUNTED:
        text = f"{unanswered + late} of the {len(requested)} links to check could not be checked"
        yield UnexaminedPart("links-unchecked", text, effect)


def _without_duplicates(links: LinkAnswers, judgements: Sequence[Judgement], *, unseen: bool) -> Sequence[Judgement]:
    """
    Return the judgements without those about the same fault.

    A mistyped URL that is broken is one fault.

    :param unseen: whether scripts write the links, so that it is unknown whether the page has none.
    """
    rules = {judgement.rule for judgement in judgements}
    charging = next((rule for rule in _NOWHERE if rule in rules), "")
    return [
        evolve(judgement, charged_by=charging)
        if charging and judgement.rule == "links/malformed" and _all_broken(links, judgement)
        else judgement
        for judgement in judgements
        if not unseen or judgement.rule != "links/nothing-to-check"
    ]


def _all_broken(links: LinkAnswers, judgement: Judgement) -> bool:
    """Return whether all links that a rule found are known to be broken."""
    urls = {(link.place.line, link.place.column): link.url for link in links.links}
    broken = {link.url for link, _ in links.answered(Verdict.BROKEN)}
    found = [
        urls.get((occurrence.place.line, occurrence.place.column))
        for occurrence in judgement.occurrences
        if occurrence.place is not None
    ]
    return len(found) == judgement.count and all(url in broken for url in found)


async def _judged(examination: Examination, deadline: Deadline, failures: ProbeFailures) -> Judged:
    """Return the results of the static rules after requesting the URLs in stylesheets."""
    judged = await examination.judged[Category.LINKS]
    references = [reference.url for reference in judged.references]
    await failures.guard("The addresses in stylesheets", examination.url_checker.all(references, deadline, failures))
    return judged
