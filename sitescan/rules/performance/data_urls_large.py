"""Large files written into the page as data: URLs."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.tree import attr
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule

_LARGE = 20_000


def check(document: Document) -> Iterator[Finding]:
    """Report images and frames of more than 20 KB that are part of the HTML."""
    for tag in document.all("img", "source", "object", "iframe", "link"):
        for name in ("src", "href", "data"):
            value = attr(tag, name, "")
            if len(value) > _LARGE and value[:5].lower() == "data:":
                yield Finding(tag, bytes=len(value), detail=f"{len(value):,} bytes")


RULE = Rule(
    id="performance/data-urls-large",
    reads=Document,
    check=check,
    severity=Severity.INFO,
    title="Large files are embedded as data: URLs",
    description=(
        "{count:# data: URL|# data: URLs} in the HTML {count:has|have} more than 20 KB. Embedded files delay "
        "everything that comes after, are a third larger than separate files, and are downloaded again with "
        "every page view."
    ),
    recommendation="Load large images from separate files.",
    how_to_fix='Save the image as a file: <img src="/pear.webp" width="800" height="600" alt="A pear">',
    sources=("https://developer.mozilla.org/en-US/docs/Web/URI/Reference/Schemes/data",),
    examples=(
        Bad('<img alt="" src="data:image/png;base64,' + "A" * 30_000 + '">'),
        Good('<img alt="" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">'),
        Good('<img alt="" src="/pear.webp">'),
    ),
)
