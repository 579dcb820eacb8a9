"""The summary of a site that ``sitescan site`` prints."""

from collections.abc import Iterator, Mapping

from sitescan.model.site import SiteIssue
from sitescan.report.visible_text import one_line
from sitescan.report.wording import counted
from sitescan.site.store import Store

#: The number of pages and issues that are named.
_NAMED = 10


def site_summary(store: Store, left_out: Mapping[str, int]) -> Iterator[str]:
    """
    Yield the lines of the summary.

    :param left_out: the number of URLs that were left out, by the reason.
    """
    scores, problems, issues = store.scores(), store.problems(), store.issues()
    mean = f", mean score {sum(scores.values()) / len(scores):.0f}" if scores else ""
    yield f"{counted(len(scores), 'page', 'pages')} examined{mean}"
    yield from _some("Lowest scores:", [f"{score:>3}  {one_line(url)}" for url, score in scores.items()])
    yield from _some(
        "Issues that cost most over all pages:",
        [
            f"{issue.severity:7}  {counted(issue.pages, 'page', 'pages')}: {one_line(issue.title)} ({issue.rule})"
            for issue in issues
        ],
    )
    yield from _some("Issues of the site:", [_site_issue(issue) for issue in store.site_issues()])
    yield from _some("Not examined:", [f"{one_line(url)}: {one_line(why)}" for url, why in problems.items()])
    yield from _some(
        "Left out:", [f"{counted(left_out[why], 'URL', 'URLs')}: {one_line(why)}" for why in sorted(left_out)]
    )


def _site_issue(issue: SiteIssue) -> str:
    return f"{issue.severity.value:7}  {one_line(issue.description)} ({issue.rule})"


def _some(title: str, lines: list[str]) -> Iterator[str]:
    if not lines:
        return
    yield ""
    yield title
    yield from (f"  {line}" for line in lines[:_NAMED])
    if len(lines) > _NAMED:
        yield f"  and {len(lines) - _NAMED:,} more"
