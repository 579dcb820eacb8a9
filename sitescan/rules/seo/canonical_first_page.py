from urllib.parse import parse_qsl

from sitescan.document.indexing.canonical import canonical_link, canonicals
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, lazy_pattern, shorten
from sitescan.standards.urls import origin_of, split_url

#: The query parameters and the path with which sites number the pages of a list.
_PARAMETERS = frozenset({"page", "paged", "pagenum", "page_num", "pageno", "pg"})
_PATH = lazy_pattern(r"/page/([0-9]{1,6})/?$")


def check(document: Document) -> Findings:
    """Report a canonical link from a later page of a list to the first one."""
    number, first = _numbered(document.url)
    for canonical in canonicals(document) if number > 1 else ():
        if canonical.url is not None and _numbered(canonical.url) in ((0, first), (1, first)):
            link = canonical_link(document.url)
            yield Finding(canonical.tag, number=number, canonical=shorten(canonical.url), link=link)


def _numbered(url: str) -> tuple[int, tuple[str, str, tuple[tuple[str, str], ...]]]:
    """Return the number of a page in a list (0 if it has none), and origin, path and query without it."""
    parts = split_url(url)
    query = parse_qsl(parts.query, keep_blank_values=True)
    numbers = [value for name, value in query if name.lower() in _PARAMETERS and value.isdecimal() and len(value) < 7]
    rest = tuple((name, value) for name, value in query if name.lower() not in _PARAMETERS)
    match = _PATH.search(parts.path)
    path = parts.path[: match.start()] if match is not None else parts.path
    number = match[1] if match is not None else next(iter(numbers), "0")
    return int(number), (origin_of(url), path.rstrip("/"), rest)


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Canonical URL is the first page of a list",
    passed="Canonical URL keeps the page number",
    applies=lambda document: _numbered(document.url)[0] > 1 and canonicals(document),
    description=(
        "This is page {number} of a list, but its canonical URL is the first page, {canonical}. Search engines treat "
        "it as a copy, and may not find the items that only this page lists."
    ),
    recommendation="Give each page of a list its own canonical URL.",
    how_to_fix="Name this page's own URL: {link}",
    sources=(
        "https://developers.google.com/search/docs/specialty/ecommerce/pagination-and-incremental-page-loading",
        "https://developers.google.com/search/blog/2013/04/5-common-mistakes-with-relcanonical",
    ),
    examples=(
        Bad('<link rel="canonical" href="/pears">', url="https://example.com/pears?page=2"),
        Bad('<link rel="canonical" href="/pears?sort=name">', url="https://example.com/pears?sort=name&page=12"),
        Bad('<link rel="canonical" href="/pears/">', url="https://example.com/pears/page/3/"),
        Bad('<link rel="canonical" href="/pears?page=1">', url="https://example.com/pears?page=2"),
        Good('<link rel="canonical" href="/pears?page=2">', url="https://example.com/pears?page=2"),
        Good('<link rel="canonical" href="/pears">', url="https://example.com/pears?page=1"),
        Good('<link rel="canonical" href="/all-pears">', url="https://example.com/pears?page=2"),
        Good('<link rel="canonical" href="/pears">', url="https://example.com/pears?page=two&p=3"),
    ),
)
