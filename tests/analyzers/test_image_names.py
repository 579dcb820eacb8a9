"""The names of links and buttons whose only content is an image."""

from collections.abc import Sequence

from sitescan.analyzers.image_names import with_names
from sitescan.charging import NOTHING, charges
from sitescan.model.outline import Place
from sitescan.model.report import Judgement, Occurrence
from sitescan.rules.catalogue import catalogue

_IMAGES, _LINKS = "accessibility/image-alt", "accessibility/link-name"


def found(rule: str, *selectors: str, count: int = 0) -> Judgement:
    """Return what a rule has found at some elements, and at more that it doesn't name."""
    places = tuple(Occurrence(place=Place(selector=selector)) for selector in selectors)
    return Judgement(rule=rule, count=count or len(places), occurrences=places)


def relieved(judgements: Sequence[Judgement]) -> set[str]:
    """Return the rules that find nothing once each image has an alt text."""
    images = next(judgement for judgement in with_names(judgements) if judgement.rule == _IMAGES)
    return {rule for rule, magnitude in images.relieves.items() if magnitude == NOTHING}


def test_alt_text_names_its_link() -> None:
    """A link around an image without alt text has a name once the image has one."""
    images = found(_IMAGES, "main > a > img", "main > p > button > span > img", "main > img")
    links, buttons = found(_LINKS, "main > a"), found("accessibility/button-name", "main > p > button")
    assert relieved([links, images]) == {_LINKS}
    assert relieved([links, images, buttons]) == {_LINKS, "accessibility/button-name"}


def test_other_links_stay_nameless() -> None:
    """Nothing is promised if one of the links has no such image, or isn't listed."""
    images = found(_IMAGES, "main > a > img", "main > a:nth-of-type(12) > img")
    assert not relieved([images, found(_LINKS, "main > a", "main > p > a")])
    assert not relieved([images, found(_LINKS, "main > a", count=2)])
    assert not relieved([images, found(_LINKS, "main > a:nth-of-type(1)")])
    assert not relieved([images, found(_LINKS, "")])


def test_judgements_without_images_are_unchanged() -> None:
    """Without an image that lacks its alt text, nothing changes."""
    links = [found(_LINKS, "main > a")]
    assert with_names(links) == links


def test_points_of_alt_texts_include_those_of_names() -> None:
    """What the alt texts bring back includes the links that they name."""
    judgements = with_names([found(_LINKS, "main > a"), found(_IMAGES, "main > a > img")])
    assert charges(judgements, catalogue().__getitem__)[_IMAGES].relieves == {_LINKS: 0}
