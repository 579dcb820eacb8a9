from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from functools import partial
from itertools import islice

from bs4.element import Tag

from sitescan.document.accessibility.nearby_text import nearby_text
from sitescan.document.accessibility.roles import written_role
from sitescan.document.language.placeholders import file_name, is_word_for_image, placeholder_alt
from sitescan.document.tree import Nearest, ancestors, ids_around
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, attr, changed

_NEAR = 2


def check(document: Document) -> Findings:
    """Report visible images with alternative text that hide themselves from assistive technology."""
    hiding = Nearest(_hides)
    beside_formulas = ids_around(document.all("math"))
    for image in document.all("img"):
        alternative = " ".join(attr(image, "alt", "").split())
        if not alternative or not _hides(image) or hiding.around(image) is not None:
            continue
        state = document.accessible.state(image)
        if state.visible is not True or state.inert:
            continue
        if (
            placeholder_alt(alternative)
            or is_word_for_image(alternative)
            or file_name(alternative, attr(image, "src", ""))
        ):
            continue
        if any(id(around) in beside_formulas for around in islice(ancestors(image), _NEAR)):
            # The formula itself is available to people who cannot see the image.
            continue
        if not nearby_text(document).has(image, partial(_share, alternative.lower().split())):
            yield Finding(image, detail=alternative, change=changed(image, aria_hidden=None, role=None))


def _share(words: Iterable[str], near: AbstractSet[str]) -> bool:
    """Return whether one of some words is in a text."""
    return not near.isdisjoint(words)


def _hides(tag: Tag) -> bool:
    if attr(tag, "aria-hidden", "").strip().lower() == "true":
        return True
    return tag.name == "img" and written_role(tag) == "none" and "tabindex" not in tag.attrs


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Images with alt text are hidden from screen readers",
    passed="Images with alt text reach screen readers",
    subjects=("[alt]",),
    needs=lambda document: not nearby_text(document).cut,
    description=(
        '{count:# image has|# images have} alt text but {count:is|are} hidden by aria-hidden="true" or role="none". '
        "The text is there for people who can't see the {count:image|images}, but screen readers skip it (best "
        "practice for WCAG 2.2, 1.1.1 Non-text Content, level A)."
    ),
    recommendation=(
        "Remove aria-hidden and the role if the image conveys something, and empty the alt if it is decorative."
    ),
    how_to_fix=(
        'If the image conveys something, don\'t hide it: <img src="logo.svg" alt="Pear Shop">. If it '
        'is decorative: alt="".'
    ),
    sources=(
        "https://www.w3.org/WAI/WCAG22/Understanding/non-text-content",
        "https://www.w3.org/WAI/standards-guidelines/act/rules/e88epe/",
    ),
    covers=("act:e88epe",),
    examples=(
        Bad('<img src="logo.png" alt="Pear Shop" aria-hidden="true">'),
        Bad('<img src="logo.png" alt="Pear Shop" role="presentation">'),
        Good('<img src="logo.png" alt="" role="presentation">'),
        Good('<img src="logo.png" alt="" aria-hidden="true"><img src="logo.png" alt="Pear Shop">'),
        Good('<a href="/"><img src="logo.png" alt="Pear Shop" aria-hidden="true"> The Pear Shop</a>'),
        Good('<div aria-hidden="true"><img src="a.png" alt="Pears" aria-hidden="true"></div>'),
        Good('<img src="logo.png" alt="image" aria-hidden="true"><img src="a.png" alt="a.png" aria-hidden="true">'),
        Good('<img src="logo.png" alt="Pear Shop" aria-hidden="true" style="display: none">'),
        Good('<p><span><math><mi>x</mi></math></span><img src="x.svg" alt="x squared" aria-hidden="true"></p>'),
    ),
)
