"""Accessibility analysis of audio, video, objects and links, by the responses of their URLs."""

from collections.abc import Iterator
from typing import Any

import pytest
from twisted.internet.defer import succeed

from sitescan.analyzers.accessibility import AccessibilityAnalyzer
from sitescan.analyzers.examination import Examination
from sitescan.document.accessibility.embedded_objects import embedded_objects
from sitescan.document.accessibility.media_elements import media_elements
from sitescan.document.links.links_named_alike import links_named_alike
from sitescan.document.loading.outline_extractor import outline
from sitescan.fetch.image_reader import ImageReader
from sitescan.fetch.url_checker import UrlChecker
from sitescan.model.exchange import Exchange
from sitescan.model.report import Category, CategoryResult, Judged
from tests.document.pages import document
from tests.egress.wire import Wire
from tests.fakes import FakeExaminer
from tests.fetch.media_files import PICTURE, Track, mp3, mp4, webm
from tests.results import result_now
from tests.unexamined import sentences

PAGE = "http://a.example/"
UNREAD = "1 audio or video element was not checked for sound: its file could not be read."


@pytest.fixture
def wire() -> Iterator[Wire]:
    """Yield a session, and check that it leaves nothing behind."""
    addresses = {f"{name}.example": [[f"93.184.215.{number}"]] for number, name in enumerate("abc", 14)}
    wire = Wire(addresses)
    yield wire
    wire.end()


def analyzed(wire: Wire, html: str, files: dict[str, Any]) -> CategoryResult:
    """Analyze a page in which the child found nothing but the media files that the page plays."""
    examiner = FakeExaminer()
    page = document(f'<base href="{PAGE}">{html}')
    judged = Judged(media=media_elements(page), objects=embedded_objects(page), links=links_named_alike(page))
    examination = Examination(
        exchange=Exchange(requested=PAGE, url=PAGE, status=200),
        outline=outline(page, links=9, resources=9),
        session=wire.session,
        examiner=examiner,
        url_checker=UrlChecker(session=wire.session, examiner=examiner, parts={}),
        image_reader=ImageReader(session=wire.session, beginnings={}),
        judged={Category.ACCESSIBILITY: succeed(judged)},
    )
    result = AccessibilityAnalyzer().analyze(examination, wire.deadline())
    answers = {path if "://" in path else PAGE + path: answer for path, answer in files.items()}
    while not result.called:
        wire.serve(answers)
        wire.reactor.advance(0.01)
    return result_now(result)


def file(body: bytes) -> dict[str, Any]:
    """Return a response of a server that sends ranges of a file."""
    return {"body": body, "ranges": True, "type": "video/mp4"}


LOUD, SILENT = file(mp4(PICTURE, Track(), before=90_000)), file(mp4(PICTURE))
GONE = {"status": 404}


@pytest.mark.parametrize(
    ("html", "files", "rules"),
    [
        ("<video src=a autoplay>", {"a": LOUD}, {"audio-unstoppable", "video-captions"}),
        ("<video src=a autoplay loop>", {"a": LOUD}, {"audio-unstoppable", "video-captions"}),
        ("<video src=a autoplay controls>", {"a": LOUD}, {"audio-autoplay", "video-captions"}),
        ("<video src=a autoplay loop>", {"a": SILENT}, set()),
        ("<video src=a controls>", {"a": LOUD}, {"video-captions"}),
        ("<video src=a controls>", {"a": SILENT}, set()),
        ("<audio src=a autoplay>", {"a": file(mp3())}, {"audio-unstoppable"}),
        ("<audio src=a#t=8 autoplay>", {"a": file(mp3())}, set()),
        ("<audio src=a autoplay>", {"a": file(mp3(60))}, set()),
        ("<audio autoplay><source src=a><source src=b>", {"a": GONE, "b": LOUD}, {"audio-unstoppable"}),
        ("<audio autoplay><source src=a><source src=b>", {"a": file(webm(1)), "b": LOUD}, set()),
        ("<audio src=a autoplay>", {"a": {"body": mp4(PICTURE, Track())}}, {"audio-unstoppable"}),
        ("<audio src=a autoplay>", {"a": GONE}, set()),
    ],
)
def test_sound_rules_depend_on_files(wire: Wire, html: str, files: dict[str, Any], rules: set[str]) -> None:
    """Rules about sound report audible files only; a file that is silent or unavailable causes no issue."""
    found = analyzed(wire, html, files)
    assert {issue.rule.partition("/")[2] for issue in found.issues} == rules
    assert found.unexamined == ()


@pytest.mark.parametrize(
    ("html", "answer", "reported"),
    [
        ("<object data=a><img src=b alt='A pear'></object>", {"type": "image/png"}, True),
        ("<object data=a><img src=b alt='A pear'></object>", GONE, False),
        ("<object data=a><img src=b alt='A pear'></object>", {"status": 403}, False),
        ("<object data=a><img src=b alt='A pear'></object>", {"type": "image/tiff"}, False),
        ("<object data=a><img src=b alt='A pear'></object>", {"type": "image/svg+xml"}, False),
        ("<object data=a title='A pear'><img src=b alt='A pear'></object>", {"type": "image/png"}, False),
        ("<object data=a></object>", {"type": "video/mp4; codecs=avc1"}, True),
        ("<object data=a></object>", {"type": "text/html"}, False),
        ("<object data=a type=image/png></object>", GONE, True),
        ("<object data=a type=image/png></object>", {"type": "text/html"}, False),
    ],
)
def test_objects(wire: Wire, html: str, answer: dict[str, Any], reported: bool) -> None:
    """Fallback content names an object only if its file cannot be displayed; the response decides the file's type."""
    found = analyzed(wire, html, {"a": answer})
    assert [issue.rule for issue in found.issues] == ["accessibility/object-alt"] * reported


@pytest.mark.parametrize(
    ("first", "second", "rules"),
    [
        ("a", "a?b", {"links-named-alike"}),
        ("a", "b", set()),
        ("a", "logout", set()),
        ("a", "http://b.example/", {"links-named-alike"}),
        (
            "http://c.example/",
            "http://b.example/",
            {"links-named-alike", "links-alike-in-context"},
        ),
        ("http://c.example/", "http://b.example/c", set()),
    ],
    ids=("another page", "a redirect", "not asked", "this site aside", "another site", "a redirect between sites"),
)
def test_links(wire: Wire, first: str, second: str, rules: set[str]) -> None:
    """Links with one name that redirect to one page are not reported; links that must not be requested are ignored."""
    files = {
        PAGE + "a": {"body": "apple"},
        PAGE + "a?b": {"body": "pear"},
        PAGE + "b": {"status": 302, "location": f"{PAGE}a"},
        "http://b.example/": {"body": "quince"},
        "http://b.example/c": {"status": 301, "location": "http://c.example/"},
    }
    found = analyzed(wire, f"<p><a href={first}>Pears</a> or <a href={second}>Pears</a>", files)
    assert {issue.rule.partition("/")[2] for issue in found.issues} == rules


@pytest.mark.parametrize(
    "answer",
    [
        {"body": mp4(PICTURE, Track(), before=90_000)},
        {"body": b"<!doctype html><p>not a video", "ranges": True},
        {"status": 403},
        file(mp4(PICTURE, Track(), before=90_000)[:-50]),
    ],
    ids=("the whole file alone is sent", "another format", "refused", "cut short"),
)
def test_unreadable_file_is_unexamined(wire: Wire, answer: dict[str, Any]) -> None:
    """A file that could not be read is reported as unexamined and does not lower the score."""
    found = analyzed(wire, "<video src=a autoplay>", {"a": answer})
    assert [issue.rule for issue in found.issues] == ["general/unexamined"]
    assert sentences(found.unexamined) == [UNREAD]
    assert found.score == 100


def test_requests_are_limited(wire: Wire) -> None:
    """Only the files of the first ten elements are requested, once each, in the ranges that contain their headers."""
    html = (
        "<video src=a autoplay></video>" * 9 + "<video src=b autoplay></video>" + "<video src=c autoplay></video>" * 3
    )
    found = analyzed(wire, html, dict.fromkeys("abc", LOUD))
    requests = [(method, url.removeprefix(PAGE)) for method, url in wire.requests]
    assert sorted(requests) == [("GET", "a"), ("GET", "a"), ("GET", "b"), ("GET", "b"), ("HEAD", "a"), ("HEAD", "b")]
    spans = {fields["Range"][0] for method, _, fields in wire.sent if method == "GET"}
    assert spans == {"bytes=0-16383", f"bytes={90_028}-{90_028 + 16_383}"}
    assert next(issue.count for issue in found.issues if issue.rule == "accessibility/audio-unstoppable") == 10
    assert sentences(found.unexamined) == [
        "3 audio and video elements were not checked for sound: their files could not be read."
    ]


def test_no_request_without_autoplay(wire: Wire) -> None:
    """An audio element that does not start by itself causes no request."""
    assert analyzed(wire, "<audio src=a controls></audio>", {"a": LOUD}).issues == ()
    assert wire.requests == []
