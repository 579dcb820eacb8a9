from sitescan.document.loading.hero import Hero, hero
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


def check(document: Document) -> Findings:
    """
    Report the first image that fills a quarter of a phone's screen by its attributes or styles, if it is lazy.

    An image that the page preloads is requested at once. Pages with one image for phones and another one for desktops
    do so, because browsers load images that aren't displayed unless they are lazy.
    """
    found = hero(document)
    if found is not None and found.tag.name == "img" and is_lazy(found.tag) and not _is_preloaded(document, found):
        change = changed(found.tag, loading=None, fetchpriority="high")
        yield Finding(found.tag, change=safe(change) if found.is_certain else change)


def _is_preloaded(document: Document, found: Hero) -> bool:
    preloads = (tag for tag in document.rel("preload") if attr(tag, "as", "").strip().lower() == "image")
    return any("imagesrcset" in tag.attrs or document.resolve(attr(tag, "href", "")) == found.url for tag in preloads)


_PRELOAD = '<link rel="preload" as="image" href="%s">'

RULE = Rule(
    check=check,
    severity=Severity.INFO,
    charged_by=LOAD_TIME,
    title="First large image is lazy-loaded",
    passed="First large image loads immediately",
    applies=lambda document: hero(document) is not None,
    description=(
        'The first large image of the page has loading="lazy". It is probably visible right away, and on '
        "many pages it is the image that visitors wait for. With lazy loading, the browser requests it only "
        "after layout."
    ),
    recommendation='Remove loading="lazy" from images that are visible when the page opens.',
    how_to_fix=(
        '<img src="hero.jpg" width="1200" height="600" alt="..." fetchpriority="high">\n'
        "In WordPress, the filter wp_omit_loading_attr_threshold sets how many images are not lazy-loaded."
    ),
    sources=(
        "https://web.dev/articles/lcp-lazy-loading",
        "https://html.spec.whatwg.org/multipage/urls-and-fetching.html#lazy-loading-attributes",
    ),
    covers=("lighthouse:lcp-lazy-loaded",),
    examples=(
        Bad('<h1>Pears</h1><img src="a.jpg" width="1200" height="600" alt="" loading="lazy">'),
        Bad(f'{_PRELOAD % "b.jpg"}<img src="a.jpg" width="1200" height="600" alt="" loading="lazy">'),
        Bad('<link rel="preload" as="style" href="a.jpg"><img src="a.jpg" width="1200" height="600" loading="lazy">'),
        Good(f'{_PRELOAD % "a.jpg"}<img src="a.jpg" width="1200" height="600" alt="" loading="lazy">'),
        Good(
            '<link rel="preload" as="image" imagesrcset="a.jpg 1200w, b.jpg 600w">'
            '<img srcset="a.jpg 1200w, b.jpg 600w" src="a.jpg" width="1200" height="600" alt="" loading="lazy">'
        ),
        Good('<h1>Pears</h1><img src="a.jpg" width="1200" height="600" alt="">'),
        Good('<img src="a.jpg" width="800" height="9" alt=""><img src="b.jpg" width="800" height="9" loading="lazy">'),
        Good('<img src="logo.svg" width="80" height="80" alt="" loading="lazy">'),
        Bad('<style>img{width:100%;height:400px}</style><img src="a.jpg" alt="" loading="lazy">'),
        Good('<style>img{width:100%;height:90px}</style><img src="a.jpg" alt="" loading="lazy">'),
        Good("<p>Pears" * 900 + '<img src="a.jpg" width="1200" height="600" alt="" loading="lazy">'),
        Good('<img src="a.jpg" alt="" loading="lazy">'),
        Good(
            "<details><summary>More</summary>"
            '<img src="a.jpg" width="1200" height="600" alt="" loading="lazy"></details>'
        ),
        Good(
            '<meta name="viewport" content="width=device-width">'
            "<style>@media (max-width: 600px) { img { display: none } }</style>"
            '<img src="a.jpg" width="1200" height="600" alt="" loading="lazy">'
        ),
        Good('<img src="a.jpg" width="1200" height="600" loading="lazy" style="position: absolute; left: -9999px">'),
        Good(
            '<div style="height: 0; overflow: hidden">'
            '<img src="a.jpg" width="1200" height="600" alt="" loading="lazy"></div>'
        ),
    ),
)
