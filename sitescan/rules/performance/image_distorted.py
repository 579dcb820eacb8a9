"""Images have the wrong aspect ratio."""

from collections.abc import Iterator

from sitescan.model.file_facts import Picture
from sitescan.model.report import Severity
from sitescan.model.resource_answers import ResourceAnswers
from sitescan.rules.example_pages import loading
from sitescan.rules.rule import Bad, Finding, Good, Rule

#: The maximum relative deviation of the ratio: smaller ones are due to rounding, or unnoticeable.
_TOLERANCE = 0.1

#: The minimum size in pixels: smaller images are icons and spacers, which are distorted on purpose.
_LEAST = 48


def check(answers: ResourceAnswers) -> Iterator[Finding]:
    """Report images whose declared ratio differs from the file's; CSS may correct it, so the share is small."""
    for resource, _, picture in answers.with_pictures():
        if picture.format == "SVG" or min(picture.width, picture.height) < _LEAST:
            continue
        if min(resource.width, resource.height) < _LEAST:
            continue
        ratio = (resource.width * picture.height) / (resource.height * picture.width)
        if abs(ratio - 1) > _TOLERANCE:
            own = f"{picture.width} × {picture.height}"
            yield Finding(resource, detail=f"the file is {own} pixels", own=own)


def _image(width: int, height: int, picture: Picture) -> ResourceAnswers:
    return loading("image", "a.jpg", shown=(width, height), picture=picture)


_PHOTO = Picture(format="JPEG", width=1600, height=900)

RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Images have the wrong aspect ratio",
    passed="Images keep their aspect ratio",
    applies=lambda answers: answers.names("image"),
    needs=lambda answers: answers.pictured,
    description=(
        "{count:# image has|# images have} a width and height with a different aspect ratio than the file. "
        "Without CSS that crops or scales {count:it|them}, {count:the image looks|the images look} "
        "distorted. The browser also reserves the wrong space, so the text moves when {count:the image "
        "loads|the images load}."
    ),
    recommendation="Set width and height to the size of the file in pixels.",
    how_to_fix=(
        "The first file is {own} pixels: use these numbers for width and height, or smaller ones with the same "
        'ratio. To crop an image, use style="object-fit: cover".'
    ),
    sources=(
        "https://developer.chrome.com/docs/lighthouse/best-practices/image-aspect-ratio",
        "https://html.spec.whatwg.org/multipage/embedded-content-other.html#dimension-attributes",
    ),
    covers=("lighthouse:image-aspect-ratio",),
    examples=(
        Bad(evidence=_image(400, 400, _PHOTO)),
        Good(evidence=_image(800, 450, _PHOTO)),
        Good(evidence=_image(801, 455, _PHOTO)),
        Good(evidence=_image(800, 0, _PHOTO)),
        Good(evidence=_image(400, 400, Picture(format="JPEG"))),
        Good(evidence=_image(400, 400, Picture(format="SVG", width=16, height=9))),
        Good(evidence=_image(800, 100, Picture(format="GIF", width=1, height=1))),
    ),
)
