"""Social preview tags have relative URLs."""

from collections.abc import Iterator

from sitescan.charging import CONVENTION
from sitescan.document.change import changed, safe
from sitescan.document.document import Document
from sitescan.document.tree import attr
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(document: Document) -> Iterator[Finding]:
    """Report Open Graph and Twitter images and URLs without scheme and host."""
    for name in ("og:image", "og:image:url", "og:image:secure_url", "og:url", "twitter:image", "twitter:image:src"):
        for meta in document.metas(name):
            content = attr(meta, "content", "").strip()
            if content and not content.lower().startswith(("http://", "https://", "data:")):
                full = document.resolve(content)
                yield Finding(meta, change=safe(changed(meta, content=full)) if full else None)


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    share=CONVENTION,
    title="Social preview tags have relative URLs",
    passed="Social preview tags have absolute URLs",
    applies=lambda document: document.metas("og:image") or document.metas("og:url") or document.metas("twitter:image"),
    description=(
        "{count:# preview tag has a relative URL|# preview tags have relative URLs}. Apps and social networks don't "
        "complete relative URLs, so the preview of a shared link has no image."
    ),
    recommendation="Write full URLs, including scheme and host, in preview tags.",
    how_to_fix='For example: <meta property="og:image" content="https://example.com/pears.jpg">',
    sources=("https://ogp.me/#data_types",),
    examples=(
        Bad('<meta property="og:image" content="/pears.jpg">'),
        Bad('<meta name="twitter:image" content="//example.com/pears.jpg">'),
        Good('<meta property="og:image" content="https://example.com/pears.jpg">'),
        Good('<meta property="og:image" content=""><meta property="og:image:width" content="600">'),
    ),
)
