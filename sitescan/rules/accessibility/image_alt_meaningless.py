from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from functools import partial

from bs4.element import Tag

from sitescan.document.accessibility.nearby_text import nearby_text
from sitescan.document.accessibility.roles import input_type
from sitescan.document.language.placeholders import file_name, is_word_for_image, last_path_segment, placeholder_alt
from sitescan.document.tree import Nearest
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, attr, changed


def check(document: Document) -> Findings:
    """Report exposed images whose alternative text is a file name or only states that there is an image."""
    accessible = document.accessible
    controls = Nearest(lambda tag: accessible.role(tag) in ("button", "link"))
    for image in document.all("img", "input"):
        written = attr(image, "alt", "") if image.name == "img" or input_type(image) == "image" else ""
        if not written.strip() or not accessible.exposed(image) or accessible.name(image) != " ".join(written.split()):
            continue
        words = written.lower().split()
        if not _meaningless(image, written, controls.around(image)):
            continue
        if not nearby_text(document).has(image, partial(_contain, words)):
            yield Finding(image, detail=written.strip(), change=changed(image, alt="(what the image shows)"))


def _contain(words: Sequence[str], near: AbstractSet[str]) -> bool:
    """Return whether all words are in a text, in singular or plural."""
    return all(word in near or f"{word}s" in near or (word[-1:] == "s" and word[:-1] in near) for word in words)


def _meaningless(image: Tag, written: str, around: Tag | None) -> bool:
    """Return whether an alternative text is meaningless; in a link, it may name the file that the link leads to."""
    if placeholder_alt(written):
        return True
    if is_word_for_image(written):
        return around is None
    listed = around is not None and last_path_segment(attr(around, "href", "")) == written.strip().lower()
    return file_name(written, attr(image, "src", "")) and not listed


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Alt text is a file name or a placeholder",
    passed="Alt text is more than file names or placeholders",
    subjects=("[alt]",),
    needs=lambda document: not nearby_text(document).cut,
    scope="tag",
    description=(
        "{count:# image has|# images have} alt text that is only a file name or a placeholder. People who use a screen "
        "reader don't learn what {count:the image shows|the images show} (WCAG 2.2, 1.1.1 Non-text Content, level A)."
    ),
    recommendation="Describe the image in its alt text, or empty the alt if the image is decorative.",
    how_to_fix=(
        'For example: <img src="img_0042.jpg" alt="Three pears on a plate">. If the image is decorative: alt="".'
    ),
    sources=(
        "https://www.w3.org/WAI/WCAG22/Understanding/non-text-content",
        "https://www.w3.org/WAI/WCAG22/Techniques/failures/F30",
        "https://www.w3.org/WAI/standards-guidelines/act/rules/qt1vmo/",
    ),
    covers=("act:qt1vmo",),
    examples=(
        Bad('<img src="a.jpg" alt="DSC_0012.JPG">'),
        Bad('<img src="/files/our%20house.jpg" alt="our house.jpg">'),
        Bad('<img src="a.jpg" alt="IMG_20240512"><img src="b.jpg" alt="Image">'),
        Bad('<a href="/"><img src="a.jpg" alt="undefined"></a>'),
        Bad('<img src="a.jpg" class="card-img-top" alt="..."><img src="b.jpg" alt="…">'),
        Bad('<input type="image" src="/go.gif" alt="go.gif">'),
        Good('<table><tr><td><img src="a.png" alt="Placeholder"><td><h1>Placeholders</h1></table>'),
        Good('<input type="image" src="/go.gif" alt="Go"><input alt="go.gif">'),
        Good('<img src="pears.jpg" alt="Three pears">'),
        Good('<img src="pears.jpg" alt=""><img src="pears.jpg"><img src="a.png" alt="[object]">'),
        Good('<ul><li><img src="small.jpg" alt="pears.jpg"> pears.jpg</li></ul>'),
        Good('<a href="/photos"><img src="a.png" alt="Photo"></a>'),
        Good('<a href="/files/pears.jpg"><img src="small.jpg" alt="pears.jpg"></a>'),
        Good(
            '<img src="a.jpg" alt="photo.jpg" hidden><img src="a.png" alt="node.js logo"><img src="i.png" alt="Imgur">'
        ),
    ),
)
