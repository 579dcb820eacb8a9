"""The report on a site as one HTML file, which works without a server."""

import json
from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files

from sitescan.model.report import Category
from sitescan.model.site_report import PageScore, Reach, SiteFault, SiteReport, SiteWideIssue, TemplateScore
from sitescan.report.html_document import html_document, severity_badge, stylesheet, table
from sitescan.report.html_fixes import fix, inline
from sitescan.report.html_scores import Gauge, score_panel
from sitescan.report.markup import Markup, element, join
from sitescan.report.site_comparison import past_result
from sitescan.report.site_html_history import changes_section, history_section
from sitescan.report.site_ranking import Ranked, first_of, ranked
from sitescan.report.site_wording import examined, headline, overview, unseen, worth
from sitescan.report.visible_text import visible
from sitescan.report.wording import counted, grade
from sitescan.standards.lazy_pattern import lazy_pattern

#: The numbers of faults that are shown first, of pages of a fault, of lines of a list, and of rows of the table.
_FIRST, _LISTED, _LINES, _ROWS = 10, 20, 200, 50

#: What all pages have in common, so that the table doesn't repeat it.
_ORIGIN = lazy_pattern("https?://[^/]+(?=/)")

#: The width of a bar of the distribution, and of a range of scores.
_WIDTH, _RANGE = 200, 10


def site_html(report: SiteReport) -> str:
    """Return the document. Its script sorts and filters the table of pages, and needs nothing else."""
    entries = ranked(report.faults, report.issues)
    first = sum(first_of(entry).points > 0 for entry in entries[:_FIRST])
    pages = [page for page in report.pages if page.score is not None]
    content = (
        element(
            "article",
            element(
                "header",
                element("h1", "Site report on ", element("bdi", visible(report.target), class_="url"), id="report"),
                element("p", overview(report), class_="meta"),
                element("p", examined(report), class_="meta"),
            ),
            _scores(report),
            Markup() if report.changes is None else changes_section(report, report.changes),
            _faults("What to do first", entries[:first]),
            _faults("Other faults", entries[first:]),
            _templates(report.templates),
            _distribution([page.score for page in pages if page.score is not None]),
            _pages(pages),
            history_section([*report.history, past_result(report)]),
            _unseen(report),
            class_="report",
        ),
    )
    script = files("sitescan.report").joinpath("site.js").read_text("utf-8")
    score = "Not examined" if report.score is None else f"{report.score} of 100"
    style = stylesheet() + stylesheet("site")
    description = f"What to do first on {visible(report.target)}, its templates and its pages: {overview(report)}."
    return html_document(f"{score}: {visible(report.target)}", content, style, script, description=description)


def _scores(report: SiteReport) -> Markup:
    if report.score is None:
        return element("p", element("strong", "No page was examined."))
    return score_panel(
        report.score,
        (
            Gauge(label=category.label, score=score, shown=str(score), grade=grade(score), href="#templates")
            for category, score in report.scores.items()
        ),
    )


def _faults(heading: str, entries: Sequence[Ranked]) -> Markup:
    if not entries:
        return Markup()
    items = (_fault(entry) if isinstance(entry, SiteFault) else _site_rule(entry) for entry in entries)
    return element("section", element("h2", heading), *items, class_="category")


def _fault(fault: SiteFault) -> Markup:
    return element(
        "details",
        _summary(fault),
        element("p", inline(fault.summary)),
        _example(fault),
        element("h3", "How to fix it"),
        element("p", inline(fault.recommendation)),
        fix(fault.how_to_fix, fault.example.snippet),
        _patch(fault),
        element("h3", _of_templates(fault)),
        element("ul", *(element("li", _link(url)) for url in fault.pages[:_LISTED]), _more(len(fault.pages))),
        element("p", "Rule ", element("code", fault.rule), class_="rule"),
        class_="issue",
        data_severity=fault.severity.value,
    )


def _site_rule(issues: Sequence[SiteWideIssue]) -> Markup:
    first = issues[0]
    items = [
        element("li", inline(issue.description), element("ul", *(element("li", _link(url)) for url in issue.pages)))
        for issue in issues[:_LISTED]
    ]
    return element(
        "details",
        _summary(issues),
        element("ul", *items, _more(len(issues))),
        element("h3", "How to fix it"),
        element("p", inline(first.recommendation)),
        fix(first.how_to_fix),
        element("p", "Rule ", element("code", first.rule), class_="rule"),
        class_="issue",
        data_severity=first.severity.value,
    )


def _summary(entry: Ranked) -> Markup:
    first, (title, place) = first_of(entry), headline(entry)
    return element(
        "summary",
        severity_badge(first.severity),
        " ",
        element("span", element("span", title, class_="title"), " ", element("span", place, class_="soft")),
        " ",
        element("span", worth(first), class_="gain" if first.points else "gain none"),
    )


def _example(fault: SiteFault) -> Markup:
    example = fault.example
    place = f"line {example.line}, column {example.column}" if example.line else ""
    parts = (
        element("span", "For example in ", _link(example.url), f", {place}" if place else "", class_="where"),
        element("code", visible(example.snippet)) if example.snippet else "",
        element("span", inline(example.detail), class_="detail") if example.detail else "",
    )
    return element("ul", element("li", *parts), class_="places")


def _patch(fault: SiteFault) -> Markup:
    if not fault.patch or visible(fault.patch) != fault.patch:
        return Markup()
    heading = "The edit, in the source of this page" if fault.reach is Reach.PAGES else "The edit, as pages need it"
    code = element("figure", element("pre", fault.patch, class_="fix"), class_="code")
    return element("details", element("summary", heading), code, class_="patch")


def _of_templates(fault: SiteFault) -> str:
    templates = ", ".join(map(visible, fault.templates[:_LISTED]))
    kind = "template" if len(fault.templates) == 1 else "templates"
    return f"{counted(len(fault.pages), 'page', 'pages')} of the {kind} {templates}"


def _more(number: int) -> str:
    return element("li", f"and {number - _LISTED:,} more, in site.json") if number > _LISTED else ""


def _link(url: str, shown: str = "") -> Markup:
    shown = visible(shown or url)
    return element("a", shown, href=url, rel="noreferrer") if url.startswith(("https://", "http://")) else join(shown)


def _templates(templates: Sequence[TemplateScore]) -> Markup:
    headings = ("Template", "Pages", "Alike", *(category.label for category in Category))
    rows = [
        (
            visible(template.name),
            f"{template.pages:,}",
            f"{template.certainty}%",
            *_cells({category: f"{score:.0f}" for category, score in template.scores.items()}),
        )
        for template in templates
    ]
    return element("section", element("h2", "Templates", id="templates"), table("Mean scores", headings, rows))


def _cells(scores: Mapping[Category, str]) -> Iterable[str]:
    return (scores.get(category, "–") for category in Category)


def _distribution(scores: Sequence[int]) -> Markup:
    ranges = dict.fromkeys(range(0, 100, _RANGE), 0)
    for score in scores:
        ranges[min(score, 99) // _RANGE * _RANGE] += 1
    most = max(ranges.values(), default=0) or 1
    rows = [
        (
            f"{low} to {100 if low == 90 else low + _RANGE - 1}",
            f"{number:,}",
            element(
                "svg",
                element("rect", width=str(round(_WIDTH * number / most)), height="12"),
                viewBox=f"0 0 {_WIDTH} 12",
                class_="bar-of-scores",
                aria_hidden="true",
                focusable="false",
            ),
        )
        for low, number in reversed(ranges.items())
        if number
    ]
    return element(
        "section",
        element("h2", "Distribution of scores"),
        table("Pages by overall score", ("Score", "Pages", "Share"), rows),
    )


def _pages(pages: Sequence[PageScore]) -> Markup:
    """
    Return the table of the pages, the lowest scores first.

    The document has the cells of all pages as data and the first rows as elements, because thousands of rows would make
    it slow; the script makes the others.
    """
    columns = ("Page", "Score", *(category.label for category in Category), "Issues", "Clicks", "Template")
    ordered = sorted(pages, key=lambda page: (page.score, page.url))
    names = sorted({page.template for page in pages})
    choices = (element("option", visible(name), value=visible(name)) for name in names)
    controls = element(
        "form",
        element("label", "Address ", element("input", type="search", id="address")),
        element("label", "Template ", element("select", element("option", "All", value=""), *choices, id="template")),
        element("output", "", id="shown"),
        id="controls",
        class_="filters",
        hidden=True,
    )
    shown = [
        (_link(page.url, _ORIGIN.sub("", page.url)), *("–" if cell is None else str(cell) for cell in _row(page)[1:]))
        for page in ordered[:_ROWS]
    ]
    rows = json.dumps(list(map(_row, ordered)), ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return element(
        "section",
        element("h2", "Pages"),
        controls,
        table(counted(len(pages), "page", "pages"), columns, shown),
        element("p", element("button", "Show more pages", type="button", id="more", hidden=True)),
        Markup(f'<script type="application/json" id="rows">{rows}</script>'),
        id="pages",
    )


def _row(page: PageScore) -> tuple[str | int | None, ...]:
    scores = map(page.scores.get, Category)
    return visible(page.url), page.score, *scores, page.issues, page.depth, visible(page.template)


def _unseen(report: SiteReport) -> Markup:
    lists = [
        join(
            element("h3", heading),
            element("ul", *(element("li", visible(line)) for line in lines[:_LINES]), _rest(len(lines))),
        )
        for heading, lines in unseen(report)
    ]
    return element("section", element("h2", "What was not examined"), *lists, class_="left") if lists else Markup()


def _rest(number: int) -> str:
    return element("li", f"and {number - _LINES:,} more, in site.json") if number > _LINES else ""
