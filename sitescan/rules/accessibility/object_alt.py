from sitescan.model.media_answers import ObjectAnswers
from sitescan.rules.authoring import Bad, Finding, Findings, Good, Rule, Severity
from sitescan.rules.example_pages import answering
from sitescan.standards.file_types import HTML_TYPES

#: Media types that all browsers display; an SVG document has its own names and texts.
_SHOWN = frozenset(
    {
        *("audio/mp4", "audio/mpeg", "audio/ogg", "audio/wav", "audio/webm", "image/avif", "image/bmp", "image/gif"),
        *("image/jpeg", "image/png", "image/webp", "video/mp4", "video/ogg", "video/webm"),
    }
)


def check(answers: ObjectAnswers) -> Findings:
    """
    Report objects without a name that display an image, audio or video.

    The content of an object is a fallback for its file: it does not count if the file is available, and counts as a
    name if that is unknown.
    """
    for item in answers.objects:
        kind = answers.content_type(item)
        if kind in _SHOWN or (item.media and not item.alternative and kind not in HTML_TYPES):
            yield Finding(item, fixed_markup=item.fixed_markup)


_PEAR = answering("image/png", "pear.png")
_PAGE = answering("text/html", "pear.png")

RULE = Rule(
    check=check,
    severity=Severity.ERROR,
    title="Object elements have no alternative text",
    passed="Object elements have alternative text",
    subjects=("object",),
    needs=lambda answers: all(map(answers.content_type, answers.objects)),
    description=(
        "{count:# object element shows an image, audio or video but has|# object elements show images, audio or video "
        "but have} no accessible name. Browsers show the content inside the element only if the file can't be loaded, "
        "so screen readers have nothing to announce (WCAG 2.2, 1.1.1 Non-text Content, level A)."
    ),
    recommendation="Name each object with aria-label or title.",
    how_to_fix='For example: <object data="speech.mp3" type="audio/mpeg" aria-label="The opening speech"></object>',
    sources=(
        "https://www.w3.org/WAI/WCAG22/Understanding/non-text-content",
        "https://www.w3.org/WAI/standards-guidelines/act/rules/8fc3b6/",
    ),
    covers=(
        "act:8fc3b6",
        "axe:object-alt",
        "lighthouse:object-alt",
    ),
    examples=(
        Bad('<object data="speech.mp3"></object>'),
        Bad('<object data="pear.png"><img src="pear.gif" alt="A pear"></object>', answers=_PEAR),
        Bad('<object data="/pears?id=1"></object>', answers=answering("image/jpeg", "pears?id=1")),
        Bad('<object data="film" type="video/mp4" title=""></object>'),
        Good('<object data="speech.mp3" title="The opening speech"></object>'),
        Good('<object data="page.html"></object>'),
        Good('<object data="pear.png"><img src="pear.gif" alt="A pear"></object>'),
        Good('<object data="pear.png" aria-label="A pear"><img src="pear.gif" alt="A pear"></object>', answers=_PEAR),
        Good('<object data="pear.png"></object>', answers=_PAGE),
        Good('<object data="pear.png" role="presentation"></object>'),
        Good('<object data="drawing.svg" type="image/svg+xml"><img src="drawing.png" alt="A pear"></object>'),
    ),
)
