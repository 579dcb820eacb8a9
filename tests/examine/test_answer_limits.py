"""The parent process refuses answers that contain more than a child process was asked for."""

import json
from typing import Any

import msgspec
import pytest
from attrs import evolve

from sitescan.configuration.settings import Settings
from sitescan.document.layout.screen_boxes import MOST_BOXES
from sitescan.examine.answer_limits import OverLimit, check_judged, check_outline, check_patches, check_sitemap
from sitescan.model.evidence import UnexaminedPart
from sitescan.model.fix import Edit, Fix, Patches, Position
from sitescan.model.outline import (
    EmbeddedObject,
    Link,
    MediaElement,
    MediaSource,
    NamedLink,
    Outline,
    Place,
    Reference,
    Resource,
    ScreenBox,
)
from sitescan.model.report import Judged, Judgement, Occurrence
from sitescan.model.site_facts import PageFacts, StylesheetUse
from sitescan.standards.sitemaps import MOST_OF_FILE, SitemapContent

URL = "https://example.com/"
FILE = MediaSource(url=URL)
REFERENCE = Reference(url=URL, source="srcset")
IMAGE = Resource(url=URL, kind="image")

AT = Position(offset=0, line=1, column=1, byte_column=1)


def _fix(length: int, edits: int = 1) -> Fix:
    edit = Edit(start=AT, end=AT, replacement="x" * length)
    return Fix(edits=(edit,) * edits, safe=True, unfinished=False, encoding="utf-8", start=0, end=0)


def _fixed(fix: Fix, count: int = 1) -> Judged:
    occurrences = (Occurrence(fix=fix),) * count
    return Judged(judgements=(Judgement(rule="seo/title-missing", count=count, occurrences=occurrences),))


def _judgement(rule: str, count: int) -> Judgement:
    return Judgement(rule=rule, count=count, occurrences=(Occurrence(),) * count)


def test_judgements() -> None:
    """A category with as many entries as a child sends is accepted, and one with more of any kind is refused."""
    check_judged(
        Judged(
            judgements=(_judgement("seo/title-missing", 1000), _judgement("seo/h1-missing", 1000)),
            media=(MediaElement(sources=(FILE,) * 5),) * 20,
            references=(REFERENCE,) * 200,
            resources=(IMAGE,) * 200,
            objects=(EmbeddedObject(),) * 50,
            links=(NamedLink(name="Pears", url=URL),) * 500,
            listed=(URL,) * 20,
            unexamined=(UnexaminedPart("pears", "Pears"),) * 1000,
        )
    )
    for judged in (
        Judged(judgements=(_judgement("seo/title-missing", 1001),)),
        Judged(judgements=(_judgement("seo/title-missing", 1), _judgement("seo/title-missing", 1))),
        Judged(media=(MediaElement(sources=(FILE,) * 6),)),
        Judged(media=(MediaElement(sources=()),) * 21),
        Judged(references=(REFERENCE,) * 201),
        Judged(resources=(IMAGE,) * 201),
        Judged(objects=(EmbeddedObject(),) * 51),
        Judged(links=(NamedLink(name="Pears", url=URL),) * 501),
        Judged(listed=(URL,) * 21),
        Judged(unexamined=(UnexaminedPart("pears", "Pears"),) * 1001),
    ):
        with pytest.raises(OverLimit):
            check_judged(judged)


def test_fixes() -> None:
    """Their number and their size are limited."""
    check_judged(_fixed(_fix(8000), 50))
    check_judged(_fixed(_fix(80, 100)))
    for judged in (_fixed(_fix(1), 51), _fixed(_fix(8001)), _fixed(_fix(0, 101))):
        with pytest.raises(OverLimit):
            check_judged(judged)


def test_used_rules() -> None:
    """What a page says of the rules of its stylesheets is limited."""
    use = StylesheetUse(url=URL, used=b"x" * 1000)
    check_judged(Judged(page_facts=PageFacts(stylesheets=(use,) * 500)))
    with pytest.raises(OverLimit):
        check_judged(Judged(page_facts=PageFacts(stylesheets=(use,) * 520)))
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(b'{"url": "", "rules": 9223372036854775808}', type=StylesheetUse)


def test_patches() -> None:
    """Their lengths and the number of their changes are limited."""
    check_patches(Patches(by_rule={"seo/title-missing": "x" * 8000}, whole="x" * 20_000, changes=9))
    for patches in (Patches(by_rule={"seo/title-missing": "x" * 8001}), Patches(whole="x" * 20_001)):
        with pytest.raises(OverLimit):
            check_patches(patches)
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(b'{"changes": -1}', type=Patches)


def test_links_and_references_share_a_limit() -> None:
    """Links and references share one limit."""
    settings = Settings()
    links = tuple(Link(url=f"{URL}{number}") for number in range(settings.links))
    check_outline(Outline(links=links), settings)
    with pytest.raises(OverLimit):
        check_outline(Outline(links=links, references=(REFERENCE,)), settings)


def test_outlines() -> None:
    """The number of different URLs is limited, and so is how often they are named."""
    settings = evolve(Settings(), links=2, resources=3)
    parts: tuple[tuple[str, Any, int], ...] = (
        ("links", Link(url=URL), 100),
        ("references", REFERENCE, 100),
        ("resources", IMAGE, 150),
        ("imports", URL, 3),
        ("alternates", (URL, "de"), 20),
    )
    for name, part, most in parts:
        check_outline(_outline(**{name: (part,) * most}), settings)
        with pytest.raises(OverLimit):
            check_outline(_outline(**{name: (part,) * (most + 1)}), settings)
    images = tuple(Resource(url=f"{URL}{number}", kind="image") for number in range(4))
    check_outline(Outline(resources=images[:3]), settings)
    with pytest.raises(OverLimit):
        check_outline(Outline(resources=images), settings)


def _outline(**parts: Any) -> Outline:
    return Outline(**parts)


def test_screen_boxes() -> None:
    """The number of boxes and the coordinates of their edges are limited."""
    box = (Place(line=1), ScreenBox(x=0, y=0, width=9, height=9))
    check_outline(Outline(boxes=(box,) * MOST_BOXES), Settings())
    with pytest.raises(OverLimit):
        check_outline(Outline(boxes=(box,) * (MOST_BOXES + 1)), Settings())
    for lie in ({"x": -1}, {"width": 1281}, {"height": 801}, {"y": 0.5}, {"x": "1"}):
        with pytest.raises(msgspec.ValidationError):
            msgspec.json.decode(json.dumps({"x": 0, "y": 0, "width": 9, "height": 9} | lie), type=ScreenBox)


def test_sitemaps() -> None:
    """A sitemap has no more URLs than the protocol allows, and no more dates than are asked for."""
    check_sitemap(SitemapContent(kind="urlset", dates={"2026-11-27": 1, "2026-11-28": 9}), MOST_OF_FILE)
    with pytest.raises(OverLimit):
        check_sitemap(SitemapContent(kind="urlset"), MOST_OF_FILE + 1)
    with pytest.raises(OverLimit):
        check_sitemap(SitemapContent(kind="urlset", dates=dict.fromkeys("abc", 1)), 1)
