"""How far images without width and height move what visitors look at."""

from collections.abc import Iterator, Sequence

from attrs import evolve

from sitescan.model.report import Judgement
from sitescan.model.resource_answers import ResourceAnswers

_RULE = "performance/unsized-images"

#: Per cent that they take where one is known to move the first screen by more than is good.
SHIFTING = 6

#: The screen of the phone that Lighthouse emulates, CSS pixels.
_WIDTH, _HEIGHT = 412, 823

#: What moves by less of the screen is within what is good. https://web.dev/articles/cls
_GOOD = 0.1


def graded_by_shift(judgements: Sequence[Judgement], resources: ResourceAnswers) -> Sequence[Judgement]:
    """The judgements; images on the first screen take more where their files say that they are high."""
    return [
        evolve(one, share=SHIFTING) if one.rule == _RULE and any(_far(one, resources)) else one for one in judgements
    ]


def _far(judgement: Judgement, resources: ResourceAnswers) -> Iterator[bool]:
    """For each image whose size is known, whether it moves what is below it too far."""
    shifting = {
        (at.place.line, at.place.column)
        for at in judgement.occurrences
        if at.place is not None and at.facts.get("shifts")
    }
    for resource, _, picture in resources.with_pictures() if shifting else ():
        if (resource.place.line, resource.place.column) in shifting and picture.width:
            width = min(resource.displayed or resource.width or picture.width, _WIDTH)
            yield picture.height * width / picture.width > _GOOD * _HEIGHT
