"""The first sentences of a report: what visitors meet, and what to do first."""

from collections.abc import Iterator, Sequence

from sitescan.model.report import Report
from sitescan.report.gains import TopFix, late_content
from sitescan.rules.texts import in_seconds

_SHELL = "seo/content-from-scripts"


def summary(report: Report, fixes: Sequence[TopFix]) -> str:
    """
    Return two or three sentences, made of what the rules found.

    They say first what kept the scan from seeing the page, then how late its content is and when it appears once the
    plan is carried out, if the plan is one of the fixes, and then what to do.

    :param fixes: the value of :func:`~sitescan.report.gains.top_fixes`.
    """
    return " ".join((*_unseen(report), *_lateness(report, fixes), *_advice(report, fixes)))


def _unseen(report: Report) -> Iterator[str]:
    shell = any(issue.rule == _SHELL for result in report.categories for issue in result.issues)
    if report.rendering is None and shell:
        yield (
            "Scripts write this page in the browser, and this scan has not run them, so most of the page was not seen; "
            "`sitescan scan --render` runs them."
        )


def _lateness(report: Report, fixes: Sequence[TopFix]) -> Iterator[str]:
    late = late_content(report)
    if late is None or not late.paint:
        return
    what = late.title.partition(" appears")[0].lower()
    said = f"On a phone with slow 4G, the {what} appears after about {in_seconds(late.paint)}"
    if late.steps and any(fix.steps for fix in fixes):
        changes = "one change" if len(late.steps) == 1 else f"{len(late.steps)} changes"
        said += f", and after about {in_seconds(late.steps[-1].paint)} with {changes}"
    yield f"{said}."


def _advice(report: Report, fixes: Sequence[TopFix]) -> Iterator[str]:
    if fixes:
        # How late content is has been said.
        fault = "" if fixes[0].paint else f"{fixes[0].title}. "
        yield f"{fault}Do this first: {fixes[0].recommendation}"
    else:
        costly = any(issue.share for result in report.categories for issue in result.issues)
        yield "What is left costs less than a point." if costly else "Nothing that was checked costs a point."
