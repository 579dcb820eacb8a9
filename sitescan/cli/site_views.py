"""The commands ``sitescan site show``, ``pages`` and ``links``, which print what is known of a site."""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

from sitescan.cli.arguments import TERMINAL
from sitescan.cli.exit_codes import ExitCode, UsageProblem
from sitescan.cli.output import print_text
from sitescan.cli.site_formats import site_text
from sitescan.cli.site_results import read_site_report, site_file
from sitescan.cli.site_summary import fault_line
from sitescan.configuration.settings_sources import did_you_mean
from sitescan.model.site_report import PageScore, SiteFault, SiteReport, SiteWideIssue, TemplateScore
from sitescan.report.short_site import SitePart, site_part
from sitescan.report.site_ranking import ranked
from sitescan.report.site_tables import links_csv, pages_csv, pages_jsonl
from sitescan.report.visible_text import one_line, visible
from sitescan.report.wording import counted
from sitescan.rules.catalogue import catalogue
from sitescan.site.store import StoreProblem, read_store

#: The pages of a fault that are listed.
_LISTED = 10


def show(arguments: argparse.Namespace) -> ExitCode:
    """Print the report of a site, or what it says about a page, a rule or a template."""
    report, about = read_site_report(Path(arguments.folder)), arguments.about
    if about is not None:
        if arguments.format not in (None, TERMINAL):
            raise UsageProblem("format: only for the whole report")
        print_text("".join(f"{line}\n" for line in lines_about(report, about)))
    else:
        written_at = site_file(Path(arguments.folder)).stat().st_mtime
        print_text(site_text(report, arguments.format or TERMINAL, written_at))
    return ExitCode.PASSED


def pages(arguments: argparse.Namespace) -> ExitCode:
    """Print the pages of a site."""
    write = pages_jsonl if arguments.format == "jsonl" else pages_csv
    print_text(write(read_site_report(Path(arguments.folder))))
    return ExitCode.PASSED


def links(arguments: argparse.Namespace) -> ExitCode:
    """Print the links of a site."""
    try:
        with read_store(Path(arguments.folder)) as store:
            print_text(links_csv(store.links()))
    except StoreProblem as problem:
        raise UsageProblem(f"{arguments.folder}: {problem}") from None
    return ExitCode.PASSED


def part_of(report: SiteReport, name: str) -> SitePart:
    """
    Return what a report says about a page, a rule or a template.

    :raises UsageProblem: if the report has none of that name.
    """
    part = site_part(report, name)
    if part is None:
        known = [*catalogue(), *(page.url for page in report.pages), *(entry.name for entry in report.templates)]
        raise UsageProblem(f"{one_line(name)}: no page, rule or template of this site{did_you_mean(name, known)}")
    return part


def lines_about(report: SiteReport, name: str) -> Iterator[str]:
    """
    Yield lines about a page, a rule or a template.

    :raises UsageProblem: if the report has none of that name.
    """
    part = part_of(report, name)
    if part.page is not None:
        yield from _page(part.page)
    elif part.template is not None:
        yield from _template(part.template)
    elif not part.faults and not part.issues:
        yield f"{name}: nothing found"
    for entry in ranked(part.faults, part.issues):
        yield from ("", fault_line(entry))
        yield from _fault(entry) if isinstance(entry, SiteFault) else _issues(entry)


def _page(page: PageScore) -> Iterator[str]:
    yield one_line(page.url)
    if page.score is None:
        yield f"  {one_line(page.problem or f'redirects to {page.redirect}')}"
        return
    scores = ", ".join(f"{category.label} {score}" for category, score in page.scores.items())
    clicks = "no link from the start page leads to it" if page.depth is None else counted(page.depth, "click", "clicks")
    yield f"  {page.score} of 100: {scores}; template {one_line(page.template)}; {clicks}"


def _template(template: TemplateScore) -> Iterator[str]:
    scores = ", ".join(f"{category.label} {score:.0f}" for category, score in template.scores.items())
    yield f"{one_line(template.name)}: {counted(template.pages, 'page', 'pages')}, alike to {template.certainty}%"
    yield f"  mean scores: {scores}"


def _fault(fault: SiteFault) -> Iterator[str]:
    example = fault.example
    place = f":{example.line}:{example.column}" if example.line else ""
    yield f"  {one_line(fault.summary)}"
    yield "  ".join(
        filter(None, (f"  {one_line(example.url)}{place}", one_line(example.snippet), one_line(example.detail)))
    )
    yield f"  Fix: {one_line(fault.recommendation)}"
    yield from (f"    {line}" for line in visible(fault.how_to_fix).split("\n"))
    if len(fault.pages) > 1:
        yield "  Pages:"
        yield from (f"    {one_line(url)}" for url in fault.pages[:_LISTED])
        if len(fault.pages) > _LISTED:
            yield f"    and {len(fault.pages) - _LISTED:,} more"


def _issues(issues: Sequence[SiteWideIssue]) -> Iterator[str]:
    yield f"  Fix: {one_line(issues[0].recommendation)}"
    for issue in issues:
        yield f"  {one_line(issue.description)}"
        yield from (f"    {one_line(url)}" for url in issue.pages)
