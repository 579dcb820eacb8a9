"""Page restricts its search result snippet."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.indexing.robots_meta import AGENTS, robots_directives
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule

_RESTRICTIONS = frozenset(
    {"nosnippet", "nofollow", "noimageindex", "max-snippet: 0", "max-image-preview: none", "max-video-preview: 0"}
)


def check(document: Document) -> Iterator[Finding]:
    """Report directives that take away from a result, or keep crawlers from following links."""
    for directive in robots_directives(document):
        if directive.written in _RESTRICTIONS:
            said = f"{directive.written} for {AGENTS[directive.agent]}"
            yield Finding(directive.tag, detail=f"{said}, in the {directive.source}")


RULE = Rule(
    id="seo/snippet-restricted",
    reads=Document,
    check=check,
    severity=Severity.INFO,
    title="Page restricts its search result snippet",
    description=(
        "{count:# directive tells|# directives tell} search engines to omit parts of the page's result or not to "
        "follow its links. Fewer people click on a result without text or image."
    ),
    recommendation="Keep only the directives that you need.",
    how_to_fix=(
        'Remove nosnippet, noimageindex, nofollow, max-snippet:0 or max-image-preview:none from <meta name="robots"> '
        "or the X-Robots-Tag header. To allow the most: <meta "
        'name="robots" content="max-snippet:-1, max-image-preview:large">'
    ),
    sources=("https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag",),
    examples=(
        Bad('<meta name="robots" content="index, nofollow">'),
        Bad('<meta name="robots" content="max-snippet:0">'),
        Bad("<p>Pears", headers=("X-Robots-Tag: nosnippet",)),
        Good('<meta name="robots" content="index, follow, max-image-preview:large">'),
        Good('<meta name="robots" content="noarchive, max-snippet:-1">'),
    ),
)
