"""The facts for the simulation, from the responses of the network."""

import math

import pytest

from sitescan.model.answers import Answer, Problem
from sitescan.model.exchange import Exchange, Timings
from sitescan.model.load_simulation import FileFacts, SimulatedPage
from sitescan.model.page_load import Candidate, LoadedFile, PageLoad
from sitescan.model.resource_answers import ResourceAnswers
from sitescan.performance.simulated_page import simulated_page

URL = "https://pears.example/"
ICON = f"{URL}pear.ico"


def facts(first_byte: float = 0.0, connect: float = 0.0, *answers: Answer) -> SimulatedPage:
    """Return the facts of a page whose server took this many seconds."""
    timings = Timings(first_byte=first_byte, connect=connect)
    exchange = Exchange(requested=URL, url=URL, status=200, wire_size=5000, timings=timings)
    load = PageLoad(files=tuple(LoadedFile(url=answer.url, kind="script") for answer in answers))
    resources = ResourceAnswers(exchange=exchange, answers={answer.url: answer for answer in answers})
    return simulated_page(load, resources, None, ICON)


@pytest.mark.parametrize(
    ("seconds", "simulated"),
    [
        *((0.0, 0), (0.05, 0), (0.25, 0), (0.79, 0), (0.81, 800), (1.7, 1300), (1.9, 1800), (4.9, 4800), (7.0, 6800)),
        *((600.0, 29_800), (-3.0, 0), (math.inf, 29_800), (math.nan, 0)),
    ],
)
def test_server_time_is_rounded(seconds: float, simulated: int) -> None:
    """The server's time is rounded to coarse steps, from zero for a fast server to a maximum of ten seconds."""
    assert facts(seconds).server == simulated


def test_server_time_excludes_connecting() -> None:
    """The time to connect is not part of the server's time."""
    assert facts(0.9, 0.2).server == 0


def test_icon_adds_to_load() -> None:
    """The icon adds its size to the load, and a missing icon adds nothing."""
    assert facts(0, 0, Answer(url=ICON, status=200, size=24_000)).icon == 24_000
    assert facts(0, 0, Answer(url=ICON, status=404, size=500)).icon == 0
    assert facts().icon == 0


def test_size_seen_by_browser() -> None:
    """A size that the browser has seen is used if the file was not requested otherwise."""
    files = tuple(LoadedFile(url=URL + name, kind="data", size=300) for name in ("a", "b"))
    exchange = Exchange(requested=URL, url=URL, status=200)
    answers = {f"{URL}a": Answer(url=f"{URL}a", status=200, size=9)}
    found = simulated_page(PageLoad(files=files), ResourceAnswers(exchange=exchange, answers=answers), None)
    assert [found.files[URL + name].size for name in ("a", "b")] == [9, 300]


def test_unrelated_responses_are_ignored() -> None:
    """Only files that the page loads and candidates for the largest content have facts, not link targets."""
    urls = loaded, shown, silent, linked = [URL + name for name in ("a.js", "hero.jpg", "b.js", "linked")]
    exchange = Exchange(requested=URL, url=URL, status=200)
    answers = {url: Answer(url=url, status=200, size=9) for url in urls if url != silent}
    load = PageLoad(
        files=tuple(LoadedFile(url=url, kind="script") for url in (loaded, silent)),
        candidates=(Candidate(url=shown), Candidate(area=1.0)),
    )
    found = simulated_page(load, ResourceAnswers(exchange=exchange, answers=answers), None)
    assert found.files == dict.fromkeys((loaded, shown), FileFacts(size=9))
    assert linked not in found.files


@pytest.mark.parametrize(
    ("answer", "known"),
    [
        (Answer(url=URL + "a.js", status=200, size=9), FileFacts(size=9)),
        (Answer(url=URL + "a.js", status=200, least_size=500_000), FileFacts(size=500_000)),
        (Answer(url=URL + "a.js", status=200), FileFacts()),
        (Answer(url=URL + "a.js", status=404, size=9), FileFacts(size=9, missing=True)),
        (Answer(url=URL + "a.js", problem=Problem.NAME), FileFacts(missing=True, unreachable=True)),
        (Answer(url=URL + "a.js", problem=Problem.TIMEOUT), FileFacts()),
    ],
)
def test_sizes_of_files(answer: Answer, known: FileFacts) -> None:
    """A file has its known or minimum size, or none; an error response or an unknown host makes it missing."""
    assert facts(0, 0, answer).files[answer.url] == known
