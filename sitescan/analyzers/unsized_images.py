"""What the files of images without width and height show: how far they shift content, and their size."""

from collections.abc import Collection, Mapping, Sequence

from attrs import evolve

from sitescan.model.file_facts import Picture
from sitescan.model.fix import Sized
from sitescan.model.outline import Resource
from sitescan.model.report import Judgement, Occurrence
from sitescan.model.resource_answers import ResourceAnswers

_RULE = "performance/unsized-images"

#: The screen of the phone that Lighthouse emulates, CSS pixels.
_WIDTH, _HEIGHT = 412, 823

#: Images with their files, by line and column.
_Images = Mapping[tuple[int, int], tuple[Resource, Picture]]


def judged_by_files(
    judgements: Sequence[Judgement], resources: ResourceAnswers, late: Collection[str]
) -> Sequence[Judgement]:
    """
    Return the judgements with what the files of unsized images show.

    Images of the first screen cost more if they come late and are high enough to shift content. Those that may have the
    size of their file as attributes get it.

    :param late: the URLs of the images whose size is known only after the content around them is painted.
    """
    return [_judged(judgement, resources, late) if judgement.rule == _RULE else judgement for judgement in judgements]


def _judged(judgement: Judgement, resources: ResourceAnswers, late: Collection[str]) -> Judgement:
    pictures = {resource.url: picture for resource, _, picture in resources.with_pictures() if picture.width}
    images = {
        (image.place.line, image.place.column): (image, pictures[image.url])
        for image in resources.resources
        if image.kind == "image" and image.url in pictures
    }
    found = [
        (occurrence, *images[at]) for occurrence in judgement.occurrences if (at := _position(occurrence)) in images
    ]
    shifts = (
        _shift(occurrence, image, picture)
        for occurrence, image, picture in found
        if "room" in occurrence.facts and image.url in late
    )
    occurrences = tuple(_sized(occurrence, images) for occurrence in judgement.occurrences)
    return evolve(judgement, occurrences=occurrences, magnitude=max(shifts, default=0.0))


def _position(occurrence: Occurrence) -> tuple[int, int]:
    return (occurrence.place.line, occurrence.place.column) if occurrence.place is not None else (0, 0)


def _shift(occurrence: Occurrence, image: Resource, picture: Picture) -> float:
    """
    Return the layout shift score of an image: the part of the screen that is moved, times the distance.

    https://wicg.github.io/layout-instability/#sec-layout-shift-value
    """
    room, moved, across, widest = (float(occurrence.facts[name]) for name in ("room", "moved", "across", "width"))
    width = min(image.displayed or image.width or picture.width, widest)
    height = picture.height * width / picture.width
    before = min(moved, room)
    # What is moved was seen from 0 to before, and is seen from height on, as far as it is on the screen.
    after = max(0.0, min(room, height + moved) - max(height, before))
    return (before + after) * across / (_WIDTH * _HEIGHT) * min(height, room) / _HEIGHT


def _sized(occurrence: Occurrence, images: _Images) -> Occurrence:
    """Return an occurrence with the size of its file; a vector graphic may be displayed in another one."""
    line, column = _position(occurrence)
    if not line or not occurrence.facts.get("sizable") or (line, column) not in images:
        return occurrence
    image, picture = images[line, column]
    if not picture.pixels:
        return occurrence
    size = Sized(line=line, column=column, url=image.url, width=picture.width, height=picture.height)
    return evolve(occurrence, change=size)
