from sitescan.document.element_markup import start_tag
from sitescan.document.indexing.canonical import in_head
from sitescan.document.indexing.error_pages import is_error_page
from sitescan.rules.authoring import (
    NEEDED,
    Bad,
    Document,
    ElementChange,
    Finding,
    Findings,
    Good,
    Rule,
    Severity,
    attr,
    changed,
    safe,
    shorten,
)


def check(document: Document) -> Findings:
    """
    Report a page without text in any meta description, unless it is an error page.

    Another rule reports descriptions in the body.
    """
    if is_error_page(document):
        return
    metas = [meta for meta in document.metas("description") if attr(meta, "name") is not None]
    if not any(attr(meta, "content", "").strip() for meta in metas):
        shared = " ".join((document.meta("og:description") or "").split())
        text = shorten(shared) or _PLACEHOLDER
        tag = start_tag("meta", name="description", content=text)
        empty = next((meta for meta in metas if in_head(document, meta)), None)
        change = changed(empty, content=text) if empty is not None else ElementChange(tag=document.head, first=tag)
        if shared:
            change = safe(change)
        # What would be cut off must not be written into the page.
        state = "is empty" if metas else "is missing"
        yield Finding(empty, tag=tag, state=state, change=change if shorten(shared) == shared else None)


_PLACEHOLDER = "(what this page is about)"

RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    share=NEEDED,
    title="Page is missing a meta description",
    passed="Page has a meta description",
    applies=lambda document: not is_error_page(document),
    description=(
        "The meta description of the page {state}. Search engines show the description below the title. "
        "Without one, they pick text from the page, which may be a menu or a cookie notice."
    ),
    recommendation="Describe the page in one or two sentences in a meta description.",
    how_to_fix="Describe each page in its head, in words of its own: {tag}",
    shows_change=False,
    sources=("https://developers.google.com/search/docs/appearance/snippet",),
    covers=("lighthouse:meta-description",),
    examples=(
        Bad("<title>Pears</title>"),
        Bad('<meta name="description" content=" ">'),
        Bad('<meta property="og:description" content="About pears.">'),
        Bad('<meta name=" description" content="About pears.">'),
        Bad('<head><noscript><meta name="description" content="About pears."></noscript></head>'),
        Good('<meta name="Description" content="About pears.">'),
        Good('<div></div><meta name="description" content="About pears.">'),
        Good("<title>Page not found</title><h1>Page not found</h1>", status=0),
        Good("<title>Pears</title><h1>Gone</h1>", status=410),
    ),
)
