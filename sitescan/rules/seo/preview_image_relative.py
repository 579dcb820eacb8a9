from sitescan.rules.authoring import (
    CONVENTION,
    Bad,
    Document,
    Finding,
    Findings,
    Good,
    Rule,
    Severity,
    attr,
    changed,
    safe,
)
from sitescan.standards.local_hosts import is_local


def check(document: Document) -> Findings:
    """Report Open Graph and Twitter images and URLs without scheme and host, or with a host that nobody else has."""
    is_public = not is_local(document.url)
    for name in ("og:image", "og:image:url", "og:image:secure_url", "og:url", "twitter:image", "twitter:image:src"):
        for meta in document.metas(name):
            content = attr(meta, "content", "").strip()
            if content and not content.lower().startswith(("http://", "https://", "data:")):
                # A page that is tried on a developer's computer will have another address.
                full = document.resolve(content) if is_public else None
                yield Finding(meta, change=safe(changed(meta, content=full)) if full else None)
            elif is_public and is_local(content):
                yield Finding(meta)


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    share=CONVENTION,
    title="Social preview tags have relative or local URLs",
    passed="Social preview tags have absolute, public URLs",
    applies=lambda document: document.metas("og:image") or document.metas("og:url") or document.metas("twitter:image"),
    description=(
        "{count:# preview tag has a URL|# preview tags have URLs} without a host, or with one that exists only on one "
        "computer or private network. Apps and social networks can't load {count:it|them}, so the preview of a shared "
        "link has no image."
    ),
    recommendation="Write full URLs, including scheme and host, in preview tags.",
    how_to_fix=(
        'For example: <meta property="og:image" content="https://example.com/pears.jpg">\n'
        "If a framework completes the URLs, set the public address of the site in its configuration: metadataBase in "
        "Next.js, site in Astro."
    ),
    sources=("https://ogp.me/#data_types",),
    examples=(
        Bad('<meta property="og:image" content="/pears.jpg">'),
        Bad('<meta name="twitter:image" content="//example.com/pears.jpg">'),
        Good('<meta property="og:image" content="https://example.com/pears.jpg">'),
        Bad('<meta property="og:image" content="http://localhost:3000/pears.jpg">'),
        Bad('<meta property="og:url" content="https://192.168.1.10/">'),
        Good('<meta property="og:url" content="http://localhost:3000/">', url="http://localhost:3000/"),
        Good('<meta property="og:image" content=""><meta property="og:image:width" content="600">'),
    ),
)
