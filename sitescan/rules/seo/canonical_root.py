from sitescan.document.indexing.canonical import canonical_link, canonicals
from sitescan.rules.authoring import NEEDED, Bad, Document, Finding, Findings, Good, Rule, Severity
from sitescan.standards.hreflang import is_locale
from sitescan.standards.urls import resolve, split_url


def check(document: Document) -> Findings:
    """Report a canonical link from another page to the root of its origin; an AMP page names the page it belongs to."""
    if any(not {"amp", "⚡"}.isdisjoint(root.attrs) for root in document.all("html")):
        return
    path = split_url(document.url).path.lower()
    # These paths are home pages, too: /index.html, /home, /en, /de-at/.
    home = not path.strip("/") or path.endswith(("/index.html", "/index.htm", "/index.php", "/home", "/default.aspx"))
    if home or is_locale(path.strip("/")):
        return
    for canonical in canonicals(document):
        if canonical.url is not None and canonical.url == resolve(document.url, "/"):
            yield Finding(canonical.tag, path=split_url(document.url).path, link=canonical_link(document.url))


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    share=NEEDED,
    title="Canonical URL is the home page",
    passed="Canonical URL is more specific than the home page",
    applies=lambda document: any(canonical.url != resolve(document.url, "/") for canonical in canonicals(document)),
    description=(
        "The path of this page is {path}, but its canonical URL is the home page. This tells search engines that the "
        "page is only a copy of the home page and doesn't need to be shown."
    ),
    recommendation="Set the canonical URL of each page to that page.",
    how_to_fix=(
        "Name the page's own URL: {link}. Often the URL of the home page was written into a template that "
        "all pages share."
    ),
    sources=("https://developers.google.com/search/blog/2013/04/5-common-mistakes-with-relcanonical",),
    covers=("lighthouse:canonical",),
    examples=(
        Good('<html amp><link rel="canonical" href="https://example.com/">', url="https://example.com/amp"),
        Bad('<link rel="canonical" href="https://example.com/">', url="https://example.com/shop/pears"),
        Bad('<link rel="canonical" href="/">', url="https://example.com/articles/"),
        Bad('<link rel="canonical" href="/">', url="https://example.com/pears"),
        Good('<link rel="canonical" href="https://example.com/">', url="https://example.com/?utm_source=mail"),
        Good('<link rel="canonical" href="https://example.com/">', url="https://example.com/index.html"),
        Good('<link rel="canonical" href="https://example.com/">', url="https://example.com/en/"),
        Good('<link rel="canonical" href="https://example.com/">', url="https://example.com/de-at"),
        Good('<link rel="canonical" href="https://example.com/">', url="https://example.com/us/"),
        Good('<link rel="canonical" href="https://example.org/">', url="https://example.com/shop/pears"),
    ),
)
