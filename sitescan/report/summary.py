"""The first sentences of a report: what visitors meet, and the one change that helps most."""

from collections.abc import Iterator, Sequence

from sitescan.charging import LOAD_TIME
from sitescan.model.report import Issue, Report
from sitescan.report.gains import TopFix
from sitescan.rules.texts import sooner

#: The time from which on content is late, as the rules about the two paints say, and what appears.
_PAINTS = {LOAD_TIME.rules[0]: "the main content appears", LOAD_TIME.rules[1]: "something appears"}

_SHELL = "seo/content-from-scripts"


def summary(report: Report, fixes: Sequence[TopFix]) -> str:
    """
    Return two or three sentences, made of what the rules found.

    They say first what kept the scan from seeing the page, then how late its content is and what brings it forward
    most, and then what to do.

    :param fixes: the value of :func:`~sitescan.report.gains.top_fixes`.
    """
    late = [*_lateness(report)]
    first = fixes[0].issue if fixes else None
    soonest = max((issue for result in report.categories for issue in result.issues), key=_gain_ms, default=None)
    if late and soonest is not None and soonest.gain_ms and soonest is not first:
        late.append(f"The change that shows it {sooner(soonest.gain_ms)}: {soonest.recommendation}")
    return " ".join((*_unseen(report), *late, *_advice(report, fixes)))


def _gain_ms(issue: Issue) -> int:
    return issue.gain_ms


def _unseen(report: Report) -> Iterator[str]:
    if report.rendering is None and _issue(report, _SHELL) is not None:
        yield (
            "Scripts write this page in the browser, and this scan has not run them, so most of the page was not seen; "
            "`sitescan scan --render` runs them."
        )


def _lateness(report: Report) -> Iterator[str]:
    for rule, what in _PAINTS.items():
        issue = _issue(report, rule)
        paint = issue.occurrences[0].facts.get("paint") if issue is not None and issue.occurrences else None
        if isinstance(paint, float):
            yield f"On a phone with slow 4G, {what} after about {paint:.1f} s."
            return


def _advice(report: Report, fixes: Sequence[TopFix]) -> Iterator[str]:
    if not fixes:
        costly = any(issue.share for result in report.categories for issue in result.issues)
        yield "What is left costs less than a point." if costly else "Nothing that was checked costs a point."
        return
    first = fixes[0]
    gains = f"shows content {sooner(first.gain_ms)}" if first.gain_ms else "brings back most points"
    yield f"The change that {gains}: {first.issue.recommendation}"


def _issue(report: Report, rule: str) -> Issue | None:
    return next((issue for result in report.categories for issue in result.issues if issue.rule == rule), None)
