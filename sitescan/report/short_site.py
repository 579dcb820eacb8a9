"""The report on a site in a bounded number of characters, for assistants."""

from collections.abc import Iterable, Sequence
from typing import Any

from attrs import frozen

from sitescan.model.site_report import PageScore, SiteFault, SiteReport, SiteWideIssue, TemplateScore
from sitescan.report.rule_texts import generic
from sitescan.report.short_report import LARGEST
from sitescan.report.site_wording import where
from sitescan.report.visible_text import one_line, visible, visible_json
from sitescan.rules.catalogue import catalogue, site_rules

#: The maximum number of characters of one text, and of pages and templates that are named.
_TEXT, _NAMED = 1_000, 10


@frozen(kw_only=True)
class SitePart:
    """
    What a report says about a page, a rule or a template.

    :ivar page: the page, if it is one.
    :ivar template: the template, if it is one.
    """

    page: PageScore | None
    template: TemplateScore | None
    faults: Sequence[SiteFault]
    issues: Sequence[SiteWideIssue]


def site_part(report: SiteReport, name: str) -> SitePart | None:
    """Return what a report says about the page, the rule or the template of a name; ``None`` if there is none."""
    page = next((page for page in report.pages if page.url == name), None)
    template = next((template for template in report.templates if template.name == name), None)
    if page is None and template is None and name not in catalogue():
        return None
    return SitePart(
        page=page,
        template=template,
        faults=[fault for fault in report.faults if name in (fault.rule, *fault.pages, *fault.templates)],
        issues=[issue for issue in report.issues if name in (issue.rule, issue.target, *issue.pages)],
    )


def short_site(report: SiteReport) -> str:
    """
    Return the scores of a site and what to do first, as JSON.

    As in :func:`~sitescan.report.short_report.short_report`, what pages say has fields of its own.
    """
    answer = {
        "target": one_line(report.target, _TEXT),
        "overallScore": report.score,
        "scores": {category.value: score for category, score in report.scores.items()},
        "pages": sum(page.score is not None for page in report.pages),
        "templates": [
            {"name": one_line(template.name, _TEXT), "pages": template.pages} for template in report.templates[:_NAMED]
        ],
    }
    faults = ({**_of_rule(fault), "where": where(fault)} for fault in report.faults)
    return _fitted(answer, faults=faults, issuesBetweenPages=map(_of_rule, report.issues))


def short_site_part(part: SitePart) -> str:
    """Return what a report says about a page, a rule or a template, as JSON."""
    answer: dict[str, Any] = {}
    if part.page is not None:
        scores = {category.value: score for category, score in part.page.scores.items()}
        answer |= {"url": one_line(part.page.url, _TEXT), "overallScore": part.page.score, "scores": scores}
    if part.template is not None:
        answer |= {"template": one_line(part.template.name, _TEXT), "pages": part.template.pages}
    return _fitted(answer, faults=map(_fault, part.faults), issuesBetweenPages=map(_issue, part.issues))


def _fault(fault: SiteFault) -> dict[str, Any]:
    example = fault.example
    content = {
        "said": fault.summary,
        "place": f"{example.url}:{example.line}:{example.column}" if example.line else example.url,
        "selector": example.selector,
        "snippet": example.snippet,
        "detail": example.detail,
    }
    return {
        **_of_rule(fault),
        "where": where(fault),
        "howToFix": generic(catalogue()[fault.rule].how_to_fix),
        "pageContent": {name: visible(text, _TEXT) for name, text in content.items() if text},
        "pages": [one_line(url, _TEXT) for url in fault.pages[:_NAMED]],
    }


def _issue(issue: SiteWideIssue) -> dict[str, Any]:
    return {
        **_of_rule(issue),
        "howToFix": generic(site_rules()[issue.rule].how_to_fix),
        "pageContent": {"said": visible(issue.description, _TEXT)},
        "pages": [one_line(url, _TEXT) for url in issue.pages[:_NAMED]],
    }


def _of_rule(found: SiteFault | SiteWideIssue) -> dict[str, Any]:
    """Return what is said in the same words on all sites."""
    return {
        "rule": found.rule,
        "severity": found.severity.value,
        "points": found.points,
        "title": found.title,
        "recommendation": found.recommendation,
    }


def _fitted(answer: dict[str, Any], **lists: Iterable[dict[str, Any]]) -> str:
    """Return an answer as JSON with as much of some lists as has room; ``leftOut`` counts the rest."""
    room, left = LARGEST - len(visible_json(answer)), 0
    for name, found in lists.items():
        shown = answer.setdefault(name, [])
        for one in found:
            room -= len(visible_json(one))
            if room < 0:
                left += 1
            else:
                shown.append(one)
    return visible_json({**answer, **({"leftOut": left} if left else {})})
