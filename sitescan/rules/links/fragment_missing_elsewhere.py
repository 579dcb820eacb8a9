from collections import Counter
from urllib.parse import unquote

from sitescan.model.linked_page import LinkedPage, are_parts_written, is_element_fragment
from sitescan.model.outline import Link, Place
from sitescan.rules.authoring import (
    Answer,
    Bad,
    Finding,
    Findings,
    Good,
    LinkAnswers,
    Rule,
    Severity,
    Verdict,
    linking,
    shorten,
)
from sitescan.rules.site_authoring import LinkingPages, Site, SiteWideCheck, of_target, page_at, site_of, url
from sitescan.standards.urls import host_of


def check(answers: LinkAnswers) -> Findings:
    """
    Report fragments that the linked page lacks, once each.

    What scripts may add is reported if the other links to parts of the same host show that its parts are in the source.
    """
    links: dict[tuple[str, str], Link] = {}
    for link in answers.links:
        if is_element_fragment(link.fragment):
            links.setdefault((link.url, link.fragment), link)
    read = {url: page for url in {url for url, _ in links} if (page := _page(answers.answers.get(url))) is not None}
    named = Counter(host_of(url) for url, _ in links if url in read)
    absent = Counter(host_of(url) for url, part in links if url in read and part in read[url].unverified)
    written = {host for host, count in named.items() if are_parts_written(count, absent[host])}
    for (target, fragment), link in links.items():
        page = read.get(target)
        if page is None:
            continue
        if fragment in page.missing or (host_of(target) in written and fragment in page.unverified):
            yield Finding(link, detail=f'no element has the id "{shorten(unquote(fragment))}"')


def check_site(site: Site) -> Findings:
    """Report each linked part that a page of the site certainly lacks."""
    for (target, fragment), sources in site.missing_parts.items():
        yield of_target(f"{target}#{fragment}", sources, part=shorten(unquote(fragment)))


def _page(answer: Answer | None) -> LinkedPage | None:
    return answer.linked_page if answer is not None and answer.verdict is Verdict.OK else None


_URL = "https://example.org/pears"


def _linked(fragment: str, *missing: str, status: int = 200) -> LinkAnswers:
    link = Link(url=_URL, fragment=fragment, place=Place(line=1, snippet=f'<a href="{_URL}#{fragment}">'))
    answer = Answer(url=_URL, status=status, linked_page=LinkedPage(missing=missing))
    return LinkAnswers(page_url="https://example.com/", links=(link,), answers={_URL: answer})


def _documented(parts: int, *absent: str) -> LinkAnswers:
    """Return links to many parts of a page with scripts."""
    fragments = [*(f"part-{number}" for number in range(parts)), *absent]
    place = Place(line=1, snippet="<a>")
    links = tuple(Link(url=_URL, fragment=fragment, place=place) for fragment in fragments)
    answer = Answer(url=_URL, status=200, linked_page=LinkedPage(unverified=absent))
    return LinkAnswers(page_url="https://example.com/", links=links, answers={_URL: answer})


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    share=2,
    title="Links point to a missing part of another page",
    passed="Links to parts of other pages work",
    subjects=("a", "area"),
    applies=lambda answers: any(link.fragment for link in answers.links),
    needs=lambda answers: not answers.answered(Verdict.UNVERIFIABLE),
    description=(
        "{count:# link points|# links point} to a part of another page that doesn't exist there. Visitors land at the "
        "top of that page and have to find the part themselves."
    ),
    recommendation="Correct or remove the part after # in these links.",
    how_to_fix=(
        "Open the page, find the id of the part in its source, and link to it: "
        '<a href="https://example.org/pears#prices">Prices</a>'
    ),
    sources=("https://html.spec.whatwg.org/multipage/browsing-the-web.html#scrolling-to-a-fragment",),
    examples=(
        Bad(evidence=_linked("prices", "prices")),
        Bad(evidence=_documented(30, "prices")),
        Good(evidence=_documented(3, "prices")),
        Good(evidence=_documented(20, *(f"made-{number}" for number in range(20)))),
        Good(evidence=_linked("prices")),
        Good(evidence=_linked("prices", "prices", status=404)),
        Good(evidence=linking(Answer(url=_URL, status=200))),
    ),
    site_wide=SiteWideCheck(
        check=check_site,
        description=(
            '{pages:# page links|# pages link} to {target}, but no element of that page has the id "{part}". Visitors '
            "land at the top of that page and have to find the part themselves."
        ),
        how_to_fix=(
            "Generated ids change with the heading that they are made from. Copy the current one from the page, or "
            "give the element a fixed id."
        ),
        examples=(
            Bad(
                evidence=site_of(
                    page_at("/", "/about#team"),
                    page_at("/about"),
                    missing_parts={(url("/about"), "team"): LinkingPages(count=1, first=(url("/"),))},
                )
            ),
            Good(evidence=site_of(page_at("/", "/about#team"), page_at("/about"))),
        ),
    ),
)
