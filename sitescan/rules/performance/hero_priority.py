from sitescan.document.element_markup import start_tag
from sitescan.document.loading.first_screen import background_of
from sitescan.document.loading.hero import hero
from sitescan.document.loading.resource_inventory import is_lazy
from sitescan.rules.authoring import (
    LOAD_TIME,
    Bad,
    Document,
    Finding,
    Findings,
    Good,
    Rule,
    Severity,
    attr,
    changed,
    safe,
)
from sitescan.standards.urls import lower_path


def check(document: Document) -> Findings:
    """
    Report the first image or background that fills a quarter of a phone's screen, if no image has a priority hint.

    Sizes are those of attributes and styles. Only the screen shows which image visitors wait for, so points are not
    affected.
    """
    preloaded = any(attr(tag, "as", "").strip().lower() == "image" for tag in document.rel("preload"))
    hinted = any(attr(tag, "fetchpriority", "").strip().lower() == "high" for tag in document.all("img"))
    found = hero(document) if not (preloaded or hinted) else None
    if found is None or is_lazy(found.tag):
        return
    tag = found.tag
    if tag.name == "img":
        source = attr(tag, "src", "").strip().lower()
        if not lower_path(source).endswith(".svg") and "logo" not in source:
            low = attr(tag, "fetchpriority", "").strip().lower() == "low"
            change = changed(tag, fetchpriority="high")
            detail = 'fetchpriority="low"' if low else ""
            yield Finding(tag, detail=detail, line=change.markup, change=safe(change) if found.is_certain else None)
        return
    url = attr(tag, "poster", "") if tag.name == "video" else background_of(document, document.styles.of(tag))
    yield Finding(tag, line=_preload(url))


def _preload(url: str) -> str:
    return start_tag("link", rel="preload", **{"as": "image"}, href=url, fetchpriority="high")


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    share=0,
    charged_by=LOAD_TIME,
    title="First large image has no priority hint",
    passed="An image has a priority hint",
    applies=lambda document: any(
        attr(tag, "fetchpriority", "").strip().lower() == "high" for tag in document.having("fetchpriority")
    ),
    description=(
        "The first large image or background of the page has no high fetchpriority and isn't preloaded. Browsers load "
        "images after scripts and stylesheets, and backgrounds later still. If this is the image that visitors wait "
        "for, a hint makes it appear sooner."
    ),
    recommendation="Give the one large image on the first screen a high priority, or preload it.",
    how_to_fix=(
        "{line}\n"
        "A preload belongs in <head>. Use one hint for the whole page: if everything has a high priority, nothing has."
    ),
    shows_change=False,
    sources=(
        "https://web.dev/articles/fetch-priority",
        "https://developer.chrome.com/docs/performance/insights/lcp-discovery",
    ),
    covers=("lighthouse:lcp-discovery-insight", "lighthouse:prioritize-lcp-image"),
    examples=(
        Bad('<h1>Pears</h1><img src="a.jpg" width="1200" height="600" alt="">'),
        Bad('<h1>Pears</h1><img src="a.jpg" style="width:100%;height:60vh" alt="">'),
        Bad('<img src="a.jpg" width="1200" height="600" fetchpriority="low" alt="">'),
        Bad('<img src="logo.png" width="900" height="300" alt=""><img src="a.jpg" width="1200" height="600" alt="">'),
        Bad('<header style="background:url(/a.jpg);min-height:70vh"><h1>Pears</h1></header>'),
        Bad('<img src="a.jpg" srcset="a.jpg 600w, b.jpg 1200w" width="1200" height="600" alt="">'),
        Bad('<video poster="/a.jpg" width="1200" height="600" src="a.mp4"></video>'),
        Good('<header style="background:url(/a.jpg)"><h1>Pears</h1></header>'),
        Good('<header hidden style="background:url(/a.jpg);min-height:70vh"><h1>Pears</h1></header>'),
        Good('<img src="a.jpg" width="1200" height="600" alt="" fetchpriority="high">'),
        Good('<img src="a.jpg" width="1200" height="600" alt=""><img src="b.jpg" fetchpriority="high" alt="">'),
        Good('<link rel="preload" as="image" href="b.jpg"><img src="a.jpg" width="1200" height="600" alt="">'),
        Good('<img src="a.jpg" width="1200" height="600" loading="lazy"><img src="b.jpg" width="900" height="600">'),
        Good('<img src="a.svg#b" width="900" height="900" alt=""><img src="a.jpg" width="300" height="200" alt="">'),
        Good('<details><summary>More</summary><img src="a.jpg" width="1200" height="600" alt=""></details>'),
        Good(
            '<meta name="viewport" content="width=device-width">'
            "<style>@media (max-width: 600px) { img { display: none } }</style>"
            '<img src="a.jpg" width="1200" height="600" alt="">'
        ),
        Good('<img src="a.jpg" width="1200" height="600" alt="" style="translate: -9999px">'),
        Good('<div style="block-size: 0; overflow: clip"><img src="a.jpg" width="1200" height="600" alt=""></div>'),
        Good("<p>Pears" * 900 + '<img src="a.jpg" width="1200" height="600" alt="">'),
    ),
)
