from sitescan.document.loading.resource_inventory import is_lazy
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, attr

_MANY = 4


def check(document: Document) -> Findings:
    """Report images with high priority that are also lazy, and too many images with high priority."""
    urgent = [
        tag
        for tag in document.all("img")
        if attr(tag, "fetchpriority", "").strip().lower() == "high" and not document.in_noscript(tag)
    ]
    for number, tag in enumerate(urgent, 1):
        if is_lazy(tag):
            yield Finding(tag, detail="fetchpriority=high with loading=lazy")
        elif len(urgent) > _MANY and number > 1:
            yield Finding(tag, detail=f"one of {len(urgent)} images with high priority")


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Image priorities contradict each other",
    passed="Image priorities agree",
    subjects=("[fetchpriority]",),
    description=(
        "{count:# image is|# images are} marked as high priority in a way that has no effect. Lazy-loaded images "
        "wait for layout whatever their priority, and if many images have high priority, none comes first."
    ),
    recommendation='Set fetchpriority="high" on the one large image on the first screen, and don\'t lazy-load it.',
    how_to_fix='<img src="hero.jpg" width="1200" height="600" alt="..." fetchpriority="high">',
    sources=(
        "https://html.spec.whatwg.org/multipage/urls-and-fetching.html#fetch-priority-attributes",
        "https://web.dev/articles/fetch-priority",
    ),
    covers=("lighthouse:prioritize-lcp-image",),
    examples=(
        Bad('<img src="a.png" alt="" fetchpriority="high" loading="lazy">'),
        Bad('<img src="a.png" alt="" fetchpriority="high">' * 6),
        Good('<img src="a.png" alt="" fetchpriority="high"><img src="b.png" alt="" loading="lazy">'),
        Good('<img src="a.png" alt="" fetchpriority="low" loading="lazy">'),
        Good('<img src="a.png" alt="" fetchpriority="high">' * 2),
    ),
)
