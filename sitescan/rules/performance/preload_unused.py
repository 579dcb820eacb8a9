"""Preloads of files that nothing on the page uses."""

from collections.abc import Iterator

from bs4.element import Tag

from sitescan.document.css.stylesheet_text import css_texts, has_all_css
from sitescan.document.document import Document
from sitescan.document.links.references import srcset_urls
from sitescan.document.loading.resource_inventory import candidates, css_urls
from sitescan.document.tree import attr
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule
from sitescan.standards.css_imports import css_imports
from sitescan.standards.urls import resolve


def check(document: Document) -> Iterator[Finding]:
    """
    Report preloaded fonts and styles that neither the page nor its styles name, and images where no script could.

    Scripts and data may be asked for by scripts. A style with onload is put to use by that.
    """
    kinds = {"font", "style"} if _scripted(document) else {"font", "style", "image"}
    preloads = [tag for tag in document.rel("preload") if attr(tag, "as", "").strip().lower() in kinds]
    if not preloads or not has_all_css(document):
        return
    used = _used(document)
    for tag in preloads:
        urls = {document.resolve(reference) for reference in _named(tag)} - {None}
        if urls and not urls & used and "onload" not in tag.attrs:
            yield Finding(tag)


def _named(preload: Tag) -> Iterator[str]:
    """What a preload may load: one of its candidates, or its address."""
    if attr(preload, "href", "").strip():
        yield attr(preload, "href", "")
    yield from srcset_urls(attr(preload, "imagesrcset", ""))


def _scripted(document: Document) -> bool:
    """Whether anything on the page may be changed by a script."""
    return bool(document.all("script")) or any(name.startswith("on") for name in document.by_attribute)


def _used(document: Document) -> set[str | None]:
    used = {document.resolve(attr(link, "href", "")) for link in document.rel("stylesheet")}
    used |= {document.resolve(reference) for tag, _, reference in candidates(document) if tag.name != "link"}
    used |= {document.resolve(attr(tag, "src", "")) for tag in document.all("img", "input", "iframe", "embed")}
    used |= {document.resolve(attr(tag, "data", "")) for tag in document.all("object")}
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
        "{count:# file is|# files are} preloaded but not used by the page or its "
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
        Bad('<link rel="preload" as="image" href="/old.png"><img src="/a.png" alt="">'),
        Bad('<link rel="preload" as="image" imagesrcset="/b.png 1x" href="/old.png"><img src="/a.png" alt="">'),
        Good(
            '<link rel="preload" as="script" href="/a.js"><link rel="preload" as="image" href="/a.png">'
            "<script>show()</script>"
        ),
        Good('<link rel="preload" as="image" href="/a.png"><img src="a.png" alt="">'),
        Good('<link rel="preload" as="image" href="/old.png" imagesrcset="/a.png 1x"><img srcset="a.png 1x" alt="">'),
        Good('<link rel="preload" as="image" href="/a.png"><p style="background:url(a.png)">Pears'),
        Good(
            '<link rel="preload" as="font" href="/f/a.woff2" crossorigin><link rel="stylesheet" href="/f/a.css">',
            sheets=(("https://example.com/f/a.css", "@font-face{font-family:A;src:local(A),url(a.woff2)}"),),
        ),
    ),
)
