"""How many bytes the images of a page could save: each image is charged by one of the rules about it."""

from collections.abc import Mapping

from sitescan.model.answers import Answer
from sitescan.model.file_facts import Picture
from sitescan.model.outline import Resource
from sitescan.model.resource_answers import ResourceAnswers

#: An image of more bytes is charged for as a very large one alone.
LARGE = 500_000

#: Bytes that all images together could save, and the per cent that more than so many take; of very large ones, which
#: are a warning, and of the others.
LARGE_STEPS = ((2_000_000, 10), (5_000_000, 15), (10_000_000, 25))
STEPS = ((200_000, 2), (500_000, 4), (1_000_000, 6), (3_000_000, 10))

#: Screens of phones have two or three pixels for each that CSS counts; two are as sharp as eyes can see.
DENSITY = 2

#: Bytes that AVIF needs for a pixel of a photograph, by Lighthouse's estimate.
_BYTES_FOR_PIXEL = 1 / 6

#: Savings that are worth the work.
_LEAST_SCALED, _LEAST_CONVERTED = 12_000, 25_000

_LEGACY = {"image/jpeg": "JPEG", "image/jpg": "JPEG", "image/png": "PNG", "image/gif": "GIF", "image/bmp": "BMP"}
_LEAST_LEGACY = 100_000


def scaled_saving(resource: Resource, answer: Answer, picture: Picture | None) -> int:
    """Bytes that an image has too many for twice the width it is shown at; 0 where few, or not known."""
    if picture is None or not resource.displayed or not picture.pixels or answer.size is None:
        return 0
    left = (resource.displayed * DENSITY / picture.width) ** 2
    saving = round(answer.size * (1 - left)) if left < 1 else 0
    return saving if saving >= _LEAST_SCALED else 0


def legacy_format(answer: Answer) -> str:
    """The older format that a large image is sent in, by its type and not by its name; empty where in none."""
    large = answer.size is not None and answer.size > _LEAST_LEGACY
    return _LEGACY.get(answer.headers.get("content-type").partition(";")[0].strip().lower(), "") if large else ""


def converted_saving(answer: Answer, picture: Picture | None) -> int | None:
    """Bytes that AVIF saves; 0 where few, ``None`` where not known."""
    if picture is None or not picture.pixels or answer.size is None:
        return None
    saving = answer.size - round(picture.pixels * _BYTES_FOR_PIXEL)
    return saving if saving >= _LEAST_CONVERTED else 0


def image_savings(answers: ResourceAnswers) -> Mapping[str, Mapping[str, int]]:
    """The bytes that images could do without, by the rule that says so and by URL."""
    large, legacy, oversized = dict[str, int](), dict[str, int](), dict[str, int]()
    for resource, answer in answers.answered("image"):
        picture = answers.pictures.get(resource.url)
        scaled, converted = scaled_saving(resource, answer, picture), converted_saving(answer, picture) or 0
        oversized[resource.url] = scaled
        if resource.certain and answer.size is not None and answer.size > LARGE:
            large[resource.url] = max(scaled, converted)
        if resource.certain and legacy_format(answer):
            legacy[resource.url] = converted
    return {
        "performance/large-images": large,
        "performance/legacy-images": legacy,
        "performance/image-oversized": oversized,
    }
