"""Preloads of files that nothing on the page uses."""

from collections.abc import Iterator

from sitescan.document.css.stylesheet_text import css_texts, has_all_css
from sitescan.document.document import Document
from sitescan.document.loading.resource_inventory import candidates, css_urls
from sitescan.document.tree import attr
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule
from sitescan.standards.css_imports import css_imports
from sitescan.standards.urls import resolve


def check(document: Document) -> Iterator[Finding]:
    """
    Report preloaded fonts and styles that neither the page nor its styles name.

    Scripts, images and data may be asked for by scripts. A style with onload is put to use by that.
    """
    preloads = [tag for tag in document.rel("preload") if attr(tag, "as", "").strip().lower() in ("font", "style")]
    if not preloads or not has_all_css(document):
        return
    used = _used(document)
    for tag in preloads:
        url = document.resolve(attr(tag, "href", ""))
        if url is not None and attr(tag, "href", "").strip() and url not in used and "onload" not in tag.attrs:
            yield Finding(tag)


def _used(document: Document) -> set[str | None]:
    used = {document.resolve(attr(link, "href", "")) for link in document.rel("stylesheet")}
    used |= {document.resolve(reference) for _, _, reference in candidates(document)}
    for css in css_texts(document):
        base = css.url or document.base_url
        used |= {resolve(base, reference) for reference in css_imports(css.text)}
        used |= {resolve(base, reference) for reference, _ in css_urls(css.text)}
    return used


RULE = Rule(
    id="performance/preload-unused",
    reads=Document,
    check=check,
    severity=Severity.INFO,
    title="Preloaded files are not used",
    description=(
        "{count:# font or stylesheet is|# fonts or stylesheets are} preloaded but not used by the page or its "
        "styles. Preloads come first, so an unused file delays the files that are needed."
    ),
    recommendation="Remove preloads of unused files, and correct those whose address has changed.",
    how_to_fix=(
        'Compare the address with the one in @font-face or <link rel="stylesheet">: they must match exactly, '
        'including version numbers. If nothing uses the file, remove the <link rel="preload">.'
    ),
    sources=(
        "https://html.spec.whatwg.org/multipage/links.html#link-type-preload",
        "https://web.dev/articles/preload-critical-assets",
    ),
    examples=(
        Bad('<link rel="preload" as="font" href="/a.woff2" crossorigin><style>p{color:red}</style>'),
        Bad('<link rel="preload" as="style" href="/a.css">'),
        Good(
            '<link rel="preload" as="font" href="/a.woff2?v=1" crossorigin>'
            '<style>@font-face{font-family:A;src:url("/a.woff2?v=1")}</style>'
        ),
        Good('<link rel="preload" as="font" href="/a.woff2" crossorigin><link rel="stylesheet" href="/unknown.css">'),
        Good('<link rel="preload" as="style" href="/a.css" onload="this.rel=\'stylesheet\'">'),
        Good('<link rel="preload" as="script" href="/a.js"><link rel="preload" as="image" href="/a.png">'),
        Good(
            '<link rel="preload" as="font" href="/f/a.woff2" crossorigin><link rel="stylesheet" href="/f/a.css">',
            sheets=(("https://example.com/f/a.css", "@font-face{font-family:A;src:local(A),url(a.woff2)}"),),
        ),
    ),
)
