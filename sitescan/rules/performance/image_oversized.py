from sitescan.charging import WEIGHT
from sitescan.model.file_facts import Picture
from sitescan.rules.authoring import Bad, Finding, Findings, Good, ResourceAnswers, Rule, Severity, loading
from sitescan.rules.image_savings import DENSITY, LARGE, STEPS, scaled_saving


def check(answers: ResourceAnswers) -> Findings:
    """
    Report images that would be sharp on a dense screen with fewer pixels, and the bytes that would be saved.

    The share grows with the savings of the images that are not also reported as very large.
    """
    found = [
        (resource, answer, picture, saving)
        for resource, answer, picture in answers.with_pictures()
        if (saving := scaled_saving(resource, answer, picture))
    ]
    saved = sum(saving for _, answer, _, saving in found if (answer.size or 0) <= LARGE)
    for resource, _, picture, saving in found:
        yield Finding(
            resource,
            detail=f"{picture.width} pixels wide, displayed at {resource.displayed}; about {saving:,} bytes too large",
            shown=resource.displayed * DENSITY,
        ).of_magnitude(saved)


def _image(width: int, size: int | None, picture: Picture) -> ResourceAnswers:
    return loading("image", "a.jpg", size=size, shown=(width, 0), picture=picture)


_PHOTO = Picture(format="JPEG", width=1600, height=900)

RULE = Rule(
    check=check,
    severity=Severity.INFO,
    scale=STEPS,
    charged_by=WEIGHT,
    title="Images are larger than displayed",
    passed="Images fit their known display size",
    applies=lambda answers: answers.names("image"),
    needs=lambda answers: answers.pictured and answers.sized("image"),
    description=(
        "{count:# image is|# images are} more than twice as wide as the page displays {count:it|them}. Visitors "
        "can't see the difference, but download all of it."
    ),
    recommendation="Resize images to twice the width at which they are displayed.",
    how_to_fix=(
        "The first image needs {shown} pixels: cwebp -q 80 -resize {shown} 0 pear.jpg -o pear.webp\n"
        'If an image is shown in several sizes, provide several files: <img src="pear-400.webp" '
        'srcset="pear-400.webp 400w, pear-800.webp 800w" sizes="(max-width: 600px) 100vw, 400px" width="400" '
        'height="300" alt="A pear">'
    ),
    sources=("https://developer.chrome.com/docs/lighthouse/performance/uses-responsive-images",),
    covers=("lighthouse:uses-responsive-images",),
    examples=(
        Bad(evidence=_image(200, 90_000, _PHOTO)),
        Good(evidence=_image(800, 90_000, _PHOTO)),
        Good(evidence=_image(200, 9_000, _PHOTO)),
        Good(evidence=_image(0, 90_000, _PHOTO)),
        Good(evidence=_image(200, None, _PHOTO)),
        Good(evidence=_image(20, 90_000, Picture(format="SVG", width=1600, height=900))),
    ),
)
