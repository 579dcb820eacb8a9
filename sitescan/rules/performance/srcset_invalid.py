from itertools import islice

from sitescan.document.links.references import srcset_candidates
from sitescan.document.template_marks import names_mark
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
    lazy_pattern,
    shorten,
)

#: The descriptors that a candidate may have: https://html.spec.whatwg.org/multipage/images.html#parse-a-srcset-attribute
_DESCRIPTORS = lazy_pattern(
    r"(?:0*[1-9][0-9]*w(?:\s+[0-9]+h)?|[0-9]+h\s+[0-9]+w|\+?(?:[0-9]*\.)?[0-9]+(?:e[+-]?[0-9]+)?x)?"
)
#: A size that is no length, unless it is 0.
_NO_LENGTH = lazy_pattern(r"(?:[0-9]{0,9}\.)?[0-9]{1,9}%?")
_MOST = 50


def check(document: Document) -> Findings:
    """Report the first candidate that browsers skip, or size that they ignore, of each element."""
    for tag in document.having("srcset", "imagesrcset"):
        name = "imagesrcset" if tag.name == "link" else "srcset"
        srcset, sizes = attr(tag, name, ""), attr(tag, name.replace("srcset", "sizes"), "")
        if tag.namespace != HTML or not srcset or names_mark(srcset) or names_mark(sizes) or document.in_noscript(tag):
            continue
        for url, descriptors in islice(srcset_candidates(srcset), _MOST):
            if not _DESCRIPTORS.fullmatch(descriptors):
                yield Finding(tag, detail=f"browsers skip {shorten(url)}, because of {shorten(descriptors)}")
                break
        else:
            wrong = next(filter(None, map(_no_length, sizes.split(","))), "")
            if wrong:
                yield Finding(tag, detail=f"browsers ignore {wrong} in sizes, which is no length")


def _no_length(size: str) -> str:
    """Return the end of a size after its condition if it is a percentage or a number without a unit; else nothing."""
    *_, last = size.split() or [""]
    value = last.rpartition(")")[2]
    return value if _NO_LENGTH.fullmatch(value) and (value.endswith("%") or float(value)) else ""


RULE = Rule(
    check=check,
    since="1.1.0",
    severity=Severity.WARNING,
    title="Browsers can't read parts of srcset or sizes",
    passed="Browsers can read srcset and sizes",
    subjects=("[srcset]", "[imagesrcset]"),
    scope="tag",
    description=(
        "{count:# element has|# elements have} a srcset or sizes that browsers can't read completely. Browsers "
        "skip such files, or take the image for as wide as the window and load a larger file than needed."
    ),
    recommendation="Separate the files in srcset by commas, each with one width or density, and use lengths in sizes.",
    how_to_fix=(
        '<img src="pear-800.jpg" srcset="pear-400.jpg 400w, pear-800.jpg 800w" sizes="(max-width: 600px) 100vw, '
        '400px" alt="A pear">\n'
        "A width such as 400w is that of the file, a density is 2x. In sizes, half of the window is 50vw, not 50%."
    ),
    sources=(
        "https://html.spec.whatwg.org/multipage/images.html#srcset-attributes",
        "https://html.spec.whatwg.org/multipage/images.html#sizes-attributes",
    ),
    examples=(
        Bad('<img src="a.png" alt="" srcset="a.png 1x b.png 2x">'),
        Bad('<img src="a.png" alt="" srcset="a.png 400px, b.png 800px">'),
        Bad('<picture><source srcset="a.webp 0w" sizes="9px"><img src="a.png" alt=""></picture>'),
        Bad('<img src="a.png" alt="" srcset="a.png 400w, b.png 800w" sizes="50%">'),
        Bad('<img src="a.png" alt="" srcset="a.png 400w, b.png 800w" sizes="(min-width: 600px) 300, 100vw">'),
        Bad('<link rel="preload" as="image" imagesrcset="a.png 2">'),
        Good('<img src="a.png" alt="" srcset="a.png, b.png 1.5x, c.png 2x">'),
        Good(
            '<img src="a.png" alt="" srcset="a.png 400w 300h,b.png 800w," '
            'sizes="(max-width: 60%) 50vw, calc(50% - 1px)">'
        ),
        Good('<img src="a.png" alt="" srcset="a.png 400w" sizes="0"><img src="a.png" alt="" srcset="data:,a 2x">'),
        Good('<img src="a.png" alt="" srcset="{{ a }} b c" sizes="auto"><img src="a.png" alt="" srcset="">'),
    ),
)
