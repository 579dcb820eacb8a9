"""Links and buttons that get a name with the alt text of their images: one fix for two issues."""

from collections.abc import Sequence

from attrs import evolve

from sitescan.charging import NOTHING
from sitescan.model.report import Judgement

_IMAGES = "accessibility/image-alt"
_NAMELESS = ("accessibility/link-name", "accessibility/button-name")


def with_names(judgements: Sequence[Judgement]) -> Sequence[Judgement]:
    """Return the judgements, where missing alt texts relieve the rules about names that an alt text would provide."""
    by_rule = {judgement.rule: judgement for judgement in judgements}
    images = by_rule.get(_IMAGES)
    if images is None:
        return judgements
    named = {rule: NOTHING for rule in _NAMELESS if rule in by_rule and _are_around(by_rule[rule], images)}
    relieving = evolve(images, relieves={**images.relieves, **named})
    return [relieving if judgement is images else judgement for judgement in judgements]


def _are_around(nameless: Judgement, images: Judgement) -> bool:
    """Return whether each of the elements without a name certainly contains one of the images."""
    inside = [found.place.selector for found in images.occurrences if found.place is not None]
    return nameless.count == len(nameless.occurrences) and all(
        found.place is not None
        and found.place.selector
        and any(selector.startswith(f"{found.place.selector} > ") for selector in inside)
        for found in nameless.occurrences
    )
