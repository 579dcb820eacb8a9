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
LATE = {"https://example.com/a.jpg"}


def judged(html: str) -> Judgement:
    """Return the rule's judgement of a page."""
    found = judge(RULE, evidence(RULE, Bad(html, sheets=(("https://example.com/a.css", "p{color:red}"),))))
    assert found is not None
    return found


def answers(html: str, picture: Picture, shown: int = 0) -> ResourceAnswers:
    """Return the answers of a page with one image, whose file states its dimensions."""
    place = judged(html).occurrences[0].place
    assert place is not None
    found = loading("image", "a.jpg", size=9000, shown=(shown, 0), picture=picture)
    return evolve(found, resources=tuple(replace(resource, place=place) for resource in found.resources))


_VIEWPORT = "<meta name=viewport content='width=device-width'>"
_PAGE = f"{_VIEWPORT}<p>Pears<div><img src='a.jpg'></div>"
_TEXT = "<p>" + "Pears and plums. " * 200
_FULL = "min-height:100vh;display:flex"


@pytest.mark.parametrize(
    ("html", "width", "height", "shown", "share"),
    [
        (_PAGE + _TEXT, 800, 600, 0, _SHIFTING),
        (
            f"{_VIEWPORT}<style>a{{display:block}}</style><a><img src='a.jpg'></a><div>{_TEXT}</div>",
            800,
            600,
            0,
            _SHIFTING,
        ),
        (_PAGE + _TEXT, 40, 40, 0, _LOW),
        (_PAGE.replace("src", "width='60' src") + _TEXT, 800, 600, 60, _LOW),
        (_PAGE.replace("src", "height='400' src") + _TEXT, 800, 600, 0, _LOW),
        (f"<style>img{{max-height:3em}}</style>{_PAGE}{_TEXT}", 800, 600, 0, _LOW),
        (f"<style>img{{width:9%}}</style>{_PAGE}{_TEXT}", 800, 600, 0, _LOW),
        ("<p>" + "Pears " * 2000 + _PAGE + _TEXT, 800, 600, 0, _LOW),
        (f"<p style='padding:30vh 0'>Pears{_PAGE}<p>Plums", 800, 600, 0, _LOW),
        (f"<div style='{_FULL}'>{_PAGE}</div>{_TEXT}", 800, 600, 0, _LOW),
        (f"<div style='height:90px'>{_PAGE}</div>{_TEXT}", 800, 600, 0, _LOW),
        (f"<div style='display:flex'>{_PAGE}{_TEXT}</div>", 800, 600, 0, _LOW),
        (f"<div style='max-width:60px'>{_PAGE}</div>{_TEXT}", 800, 600, 0, _LOW),
        (f"<div style='display:grid'><div>{_PAGE}{_TEXT}</div></div>", 800, 600, 0, _LOW),
        (f"<nav>{_PAGE}</nav>{_TEXT}", 800, 600, 0, _LOW),
        (f"<div style='position:absolute'>{_PAGE}{_TEXT}</div>", 800, 600, 0, _LOW),
        (f"<style>@media(max-width:500px){{div{{display:none}}}}</style>{_PAGE}{_TEXT}", 800, 600, 0, _LOW),
        (_TEXT + _PAGE, 800, 600, 0, _LOW),
        (_PAGE, 800, 600, 0, _LOW),
        (_PAGE + "<p><script src=a.js></script>" + _TEXT, 800, 600, 0, _LOW),
        (_PAGE + "<p><script src=a.js defer></script>" + _TEXT, 800, 600, 0, _SHIFTING),
        (f"{_PAGE}<div><p>Plums<link rel=stylesheet href=a.css></div>{_TEXT}", 800, 600, 0, _LOW),
        (_PAGE + _TEXT + "</p><script src=a.js></script>", 800, 600, 0, _SHIFTING),
        (_PAGE.removeprefix(_VIEWPORT) + _TEXT, 800, 600, 0, _LOW),
    ],
    ids=(
        *("high", "in a link", "an icon", "shown small", "height given", "height bounded", "a part of the width"),
        *("below the first screen", "below a padding", "in a high row", "in a box of fixed height", "in a row"),
        *("in a narrow box", "in a grid", "in a menu", "out of the flow", "hidden on phones"),
        *("after the text", "alone", "before a script", "before a deferred script", "before a stylesheet"),
        *("before a script at the end", "zoomed out"),
    ),
)
def test_image_share(html: str, width: int, height: int, shown: int, share: int) -> None:
    """An image without a size costs more only if it certainly causes a layout shift of more than 0.1."""
    picture = Picture(format="JPEG", width=width, height=height)
    (found,) = judged_by_files([judged(html)], answers(html, picture, shown), LATE)
    assert shares(found) == [share]


def test_early_image() -> None:
    """An image whose size is known before the content around it is painted moves nothing."""
    page, picture = _PAGE + _TEXT, Picture(format="JPEG", width=800, height=600)
    (found,) = judged_by_files([judged(page)], answers(page, picture), ())
    assert shares(found) == [_LOW]


def test_unknown_dimensions() -> None:
    """An image whose file states no dimensions costs the lowest share."""
    page = _PAGE + _TEXT
    (found,) = judged_by_files([judged(page)], answers(page, Picture(format="SVG")), LATE)
    assert shares(found) == [_LOW]


@pytest.mark.parametrize(("score", "may_shift"), [(0.05, False), (0.3, True)])
def test_painted_page(score: float, may_shift: bool) -> None:
    """A page that a browser has painted without a shift has no image that certainly causes one."""
    html = f"{_PAGE}<p id='b'>{_TEXT}"
    found = judge(RULE, evidence(RULE, Bad(html, shifts=(("b", score),))))
    assert found is not None
    assert ["room" in at.facts for at in found.occurrences] == [may_shift]
