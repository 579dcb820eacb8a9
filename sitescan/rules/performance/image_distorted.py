from attrs import evolve
from msgspec.structs import replace

from sitescan.document.loading.image_ratios import LEAST_SIZE
from sitescan.model.file_facts import Picture
from sitescan.rules.authoring import Bad, Finding, Findings, Good, ResourceAnswers, Rule, Severity, loading

#: The maximum relative deviation of the ratio: smaller ones are due to rounding, or unnoticeable.
_TOLERANCE = 0.1


def check(answers: ResourceAnswers) -> Findings:
    """Report images that attributes and styles show in another ratio than the file's, or reserve another one for."""
    for resource, _, picture in answers.with_pictures():
        if picture.format == "SVG" or min(picture.width, picture.height) < LEAST_SIZE:
            continue
        if resource.ratio and abs(resource.ratio * picture.height / picture.width - 1) > _TOLERANCE:
            own = f"{picture.width} × {picture.height}"
            yield Finding(resource, detail=f"the file is {own} pixels", own=own)


def _image(width: int, height: int, picture: Picture) -> ResourceAnswers:
    """Return the answers for a page whose image styles show in the ratio of its attributes."""
    loaded = loading("image", "a.jpg", shown=(width, height), picture=picture)
    (image,) = loaded.resources
    return evolve(loaded, resources=(replace(image, ratio=width / height if height else 0.0),))


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
        "{count:The image looks|The images look} distorted, or the browser reserves the wrong space and the text moves "
        "when {count:the image loads|the images load}."
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
        Good(evidence=_image(0, 0, _PHOTO)),
        Good(evidence=_image(400, 400, Picture(format="JPEG"))),
        Good(evidence=_image(400, 400, Picture(format="SVG", width=16, height=9))),
        Good(evidence=_image(800, 100, Picture(format="GIF", width=1, height=1))),
    ),
)
