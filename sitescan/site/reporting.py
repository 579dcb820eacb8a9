"""The report on a site, from what its database has of its pages."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from hashlib import blake2b

from msgspec.structs import replace

from sitescan.charging import charges
from sitescan.model.report import Category, Judgement, Severity
from sitescan.model.site_facts import PageFacts
from sitescan.model.site_report import (
    FaultExample,
    PageScore,
    Reach,
    SiteFault,
    SiteReport,
    SiteWideIssue,
    TemplateScore,
)
from sitescan.report.fault_key import FaultKey
from sitescan.rules.catalogue import catalogue, site_rules
from sitescan.site.faults import Fault, faults
from sitescan.site.page_findings import PageFindings, StoredIssue, StoredPlace, page_findings, spots
from sitescan.site.site_score import SiteScore
from sitescan.site.store import Store
from sitescan.site.template_names import template_names
from sitescan.site.templates import templates


def site_report(store: Store, target: str, left_out: Mapping[str, int]) -> SiteReport:
    """
    Return the report on the site in a database.

    The reports on its pages are read one after the other, because those of a large site don't fit into memory.

    :param target: the URL or folder as it was named.
    :param left_out: the number of URLs that were left out, by the reason.
    """
    pages, findings = list[PageScore](), list[PageFindings]()
    skeletons, titles, unexamined = dict[str, bytes](), dict[str, str](), Counter[str]()
    for stored in store.stored_pages():
        page = PageScore(url=stored.url, depth=stored.depth, problem=stored.problem, redirect=stored.redirect)
        if stored.report is not None:
            found = page_findings(stored.url, stored.report)
            findings.append(found)
            page = replace(page, score=found.score, scores=_by_category(found.scores), issues=found.charged)
            facts = stored.facts or PageFacts()
            skeletons[stored.url], titles[stored.url] = facts.skeleton, facts.title
            unexamined.update({sentence for category in stored.report.categories for sentence in category.unexamined})
        pages.append(page)
    made = templates(skeletons)
    names = template_names([template.pages for template in made], titles)
    template_of = {url: name for name, template in zip(names, made, strict=True) for url in template.pages}
    issues = store.site_issues()
    on_pages = {rule for page in findings for shares in page.shares.values() for rule in shares}
    score = SiteScore(findings, template_of, _shares(issues, on_pages))
    points = {rule: _points(issue, score) for rule, issue in {issue.rule: issue for issue in issues}.items()}
    said = _pages_with_issues(store, issues, [page.url for page in findings])
    unsaid = (fault for fault in faults(findings, template_of) if not said.get(fault.rules[0], set()) >= {*fault.pages})
    return SiteReport(
        target=target,
        score=score.overall(),
        scores=dict(score.of_categories()),
        templates=tuple(
            TemplateScore(
                name=name,
                pages=len(template.pages),
                certainty=template.certainty,
                scores={key: float(round(mean, 1)) for key, mean in score.of_template(name).items()},
            )
            for name, template in zip(names, made, strict=True)
        ),
        pages=tuple(replace(page, template=template_of.get(page.url, "")) for page in pages),
        faults=tuple(sorted(_site_faults(unsaid, store, score), key=_rank)),
        issues=tuple(
            replace(issue, share=score.shares[issue.category.value][issue.rule], points=points[issue.rule])
            for issue in issues
        ),
        left_out=dict(sorted(left_out.items())),
        unexamined=dict(sorted(unexamined.items(), key=lambda entry: (-entry[1], entry[0]))),
    )


def _by_category(scores: Mapping[str, int]) -> dict[Category, int]:
    return {category: scores[category.value] for category in Category if category.value in scores}


def _shares(issues: Sequence[SiteWideIssue], on_pages: AbstractSet[str]) -> Mapping[str, Mapping[str, int]]:
    """
    Return what the rules about the whole site take, by category and rule: each once, by its gravest issue.

    :param on_pages: the rules that take something on a page. The same fault takes nothing once more.
    """
    made: dict[str, dict[str, int]] = {}
    for category in Category:
        gravest = dict[str, Severity]()
        for issue in issues:
            if issue.category is category:
                gravest[issue.rule] = min(
                    issue.severity, gravest.get(issue.rule, Severity.INFO), key=lambda severity: severity.rank
                )
        judgements = [
            Judgement(rule=rule, count=1, occurrences=(), severity=severity) for rule, severity in gravest.items()
        ]
        charged = charges(judgements, site_rules().__getitem__)
        made[category.value] = {rule: 0 if rule in on_pages else charge.share for rule, charge in charged.items()}
    return made


def _points(issue: SiteWideIssue, score: SiteScore) -> float:
    """Return what it brings if the rule of an issue finds nothing, neither on the site nor on its pages."""
    pages = [page.url for page in score.pages if any(issue.rule in shares for shares in page.shares.values())]
    points = score.points((issue.rule,), pages) + score.points_of_site_rule(issue.category.value, issue.rule)
    return float(round(points, 2))


def _pages_with_issues(
    store: Store, issues: Iterable[SiteWideIssue], pages: Sequence[str]
) -> Mapping[str, frozenset[str]]:
    """
    Return the pages whose faults the issues of the site contain, by rule, so that they are said once.

    :param pages: all pages that were examined: each of them has the faults of a sitemap.
    """
    found: dict[str, set[str]] = defaultdict(set)
    for issue in issues:
        if catalogue()[issue.rule].site_wide is not None:
            # What is listed in sitemaps is named by no page, and reported on each.
            having = store.naming(issue.target.partition("#")[0]) if issue.target else pages
            found[issue.rule].update(issue.pages, having)
    return {rule: frozenset(urls) for rule, urls in found.items()}


def _site_faults(found: Iterator[Fault], store: Store, score: SiteScore) -> Iterator[SiteFault]:
    for fault in found:
        category, issue, place = _example(fault, store)
        yield SiteFault(
            rule=issue.rule,
            category=category,
            severity=issue.severity,
            title=issue.title,
            reach=fault.reach,
            keys=() if fault.reach is Reach.PAGES else _keys(fault),
            templates=tuple(fault.templates),
            pages=tuple(fault.pages),
            places=len(fault.spots),
            share=issue.share,
            points=float(round(score.points(fault.rules, fault.mended), 2)),
            example=FaultExample(
                url=fault.pages[0],
                line=place.line or 0,
                column=place.column or 0,
                selector=place.selector or "",
                snippet=place.snippet or "",
                detail=place.detail,
            ),
            summary=issue.summary or issue.description,
            recommendation=issue.recommendation,
            how_to_fix=issue.how_to_fix,
            patch=issue.patch,
        )


def _example(fault: Fault, store: Store) -> tuple[Category, StoredIssue, StoredPlace]:
    """Return the category and the issue of the first page with a fault, and the first of its places there."""
    report = store.report(fault.pages[0])
    category, issue = next(
        (category, issue) for category in report.categories for issue in category.issues if issue.rule == fault.rules[0]
    )
    place = next(place for spot, place in spots(issue) if spot in fault.spots)
    return category.category, issue, place


def _keys(fault: Fault) -> tuple[str, ...]:
    return tuple(sorted({_digest(spot.key) for spot in fault.spots}))


def _digest(key: FaultKey) -> str:
    return blake2b("\0".join(key).encode("utf-8", "replace"), digest_size=8).hexdigest()


def _rank(fault: SiteFault) -> tuple[object, ...]:
    """Return the place of a fault in the list: by what it brings, how severe it is, and on how many pages it is."""
    return -fault.points, fault.severity.rank, -len(fault.pages), fault.rule, fault.pages[0], fault.reach.value
