"""The number of bytes that the images of a page could save; one of three rules charges for each image."""

from collections.abc import Mapping

from sitescan.charging import Steps
from sitescan.document.css.media import PHONE
from sitescan.model.answers import Answer
from sitescan.model.file_facts import Picture
from sitescan.model.outline import Resource
from sitescan.model.resource_answers import ResourceAnswers
from sitescan.standards.file_types import essence

#: The size in bytes above which only the rule about very large images charges for an image.
LARGE = 500_000

#: The bytes that all images together could save, and the share of larger savings in per cent: for very large images,
#: which are a warning, and for other images.
LARGE_STEPS = Steps("the bytes that could be saved", ((2_000_000, 10), (5_000_000, 15), (10_000_000, 25)))
STEPS = Steps("the bytes that could be saved", ((200_000, 2), (500_000, 4), (1_000_000, 6), (3_000_000, 10)))

#: The device pixels for each CSS pixel. Phones have two or three; more than two make no visible difference.
DENSITY = 2

#: The bytes that AVIF needs for a pixel of a photograph, by Lighthouse's estimate.
_BYTES_FOR_PIXEL = 1 / 6

#: The least savings in bytes that are reported.
_LEAST_SCALED, _LEAST_CONVERTED = 12_000, 25_000

_LEGACY = {"image/jpeg": "JPEG", "image/jpg": "JPEG", "image/png": "PNG", "image/gif": "GIF", "image/bmp": "BMP"}
_LEAST_LEGACY = 100_000


def scaled_saving(resource: Resource, answer: Answer, picture: Picture | None) -> int:
    """Return the bytes that scaling an image to twice its displayed width saves; 0 if few or unknown."""
    if picture is None or not resource.displayed or not picture.pixels or answer.size is None:
        return 0
    left = (resource.displayed * DENSITY / picture.width) ** 2
    saving = round(answer.size * (1 - left)) if left < 1 else 0
    return saving if saving >= _LEAST_SCALED else 0


def legacy_format(answer: Answer) -> str:
    """Return the older format of a large image by its media type; an empty string for other images."""
    large = answer.size is not None and answer.size > _LEAST_LEGACY
    return _LEGACY.get(essence(answer.headers.get("content-type")), "") if large else ""


def converted_saving(answer: Answer, picture: Picture | None) -> int | None:
    """Return the bytes that AVIF saves; 0 if few, ``None`` if unknown."""
    if picture is None or not picture.pixels or answer.size is None:
        return None
    saving = answer.size - round(picture.pixels * _BYTES_FOR_PIXEL)
    return saving if saving >= _LEAST_CONVERTED else 0


def phone_saving(resource: Resource, answer: Answer, picture: Picture | None) -> int:
    """
    Return the bytes that an image of a phone's size, in a modern format, saves a phone; 0 if that is unknown.

    An image of which no displayed width is known is at most as wide as the screen.
    """
    if picture is None or not picture.pixels or answer.size is None:
        return 0
    width = min(resource.displayed or PHONE.width, PHONE.width) * DENSITY
    pixels = picture.pixels * min(1.0, (width / picture.width) ** 2)
    return max(0, answer.size - round(pixels * _BYTES_FOR_PIXEL))


def image_savings(answers: ResourceAnswers) -> Mapping[str, Mapping[str, int]]:
    """Return the bytes that each image could save a phone, by the id of the rule that reports it and by URL."""
    large, legacy, oversized = dict[str, int](), dict[str, int](), dict[str, int]()
    for resource, answer in answers.answered("image"):
        picture = answers.pictures.get(resource.url)
        oversized[resource.url] = scaled_saving(resource, answer, picture)
        if resource.certain and answer.size is not None and answer.size > LARGE:
            large[resource.url] = phone_saving(resource, answer, picture)
        if resource.certain and legacy_format(answer):
            legacy[resource.url] = converted_saving(answer, picture) or 0
    return {
        "performance/large-images": large,
        "performance/legacy-images": legacy,
        "performance/image-oversized": oversized,
    }
