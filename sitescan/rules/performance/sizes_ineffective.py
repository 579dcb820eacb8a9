"""Images have sizes but no widths in srcset."""

import re
from collections.abc import Iterator

from sitescan.document.change import safe
from sitescan.document.document import Document
from sitescan.document.fixed_markup import fixed_markup
from sitescan.document.tree import HTML, attr
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule

_WIDTH = re.compile(r"\s[0-9]{1,6}w\s*(?:,|\Z)")
_CANDIDATES = 5000


def check(document: Document) -> Iterator[Finding]:
    """Report ``sizes`` beside a ``srcset`` without widths, unless a script fills it."""
    for tag in document.all("img", "source"):
        srcset = attr(tag, "srcset", "").strip()
        known = tag.namespace == HTML and "sizes" in tag.attrs and bool(srcset) and len(srcset) <= _CANDIDATES
        if known and "data-srcset" not in tag.attrs and not _WIDTH.search(srcset) and not document.in_noscript(tag):
            yield Finding(tag, fixed_markup=safe(fixed_markup(tag, sizes=None)))


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Images have sizes but no widths in srcset",
    passed="Images with sizes have widths in srcset",
    subjects=("[sizes]",),
    description=(
        "{count:# image has|# images have} a sizes attribute, but srcset doesn't state the width of any file. "
        "Browsers then ignore sizes, and phones download the same file as large screens."
    ),
    recommendation="Add the width of each file to srcset, or remove sizes.",
    how_to_fix=(
        '<img src="pear-800.jpg" srcset="pear-400.jpg 400w, pear-800.jpg 800w" sizes="(max-width: 600px) 100vw, '
        '400px" alt="A pear">'
    ),
    sources=("https://html.spec.whatwg.org/multipage/images.html#sizes-attributes",),
    examples=(
        Bad('<img src="a.jpg" srcset="a.jpg 1x, b.jpg 2x" sizes="50vw" alt="">'),
        Bad('<picture><source srcset="a.webp" sizes="50vw"><img src="a.jpg" alt=""></picture>'),
        Good('<img src="a.jpg" srcset="a.jpg 400w, b.jpg 800w" sizes="50vw" alt="">'),
        Good('<img src="a.jpg" sizes="50vw" alt="">'),
        Good('<img src="a.jpg" srcset="a.jpg 1x" data-srcset="a.jpg 400w" sizes="50vw" alt="">'),
        Good('<img src="a.jpg" srcset="a.jpg 1x, b.jpg 2x" alt="">'),
    ),
)
