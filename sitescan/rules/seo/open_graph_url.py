from sitescan.document.indexing.canonical import canonicals
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, attr


def check(document: Document) -> Findings:
    """Report an ``og:url`` that differs from the canonical URL."""
    metas = [meta for meta in document.metas("og:url") if attr(meta, "content", "").strip()]
    canonical = {link.url.partition("#")[0] for link in canonicals(document) if link.url is not None}
    if not metas or len(canonical) != 1:
        return
    shared = document.resolve(attr(metas[0], "content", "").strip())
    (preferred,) = canonical
    if shared is not None and shared.partition("#")[0] != preferred:
        yield Finding(metas[0], shared=shared, preferred=preferred)


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="URL in og:url differs from the canonical URL",
    passed="URL in og:url is the canonical URL",
    applies=lambda document: document.meta("og:url") and canonicals(document),
    description=(
        "The og:url tag says {shared}, but the canonical URL is {preferred}. Social networks count shares and comments "
        "for the first and search engines show the second, so one page is treated as two."
    ),
    recommendation="Use the same URL in og:url and in the canonical link.",
    how_to_fix=(
        "Choose the right URL, including www and the trailing slash, and use it in both tags:\n"
        '<link rel="canonical" href="{preferred}">\n'
        '<meta property="og:url" content="{preferred}">'
    ),
    sources=("https://ogp.me/#metadata", "https://developers.facebook.com/docs/sharing/webmasters/getting-started"),
    examples=(
        Bad(
            '<link rel="canonical" href="https://example.com/pears">'
            '<meta property="og:url" content="https://www.example.com/pears">'
        ),
        Bad(
            '<meta property="og:url" content="https://example.com/pears/">',
            headers=('Link: <https://example.com/pears>; rel="canonical"',),
        ),
        Good(
            '<link rel="canonical" href="https://example.com/pears">'
            '<meta property="og:url" content="https://EXAMPLE.com/pears#tree">'
        ),
        Good('<meta property="og:url" content="https://example.com/other">'),
        Good('<link rel="canonical" href="https://example.com/pears"><meta property="og:url" content="">'),
    ),
)
