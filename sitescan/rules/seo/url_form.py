"""An address that is hard to read and to share."""

import re
from collections.abc import Iterator
from urllib.parse import parse_qsl, urlsplit

from sitescan.model.exchange import Exchange
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule

_LONGEST = 115
_PARAMETERS = 3
_SESSION = re.compile(
    r"(?:^|[;&?])(?:jsessionid|phpsessid|aspsessionid\w{0,20}|sid|sessionid|session_id|cfid|cftoken)=", re.I
)
_CAPITAL = re.compile(r"(?<!%)(?<!%[0-9A-F])[A-Z]")


def check(exchange: Exchange) -> Iterator[Finding]:
    """Report what makes an address hard to type, to read out or to keep unique."""
    parts = urlsplit(exchange.url)
    path, query = parts.path, parts.query
    if _SESSION.search(f"{path}?{query}"):
        yield Finding(detail="a session in the address")
    if len(exchange.url) > _LONGEST:
        yield Finding(detail=f"{len(exchange.url)} characters")
    if "//" in path:
        yield Finding(detail="two slashes in a row")
    if "%20" in path:
        yield Finding(detail="a space in the path")
    if "_" in path:
        yield Finding(detail="underscores in the path, which do not part words as hyphens do")
    if _CAPITAL.search(path):
        yield Finding(detail="capital letters in the path, which are a different address than small ones")
    if len(parse_qsl(query, keep_blank_values=True, max_num_fields=None)) > _PARAMETERS:
        yield Finding(detail="more than three parameters")


RULE = Rule(
    id="seo/url-form",
    reads=Exchange,
    check=check,
    severity=Severity.INFO,
    share=0,
    title="Hard to read address",
    description=(
        "The address of the page is harder to read, to share and to keep unique than it need be "
        "({count:# thing|# things}). Search engines cope with it; changing an address that is in use does more harm "
        "than it helps."
    ),
    recommendation="Choose short addresses of small letters and hyphens for new pages.",
    how_to_fix=(
        "For new pages: https://example.com/pears/planting. Where an address changes all the same, redirect the old "
        "one with status 301."
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
