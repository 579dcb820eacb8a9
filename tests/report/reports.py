"""Sample reports for the tests of formats."""

from attrs import evolve

from sitescan.model.evidence import UnexaminedPart
from sitescan.model.outline import Place, ScreenBox
from sitescan.model.rendered import Rendering
from sitescan.model.report import Category, CategoryResult, Issue, Occurrence, Report, Severity
from sitescan.scoring import category_score, overall_score
from tests.rendering.browser_process import jpeg

#: Hostile text: markup, formulas, commands, bidirectional controls, characters that some formats can't contain.
HOSTILE = (
    "<script>alert(1)</script>",
    "</title><img src=x onerror=alert(1)>",
    "\u202egnp.exe",
    "\x1b]0;owned\x07\x1b[31mred\x1b[0m",
    "\x9b31mred",
    "\x00\x08\x7f\ufffe\uffff\ud800",
    "=cmd|' /C calc'!A0",
    "@everyone [click](javascript:alert(1)) `code` ``` #1 **bold** | cell",
    "::error file=app.py::owned%0A::warning::too",
    "]]>&amp;&lt;<!-- --",
    "line\r\n::set-output name=x::y\u2028next\u2029",
    "\u200f\u2066isolated\u2069",
    "x" * 1_000_000,
)

_ISSUES = {
    Category.SEO: (
        Issue(
            rule="seo/pears",
            severity=Severity.ERROR,
            share=15,
            share_reason="what an error takes",
            title="Page has no pears",
            description='2 beds have no pears. Visitors stay hungry. Found at line 3: <ul class="bed">.',
            summary="2 beds have no pears. Visitors stay hungry.",
            recommendation="Plant a pear tree.",
            how_to_fix='<ul class="bed">\n  <li>Pear</li>\n</ul>',
            count=2,
            occurrences=(
                Occurrence(
                    place=Place(line=3, column=7, snippet='<ul class="bed">', selector="#garden > ul"),
                    facts={"detail": "=SUM(1, 2) | more", "trees": 0},
                ),
                Occurrence(place=Place(line=9, column=1, snippet="<ul>", selector="body > ul")),
            ),
        ),
        Issue(
            rule="seo/apples",
            severity=Severity.INFO,
            share=1,
            title="Page names apples",
            description="Apples are named.",
            recommendation="Name pears.",
            how_to_fix="Write “pears”.",
            count=1,
            occurrences=(Occurrence(),),
        ),
    ),
    Category.PERFORMANCE: (
        Issue(
            rule="performance/slow-pears",
            severity=Severity.INFO,
            share=1,
            title="Pears arrive late",
            description="1 cart waits for another.",
            recommendation="Send both at once.",
            how_to_fix="Two carts.",
            count=1,
            occurrences=(Occurrence(),),
            gain_ms=1250,
        ),
        Issue(
            rule="performance/late-plums",
            severity=Severity.INFO,
            share=0,
            title="Plums arrive late",
            description="1 plum waits.",
            recommendation="Send it at once.",
            how_to_fix="A cart.",
            count=1,
            occurrences=(Occurrence(),),
            gain_ms=60,
        ),
    ),
    Category.LINKS: (
        Issue(
            rule="general/unexamined",
            severity=Severity.INFO,
            share=0,
            title="Incomplete check",
            description="1 check was not possible.",
            recommendation="Scan again.",
            how_to_fix="Nothing.",
            count=1,
            occurrences=(Occurrence(facts={"detail": "The orchard did not answer."}),),
        ),
    ),
}


def _report(url: str, issues: dict[Category, tuple[Issue, ...]], unexamined: str) -> Report:
    categories = tuple(
        CategoryResult(
            category=category,
            score=category_score(issue.share for issue in issues.get(category, ())),
            issues=issues.get(category, ()),
            unexamined=(UnexaminedPart("links-unchecked", unexamined, end=""),) if category is Category.LINKS else (),
            passed=("links/too-many", "links/whitespace") if category is Category.LINKS else (),
            inapplicable=("links/tel-invalid",) if category is Category.LINKS else (),
            unchecked=("links/soft-404",) if category is Category.LINKS else (),
        )
        for category in Category
    )
    return Report(
        url=url,
        scanned_at=1_790_000_000.25,
        overall_score=overall_score(result.score for result in categories),
        categories=categories,
        fetch_seconds=0.0514,
        page_size=12_345,
        status_code=200,
    )


def small_report(url: str = "https://pears.example/garden?bed=1&row=2") -> Report:
    """Return a report with an issue that occurs twice, one without a place, and a part that was not examined."""
    return _report(url, _ISSUES, "The orchard did not answer.")


def seen_report() -> Report:
    """Return the small report with a screenshot that shows the first element at its right edge."""
    report = small_report()
    first, *rest = report.categories
    issue, *further = first.issues
    place, *places = issue.occurrences
    shown = evolve(place, box=ScreenBox(x=1270, y=0, width=10, height=799))
    seen = evolve(first, issues=(evolve(issue, occurrences=(shown, *places)), *further))
    rendering = Rendering(browser="HeadlessChrome/150", seconds=0.2, screenshot=jpeg())
    return evolve(report, categories=(seen, *rest), rendering=rendering)


def hostile_report(text: str) -> Report:
    """Return a report that contains a hostile text in every field that can have one."""
    issue = Issue(
        rule="seo/pears",
        severity=Severity.WARNING,
        share=6,
        title="Page has no pears",
        description=f"A: {text}",
        recommendation=f"{text}",
        how_to_fix=text,
        count=1,
        occurrences=(Occurrence(place=Place(line=1, column=1, snippet=text, selector=text), facts={"detail": text}),),
        patch=text,
    )
    return _report(f"https://pears.example/{text}", {Category.SEO: (issue,)}, text)


def long_report() -> Report:
    """Return a report whose URLs, selectors and names each have 300 characters and no place to break."""
    address, name = f"https://pears.example/{'abcdefghij' * 28}", "a" * 300
    places = (
        Occurrence(place=Place(line=123_456, column=123_456, snippet=f'<a href="{address}">'), facts={"detail": name}),
        Occurrence(place=Place(selector=f"#{name}", snippet=address)),
    )
    issues = tuple(
        Issue(
            rule=f"seo/{severity.value}",
            severity=severity,
            share=1,
            title=name,
            description=address,
            recommendation=address,
            how_to_fix=f'The first one on this page, fixed: <a href="{address}">\nOpen {address}\nnginx: {address};',
            count=2,
            occurrences=places,
            gain_ms=4000,
        )
        for severity in Severity
    )
    return _report(address, {Category.SEO: issues}, address)
