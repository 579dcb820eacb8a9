"""The page's own values in fixes."""

import pytest

from sitescan.document.document import Document
from sitescan.model.crawling import CrawledUrls, Robots
from sitescan.model.outline import Resource
from sitescan.model.report import Judgement
from sitescan.rules.catalogue import catalogue
from sitescan.rules.issues import issues
from sitescan.rules.judge import judge
from sitescan.rules.rule import Example
from tests.rules.evidence import page

_LINKS = '<a href="/plums">Plums</a> ' * 15
_URL = "https://pears.example/nashi?kind=1&size=2"


@pytest.mark.parametrize(
    ("rule", "html", "shown"),
    [
        ("seo/canonical-missing", "", '<link rel="canonical" href="https://pears.example/nashi?kind=1&amp;size=2">'),
        (
            "seo/canonical-root",
            '<link rel="canonical" href="/">',
            '<link rel="canonical" href="https://pears.example/nashi?kind=1&amp;size=2">',
        ),
        (
            "seo/hreflang-self",
            '<html lang="fr"><link rel="alternate" hreflang="de" href="https://pears.example/de">',
            '<link rel="alternate" hreflang="fr" href="https://pears.example/nashi?kind=1&amp;size=2">',
        ),
        (
            "seo/description-missing",
            '<meta property="og:description" content="Pears &quot;and&quot; plums">',
            '<meta name="description" content=\'Pears "and" plums\'>',
        ),
        ("seo/title-missing", "<h1>Pears &lt;&amp; plums</h1>", "<title>Pears &lt;&amp; plums - (site name)</title>"),
        (
            "accessibility/skip-link-broken",
            '<a href="#pears%20%26">Skip to content</a><main>Pears</main>',
            '<main id="pears &amp;" tabindex="-1">',
        ),
        (
            "accessibility/skip-link-missing",
            f'<html lang="en">{_LINKS}<main id="pears">Pears</main>',
            '<a href="#pears">Skip to content</a> ... <main id="pears" tabindex="-1">',
        ),
        (
            "accessibility/title-placeholder",
            "<title>Untitled Document</title><h1>Pears</h1>",
            "<title>Pears - (site name)</title>",
        ),
        ("seo/h1-missing", "<title>Pears &amp; plums</title>", "<h1>Pears &amp; plums</h1>"),
    ],
)
def test_values_of_page(rule: str, html: str, shown: str) -> None:
    """A fix shows the URL, title, heading or language of the page, quoted so that it can be pasted."""
    example = Example(True, html, url=_URL)
    judgement = judge(catalogue()[rule], Document(page(example)))
    assert shown in _fix(judgement)


def test_values_of_robots_txt() -> None:
    """The suggested line of robots.txt names the path of the page, or of its file."""
    text = "User-agent: *\nDisallow: /nashi\nDisallow: /assets/"
    robots = Robots(url=_URL, robots_url="https://pears.example/robots.txt", status=200, text=text)
    assert "\nAllow: /nashi?kind=1&size=2\n" in _fix(judge(catalogue()["seo/robots-blocked"], robots))
    reading = Robots(url="https://pears.example/", robots_url=robots.robots_url, status=200, text=text)
    crawled = CrawledUrls(
        robots=reading, resources=(Resource(url="https://pears.example/assets/pears.css", kind="stylesheet"),)
    )
    assert "\nAllow: /assets/pears.css\n" in _fix(judge(catalogue()["seo/robots-blocked-files"], crawled))


def test_values_of_blocked_home_page() -> None:
    """The suggested path of a home page is anchored, because it would otherwise allow the whole site."""
    robots = Robots(
        url="https://pears.example/",
        robots_url="https://pears.example/robots.txt",
        status=200,
        text="User-agent: *\nDisallow: /",
    )
    assert "\nAllow: /$\n" in _fix(judge(catalogue()["seo/robots-blocked"], robots))


def _fix(judgement: Judgement | None) -> str:
    assert judgement is not None
    (issue,) = issues([judgement])
    return issue.how_to_fix
