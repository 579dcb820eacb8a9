from bs4.element import Tag

from sitescan.document.loading.image_layout import shown_images
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, attr, changed

#: Positions on the screen are unknown; only images far behind in a long page are certainly off screen.
_ELEMENTS_BEFORE = 200
_LEAST = 3
_TINY = 64


def check(document: Document) -> Findings:
    """
    Report images in the second half of a long page without ``loading``; an explicit ``eager`` is intentional.

    A file that the first half uses as well is loaded at once in any case, and a repeated file is loaded once.
    """
    body = document.first("body")
    begins = document.order[id(body)] if body is not None else 0
    far = begins + max(_ELEMENTS_BEFORE, (len(document.elements) - begins) // 2)
    seen: set[str] = set()
    found: list[Tag] = []
    for tag in shown_images(document):
        source = attr(tag, "src", "").strip()
        if document.order[id(tag)] > far and _plain(tag) and source not in seen:
            found.append(tag)
        if attr(tag, "loading", "").strip().lower() != "lazy":
            seen.add(source)
    if len(found) >= _LEAST:
        for tag in found:
            # The page then requests other files until visitors scroll.
            yield Finding(tag, change=changed(tag, loading="lazy"))


def _plain(tag: Tag) -> bool:
    if any(name in tag.attrs for name in ("loading", "fetchpriority", "data-src", "data-srcset")):
        return False
    width = attr(tag, "width", "")
    tiny = width.isascii() and width.isdigit() and int(width[:6]) <= _TINY
    data = attr(tag, "src", "").lstrip()[:5].lower() == "data:"
    return not tiny and not data


_LONG = "<p>Pears" * 300
_IMAGES = "".join(f'<img src="{name}.png" alt="" width="600" height="400">' for name in "abc")

RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Off-screen images are not lazy-loaded",
    passed="Off-screen images have a loading attribute",
    subjects=("[loading]",),
    description=(
        "{count:# image|# images} in the second half of this long page {count:loads|load} immediately, although "
        "most visitors see {count:it|them} later or never. This slows down the files needed for the first screen."
    ),
    recommendation='Add loading="lazy" to images far down the page.',
    how_to_fix=(
        '<img src="pear.jpg" width="800" height="600" alt="A pear" loading="lazy">\n'
        "Don't use it on images that are visible when the page opens, because it delays them."
    ),
    sources=(
        "https://html.spec.whatwg.org/multipage/urls-and-fetching.html#lazy-loading-attributes",
        "https://web.dev/articles/browser-level-image-lazy-loading",
    ),
    covers=("lighthouse:offscreen-images",),
    examples=(
        Bad(_LONG + _IMAGES),
        Good(_IMAGES + _LONG),
        Good(_LONG + _IMAGES.replace("<img", "<img loading=lazy")),
        Good(_LONG + _IMAGES.replace("<img", "<img loading=eager")),
        Good(_LONG + _IMAGES.replace("600", "32")),
        Good("<p>Pears" + _IMAGES),
        Good(_IMAGES + _LONG + _IMAGES),
        Good(_LONG + '<img src="a.png" alt="">' * 3),
        Good("<meta name=a>" * 300 + "<p>Pears" * 190 + _IMAGES),
    ),
)
