"""Images are read with as few requests as possible."""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from attrs import evolve
from twisted.internet.defer import Deferred

from sitescan.fetch.image_reader import ImageReader, loaded_images
from sitescan.fetch.probe_failures import ProbeFailures
from sitescan.fetch.url_checker import UrlChecker
from sitescan.model.outline import Outline, Resource
from tests.egress.wire import Wire
from tests.fakes import FakeExaminer
from tests.fetch.test_image_dimensions import jpeg, png
from tests.results import result_now

A, B = "http://a.example/a.png", "http://b.example/b.jpg"

PNG = png(32, 16) + bytes(9000)
#: A JPEG file with a preview of 5 KB before its size.
JPEG = jpeg(32, 16, before=5000)


@pytest.fixture
def wire() -> Iterator[Wire]:
    """A session that must leave no connection and no timer."""
    wire = Wire()
    yield wire
    wire.end()


def image(url: str, **facts: Any) -> Resource:
    """Return an image of a format that every browser reads."""
    return Resource(url=url, kind="image", **facts)


def read(wire: Wire, answers: Mapping[str, Any], *resources: Resource) -> ImageReader:
    """Check and read images, and verify that the answer of each has the size of its body."""
    outline = Outline(resources=resources)
    url_checker = UrlChecker(
        session=wire.session, examiner=FakeExaminer(), parts={}, images=loaded_images(outline, wire.settings)
    )
    reader, failures = ImageReader(session=wire.session, beginnings=url_checker.beginnings), ProbeFailures()

    async def look() -> None:
        urls = [resource.url for resource in resources]
        answered = await url_checker.all(urls, wire.deadline(), failures)
        await reader.read_all(resources, answered, wire.deadline(), failures)

    looked = Deferred.fromCoroutine(look())
    while not looked.called:
        wire.serve(answers)
        wire.reactor.advance(0.01)
    result_now(looked)
    assert not failures.parts
    assert {url: answer.size for url, answer in url_checker.answers.items()} == {
        url: len(answer["body"]) for url, answer in answers.items()
    }
    return reader


@pytest.mark.parametrize("ranges", [True, False])
def test_one_request_per_image(wire: Wire, ranges: bool) -> None:
    """The status and the dimensions of an image take one request, even if the server doesn't support ranges."""
    reader = read(wire, {A: {"body": PNG, "type": "image/png", "ranges": ranges}}, image(A))
    assert (reader.pictures[A].width, reader.pictures[A].height) == (32, 16)
    assert wire.requests == [("GET", A)]
    assert not reader.sizes


def test_second_request_for_dimensions(wire: Wire) -> None:
    """An image whose dimensions follow after a long preview is requested a second time."""
    reader = read(wire, {B: {"body": JPEG, "type": "image/jpeg", "ranges": True}}, image(B))
    assert (reader.pictures[B].width, reader.pictures[B].height) == (32, 16)
    assert wire.requests == [("GET", B), ("GET", B)]


def test_image_that_may_not_be_loaded(wire: Wire) -> None:
    """An image that browsers may not load is checked with HEAD, and its beginning is requested afterwards."""
    read(wire, {A: {"body": PNG, "type": "image/png", "ranges": True}}, Resource(url=A, kind="image", certain=False))
    assert wire.requests == [("HEAD", A), ("GET", A)]


def test_icon_of_known_size(wire: Wire) -> None:
    """An icon is read only to find out its size."""
    read(wire, {A: {"body": PNG, "type": "image/png", "ranges": True}}, Resource(url=A, kind="icon"))
    assert wire.requests == [("HEAD", A)]


def test_missing_image(wire: Wire) -> None:
    """An image whose URL is broken isn't requested again."""
    reader = read(wire, {A: {"status": 404, "body": b""}}, image(A))
    assert wire.requests == [("GET", A)]
    assert not reader.pictures


def test_loaded_images(wire: Wire) -> None:
    """The number of loaded images is limited by the settings, and images with a size on the page come first."""
    outline = Outline(
        resources=(
            image(A),
            image(B, width=9),
            Resource(url="http://a.example/c.css", kind="stylesheet"),
        ),
    )
    assert loaded_images(outline, wire.settings) == {A, B}
    assert loaded_images(outline, evolve(wire.settings, pictures=1)) == {B}
    assert not loaded_images(outline, evolve(wire.settings, pictures=0))
