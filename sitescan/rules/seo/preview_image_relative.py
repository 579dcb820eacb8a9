"""A preview picture that others cannot find."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.source_location import shorten
from sitescan.document.tree import attr
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(document: Document) -> Iterator[Finding]:
    """Report Open Graph and Twitter images and addresses without scheme and host."""
    for name in ("og:image", "og:image:url", "og:image:secure_url", "og:url", "twitter:image", "twitter:image:src"):
        for meta in document.metas(name):
            content = attr(meta, "content", "").strip()
            if content and not content.lower().startswith(("http://", "https://", "data:")):
                example = document.resolve(content) or "https://example.com/pears.jpg"
                yield Finding(meta, name=name, example=shorten(example))


RULE = Rule(
    id="seo/preview-image-relative",
    reads=Document,
    check=check,
    severity=Severity.WARNING,
    title="Relative address in preview tags",
    description=(
        "{count:# preview tag has|# preview tags have} a relative address ({name}). Chats and social networks do not "
        "complete it, so the preview of a shared link has no picture."
    ),
    recommendation="Write full addresses, scheme and host included, into preview tags.",
    how_to_fix='<meta property="{name}" content="{example}">',
    sources=("https://ogp.me/#data_types",),
    examples=(
        Bad('<meta property="og:image" content="/pears.jpg">'),
        Bad('<meta name="twitter:image" content="//example.com/pears.jpg">'),
        Good('<meta property="og:image" content="https://example.com/pears.jpg">'),
        Good('<meta property="og:image" content=""><meta property="og:image:width" content="600">'),
    ),
)
