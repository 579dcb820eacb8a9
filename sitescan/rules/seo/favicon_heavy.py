"""The site's icon costs more than it need."""

from collections.abc import Iterator

from sitescan.model.answers import Answer, SiteAnswers
from sitescan.model.exchange import Exchange
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule
from sitescan.standards.cache_control import parse_cache_control
from sitescan.standards.http_headers import Headers

#: An icon of 48 by 48 pixels or a drawing needs no more, bytes.
_MOST = 10_240


def check(site: SiteAnswers) -> Iterator[Finding]:
    """Report an icon of more than 10 KB, or one that browsers may not keep."""
    icon = site.favicon
    if icon is None or icon.status != 200:
        return
    if icon.size is not None and icon.size > _MOST:
        yield Finding(url=icon.url, detail=f"{icon.size:,} bytes")
    if "no-store" in parse_cache_control(icon.headers.get("cache-control")):
        yield Finding(url=icon.url, detail="Cache-Control: no-store, so it is fetched again for each page")


def _site(*, size: int | None = None, cache: str = "", status: int = 200) -> SiteAnswers:
    exchange = Exchange(requested="https://example.com/pears", url="https://example.com/pears", status=200)
    headers = Headers((("Cache-Control", cache),))
    return SiteAnswers(
        exchange=exchange,
        favicon=Answer(url="https://example.com/favicon.ico", status=status, size=size, headers=headers),
    )


RULE = Rule(
    id="seo/favicon-heavy",
    reads=SiteAnswers,
    check=check,
    severity=Severity.INFO,
    share=0,
    title="Heavy or uncacheable icon",
    description="Each new visitor fetches the icon {url}, which is larger than icons need be or cannot be kept.",
    recommendation="Offer a small icon that browsers may keep.",
    how_to_fix=(
        "A drawing of a few hundred bytes does for all sizes: "
        '<link rel="icon" href="/favicon.svg">. For pixels 48 by 48 are enough; let the server send '
        "Cache-Control: max-age=604800 with it."
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
