"""The shares of performance rules, which grow by published steps."""

from math import inf, nan
from urllib.parse import urljoin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitescan.charging import Curve
from sitescan.document.document import Document
from sitescan.model.answers import Answer
from sitescan.model.exchange import Exchange, Page, Source
from sitescan.model.file_facts import Picture
from sitescan.model.outline import Resource
from sitescan.model.resource_answers import ResourceAnswers
from sitescan.rules.catalogue import catalogue
from sitescan.rules.example_estimates import appearing
from sitescan.rules.example_pages import loading, loading_all
from sitescan.rules.judge import judge
from tests import charged

IMAGES = ("large-images", "image-oversized", "legacy-images")
JPEG = ("Content-Type", "image/jpeg")
PHOTO = Picture(format="JPEG", width=1200, height=800)


def shares(answers: ResourceAnswers, *rules: str) -> list[int]:
    """Return the shares of the rules that find something."""
    found = (judge(catalogue()[f"performance/{rule}"], answers) for rule in rules)
    return [share for judgement in found if judgement is not None for share in charged.shares(judgement)]


def scripts(size: int) -> list[int]:
    """Return the shares for scripts of this many bytes."""
    return shares(loading("script", "a.js", size=size), "scripts-heavy")


def image(size: int, *rules: str, shown: int = 0) -> list[int]:
    """Return the shares for a photograph of this many bytes."""
    return shares(loading("image", "a.jpg", JPEG, size=size, shown=(shown, 0), picture=PHOTO), *rules)


@pytest.mark.parametrize(
    ("size", "taken"),
    [
        *((700_000, []), (700_001, [3]), (1_000_000, [3]), (1_000_001, [6]), (1_200_000, [6])),
        *((1_500_001, [10]), (2_500_001, [15]), (5_000_001, [25]), (500_000_000, [25])),
    ],
)
def test_scripts(size: int, taken: list[int]) -> None:
    """The share grows with the total size of the scripts."""
    assert scripts(size) == taken


@pytest.mark.parametrize(
    ("size", "taken"),
    [(2_600_000, []), (2_800_000, [6]), (4_100_000, [10]), (6_100_000, [15]), (10_100_000, [20]), (30_000_000, [30])],
)
def test_weight(size: int, taken: list[int]) -> None:
    """The share grows with the total size of the page and its files."""
    assert shares(loading("script", "a.js", size=size), "total-weight") == taken


@pytest.mark.parametrize(
    ("size", "taken"),
    [(400_000, []), (600_000, [6]), (2_300_000, [10]), (5_300_000, [15]), (10_300_000, [25])],
)
def test_very_large_images(size: int, taken: list[int]) -> None:
    """The share grows with the bytes that very large images could save."""
    assert image(size, "large-images") == taken


@pytest.mark.parametrize(("size", "taken"), [(150_000, []), (250_000, [1]), (400_000, [2])])
def test_other_images_in_older_formats(size: int, taken: list[int]) -> None:
    """The share grows with the bytes beyond what the image needs, which is 160 KB for 1200 by 800 px."""
    assert image(size, "legacy-images") == taken


@pytest.mark.parametrize(("size", "taken"), [(10_000, 2), (40_000, 4), (100_000, 6), (400_000, 10), (2_000_000, 15)])
def test_uncompressed_files(size: int, taken: int) -> None:
    """The share grows with the bytes that compression saves: 60 % of a script that was not read."""
    assert shares(loading("script", "a.js", size=size), "text-uncompressed") == [taken]


@pytest.mark.parametrize(("size", "taken"), [(None, 1), (10_000, 1), (60_000, 2), (300_000, 3)])
def test_uncached_files(size: int | None, taken: int) -> None:
    """The share grows with the bytes that returning visitors load again."""
    assert shares(loading("script", "a.js", size=size), "cache-lifetime") == [taken]


@pytest.mark.parametrize(("number", "taken"), [(1400, 0), (2900, 1), (3100, 6), (6100, 10), (12_100, 15), (24_100, 25)])
def test_elements(number: int, taken: int) -> None:
    """The share grows with the number of elements."""
    exchange = Exchange(requested="https://example.com/", url="https://example.com/", status=200)
    found = judge(catalogue()["performance/dom-size"], Document(Page(exchange=exchange, body=b"<p>" * number)))
    assert (charged.shares(found) if found is not None else [0]) == [taken]


@pytest.mark.parametrize(
    ("html", "shifts"),
    [
        ('<img src="a.png"><p>Pears</p>', [True]),
        ('<p style="height: 2000px">Pears</p><img src="a.png"><p>Plums', [False]),
        ('<p style="height: 2000px">Pears</p><img src="a.png"><img src="b.png"><p>Plums', [False, False]),
        ('<img src="a.png"><p style="height: 2000px">Pears</p><img src="b.png"><p>Plums', [True, False]),
        ('<img src="a.png" width="8" height="6"><p style="height: 2000px">Pears</p><img src="b.png"><p>Plums', [False]),
    ],
)
def test_images_without_sizes(html: str, shifts: list[bool]) -> None:
    """An image without a size shifts visible content only if it is on the first screen."""
    exchange = Exchange(requested="https://example.com/", url="https://example.com/", status=200)
    found = judge(
        catalogue()["performance/unsized-images"],
        Document(Page(exchange=exchange, body=f"<meta name=viewport content='width=device-width'>{html}".encode())),
    )
    assert found is not None
    assert ["room" in at.facts for at in found.occurrences] == shifts


@pytest.mark.parametrize(
    ("url", "size", "taken"),
    [
        ("/a.js", 10_000, 2),
        ("/a.js", 50_000, 4),
        ("/a.js", 200_000, 6),
        ("/a.js", 400_000, 10),
        ("/unknown.js", 0, 2),
        ("https://pears.example/a.js", 10_000, 6),
    ],
)
def test_blocking_scripts(url: str, size: int, taken: int) -> None:
    """The share grows with the transfer size of a blocking script, and is larger for a script from another host."""
    exchange = Exchange(requested="https://example.com/", url="https://example.com/", status=200)
    page = Page(exchange=exchange, body=f"<head><script src={url}></script></head>".encode())
    script = Source(url=urljoin(exchange.url, url), body=b"1", wire_size=size)
    found = judge(catalogue()["performance/blocking-scripts"], Document(page, scripts=[script]))
    assert found is not None
    assert charged.shares(found) == [taken]


def test_image_is_charged_once() -> None:
    """An image is charged in full by one rule: for its size if it is very large, otherwise for its pixels."""
    assert image(3_000_000, "large-images", "image-oversized", "legacy-images", shown=200) == [10, 1, 1]
    assert image(480_000, "large-images", "image-oversized", "legacy-images", shown=200) == [2, 1]


@given(st.integers(0, 20_000_000), st.integers(0, 20_000_000))
def test_fewer_bytes_never_cost_more(first: int, second: int) -> None:
    """A smaller file never costs more than a larger one."""
    fewer, more = sorted((first, second))
    weights = [loading("script", "a.js", size=size) for size in (fewer, more)]
    assert sum(scripts(fewer)) <= sum(scripts(more))
    assert sum(shares(weights[0], "total-weight")) <= sum(shares(weights[1], "total-weight"))
    assert sum(image(fewer, *IMAGES, shown=300)) <= sum(image(more, *IMAGES, shown=300))
    assert sum(image(fewer, *IMAGES)) <= sum(image(more, *IMAGES))


def test_truncated_script() -> None:
    """A script that was read in part counts with the bytes received, and is reported as at least that large."""
    url = "https://example.com/a.js"
    answer = Answer(url=url, status=200, least_size=800_000)
    answers = loading_all((Resource(url=url, kind="script"), answer))
    found = judge(catalogue()["performance/scripts-heavy"], answers)
    assert found is not None
    assert found.occurrences[0].facts["detail"] == "at least 800,000 bytes, not read to its end"
    weight = judge(catalogue()["performance/page-weight"], answers)
    assert weight is not None
    assert weight.occurrences[0].facts["js"] == 800_000
    assert weight.occurrences[0].facts["detail"] == "script, at least 800,000 bytes"


@pytest.mark.parametrize("which", ["first", "largest"])
def test_paint_costs_follow_lighthouse(which: str) -> None:
    """A paint costs nothing at once, a tenth and half of the weight at the good and median times, and finally all."""
    curve = catalogue()[f"performance/{which}-paint-slow"].scale
    assert isinstance(curve, Curve)
    tenth, half = curve.weight / 10, curve.weight / 2
    assert curve.share(1) == 0
    assert curve.share(curve.good) == 0
    assert abs(curve.share(curve.good + 1) - tenth) <= 0.5
    assert abs(curve.share(curve.median) - half) <= 0.5
    assert curve.share(60_000) == curve.weight
    assert [curve.share(wrong) for wrong in (-1, inf, nan)] == [0, 0, 0]


@given(st.integers(0, 60_000), st.integers(0, 60_000))
def test_faster_content_never_costs_more(first: int, second: int) -> None:
    """Content that appears sooner never costs more, even across the bound between the two rules of a paint."""
    sooner, later = sorted((first, second))
    assert sum(_paint_shares(sooner)) <= sum(_paint_shares(later))


def _paint_shares(milliseconds: int) -> list[int]:
    estimates = appearing(first=milliseconds, largest=milliseconds)
    rules = (f"performance/{which}-paint-slow" for which in ("first", "largest"))
    found = (judge(catalogue()[rule], estimates) for rule in rules)
    return [share for judgement in found if judgement is not None for share in charged.shares(judgement)]
