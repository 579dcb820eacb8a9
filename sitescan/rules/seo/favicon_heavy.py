"""Favicon is too large or can't be cached."""

from collections.abc import Iterator

from attrs import evolve

from sitescan.model.answers import Answer
from sitescan.model.report import Severity
from sitescan.model.site_answers import SiteAnswers
from sitescan.rules.example_pages import SITE
from sitescan.rules.rule import Bad, Finding, Good, Rule
from sitescan.standards.cache_control import parse_cache_control
from sitescan.standards.http_headers import Headers

#: The size in bytes that is enough for an icon of 48 by 48 pixels or an SVG image.
_MOST = 10_240


def check(site: SiteAnswers) -> Iterator[Finding]:
    """Report an icon that is larger than 10 KB or can't be cached."""
    icon = site.favicon
    if icon is None or icon.status != 200:
        return
    faults = {}
    if icon.size is not None and icon.size > _MOST:
        faults["is larger than it needs to be"] = f"{icon.size:,} bytes"
    if "no-store" in parse_cache_control(icon.headers.get("cache-control")):
        faults["can't be cached"] = "Cache-Control: no-store, so browsers load it again for each page"
    for detail in faults.values():
        yield Finding(url=icon.url, detail=detail, fault=" and ".join(faults))


def _site(*, size: int | None = None, cache: str = "", status: int = 200) -> SiteAnswers:
    headers = Headers((("Cache-Control", cache),))
    return evolve(
        SITE,
        favicon=Answer(url="https://example.com/favicon.ico", status=status, size=size, headers=headers),
    )


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    share=0,
    title="Favicon is too large or can't be cached",
    passed="Favicon is small and can be cached",
    applies=lambda site: site.favicon is not None and site.favicon.status == 200,
    needs=lambda site: site.favicon is not None and site.favicon.size is not None,
    description="The favicon {url} {fault}. Every new visitor has to download it.",
    recommendation="Use a small icon that browsers may cache.",
    how_to_fix=(
        'An SVG of a few hundred bytes works for all sizes: <link rel="icon" href="/favicon.svg">. For a bitmap, 48 by '
        "48 pixels are enough. Let the server send Cache-Control: max-age=604800 with it."
    ),
    sources=("https://developers.google.com/search/docs/appearance/favicon-in-search",),
    examples=(
        Bad(evidence=_site(size=40_000)),
        Bad(evidence=_site(size=400, cache="no-store")),
        Good(evidence=_site(size=10_240, cache="no-cache")),
        Good(evidence=_site(size=None, cache="max-age=60")),
        Good(evidence=_site(size=40_000, status=404)),
    ),
)
