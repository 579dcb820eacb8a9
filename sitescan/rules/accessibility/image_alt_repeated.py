from bs4.element import Tag

from sitescan.document.accessibility.accessibility_tree import Accessible
from sitescan.document.tree import Nearest
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, attr, changed, text

_AROUND = frozenset({"button", "cell", "columnheader", "gridcell", "link", "listitem", "paragraph", "rowheader"})
#: The maximum length of other text around an image, rendered or not, in characters.
_LITTLE = 200


def check(document: Document) -> Findings:
    """Report images whose alternative text is all the text of the link, button, paragraph or cell around them."""
    accessible = document.accessible
    # A cell may contain ten thousand images: its text is collected once.
    repeated: dict[int, str] = {}
    containers = Nearest(lambda tag: accessible.role(tag) in _AROUND)
    for image in document.all("img"):
        alternative = _plain(attr(image, "alt", ""))
        around = containers.around(image)
        if not alternative or around is None or not accessible.exposed(image):
            continue
        if id(around) not in repeated:
            repeated[id(around)] = _repeated(around, accessible)
        if alternative == repeated[id(around)]:
            yield Finding(image, detail=" ".join(attr(image, "alt", "").split()), change=changed(image, alt=""))


def _repeated(around: Tag, accessible: Accessible) -> str:
    """Return the alternative text that the visible text of an element repeats, if it has no other text, or ``""``."""
    alternatives = {_plain(attr(image, "alt", "")) for image in around.find_all("img")} - {""}
    alternative = next(iter(alternatives), "")
    if (
        len(alternatives) != 1
        or alternative not in _plain(text(around))
        or len(text(around)) > len(alternative) + _LITTLE
    ):
        return ""
    images = sum(
        accessible.exposed(image) and _plain(attr(image, "alt", "")) == alternative for image in around.find_all("img")
    )
    return alternative if _plain(accessible.content(around)) == alternative * (images + 1) else ""


def _plain(words: str) -> str:
    return "".join(words.lower().split())


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Alt text repeats the text next to the image",
    passed="Alt text adds to the text beside it",
    subjects=("[alt]",),
    in_frames=True,
    description=(
        "{count:# image has|# images have} alt text that is identical to the text next to {count:it|them}. Screen "
        "readers announce the same words twice (best practice for WCAG 2.2, 1.1.1 Non-text Content, level A)."
    ),
    recommendation="Empty the alt of an image if the text next to it says the same.",
    how_to_fix='For example: <a href="/pears"><img src="pear.png" alt=""> Pears</a>',
    sources=("https://www.w3.org/WAI/tutorials/images/functional/",),
    covers=("axe:image-redundant-alt", "lighthouse:image-redundant-alt"),
    examples=(
        Bad('<a href="/"><img src="a.png" alt="Pears"> Pears</a>'),
        Bad('<button><img src="a.png" alt="open">Open</button>'),
        Good('<a href="/"><img src="a.png" alt=""> Pears</a>'),
        Good('<a href="/"><img src="a.png" alt="Pears"></a>'),
        Good('<a href="/"><img src="a.png" alt="Pears"><img src="b.png" alt="Pears"></a>'),
        Good('<a href="/"><img src="a.png" alt="Pears"><span hidden>Pears</span></a>'),
        Good('<a href="/"><img src="a.png" alt="Pears"><span aria-hidden="true">Pears</span></a>'),
        Bad('<a href="/"><img src="a.png" alt="Pears">Pears <span hidden>(new)</span></a>'),
        Bad('<p><img src="a.png" alt="Pears"> Pears</p>'),
        Good('<p><img src="a.png" alt="Pears"> Pears and apples</p>'),
        Good('<div><img src="a.png" alt="Pears"> Pears</div>'),
    ),
)
