"""The words about a site that all its formats share."""

from collections.abc import Iterator

from sitescan.model.site_changes import Moment
from sitescan.model.site_report import Reach, SiteFault, SiteReport, SiteWideIssue
from sitescan.report.site_ranking import Ranked
from sitescan.report.wording import counted
from sitescan.rules.catalogue import catalogue, current_id

#: The elements of a selector that name a part of the page.
_PARTS = {"header": "header", "footer": "footer", "nav": "navigation", "aside": "sidebar", "head": "head"}


def where(fault: SiteFault) -> str:
    """Return where a fault is and what fixes it: ``in the header of 180 pages: one change fixes all``."""
    pages = counted(len(fault.pages), "page", "pages")
    if fault.reach is Reach.LOOP:
        return f"in a list or loop of {pages}: change it in the template"
    if fault.reach is Reach.TEMPLATE and fault.places > 1:
        return f"in {fault.places:,} places of the template of {pages}: change them there"
    if fault.reach is Reach.TEMPLATE and len(fault.templates) > 1:
        place = f"in the {part} of" if (part := _part(fault)) else "on"
        return f"{place} {pages} of {len(fault.templates):,} templates: the same change fixes all"
    if fault.reach is Reach.TEMPLATE:
        return f"in the {_part(fault) or 'template'} of {pages}: one change fixes all"
    if len(fault.pages) == 1:
        return f"on {pages}"
    return f"on {pages}, the same on each" if fault.places == 1 else f"on {pages}, in different places"


def _part(fault: SiteFault) -> str:
    """Return the part of the page that has a fault; empty if it is none of those that templates share."""
    elements = {step.partition(":")[0].partition("#")[0] for step in fault.example.selector.split(" > ")}
    return next((part for element, part in _PARTS.items() if element in elements), "")


def worth(fault: SiteFault | SiteWideIssue) -> str:
    """Return the points that fixing a fault or an issue brings to the site: ``+2.5 points``."""
    if fault.points >= _LEAST_SHOWN:
        return f"+{fault.points:.1f} points"
    return "under 0.1 points" if fault.points else "no points"


#: The fewest points that are shown as a number.
_LEAST_SHOWN = 0.05


def is_momentary(rule: str) -> bool:
    """Return whether the faults of a rule may come and go without a change of the site."""
    terms = catalogue().get(current_id(rule))
    return terms is not None and terms.momentary


def headline(entry: Ranked) -> tuple[str, str]:
    """Return the title of a fault or of the issues of one rule, and where it is."""
    if isinstance(entry, SiteFault):
        return entry.title, where(entry) + ("; it may come and go by itself" if is_momentary(entry.rule) else "")
    if entry[0].target:
        return entry[0].title, counted(len(entry), "address", "addresses")
    pages = sum(issue.count for issue in entry)
    return entry[0].title, f"on {counted(pages, 'page', 'pages')}" if pages else "on the whole site"


def between(issue: SiteWideIssue) -> str:
    """Return what an issue between pages is, with the first pages that name its target."""
    pages = ", ".join(issue.pages[:_SOURCES])
    return f"{issue.description} See {pages}." if issue.target and pages else issue.description


#: The pages that name one target that are named.
_SOURCES = 3


def overview(report: SiteReport) -> str:
    """Return the numbers of a site: ``224 pages, 2 templates, 29 faults``."""
    return ", ".join(
        (
            counted(report.examined, "page", "pages"),
            counted(len(report.templates), "template", "templates"),
            counted(len(report.faults), "fault", "faults"),
            counted(len(report.issues), "issue between pages", "issues between pages"),
        )
    )


def day(moment: Moment | None) -> str:
    """Return a time as people write it."""
    return "an unknown date" if moment is None else f"{moment:%Y-%m-%d %H:%M} UTC"


def examined(report: SiteReport) -> str:
    """Return when a site was examined, and by what: ``Examined on 2026-11-29 08:15 UTC by sitescan 1.1.0.``."""
    return f"Examined on {day(report.scanned_at)} by sitescan {report.sitescan_version}".rstrip() + "."


def unread(report: SiteReport) -> str:
    """Return that no page, or not even the start page, could be examined, and why; empty if the start page was."""
    failed = sorted((page for page in report.pages if page.problem), key=lambda page: page.depth != 0)
    first = [f"{page.url}: {page.problem}" for page in failed[:1]]
    if not report.examined:
        return ": ".join(("no page could be examined", *first))
    return f"the start page could not be examined: {first[0]}" if failed and failed[0].depth == 0 else ""


def unseen(report: SiteReport) -> Iterator[tuple[str, list[str]]]:
    """Yield a heading and lines for each kind of what was not examined."""
    problems = [f"{page.url}: {page.problem}" for page in report.pages if page.problem]
    redirects = [f"{page.url} redirects to {page.redirect}" for page in report.pages if page.redirect]
    left_out = [f"{counted(number, 'URL', 'URLs')}: {why}" for why, number in report.left_out.items()]
    parts = [f"on {counted(number, 'page', 'pages')}: {what}" for what, number in report.unexamined.items()]
    for heading, lines in (
        ("Pages that could not be examined", problems),
        ("URLs that redirect", redirects),
        ("URLs that were left out", left_out),
        ("Parts of pages that were not examined", parts),
    ):
        if lines:
            yield heading, lines
