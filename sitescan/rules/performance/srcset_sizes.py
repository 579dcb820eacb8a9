"""Responsive images have no sizes."""

import re
from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.loading.resource_inventory import is_lazy
from sitescan.document.tree import attr
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule

_WIDTH = re.compile(r"\s[0-9]{1,6}w\s*(?:,|\Z)")


def check(document: Document) -> Iterator[Finding]:
    """
    Report a ``srcset`` with widths but without ``sizes``; scripts replace ``data-sizes``.

    Only of a lazy image is the width known that ``auto`` stands for.
    """
    for tag in document.all("img", "source"):
        srcset = attr(tag, "srcset", "")
        sizes = attr(tag, "sizes", "").strip().lower()
        is_auto = tag.name == "img" and sizes == "auto" and not is_lazy(tag)
        if ("sizes" in tag.attrs and not is_auto) or "data-sizes" in tag.attrs or not _WIDTH.search(srcset[:5000]):
            continue
        if not document.in_noscript(tag):
            yield Finding(tag)


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Responsive images have no sizes",
    passed="Responsive images have sizes",
    subjects=("[srcset]",),
    description=(
        "{count:# image lists|# images list} files by width in srcset, but {count:doesn't|don't} state the "
        "displayed width (sizes). Browsers then assume the full window width and download larger files than "
        "they need."
    ),
    recommendation="Add sizes to every srcset with widths.",
    how_to_fix=(
        '<img src="pear-800.jpg" srcset="pear-400.jpg 400w, pear-800.jpg 800w" sizes="(max-width: 600px) 100vw, '
        '400px" alt="A pear">'
    ),
    sources=("https://html.spec.whatwg.org/multipage/images.html#sizes-attributes",),
    examples=(
        Bad('<img src="a.jpg" srcset="a.jpg 400w, b.jpg 800w" sizes="auto" alt="">'),
        Good('<img src="a.jpg" srcset="a.jpg 400w, b.jpg 800w" sizes="auto" loading="lazy" alt="">'),
        Bad('<img src="a.jpg" srcset="a.jpg 400w, b.jpg 800w" alt="">'),
        Bad('<picture><source srcset="a.webp 400w"><img src="a.jpg" alt=""></picture>'),
        Good('<img src="a.jpg" srcset="a.jpg 400w, b.jpg 800w" sizes="50vw" alt="">'),
        Good('<img src="a.jpg" srcset="a.jpg 1x, b.jpg 2x" alt="">'),
        Good('<img src="a.jpg" srcset="my 5wide.jpg" alt="">'),
    ),
)
