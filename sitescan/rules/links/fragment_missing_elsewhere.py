"""Links point to a missing part of another page."""

from collections.abc import Iterator
from urllib.parse import unquote

from sitescan.document.source_location import shorten
from sitescan.model.answers import Answer, Verdict
from sitescan.model.link_answers import LinkAnswers
from sitescan.model.linked_page import LinkedPage
from sitescan.model.outline import Link, Place
from sitescan.model.report import Severity
from sitescan.rules.example_pages import linking
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(answers: LinkAnswers) -> Iterator[Finding]:
    """Report fragments that the linked page certainly lacks, once each."""
    seen: set[tuple[str, str]] = set()
    for link in answers.links:
        answer = answers.answers.get(link.url)
        linked_page = answer.linked_page if answer is not None and answer.verdict is Verdict.OK else None
        if linked_page is None or link.fragment not in linked_page.missing or (link.url, link.fragment) in seen:
            continue
        seen.add((link.url, link.fragment))
        yield Finding(link, detail=f'no element has the id "{shorten(unquote(link.fragment))}"')


_URL = "https://example.org/pears"


def _linked(fragment: str, *missing: str, status: int = 200) -> LinkAnswers:
    link = Link(url=_URL, fragment=fragment, place=Place(line=1, snippet=f'<a href="{_URL}#{fragment}">'))
    answer = Answer(url=_URL, status=status, linked_page=LinkedPage(missing=missing))
    return LinkAnswers(page_url="https://example.com/", links=(link,), answers={_URL: answer})


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    share=2,
    title="Links point to a missing part of another page",
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
        Good(evidence=_linked("prices")),
        Good(evidence=_linked("prices", "prices", status=404)),
        Good(evidence=linking(Answer(url=_URL, status=200))),
    ),
)
