from attrs import asdict
from bs4.element import Tag

from sitescan.charging import Steps
from sitescan.document.css.stylesheet_text import has_all_css
from sitescan.document.loading.image_layout import has_known_height, has_reserved_space, has_size_of_file, shown_images
from sitescan.document.loading.image_shifts import image_shifts
from sitescan.document.loading.layout_shifts import GOOD_SHIFT, cumulative_shift
from sitescan.rules.authoring import (
    Bad,
    Document,
    ElementChange,
    Finding,
    Findings,
    Good,
    Rule,
    Severity,
    attr,
    changed,
    safe,
)

_SHIFT = Steps("the layout shift that an image certainly causes on a phone's first screen", ((GOOD_SHIFT, 6),))

#: How many images without a size are measured: those after them are below them.
_MOST_MEASURED = 20


def check(document: Document) -> Findings:
    """
    Report images whose width and height neither attributes nor styles set; nothing if a style is unknown.

    Images that certainly move content of the first screen say how much, and those that may get the size of their file
    as attributes are marked: :mod:`sitescan.analyzers.unsized_images` does the rest once their files are known.
    """
    images = shown_images(document) if has_all_css(document) else ()
    # A browser that has painted the page has seen whether anything moves.
    may_shift = not document.painted or cumulative_shift(document).score > GOOD_SHIFT
    unsized = [tag for tag in images if not has_reserved_space(document, tag)]
    for number, tag in enumerate(unsized):
        is_early = number < _MOST_MEASURED and not has_known_height(document, tag)
        shift = image_shifts(document).of(tag) if is_early and may_shift else None
        sizable = has_size_of_file(document, tag)
        change = _sized(document, tag) if sizable else None
        yield Finding(tag, sizable=int(sizable), change=change, **(asdict(shift) if shift is not None else {}))


def _sized(document: Document, tag: Tag) -> ElementChange | None:
    """Return the change that adds the size of the file, or ``None`` if it isn't at hand."""
    url = document.resolve(attr(tag, "src", ""))
    picture = document.picture_of(url) if url is not None else None
    # A vector graphic may be displayed in another size than its own.
    if picture is None or not picture.pixels:
        return None
    return safe(changed(tag, width=str(picture.width), height=str(picture.height)))


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    share=2,
    scale=_SHIFT,
    title="Images have no width and height",
    passed="Images reserve their space",
    subjects=("img",),
    needs=has_all_css,
    description=(
        "{count:# image has|# images have} no width and height. The browser reserves no space until {count:it "
        "loads|they load}, and then the text moves while people read or tap (layout shift)."
    ),
    recommendation="Add the width and height in pixels to each image as attributes.",
    how_to_fix=(
        '<img src="pear.jpg" width="800" height="600" alt="A pear">\n'
        "Use the size of the file; browsers calculate the aspect ratio from it. With the CSS img {{ max-width: "
        "100%; height: auto }} the image still fits every screen."
    ),
    shows_change=False,
    sources=(
        "https://web.dev/articles/optimize-cls#images-without-dimensions",
        "https://html.spec.whatwg.org/multipage/embedded-content-other.html#dimension-attributes",
    ),
    covers=("lighthouse:unsized-images",),
    examples=(
        Bad('<img src="a.png" alt="">'),
        Bad('<img src="a.png" alt="" width="100">'),
        Bad('<img src="a.png" alt="" width="100%" height="auto">'),
        Bad('<style>img{max-width:100%;height:auto}.card{height:3em}</style><img src="a.png" alt="">'),
        Bad('<style>.gallery img{height:200px}</style><img src="a.png" alt="">'),
        Bad('<style>img:first-child{width:9em;height:9em}</style><p><img src="a.png"><img src="b.png" alt="">'),
        Bad('<style>img[src="a.png"]{width:9em;height:9em}</style><img src="b.png" alt="">'),
        Bad('<style>img{width:9em;height:9em}.wide{height:auto}</style><img class="wide" src="b.png" alt="">'),
        Good('<style>img{inline-size:9em;block-size:9em}</style><img src="a.png" alt="">'),
        Good('<style>img{position:absolute}</style><img src="a.png" alt="">'),
        Good('<style>img{content-visibility:hidden}</style><img src="a.png" alt="">'),
        Good('<style>img{contain:layout size}</style><img src="a.png" alt="">'),
        Bad('<style>img{content-visibility:auto;contain:paint}</style><img src="a.png" alt="">'),
        Good('<style>nav{display:none}</style><nav><img src="a.png" alt=""></nav>'),
        Good('<img src="a.png" alt="" width="800" height="600px">'),
        Good('<img src="a.png" alt="" style="aspect-ratio: 4/3; width: 100%">'),
        Good('<img src="a.png" alt="" style="width:10px;height:20px">'),
        Bad('<style>.thumb{height:200px}</style><img class="thumb" src="a.png" alt="">'),
        Good('<style>.thumb{height:200px}img{width:50%}</style><img class="thumb" src="a.png" alt="">'),
        Good('<style>.gallery img{height:200px;width:20em}</style><div class="gallery"><img src="a.png" alt=""></div>'),
        Good('<style>.full{width:100%}</style><img class="full" src="a.png" alt="" height="200">'),
        Good(
            '<link rel="stylesheet" href="/a.css"><img class="a" src="a.png">',
            sheets=(("https://example.com/a.css", "@media all{p,.a:hover,.a{aspect-ratio:1;width:9em}}"),),
        ),
        Good('<link rel="stylesheet" href="/unknown.css"><img src="a.png" alt="">'),
        Good('<picture><source srcset="b.webp" width="8" height="6"><img src="a.png" alt=""></picture>'),
        Good('<img src="data:image/gif;base64,R0lGOD" alt=""><img alt=""><body><noscript><img src="a.png"></noscript>'),
        Good('<img src="a.png" alt="" hidden>'),
        Bad('<style>@media (hover){img{width:9em;height:9em}}</style><img src="a.png" alt="">'),
        Good('<style>@media (hover),(hover:none){img{width:9em;height:9em}}</style><img src="a.png" alt="">'),
    ),
)
