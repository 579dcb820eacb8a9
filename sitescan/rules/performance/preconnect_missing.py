from sitescan.document.loading.web_fonts import used_fonts
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, attr
from sitescan.standards.urls import split_url


def check(document: Document) -> Findings:
    """
    Report origins of the page's fonts to which browsers have no earlier connection.

    Fonts are fetched with CORS, on separate connections: a stylesheet from the same host opens none for them.
    """
    hinted = {
        _origin(document.resolve(attr(tag, "href", "")) or "")
        for rel in ("preconnect", "preload")
        for tag in document.rel(rel)
        if "crossorigin" in tag.attrs
    }
    own = _origin(document.url)
    origins = dict.fromkeys(_origin(url) for url in used_fonts(document))
    for origin in origins:
        if origin.startswith("https://") and origin != own and origin not in hinted:
            yield Finding(detail=origin, origin=origin)


def _origin(url: str) -> str:
    try:
        parts = split_url(url)
    except ValueError:
        return ""
    return f"{parts.scheme}://{parts.netloc}".lower()


_FACE = "@font-face{font-family:Pear;src:url(https://fonts.example.net/pear.woff2)}p{font-family:Pear}"
_LINK = '<link rel="stylesheet" href="https://css.example.org/a.css">'
_SHEET = ("https://css.example.org/a.css", _FACE)

RULE = Rule(
    check=check,
    severity=Severity.INFO,
    share=0,
    title="Fonts from other sites have no preconnect",
    passed="Fonts from other sites have a preconnect",
    applies=lambda document: any(_origin(url) != _origin(document.url) for url in used_fonts(document)),
    needs=lambda document: document.styled,
    description=(
        "The text of the page uses fonts from {count:# other origin|# other origins}. Browsers learn this from the "
        "stylesheet, and only then look up the name, connect and negotiate TLS: three round trips before the first "
        "byte of a font."
    ),
    recommendation="Preconnect to the origin of the fonts, with crossorigin, or serve the fonts from your own site.",
    how_to_fix=(
        'In <head>, before the stylesheets: <link rel="preconnect" href="{origin}" crossorigin>\n'
        "Fonts on your own site need no new connection, and no visitor's IP address goes to another company."
    ),
    sources=(
        "https://web.dev/articles/preconnect-and-dns-prefetch",
        "https://developer.chrome.com/docs/performance/insights/network-dependency-tree",
    ),
    covers=("lighthouse:network-dependency-tree-insight", "lighthouse:uses-rel-preconnect"),
    examples=(
        Bad(f"{_LINK}<p>Pears", sheets=(_SHEET,)),
        Bad(f'<link rel="preconnect" href="https://fonts.example.net">{_LINK}<p>Pears', sheets=(_SHEET,)),
        Good(f'<link rel="preconnect" href="https://fonts.example.net" crossorigin>{_LINK}<p>Pears', sheets=(_SHEET,)),
        Good(
            f'<link rel="preload" as="font" href="https://fonts.example.net/pear.woff2" crossorigin>{_LINK}<p>Pears',
            sheets=(_SHEET,),
        ),
        Good(
            f"{_LINK}<p>Pears", sheets=((_SHEET[0], _FACE.replace("https://fonts.example.net", "https://example.com")),)
        ),
        Good(f"{_LINK}<h1>Pears</h1>", sheets=(_SHEET,)),
    ),
)
