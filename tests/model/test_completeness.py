"""Evidence that lacks an answer is incomplete, so that no rule passes by it."""

from typing import Any

import pytest
from attrs import evolve

from sitescan.model.answers import Answer, Problem
from sitescan.model.crawling import CrawledUrls, Robots
from sitescan.model.exchange import Exchange
from sitescan.model.file_facts import MediaFile, Picture, TextFile
from sitescan.model.link_answers import LinkAnswers
from sitescan.model.media_answers import MediaAnswers, Playback
from sitescan.model.outline import Link, MediaElement, MediaSource, Resource
from sitescan.model.page_load import LoadEstimates
from sitescan.model.resource_answers import ResourceAnswers
from sitescan.model.site_answers import ExposedFiles, LlmsTxt, SecurityTxt
from sitescan.model.transport_answers import Sharing
from sitescan.standards.http_headers import Headers

_URL = "https://example.com/a"
_PAGE = Exchange(requested="https://example.com/", url="https://example.com/", status=200)
_OK, _GONE = Answer(url=_URL, status=200), Answer(url=_URL, status=404)
_LATE = Answer(url=_URL, problem=Problem.TIMEOUT)


def _links(answer: Answer | None, **more: Any) -> LinkAnswers:
    answers = {} if answer is None else {_URL: answer}
    return LinkAnswers(page_url=_PAGE.url, links=(Link(url=_URL),), answers=answers, **more)


def _files(kind: str, answer: Answer | None, **more: Any) -> ResourceAnswers:
    answers = {} if answer is None else {_URL: answer}
    return ResourceAnswers(exchange=_PAGE, resources=(Resource(url=_URL, kind=kind),), answers=answers, **more)


def _media(audio: bool | None, seconds: float | None = None, unread: int = 0) -> MediaAnswers:
    source = MediaSource(url=_URL)
    file = MediaFile(format="MP4", audio=audio, seconds=seconds)
    playback = Playback(element=MediaElement(sources=(source,)), source=source, file=file)
    return MediaAnswers(playbacks=(playback,), unread=unread)


_ROBOTS = Robots(url=_PAGE.url, robots_url="https://example.com/robots.txt", status=404)


@pytest.mark.parametrize(
    ("evidence", "complete"),
    [
        (_PAGE, True),
        (_links(_OK), True),
        (_links(_GONE), True),
        (_links(_LATE), False),
        (_links(None), False),
        (_links(_OK, left_out=1), False),
        (_files("image", _OK), True),
        (_files("image", _GONE), True),
        (_files("image", _LATE), False),
        (_files("image", None), False),
        (_files("image", _OK, left_out=1), False),
        (_media(False), True),
        (_media(True, 5), True),
        (_media(True), False),
        (_media(None, 5), False),
        (_media(False, unread=1), False),
        (LoadEstimates(), True),
        (LoadEstimates(unknown=1), False),
        (LoadEstimates(left_out=1), False),
        (Sharing(exchange=_PAGE, origin="https://stranger.example", answer=Headers()), True),
        (Sharing(exchange=_PAGE, origin="https://stranger.example"), False),
        (LlmsTxt(url=_URL, status=404), True),
        (LlmsTxt(url=_URL), False),
        (SecurityTxt(url=_URL, status=404), True),
        (SecurityTxt(url=_URL), False),
        (ExposedFiles(), True),
        (ExposedFiles(unanswered=1), False),
        (_ROBOTS, True),
        (CrawledUrls(robots=_ROBOTS), True),
        (CrawledUrls(robots=evolve(_ROBOTS, status=None)), False),
    ],
)
def test_complete(evidence: Any, complete: bool) -> None:
    """Evidence is complete if everything that was asked was answered, whatever the answer is."""
    assert evidence.complete is complete


def test_facts_about_files() -> None:
    """The facts about files are known if those of all files that browsers load are; broken ones have none."""
    script = _files("script", evolve(_OK, size=10), texts={_URL: TextFile(size=10, wire_size=10)})
    assert (script.names("script", "image"), script.names("image")) == (True, False)
    assert (script.sized("script"), script.read("script"), script.pictured) == (True, True, True)
    unknown = _files("script", _OK)
    assert (unknown.sized("script"), unknown.read("script"), unknown.read("image")) == (False, False, True)
    broken = _files("image", _GONE)
    assert (broken.sized("image"), broken.pictured) == (True, True)
    image = _files("image", _OK)
    assert not image.pictured
    assert evolve(image, pictures={_URL: Picture(format="PNG", width=1, height=1)}).pictured
