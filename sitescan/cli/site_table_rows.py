"""What the tables of a site take from its database."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter

from sitescan.cli.local_pages import HERE
from sitescan.model.site_report import SiteReport, SiteWideIssue
from sitescan.report.site_tables import PageDetails
from sitescan.site.page_findings import UNEXAMINED
from sitescan.site.store import Store


def page_details(store: Store, named: Callable[[str], str]) -> Mapping[str, PageDetails]:
    """
    Return what the database has of each page.

    :param named: returns the name of an address in the report.
    """
    links_in, found = _links_in(store), {}
    for page in store.stored_pages():
        facts = page.facts
        found[named(page.url)] = PageDetails(
            status=page.status,
            title="" if facts is None else facts.title,
            description="" if facts is None else facts.description,
            h1="" if facts is None else facts.h1,
            words=None if facts is None else facts.words,
            canonical="" if facts is None else named(facts.canonical),
            links_in=links_in[page.url],
        )
    return found


def _links_in(store: Store) -> Counter[str]:
    """Return the number of other pages that have a link to a page that visitors can follow, by its URL."""
    # Links in a folder name its files as servers do.
    files = [url for url in store.read_urls() if url.startswith(HERE)]
    page_of = {url.removesuffix(end): url for url in files for end in ("index.html", ".html") if url.endswith(end)}
    found = Counter[str]()
    for page, links in groupby(store.shown_links(), itemgetter(0)):
        found.update({page_of.get(url, url) for _, url in links} - {page})
    return found


def places(store: Store, named: Callable[[str], str]) -> Iterator[Sequence[str | int | None]]:
    """Yield each place of each issue of each page, as :func:`sitescan.report.site_tables.issues_csv` takes them."""
    for page in store.stored_pages():
        for category in () if page.report is None else page.report.categories:
            for issue in category.issues:
                if issue.rule == UNEXAMINED or issue.same_fault_as:
                    continue
                head = (named(page.url), category.category.value, issue.severity.value, issue.rule, issue.title)
                for at in issue.places:
                    place = (at.line, at.column, at.selector, at.snippet, at.detail)
                    yield (*head, *place, issue.recommendation)


def pages_of_issues(report: SiteReport, store: Store) -> Mapping[SiteWideIssue, Sequence[str]]:
    """Return all pages with a link to the targets of issues of which the report names only the first pages."""
    return {
        issue: pages
        for issue in report.issues
        if issue.target
        and issue.count > len(issue.pages)
        and len(pages := store.sources(*issue.target.partition("#")[::2])) == issue.count
    }
