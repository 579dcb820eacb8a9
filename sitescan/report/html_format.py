"""The format ``html``: a self-contained file, and the article that the pages of the service embed."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from sitescan.model.report import Category, CategoryResult, Issue, Occurrence, Report, Severity
from sitescan.report.gains import TopFix, gain, same_faults, top_fixes
from sitescan.report.grouping import GroupedIssue, faults
from sitescan.report.html_document import html_document, severity_badge, stylesheet, table
from sitescan.report.html_fixes import fix, inline
from sitescan.report.html_scores import Gauge, score_panel
from sitescan.report.json_format import timestamp
from sitescan.report.marked_screenshot import LISTED, cutout, has_screenshot, marked_screenshot
from sitescan.report.markup import Markup, element, join
from sitescan.report.summary import summary
from sitescan.report.visible_text import visible
from sitescan.report.wording import (
    SEVERITIES,
    UNCHECKED,
    brings_little,
    category_grade,
    counted,
    counts,
    detail,
    error_page,
    explained,
    fixed_together,
    gain_of,
    loaded,
    place_of,
    position,
    scanned,
    score_text,
    score_words,
    selector,
    severity_counts,
    shown_issues,
    silent_checks,
    snippet,
    steps_of,
    unexamined,
    worth,
)
from sitescan.rules.catalogue import catalogue

_PLURALS = {Severity.ERROR: "Errors", Severity.WARNING: "Warnings", Severity.INFO: "Suggestions"}


def html(reports: Sequence[Report]) -> str:
    """Return a self-contained document with all reports; it runs no script and sends no request."""
    title = f"{reports[0].overall_score} of 100: {visible(reports[0].url)}" if len(reports) == 1 else "Reports"
    several = len(reports) > 1
    articles = [article(report, f"{number}-" if several else "") for number, report in enumerate(reports, 1)]
    tables = (_pages(reports), _rules(faults(reports))) if several else ()
    return html_document(title, [*tables, *articles], stylesheet(), images=any(map(has_screenshot, reports)))


def _pages(reports: Sequence[Report]) -> Markup:
    """Return a table of the pages, the worst first, with links to their reports."""
    headings = ("Page", "Score", *(category.label for category in Category))
    rows = [
        (
            element("a", visible(report.url), href=f"#{number}-report"),
            str(report.overall_score),
            *map(score_text, report.categories),
        )
        for number, report in sorted(enumerate(reports, 1), key=lambda entry: entry[1].overall_score)
    ]
    return table(counted(len(reports), "page", "pages"), headings, rows)


def _rules(found: Sequence[GroupedIssue]) -> Markup:
    """Return a table of the rules that found something, the gravest first."""
    rows = [
        (
            fault.issue.title,
            SEVERITIES[fault.issue.severity],
            f"{fault.pages:,}",
            f"{fault.count:,}",
            f"one place on {fault.shared:,} pages" if fault.shared else "",
        )
        for fault in found
    ]
    return table(counted(len(found), "rule", "rules"), ("Issue", "Severity", "Pages", "Places", "Shared"), rows)


def article(report: Report, prefix: str = "", rules_at: str = "") -> Markup:
    """
    Return the ``article`` element of one report.

    ``sitescan/web/static/report.js`` builds the same elements from the JSON of a report;
    ``tests/integration/test_browser.py`` compares them.

    :param prefix: the prefix of every id, for documents with several reports.
    :param rules_at: the base path of the rule pages; if it is empty, the sources of each rule are linked instead.
    """
    left, stands, fixes = unexamined(report), same_faults(report), top_fixes(report)
    return element(
        "article",
        _head(report, prefix),
        _scores(report, prefix),
        element("p", inline(summary(report, fixes)), class_="summary"),
        _top_fixes(fixes, prefix),
        _patch(report.patch, f"One patch with {counted(report.changes, 'safe change', 'safe changes')}"),
        _filters(report),
        marked_screenshot(report, prefix),
        *(_category(result, stands, prefix, rules_at) for result in report.categories),
        _little(report, stands, prefix, rules_at),
        _checks(report, rules_at) if rules_at else "",
        _facts(report, prefix, rules_at),
        _unexamined(left) if left else "",
        class_="report",
    )


def _head(report: Report, prefix: str) -> Markup:
    when = element("time", scanned(report), datetime=timestamp(report.scanned_at))
    return element(
        "header",
        element(
            "h1", "Report on ", element("bdi", visible(report.url), class_="url"), id=f"{prefix}report", tabindex="-1"
        ),
        element("p", "Scanned ", when, f" · {loaded(report)}", class_="meta"),
        element("p", element("strong", problem)) if (problem := error_page(report)) else "",
    )


def _scores(report: Report, prefix: str) -> Markup:
    return score_panel(
        report.overall_score,
        [
            Gauge(
                label=result.category.label,
                score=result.score if result.counted or result.partly else 0,
                shown=score_text(result),
                grade=category_grade(result),
                href=f"#{prefix}{result.category.value}",
            )
            for result in report.categories
        ],
    )


def _top_fixes(fixes: Sequence[TopFix], prefix: str) -> Markup:
    items = [
        element(
            "li",
            element("a", fix.title, href=f"#{prefix}{fix.issue.rule}"),
            " ",
            element("span", place_of(fix), class_="of"),
            " ",
            element("span", gain_of(fix), class_="gain"),
            *(element("span", step, class_="step") for step in steps_of(fix)),
            *(
                element("span", element("a", title, href=f"#{prefix}{rule}"), class_="step")
                for title, rule in fixed_together(fix).items()
            ),
        )
        for fix in fixes
    ]
    if not items:
        return Markup()
    note = element("p", explained(fixes), class_="note")
    return element("section", element("h2", "What to do first"), element("ol", *items), note, class_="top-fixes")


def _filters(report: Report) -> Markup:
    """Return the checkboxes that filter issues; the stylesheet applies them, without a script."""
    found = severity_counts(issue for result in report.categories for issue in shown_issues(result))
    return element(
        "fieldset",
        element("legend", "Show"),
        *(_checkbox(f"show-{kind.value}", f"{_PLURALS[kind]} ({number})") for kind, number in found.items()),
        *(
            _checkbox(f"show-{result.category.value}", f"{result.category.label} ({len(shown_issues(result))})")
            for result in report.categories
        ),
        _checkbox("only-costly", "Only what costs points", checked=False),
        class_="filters",
    )


def _checkbox(name: str, label: str, *, checked: bool = True) -> Markup:
    return element("label", element("input", type="checkbox", class_=name, checked=checked), f" {label}")


def _category(result: CategoryResult, stands: Mapping[str, str], prefix: str, rules_at: str) -> Markup:
    issues = shown_issues(result)
    shown = [issue for issue in issues if not brings_little(issue, gain(issue, result))]
    at_end = f", {len(issues) - len(shown)} of them at the end" if len(shown) < len(issues) else ""
    return element(
        "section",
        element(
            "h2",
            f"{result.category.label} ",
            element("span", score_words(result), class_="score", data_grade=category_grade(result)),
        ),
        element("p", f"{counts(issues).capitalize()}{at_end}", class_="counts"),
        *(element("p", visible(part.sentence), class_="soft") for part in result.unexamined if not result.counted),
        *_issues(shown, result, stands, prefix, rules_at),
        class_="category",
        id=f"{prefix}{result.category.value}",
        data_category=result.category.value,
    )


def _issues(
    issues: Iterable[Issue], result: CategoryResult, stands: Mapping[str, str], prefix: str, rules_at: str
) -> Iterator[Markup]:
    """Yield issues of a category, each in short where another issue of the report stands for it."""
    for issue in issues:
        gained = gain(issue, result)
        if issue.rule in stands:
            yield _same_fault(issue, gained, stands[issue.rule], prefix)
        else:
            yield _issue(issue, gained, prefix, rules_at)


def _little(report: Report, stands: Mapping[str, str], prefix: str, rules_at: str) -> Markup:
    """Return one fold with the issues of all categories that bring less than a point."""
    sections, number = [], 0
    for result in report.categories:
        little = [issue for issue in shown_issues(result) if brings_little(issue, gain(issue, result))]
        if little:
            number += len(little)
            issues = _issues(little, result, stands, prefix, rules_at)
            heading = element("h3", result.category.label)
            sections.append(element("section", heading, *issues, data_category=result.category.value))
    name = counted(number, "issue that brings", "issues that bring")
    return _folded(f"{name} less than a point", sections, "little") if sections else Markup()


def _checks(report: Report, rules_at: str) -> Markup:
    """Return one fold with the checks of all categories that found nothing, with links."""
    parts: list[Markup] = []
    number = 0
    for name, heading, rules in silent_checks(report):
        number += len(rules)
        items = (element("li", element("a", catalogue()[rule].passed, href=f"{rules_at}{rule}")) for rule in rules)
        note = [element("p", UNCHECKED, class_="soft")] if name == "unchecked" else []
        parts.append(element("section", element("h3", heading), *note, element("ul", *items), class_=name))
    return _folded(f"{counted(number, 'check', 'checks')} that found nothing", parts, "checks") if parts else Markup()


def _same_fault(issue: Issue, gained: int, stands: str, prefix: str) -> Markup:
    """Return a line for an issue about a fault that another issue of the report stands for."""
    return element(
        "p",
        f"{issue.title} ",
        element("span", worth(issue, gained), class_="gain"),
        " · ",
        element("a", "the same fault", href=f"#{prefix}{stands}"),
        class_="same-fault",
        id=f"{prefix}{issue.rule}",
        data_severity=issue.severity.value,
        data_points=str(gained or issue.share),
    )


def _folded(name: str, content: Iterable[Markup], kind: str) -> Markup:
    return element("details", element("summary", element("h2", name)), *content, class_=kind)


def _facts(report: Report, prefix: str, rules_at: str) -> Markup:
    """Return the folded facts about the page."""
    facts = [fact for result in report.categories for fact in result.facts]
    if not facts:
        return Markup()
    shown = (_issue(fact, 0, prefix, rules_at) for fact in facts)
    return _folded(counted(len(facts), "fact", "facts"), shown, "facts")


def _issue(issue: Issue, gained: int, prefix: str, rules_at: str) -> Markup:
    summary = element(
        "summary",
        severity_badge(issue.severity),
        " ",
        element("span", issue.title, class_="title"),
        " ",
        element("span", worth(issue, gained), class_="gain" if gained or issue.gain_ms else "gain none"),
    )
    return element(
        "details",
        summary,
        element("p", inline(issue.summary or issue.description)),
        _places(issue, prefix),
        element("h3", "How to fix it"),
        element("p", inline(issue.recommendation)),
        fix(issue.how_to_fix, snippet(issue.occurrences[0]) if issue.occurrences else ""),
        _patch(issue.patch, "Patch for the page's source"),
        element("p", "Rule ", *_rule_link(issue.rule, rules_at), class_="rule"),
        class_="issue",
        id=f"{prefix}{issue.rule}",
        data_severity=issue.severity.value,
        data_points=str(gained or issue.share),
        open=issue.severity is Severity.ERROR,
    )


def _patch(patch: str, summary: str) -> Markup:
    """Return a folded patch; one that can't be shown as it is can't be copied either."""
    if not patch or visible(patch) != patch:
        return Markup()
    code = element("figure", element("pre", patch, class_="fix"), class_="code")
    return element("details", element("summary", summary), code, class_="patch")


def _places(issue: Issue, prefix: str) -> Markup:
    items = [
        element("li", *parts)
        for occurrence in issue.occurrences[:LISTED]
        if (parts := list(_place(occurrence, prefix)))
    ]
    if not items:
        return Markup()
    if more := issue.count - len(items):
        items.append(element("li", f"and {more:,} more"))
    heading = counted(issue.count, "place", "places").capitalize()
    return join(element("h3", heading), element("ul", *items, class_="places"))


def _place(occurrence: Occurrence, prefix: str) -> Iterator[Markup]:
    if where := position(occurrence):
        yield element("span", where.capitalize(), class_="where")
    elif path := selector(occurrence):
        yield element("code", visible(path), class_="where")
    if markup := snippet(occurrence):
        yield element("code", visible(markup))
    if text := detail(occurrence):
        yield element("span", inline(text), class_="detail")
    if occurrence.box is not None:
        yield cutout(occurrence.box, prefix)


def _rule_link(rule: str, rules_at: str) -> Iterator[str]:
    if rules_at:
        yield element("a", rule, href=f"{rules_at}{rule}")
        return
    yield element("code", rule)
    for source in catalogue()[rule].sources if rule in catalogue() else ():
        yield " · "
        yield element("a", source.partition("://")[2], href=source, rel="noreferrer")


def _unexamined(sentences: Sequence[tuple[str, str]]) -> Markup:
    items = [element("li", f"{categories}: {visible(sentence)}") for categories, sentence in sentences]
    return element("section", element("h2", "What was not examined"), element("ul", *items), class_="left")
