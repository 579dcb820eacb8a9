"""The modelled network: round trips, bandwidth, priorities and dependencies."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from sitescan.performance.network import DESKTOP, INITIAL_WINDOW, PHONE, SEGMENT, Profile, Request, origin
from sitescan.performance.replay import Span, replay
from tests.work import calls


def request(url: str, kind: str, size: int, **more: Any) -> Request:
    """Return a request to the origin of its URL."""
    return Request(url=url, origin=origin(url), kind=kind, size=size, **more)


PAGE = request("https://pears.example/", "page", 5000, priority=0)


def spans(requests: Sequence[Request], profile: Profile = PHONE) -> Sequence[Span]:
    """Return the span of each request."""
    return replay(requests, profile)


def test_small_page_takes_five_round_trips() -> None:
    """A small page takes two round trips for its name, and one each for TCP, TLS and the response, in one window."""
    (page,) = spans([PAGE])
    assert page.ends == pytest.approx(5 * PHONE.round_trip)
    assert PAGE.size < INITIAL_WINDOW * SEGMENT
    (larger,) = spans([replace(PAGE, size=INITIAL_WINDOW * SEGMENT + 1)])
    assert larger.ends == pytest.approx(6 * PHONE.round_trip)


def test_connections_share_bandwidth_in_whole_segments() -> None:
    """Of 21 segments that the link brings in a round trip, six connections bring three each, as in Lantern."""
    files = [request(f"http://pears.example/{n}", "image", 30 * SEGMENT, after=(0,)) for n in range(6)]
    found = spans([replace(PAGE, url="http://pears.example/", origin="http://pears.example"), *files])
    assert {span.ends - span.begins for span in found[2:]} == {(2 + 9) * PHONE.round_trip}


@given(st.lists(st.integers(1, 70_000), min_size=1, max_size=30))
def test_pieces_arrive_as_one_response(sizes: Sequence[int]) -> None:
    """A page in pieces arrives as it does in one: a window that ends one piece also begins the next."""
    pieces = [
        replace(PAGE, size=size, continues=bool(number), after=(number - 1,) if number else ())
        for number, size in enumerate(sizes)
    ]
    (whole,) = spans([replace(PAGE, size=sum(sizes))])
    assert spans(pieces)[-1].ends == pytest.approx(whole.ends)


def test_waiting_connection_has_share() -> None:
    """A connection that waits for its response has its share of the bandwidth, as in Lantern."""
    large = request("https://pears.example/large", "image", 300_000, after=(0,))
    slow = request("https://pears.example/slow", "image", 10, after=(0,), server=1000)
    (_, alone), (_, together, _) = spans([PAGE, large]), spans([PAGE, large, slow])
    assert together.ends > alone.ends + 3 * PHONE.round_trip


def test_urgent_files_come_first() -> None:
    """An urgent file comes as soon as if it were alone, and another one after it."""
    urgent = request("https://pears.example/a.css", "stylesheet", 200_000, after=(0,), urgent=True)
    other = request("https://pears.example/b.png", "image", 200_000, after=(0,))
    (_, alone), (_, first, then) = spans([PAGE, urgent]), spans([PAGE, urgent, other])
    assert first.ends == alone.ends
    assert then.ends == pytest.approx(first.ends + 200_000 / PHONE.bandwidth, rel=0.2)


def test_urgent_files_leave_what_they_do_not_need() -> None:
    """While the window of an urgent file is small, the rest of the bandwidth goes to the others."""
    fast = Profile(name="fast", round_trip=150.0, bandwidth=2000.0, processor=1.0)
    urgent = request("https://pears.example/a.css", "stylesheet", 90_000, after=(0,), urgent=True)
    other = request("https://pears.example/b.png", "image", 50_000, after=(0,))
    _, _, then = spans([PAGE, urgent, other], fast)
    _, _, together = spans([PAGE, replace(urgent, urgent=False), other], fast)
    assert then.ends == together.ends


def test_plain_http_saves_round_trip() -> None:
    """Plain HTTP takes one round trip less than HTTPS, which needs a TLS handshake."""
    secure, plain = (
        spans([request(url, "page", 5000)])[0] for url in ("https://pears.example/", "http://pears.example/")
    )
    assert secure.ends - plain.ends == pytest.approx(PHONE.round_trip)


def test_large_file_is_limited_by_bandwidth() -> None:
    """The time of a large file is that of its bytes at the bandwidth: five seconds for a megabyte."""
    (page,) = spans([replace(PAGE, size=1_000_000)])
    assert page.ends == pytest.approx(1_000_000 / PHONE.bandwidth + 5 * PHONE.round_trip, rel=0.05)


def test_slow_start() -> None:
    """Slow start costs a round trip on a fast connection, whose window TCP has to double first: 10, 20, 35, 35."""
    (page,) = spans([replace(PAGE, size=85 * SEGMENT)], DESKTOP)
    assert page.ends == pytest.approx((5 + 3) * DESKTOP.round_trip)
    assert 85 * SEGMENT / DESKTOP.bandwidth < 3 * DESKTOP.round_trip


def test_six_connections_per_origin() -> None:
    """The seventh file of an origin waits for one of six connections, unless the origin speaks HTTP/2."""
    seven = [PAGE, *(request(f"https://pears.example/{n}", "image", 9000, after=(0,)) for n in range(7))]
    found = spans(seven)
    assert found[7].begins > found[6].begins
    multiplexed = spans([replace(file, multiplexed=True) for file in seven])
    assert multiplexed[7].begins == multiplexed[1].begins
    assert multiplexed[7].ends < found[7].ends


def test_new_origin_costs_connection() -> None:
    """A file from another origin waits for its name, TCP and TLS."""
    own, other = (
        spans([PAGE, request(url, "script", 100, after=(0,))])[1].ends
        for url in ("https://pears.example/a.js", "https://cdn.example/a.js")
    )
    assert other - own == pytest.approx(4 * PHONE.round_trip, abs=1)


def test_script_waits_for_earlier_stylesheet() -> None:
    """A script that arrives before its stylesheet runs after it."""
    sheet = request("https://pears.example/a.css", "stylesheet", 200_000, after=(0,), priority=0)
    script = request("https://pears.example/a.js", "script", 100, after=(0,), waits=(1,), processing=10)
    _, styled, run = spans([PAGE, sheet, script])
    assert run.came < styled.ends
    assert run.ends == pytest.approx(styled.ends + 10 * PHONE.processor)


def test_scripts_run_sequentially() -> None:
    """Two scripts that arrive together run one after the other."""
    scripts = [request(f"https://pears.example/{n}.js", "script", 10, after=(0,), processing=100) for n in (1, 2)]
    _, first, second = spans([PAGE, *scripts], DESKTOP)
    assert abs(first.ends - second.ends) == pytest.approx(100)


def test_more_urgent_files_are_sent_first() -> None:
    """A stylesheet is requested before less urgent images."""
    images = [request(f"https://pears.example/{n}", "image", 90, after=(0,)) for n in range(8)]
    sheet = request("https://pears.example/a.css", "stylesheet", 90, after=(0,), priority=0)
    found = spans([PAGE, *images, sheet])
    assert found[-1].begins <= min(span.begins for span in found[1:-1])


def test_http2_prioritizes_urgent_files() -> None:
    """Images that share a connection of HTTP/2 with a stylesheet don't delay it; other connections do."""
    sheet = request("https://pears.example/a.css", "stylesheet", 60_000, after=(0,), priority=0)
    images = [request(f"https://pears.example/{n}", "image", 60_000, after=(0,)) for n in range(4)]
    pages = [[PAGE, sheet], [PAGE, sheet, *images]]
    alone, together = (spans([replace(file, multiplexed=True) for file in page]) for page in pages)
    assert together[1].ends == pytest.approx(alone[1].ends)
    assert together[1].ends < together[2].came < together[3].came
    assert spans(pages[1])[1].ends > 1.2 * alone[1].ends


def test_http2_window_grows_over_short_files() -> None:
    """The window of a connection grows with each round trip in which it receives bytes of any file."""
    files = [request(f"https://pears.example/{n}", "image", 9000, after=(0,)) for n in range(9)]
    large = request("https://pears.example/large", "image", 81_000, after=(0,))
    short, long = (
        spans([replace(file, multiplexed=True) for file in page]) for page in ([PAGE, *files], [PAGE, large])
    )
    assert short[-1].ends == pytest.approx(long[-1].ends, rel=0.02)


@pytest.mark.parametrize("multiplexed", [False, True])
def test_window_grows_only_if_it_was_full(multiplexed: bool) -> None:
    """A response that needs a part of a window leaves the connection with that window; a full one doubles it."""
    small, full = (replace(PAGE, size=segments * SEGMENT, multiplexed=multiplexed) for segments in (3, 10))
    follower = request("https://pears.example/a.js", "script", 15 * SEGMENT, after=(0,), multiplexed=multiplexed)
    after_small, after_full = (spans([page, follower])[1] for page in (small, full))
    assert after_small.came - after_small.begins == pytest.approx(2 * PHONE.round_trip)
    assert after_full.came - after_full.begins == pytest.approx(PHONE.round_trip)


files = st.lists(
    st.tuples(st.integers(0, 400_000), st.integers(0, 3), st.integers(0, 3), st.booleans(), st.integers(0, 30)),
    max_size=25,
)


def made(drawn: Sequence[tuple[int, int, int, bool, int]]) -> list[Request]:
    """Return requests of which each depends on the page or on the file before it."""
    requests = [PAGE]
    for size, priority, host, follows, processing in drawn:
        requests.append(
            request(
                f"https://host{host}.example/{len(requests)}",
                "script",
                size,
                after=(len(requests) - 1,) if follows else (0,),
                priority=priority,
                processing=processing,
                multiplexed=host == 1,
            )
        )
    return requests


@settings(max_examples=60, deadline=None)
@given(files)
def test_files_start_after_dependencies(drawn: Sequence[tuple[int, int, int, bool, int]]) -> None:
    """Every file begins after the files that it waits for, and ends."""
    requests = made(drawn)
    found = spans(requests)
    for request, span in zip(requests, found, strict=True):
        assert span.begins <= span.came <= span.ends < float("inf")
        assert all(span.begins >= found[index].ends - 1e-3 for index in request.after)
    total = sum(request.size for request in requests)
    assert max(span.came for span in found) >= total / PHONE.bandwidth


@settings(max_examples=60, deadline=None)
@given(files)
def test_times_are_deterministic(drawn: Sequence[tuple[int, int, int, bool, int]]) -> None:
    """The same requests give exactly the same times."""
    requests = made(drawn)
    assert [span.ends for span in spans(requests)] == [span.ends for span in spans(requests)]


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 3_000_000), st.integers(0, 3_000_000))
def test_larger_file_is_never_faster(left: int, right: int) -> None:
    """
    A larger file that all other files wait for ends no sooner.

    A file that follows on its connection may end sooner, by one round trip at most, because the window has grown.
    """
    small, large = sorted((left, right))
    follower = request("https://pears.example/a.js", "script", 30_000, after=(0,))
    first, second = (spans([replace(PAGE, size=size), follower]) for size in (small, large))
    assert first[0].ends <= second[0].ends + 1e-3
    assert first[1].ends <= second[1].ends + PHONE.round_trip


def test_circular_dependency_never_starts() -> None:
    """A request that waits for itself never begins, and the replay ends."""
    circle = request("https://pears.example/a.css", "stylesheet", 10, after=(1,))
    assert spans([PAGE, circle])[1].ends == float("inf")


def test_work_is_linear() -> None:
    """The work of a replay grows in proportion to the number of files."""
    assert _work(5000) < 2.2 * _work(2500)


def _work(count: int) -> int:
    """Return the number of function calls of a replay with this many files."""
    many = [
        PAGE,
        *(request(f"https://pears.example/{n}", "image", 500, after=(0,)) for n in range(count)),
    ]
    return calls(lambda: replay(many, PHONE))
