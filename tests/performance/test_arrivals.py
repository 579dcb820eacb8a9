"""The modelled network brings the files that a browser asks for, in an order that depends on nothing else."""

from typing import Any

import pytest

from sitescan.model.load_simulation import SimulatedPage
from sitescan.performance.arrivals import Arrivals
from sitescan.performance.network import PHONE, Request, origin
from sitescan.performance.replay import replay

URL = "https://pears.example/"
PAGE = SimulatedPage(url=URL, size=5000)


def request(name: str, size: int = 5000, **more: Any) -> Request:
    """Return a request to the origin of the page."""
    return Request(url=URL + name, origin=origin(URL), kind="script", size=size, **more)


def times(arrivals: Arrivals, step: int = 50) -> dict[int, int]:
    """Return the time of the page at which each file arrives, of a page that takes steps of this length."""
    found: dict[int, int] = {}
    now = 0
    while arrivals.are_pending:
        now = arrivals.advance(now + step)
        found |= {arrival.number: now for arrival in arrivals.arrived(now)}
    return found


def test_document_arrives_as_in_replay() -> None:
    """The page's time begins when its document has arrived, which takes as long as in a replay, redirects included."""
    page = request("", priority=0)
    redirect = Request(url="http://pears.example/", origin="http://pears.example", kind="redirect", size=300)
    _, ended = replay([redirect, Request(**{**fields(page), "after": (0,)})], PHONE)
    redirected = SimulatedPage(url=URL, size=5000, redirects=("http://pears.example/",))
    assert Arrivals(redirected, PHONE).document == pytest.approx(ended.ends, abs=1)


def fields(request: Request) -> dict[str, Any]:
    """Return the fields of a request."""
    return {name: getattr(request, name) for name in request.__struct_fields__}


@pytest.mark.parametrize("step", [1, 7, 50, 5000])
def test_files_arrive_as_in_replay(step: int) -> None:
    """Files that are asked for with the document arrive as in a replay, whatever the steps of the page are."""
    files = [request("a.js", 90_000, priority=1), request("b.js", 20_000), request("c.css", 9000, priority=0)]
    after = [Request(**{**fields(file), "after": (0,)}) for file in files]
    spans = replay([request("", priority=0), *after], PHONE)
    arrivals = Arrivals(PAGE, PHONE)
    for number, file in enumerate(files):
        arrivals.ask(number, file, 0)
    found = times(arrivals, step)
    assert [found[number] for number in range(3)] == pytest.approx(
        [span.ends - spans[0].ends for span in spans[1:]], abs=1
    )


def test_script_asks_for_another() -> None:
    """A file that is asked for when another one has arrived takes a round trip from then on."""
    arrivals = Arrivals(PAGE, PHONE)
    arrivals.ask(1, request("a.js", 1000), 0)
    first = times(arrivals)[1]
    assert not arrivals.are_pending
    arrivals.ask(2, request("b.js", 1000), first)
    now = arrivals.advance(first + 5000)
    (arrival,) = arrivals.arrived(now)
    assert (arrival.number, arrival.begins, arrival.ends) == (2, arrivals.document + first, arrivals.document + now)
    assert now - first == pytest.approx(PHONE.round_trip, abs=15)


def test_processor_does_one_thing_at_a_time() -> None:
    """Scripts arrive when the processor of the phone has had the time for each of them."""
    arrivals = Arrivals(PAGE, PHONE)
    for number in range(3):
        arrivals.ask(number, request(f"{number}.js", 10, processing=25.0, multiplexed=True), 0)
    found = times(arrivals)
    assert [found[number] - found[0] for number in range(3)] == [0, 100, 200]


def test_ties_are_in_order_of_urls() -> None:
    """Files that arrive at the same time do so in the order of their URLs, however they were asked for."""
    orders = []
    for names in ("abc", "cab", "bca"):
        arrivals = Arrivals(SimulatedPage(url=URL, size=5000, multiplexed=True), PHONE)
        for number, name in enumerate(names):
            elsewhere = f"https://{name}.example"
            arrivals.ask(number, Request(url=elsewhere, origin=elsewhere, kind="data", size=1), 0)
        now = arrivals.advance(5000)
        orders.append([names[arrival.number] for arrival in arrivals.arrived(now)])
    assert orders == [list("abc")] * 3


def test_rest_of_page_shares_network() -> None:
    """The rest of a long page is received together with its files, which it delays."""
    ends = []
    for size in (60_000, 400_000):
        arrivals = Arrivals(SimulatedPage(url=URL, size=size), PHONE)
        arrivals.ask(1, request("a.js", 50_000), 0)
        ends.append(times(arrivals)[1])
    assert ends[1] > ends[0] + 100


@pytest.mark.parametrize("step", [1, 100, 5000])
def test_page_asks_for_file_in_later_piece(step: int) -> None:
    """A file is requested once the part of the page has come that names it, and earlier ones aren't held up."""
    arrivals = Arrivals(SimulatedPage(url=URL, size=400_000), PHONE)
    arrivals.ask(1, request("late.js", 1000), 0, after=0.9)
    arrivals.ask(2, request("soon.js", 1000), 0, after=0.1)
    found = times(arrivals, step)
    until = (0.9 * 400_000 - 14_600) / PHONE.bandwidth
    # While the other file is requested and sent, it has half of the bandwidth.
    assert until <= found[1] <= until + 5 * PHONE.round_trip
    assert found[2] < until / 2


def test_page_waits_for_file_in_later_piece() -> None:
    """The network advances to a file that isn't requested yet."""
    arrivals = Arrivals(SimulatedPage(url=URL, size=400_000), PHONE)
    arrivals.ask(1, request("late.js", 1000), 0, after=0.9)
    taken = arrivals.take(1)
    assert taken.begins - arrivals.document >= (0.9 * 400_000 - 65_536) / PHONE.bandwidth
    assert taken.ends >= taken.begins + PHONE.round_trip
    assert not arrivals.are_pending


def test_pieces_come_without_a_pause() -> None:
    """A page in many pieces comes as fast as one response, since no piece is requested."""
    arrivals = Arrivals(SimulatedPage(url=URL, size=1_000_000), PHONE)
    arrivals.ask(1, request("last.js", 1), 0, after=1.0)
    whole = request("", 1_000_000, priority=0)
    (span,) = replay([whole], PHONE)
    assert arrivals.document + times(arrivals)[1] == pytest.approx(span.ends + PHONE.round_trip, abs=10)


@pytest.mark.parametrize("step", [1, 7, 100])
@pytest.mark.parametrize("multiplexed", [False, True])
def test_request_counts_from_when_it_was_made(step: int, multiplexed: bool) -> None:
    """A request that is noticed after a while arrives as if it had been noticed at once, other transfers included."""

    def second(noticed: int) -> tuple[int, int]:
        arrivals = Arrivals(PAGE, PHONE)
        arrivals.ask(1, request("a.js", 90_000, multiplexed=multiplexed), 0)
        now = 0
        while now < noticed:
            now = arrivals.advance(noticed)
        arrivals.ask(2, request("b.js", 20_000, multiplexed=multiplexed), 40)
        begins = 0
        while arrivals.are_pending:
            now = arrivals.advance(now + step)
            begins = next((arrival.begins for arrival in arrivals.arrived(now) if arrival.number == 2), begins)
        return begins - arrivals.document, now

    assert second(40) == second(120) == (40, second(40)[1])


def test_request_waits_for_connection_that_was_freed() -> None:
    """A request that was made while all connections were busy begins when one was freed, before it was noticed."""
    arrivals = Arrivals(PAGE, PHONE)
    for number in range(6):
        arrivals.ask(number, request(f"{number}.js", 2000 * (number + 1), processing=20.0), 0)
    first = arrivals.advance(10_000)
    freed = arrivals.arrived(first)[0].ends - 80
    assert arrivals.document + first - 80 == freed
    arrivals.ask(6, request("6.js"), first - 100)
    now = first
    begins: dict[int, int] = {}
    while arrivals.are_pending:
        now = arrivals.advance(10_000)
        begins |= {arrival.number: arrival.begins for arrival in arrivals.arrived(now)}
    assert begins[6] == pytest.approx(freed, abs=1)


def test_page_waits_for_one_file() -> None:
    """The network advances to the arrival of one file; what has arrived before does so for the page afterwards."""
    arrivals = Arrivals(PAGE, PHONE)
    for number, size in ((1, 100), (2, 20_000), (3, 40_000)):
        arrivals.ask(number, request(f"{number}.js", size), 0)
    taken = arrivals.take(2)
    assert taken.number == 2
    now = taken.ends - arrivals.document
    assert [arrival.number for arrival in arrivals.arrived(now)] == [1]
    assert arrivals.are_pending
    while not (last := arrivals.arrived(now)):
        now = arrivals.advance(now + 50)
    assert [arrival.number for arrival in last] == [3]
    assert last[0].ends > taken.ends
    assert not arrivals.are_pending
