"""Responsive images have only one of sizes and widths."""

from sitescan.document.loading.resource_inventory import is_lazy
from sitescan.rules.authoring import (
    HTML,
    Bad,
    Document,
    Finding,
    Findings,
    Good,
    Rule,
    Severity,
    attr,
    changed,
    lazy_pattern,
    safe,
)

_WIDTH = lazy_pattern(r"\s[0-9]{1,6}w\s*(?:,|\Z)")


#: The maximum length of a ``srcset`` that is searched, in characters.
_LONGEST = 5000


def check(document: Document) -> Findings:
    """
    Report a ``srcset`` with widths but without ``sizes``, and ``sizes`` beside a ``srcset`` without widths.

    Scripts replace ``data-sizes`` and ``data-srcset``. ``auto`` stands for the width of an image only if it is lazy.
    """
    for tag in document.all("img", "source"):
        srcset = attr(tag, "srcset", "").strip()
        sizes = attr(tag, "sizes", "").strip().lower()
        is_auto = tag.name == "img" and sizes == "auto" and not is_lazy(tag)
        has_sizes = "sizes" in tag.attrs and not is_auto
        has_widths = _WIDTH.search(srcset[:_LONGEST]) is not None
        if has_widths is has_sizes or not srcset or document.in_noscript(tag):
            continue
        if document.bindings.writes(tag, "sizes", "srcset"):
            continue
        if has_widths and "data-sizes" not in tag.attrs:
            yield Finding(tag, detail="no sizes")
        elif has_sizes and tag.namespace == HTML and len(srcset) <= _LONGEST and "data-srcset" not in tag.attrs:
            yield Finding(tag, detail="no widths in srcset", change=safe(changed(tag, sizes=None)))


RULE = Rule(
    check=check,
    former_ids=("performance/sizes-ineffective",),
    severity=Severity.INFO,
    title="Responsive images lack sizes or widths",
    passed="Responsive images have sizes and widths",
    subjects=("[srcset]",),
    scope="tag",
    description=(
        "{count:# image has|# images have} only one of two things that browsers need to choose a file: the widths of "
        "the files in srcset, and the displayed width in sizes. Browsers then load larger files than they need, or "
        "ignore sizes."
    ),
    recommendation="Give each srcset the width of each file, and sizes beside it.",
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
        Bad('<img src="a.jpg" srcset="a.jpg 1x, b.jpg 2x" sizes="50vw" alt="">'),
        Bad('<picture><source srcset="a.webp" sizes="50vw"><img src="a.jpg" alt=""></picture>'),
        Good('<img src="a.jpg" sizes="50vw" alt="">'),
        Good('<img src="a.jpg" srcset="a.jpg 1x" data-srcset="a.jpg 400w" sizes="50vw" alt="">'),
    ),
)
