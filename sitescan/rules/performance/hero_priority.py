"""The first large image has no priority."""

from collections.abc import Iterator

from bs4.element import Tag

from sitescan.document.document import Document
from sitescan.document.loading.image_layout import shown_images
from sitescan.document.loading.resource_inventory import is_lazy, shown_size
from sitescan.document.tree import attr, within
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule

_WIDE, _HIGH = 600, 300
_EARLY = 150


def check(document: Document) -> Iterator[Finding]:
    """
    Report the first content image that says it is large, stands early and has no hint, where no other image has one.

    Which image visitors wait for is only known on the screen, so this costs no points.
    """
    preloaded = any(attr(tag, "as", "").strip().lower() == "image" for tag in document.rel("preload"))
    hinted = any("fetchpriority" in tag.attrs for tag in document.all("img"))
    if preloaded or hinted:
        return
    for tag in shown_images(document):
        if document.order[id(tag)] >= _EARLY:
            return
        if _is_hero(tag):
            if not is_lazy(tag):
                yield Finding(tag)
            return


def _is_hero(tag: Tag) -> bool:
    width, height = shown_size(tag)
    source = attr(tag, "src", "").strip().lower()
    drawing = source.startswith("data:") or source.partition("?")[0].endswith(".svg") or "logo" in source
    large = width >= _WIDE and height >= _HIGH
    return large and not drawing and not within(tag, "nav", "footer", "dialog", "noscript")


RULE = Rule(
    id="performance/hero-priority",
    reads=Document,
    check=check,
    severity=Severity.INFO,
    share=0,
    title="First large image has no priority hint",
    description=(
        "The first large image of the page has no fetchpriority and isn't preloaded. Browsers load images after "
        "scripts and stylesheets. If this is the image that visitors wait for, a hint makes it appear sooner. It "
        "costs no points."
    ),
    recommendation='Add fetchpriority="high" to the one large image on the first screen.',
    how_to_fix='<img src="hero.jpg" width="1200" height="600" alt="..." fetchpriority="high">',
    sources=(
        "https://web.dev/articles/fetch-priority",
        "https://developer.chrome.com/docs/performance/insights/lcp-discovery",
    ),
    covers=("lighthouse:lcp-discovery-insight", "lighthouse:prioritize-lcp-image"),
    examples=(
        Bad('<h1>Pears</h1><img src="a.jpg" width="1200" height="600" alt="">'),
        Bad('<img src="logo.png" width="900" height="300" alt=""><img src="a.jpg" width="1200" height="600" alt="">'),
        Good('<img src="a.jpg" width="1200" height="600" alt="" fetchpriority="high">'),
        Good('<img src="a.jpg" width="1200" height="600" alt=""><img src="b.jpg" fetchpriority="high" alt="">'),
        Good('<link rel="preload" as="image" href="b.jpg"><img src="a.jpg" width="1200" height="600" alt="">'),
        Good('<img src="a.jpg" width="1200" height="600" loading="lazy"><img src="b.jpg" width="900" height="600">'),
        Good('<img src="a.jpg" width="300" height="200" alt=""><img src="a.svg" width="900" height="900" alt="">'),
        Good("<p>Pears" * 200 + '<img src="a.jpg" width="1200" height="600" alt="">'),
    ),
)
