"""Grade images without width and height by the layout shift that they cause."""

from collections.abc import Iterator, Sequence

from attrs import evolve

from sitescan.model.report import Judgement
from sitescan.model.resource_answers import ResourceAnswers

_RULE = "performance/unsized-images"

#: The percentage of the remaining score that they cost if an image is known to shift the first screen too far.
SHIFTING = 6

#: The screen of the phone that Lighthouse emulates, CSS pixels.
_WIDTH, _HEIGHT = 412, 823

#: The part of the screen by which content may shift without a fault. https://web.dev/articles/cls
_GOOD = 0.1


def graded_by_shift(judgements: Sequence[Judgement], resources: ResourceAnswers) -> Sequence[Judgement]:
    """Return the judgements; images of the first screen cost more if their files are high enough to shift content."""
    return [
        evolve(one, share=SHIFTING) if one.rule == _RULE and any(_shifts_too_far(one, resources)) else one
        for one in judgements
    ]


def _shifts_too_far(judgement: Judgement, resources: ResourceAnswers) -> Iterator[bool]:
    """Yield for each image of known size whether it shifts the content after it too far."""
    shifting = {
        (at.place.line, at.place.column)
        for at in judgement.occurrences
        if at.place is not None and at.facts.get("shifts")
    }
    for resource, _, picture in resources.with_pictures() if shifting else ():
        if (resource.place.line, resource.place.column) in shifting and picture.width:
            width = min(resource.displayed or resource.width or picture.width, _WIDTH)
            yield picture.height * width / picture.width > _GOOD * _HEIGHT
