"""Scripts write parts of the page that the HTML doesn't have as it was sent."""

from collections.abc import Iterator

from bs4.element import Tag

from sitescan.document.language.text_measure import word_count
from sitescan.document.loading.app_shell import app_shell
from sitescan.document.structured_data.items import items
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, attr, shorten, text

#: Banners and counters that scripts add are less than this share of the text.
_MUCH = 0.25
_FEWEST_WORDS = 100
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")

_SHELL = '<div id="root"></div><script src="/app.js"></script>'
_SENT = "<!doctype html><title>Pears</title><p>Pears"
_OFFER = '<script type="application/ld+json">{"@context":"https://schema.org","@type":"Offer","price":"2"}</script>'
_LONG = "All about pears. " * 50


def check(document: Document) -> Findings:
    """Report each part that only the rendered page has; of content, nothing if scripts write the whole page."""
    if not document.is_rendered:
        return
    source = document.source
    if document.title and document.title != source.title:
        yield Finding(document.titles[0], detail=f"the title; {_sent(source.title)}")
    described, sent = document.meta("description"), source.meta("description")
    if described and described != sent:
        yield Finding(document.metas("description")[0], detail=f"the meta description; {_sent(sent or '')}")
    if app_shell(source) is None:
        yield from _text(document, source)
        for heading in _new_headings(document, source):
            yield Finding(heading, detail=f"the heading “{shorten(text(heading))}”")
        for link in _new_links(document, source):
            yield Finding(link, detail="the link")
    for tag, kinds in _new_items(document, source):
        yield Finding(tag, detail=f"structured data: {kinds}")


def _sent(was: str) -> str:
    return f"“{shorten(was)}” was sent" if was else "none was sent"


def _text(document: Document, source: Document) -> Findings:
    """Yield a finding if much of the text was not sent."""
    sent, shown = word_count(source), word_count(document)
    if shown >= _FEWEST_WORDS and sent < (1 - _MUCH) * shown:
        yield Finding(detail=f"much of the text: {sent} of about {shown} words were sent")


def _new_headings(document: Document, source: Document) -> Iterator[Tag]:
    sent = {text(heading) for heading in source.all(*_HEADINGS)}
    for heading in document.all(*_HEADINGS):
        if (written := text(heading)) and written not in sent:
            yield heading


def _new_links(document: Document, source: Document) -> Iterator[Tag]:
    """Yield the links to web pages that were not sent."""
    sent = {source.resolve(attr(link, "href", "")) for link in source.all("a", "area")}
    for link in document.all("a", "area"):
        url = document.resolve(attr(link, "href", "")) if "href" in link.attrs else None
        if url is not None and url.startswith(("http://", "https://")) and url not in sent:
            yield link


def _new_items(document: Document, source: Document) -> Iterator[tuple[Tag, str]]:
    """Yield each element with an item whose type no item has that was sent, and these types."""
    sent = {kind for item in items(source) for kind in item.types}
    reported: set[int] = set()
    for item in items(document):
        added = [kind for kind in item.types if kind not in sent]
        if added and id(item.tag) not in reported:
            reported.add(id(item.tag))
            yield item.tag, ", ".join(added)


RULE = Rule(
    check=check,
    since="1.1.0",
    former_ids=(
        "seo/description-from-scripts",
        "seo/headings-from-scripts",
        "seo/links-from-scripts",
        "seo/structured-data-from-scripts",
        "seo/text-from-scripts",
        "seo/title-from-scripts",
    ),
    severity=Severity.INFO,
    share=0,
    title="Scripts write parts of the page",
    passed="The HTML that is sent has all parts",
    subjects=("script",),
    needs=lambda document: document.is_rendered and app_shell(document.source) is None,
    description=(
        "Scripts write {count:# part|# parts} of the page that the HTML doesn't have as it was sent. Google sees them "
        "after it has run the scripts, which may take days. Link previews and most AI crawlers never see them."
    ),
    recommendation="Send what should be found in the HTML.",
    how_to_fix=(
        "Render the title, the description, structured data, the main text and the navigation on the server or when "
        "you build the site. What only visitors need, such as comments or recommendations, may stay in scripts. Name "
        "pages to which only scripts link in a sitemap. To see what is sent: curl https://example.com/"
    ),
    sources=(
        "https://developers.google.com/search/docs/crawling-indexing/javascript/javascript-seo-basics",
        "https://developers.google.com/search/docs/appearance/structured-data/generate-structured-data-with-javascript",
    ),
    examples=(
        Bad(_SENT, rendered="<!doctype html><title>Pears: 3 new</title><p>Pears"),
        Bad("<!doctype html><p>Pears", rendered="<!doctype html><title>Pears</title><p>Pears"),
        Bad(
            '<meta name="description" content="Pears">',
            rendered='<meta name="description" content="How to grow pears in your garden">',
        ),
        Bad("<p>Pears", rendered='<meta name="description" content="How to grow pears"><p>Pears'),
        Bad("<h1>Pears</h1><p>Pears are sweet.", rendered="<h1>Pears</h1><p>Pears are sweet.<h2>Offers</h2>"),
        Bad('<p>Pears<a href="/a">A</a>', rendered='<p>Pears<a href="/a">A</a><a href="/b">B</a>'),
        Bad("<p>Pears", rendered=f"<p>Pears{_OFFER}"),
        Bad("<h1>Pears</h1><p>All pears", rendered=f"<h1>Pears</h1><p>{_LONG}"),
        Good(_SENT, rendered="<!doctype html><title> Pears </title><p>Pears, apples"),
        Good(_SENT, rendered="<!doctype html><p>Pears"),
        Good(_SENT),
        Good('<meta name="description" content="Pears">', rendered='<meta name="description" content=" Pears ">'),
        Good("<h1>Pears</h1><h2>Offers</h2>", rendered="<h1>Pears</h1><h2> Offers</h2><h3></h3>"),
        Good(
            '<a href="/a">A</a>', rendered='<a href="https://example.com/a">A</a><a>B</a><a href="mailto:x@y.z">C</a>'
        ),
        Good(f"<p>Pears{_OFFER}", rendered=f"<p>Pears{_OFFER}"),
        Good(f"<p>{_LONG}", rendered=f"<p>{_LONG}All about pears. "),
        Good("<p>Pears", rendered="<p>All pears"),
        Good(_SHELL, rendered=f'<h1>Pears</h1><p>{_LONG}<a href="/b">B</a>'),
    ),
)
