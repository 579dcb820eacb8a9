from sitescan.document.links.hyperlinks import hyperlinks
from sitescan.document.template_marks import names_mark
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, changed, lazy_pattern, safe

_SPACE = lazy_pattern(r"[ \t\n\f\r]")
_DROPPED = lazy_pattern(r"[\t\n\r]")


def check(document: Document) -> Findings:
    """Report spaces and line breaks in URLs, also at their ends."""
    for link in hyperlinks(document):
        if not _SPACE.search(link.href) or link.scheme not in ("http", "https"):
            continue
        if link.href.strip() and not names_mark(link.href):
            inside = _SPACE.search(link.href.strip())
            yield Finding(
                link.tag,
                detail="inside the address" if inside else "at the end" if link.href[0].strip() else "at the start",
                change=safe(changed(link.tag, href=_without_space(link.href))),
            )


def _without_space(href: str) -> str:
    """
    Return a URL without the white space that browsers remove.

    https://url.spec.whatwg.org/#concept-basic-url-parser
    """
    return _DROPPED.sub("", href.strip(" \t\n\f\r")).replace(" ", "%20").replace("\f", "%0C")


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="White space in link addresses",
    passed="Link addresses are free of white space",
    subjects=("a", "area"),
    scope="tag",
    description=(
        "{count:# link has|# links have} a space or a line break in the address. Browsers silently correct this, but "
        "other programs cut the address at that point or fail."
    ),
    recommendation="Remove white space at the start and end, and write a space inside an address as %20.",
    how_to_fix=(
        "At the start and end, delete it. Inside the address, browsers drop line breaks and encode spaces: "
        '<a href="/green%20pears">\nBetter, use an address without spaces: <a href="/green-pears">'
    ),
    sources=("https://url.spec.whatwg.org/#url-writing",),
    examples=(
        Bad('<a href=" /pears">Pears</a>'),
        Bad('<a href="/green pears">Pears</a>'),
        Bad('<a href="https://example.com/pears\n">Pears</a>'),
        Good('<a href="/green%20pears">Pears</a>'),
        Good('<a href="{{ page.url }}">Pears</a><a href="/<%= kind %>">Apples</a>'),
        Good(
            '<a href="javascript:void 0">Pears</a><a href="mailto:Ann <ann@example.com>">Ann</a><a href=" ">Pears</a>'
        ),
    ),
)
