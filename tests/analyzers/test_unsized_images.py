"""Shares of images without a size, by the layout shift that they cause."""

import pytest
from attrs import evolve
from msgspec.structs import replace

from sitescan.analyzers.unsized_images import judged_by_files
from sitescan.model.file_facts import Picture
from sitescan.model.report import Judgement
from sitescan.model.resource_answers import ResourceAnswers
from sitescan.rules.catalogue import catalogue
from sitescan.rules.example_pages import loading
from sitescan.rules.judge import judge
from sitescan.rules.rule import Bad
from tests.charged import shares
from tests.rules.evidence import evidence

RULE = catalogue()["performance/unsized-images"]
_LOW, _SHIFTING = 2, 6


def judged(html: str) -> Judgement:
    """Return the rule's judgement of a page."""
    found = judge(RULE, evidence(RULE, Bad(html)))
    assert found is not None
    return found


def answers(html: str, picture: Picture, shown: int = 0) -> ResourceAnswers:
    """Return the answers of a page with one image, whose file states its dimensions."""
    place = judged(html).occurrences[0].place
    assert place is not None
    found = loading("image", "a.jpg", size=9000, shown=(shown, 0), picture=picture)
    return evolve(found, resources=tuple(replace(resource, place=place) for resource in found.resources))


@pytest.mark.parametrize(
    ("html", "width", "height", "shown", "share"),
    [
        ("<p>Pears<img src='a.jpg'>", 800, 600, 0, _SHIFTING),
        ("<p>Pears<img src='a.jpg'>", 40, 40, 0, _LOW),
        ("<p>Pears<img src='a.jpg' width='60'>", 800, 600, 60, _LOW),
        ("<p>Pears<img src='a.jpg' height='400'>", 800, 600, 0, _LOW),
        ("<style>img{max-height:3em}</style><p>Pears<img src='a.jpg'>", 800, 600, 0, _LOW),
        ("<p>" + "Pears " * 2000 + "<img src='a.jpg'>", 800, 600, 0, _LOW),
    ],
    ids=("high", "an icon", "shown small", "height given", "height bounded", "below the first screen"),
)
def test_image_share(html: str, width: int, height: int, shown: int, share: int) -> None:
    """An image without a size costs more only if it certainly shifts more than a tenth of the first screen."""
    picture = Picture(format="JPEG", width=width, height=height)
    (found,) = judged_by_files([judged(html)], answers(html, picture, shown))
    assert shares(found) == [share]


def test_unknown_dimensions() -> None:
    """An image whose file states no dimensions costs the lowest share."""
    page = "<p>Pears<img src='a.jpg'>"
    (found,) = judged_by_files([judged(page)], answers(page, Picture(format="SVG")))
    assert shares(found) == [_LOW]
