import re
from urllib.parse import parse_qsl

from sitescan.rules.authoring import Bad, Exchange, Finding, Findings, Good, Rule, Severity, lazy_pattern
from sitescan.standards.urls import split_url

_LONGEST = 115
_PARAMETERS = 3
_SESSION = lazy_pattern(
    r"(?:^|[;&?])(?:jsessionid|phpsessid|aspsessionid\w{0,20}|sid|sessionid|session_id|cfid|cftoken)=", re.I
)
_CAPITAL = lazy_pattern(r"(?<!%)(?<!%[0-9A-F])[A-Z]")


def check(exchange: Exchange) -> Findings:
    """Report features that make a URL hard to type, to read aloud or to keep unique."""
    parts = split_url(exchange.url)
    path, query = parts.path, parts.query
    if _SESSION.search(f"{path}?{query}"):
        yield Finding(detail="a session ID in the URL")
    if len(exchange.url) > _LONGEST:
        yield Finding(detail=f"{len(exchange.url)} characters")
    if "//" in path:
        yield Finding(detail="two slashes in a row")
    if "%20" in path:
        yield Finding(detail="a space in the path")
    if "_" in path:
        yield Finding(detail="underscores in the path, which don't separate words as hyphens do")
    if _CAPITAL.search(path):
        yield Finding(detail="uppercase letters in the path, which make a different URL from lowercase ones")
    if len(parse_qsl(query, keep_blank_values=True, max_num_fields=None)) > _PARAMETERS:
        yield Finding(detail="more than 3 parameters")


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    share=0,
    title="URL of the page is hard to read",
    passed="URL of the page is easy to read",
    description=(
        "{count:# thing makes|# things make} the URL of the page hard to read, to share or to keep unique. Search "
        "engines can handle that, and changing a URL that is in use does more harm than good."
    ),
    recommendation="Use short URLs with lowercase letters and hyphens for new pages.",
    how_to_fix=(
        "For new pages: https://example.com/pears/planting. If you change a URL, redirect the old one with status 301."
    ),
    sources=("https://developers.google.com/search/docs/crawling-indexing/url-structure",),
    examples=(
        Bad(url="https://example.com/pears;jsessionid=1A2B"),
        Bad(url="https://example.com/pears//nashi"),
        Bad(url="https://example.com/my_pears"),
        Bad(url="https://example.com/My%20Pears"),
        Bad(url="https://example.com/pears?a=1&b=2&c=3&d=4"),
        Bad(url="https://example.com/" + "pears/" * 20),
        Good(url="https://example.com/pears/planting?page=2"),
        Good(url="https://example.com/birnb%C3%A4ume"),
        Good(url="https://example.com/"),
    ),
)
