"""What servers send takes a part of the processor's time, and no turn of the reactor is long."""

from hypothesis import given
from hypothesis import strategies as st
from twisted.internet.task import Clock

from sitescan.egress.read_pace import PacedReader, ReadPace


class Connection:
    """A connection; what comes over it costs so many seconds for each slice."""

    def __init__(self, pace: ReadPace, clock: Clock, cost: float) -> None:
        self.clock, self.cost = clock, cost
        self.slices: list[bytes] = []
        self.paused = False
        self.read = b""
        self.reader = PacedReader(pace, self.deliver, self.pause, self.resume)

    def deliver(self, data: bytes) -> None:
        """Take what came; meanwhile time passes, and nothing else happens."""
        self.clock.rightNow += self.cost
        self.read += data
        self.slices.append(data)

    def pause(self) -> None:
        """Nothing comes from now on."""
        self.paused = True

    def resume(self) -> None:
        """Something may come again."""
        self.paused = False


def crowd(*costs: float) -> tuple[Clock, list[Connection]]:
    """Connections that share a pace."""
    clock = Clock()
    pace = ReadPace(clock)
    return clock, [Connection(pace, clock, cost) for cost in costs]


def test_what_costs_nothing() -> None:
    """It is read at once."""
    clock, (one,) = crowd(0.0)
    for _ in range(100):
        one.reader.receive(b"a" * 65536)
    assert one.read == b"a" * 6_553_600
    assert not one.paused
    assert not clock.getDelayedCalls()


def test_what_is_quick_comes_in_larger_slices() -> None:
    """What takes long is passed on in small ones, so that no turn is long, as soon as it does."""
    clock, (one,) = crowd(0.0)
    one.reader.receive(b"a" * 100_000)
    assert [len(piece) for piece in one.slices[:5]] == [1024, 2048, 4096, 8192, 8192]
    one.cost = 0.002
    one.reader.receive(b"a" * 100_000)
    for _ in range(1000):
        clock.advance(0.02)
    assert [len(piece) for piece in one.slices[-80:-1]] == [256] * 79


def test_little_says_nothing_about_much() -> None:
    """A short head that is read quickly doesn't have the body come in large slices, which might take long."""
    _, (one,) = crowd(0.0)
    for _ in range(5):
        one.reader.receive(b"a" * 150)
    one.reader.receive(b"a" * 5000)
    assert [len(piece) for piece in one.slices[5:7]] == [1024, 2048]


def test_what_somebody_else_takes_in_steps() -> None:
    """It is passed on as it came, from one moment to the next, and still waits for its time."""
    clock, (one,) = crowd(0.002)
    one.reader.whole = True
    for _ in range(3):
        one.reader.receive(b"a" * 30_000)
    assert [len(piece) for piece in one.slices] == [30_000, 30_000]
    one.reader.whole = False
    for _ in range(1000):
        clock.advance(0.02)
    assert [len(piece) for piece in one.slices[2:4]] == [256, 256]


@given(
    st.lists(st.tuples(st.integers(0, 2), st.binary(max_size=30_000)), max_size=30), st.floats(0, 0.02), st.booleans()
)
def test_nothing_is_lost(arrivals: list[tuple[int, bytes]], cost: float, whole: bool) -> None:
    """Whatever comes when, it is read in its order, and then nothing is left to do."""
    clock, connections = crowd(cost, 0.0, cost / 3)
    for one in connections:
        one.reader.whole = whole
    sent = [b"", b"", b""]
    for to, data in arrivals:
        connections[to].reader.receive(data)
        sent[to] += data
        clock.advance(0.001)
    for _ in range(10_000):
        if not clock.getDelayedCalls():
            break
        clock.advance(0.02)
    assert [one.read for one in connections] == sent
    assert not any(one.paused for one in connections)
    assert not clock.getDelayedCalls()


def test_a_share_of_the_time() -> None:
    """However much comes, a part of the time is left for everything else, and often."""
    clock, hostile = crowd(*[0.01] * 5)
    for one in hostile:
        one.reader.receive(b"a" * 2_000_000)
    started = clock.seconds()
    while clock.seconds() < started + 10:
        before = clock.seconds()
        clock.advance(0.001)
        assert clock.seconds() - before < 0.02
    spent = sum(len(one.slices) * one.cost for one in hostile)
    assert 6 < spent < 7.5


def test_little_at_once() -> None:
    """However cheap each slice is, those that are passed on without a pause last no longer than is allowed at once."""
    clock, (one,) = crowd(0.0004)
    one.reader.receive(b"a" * 1_000_000)
    assert clock.seconds() < 0.004
    for _ in range(100):
        before = clock.seconds()
        clock.advance(0.001)
        assert clock.seconds() - before < 0.005


def test_one_that_costs_nothing_beside_those_that_do() -> None:
    """It waits for a slice or two of each of the others, not for all that they have."""
    clock, (*hostile, good) = crowd(*[0.01] * 5, 0.0)
    for one in hostile:
        one.reader.receive(b"a" * 2_000_000)
    good.reader.receive(b"a" * 65536)
    before = sum(len(one.slices) for one in hostile)
    while good.read != b"a" * 65536:
        clock.advance(0.001)
    assert sum(len(one.slices) for one in hostile) - before <= 2 * len(hostile)


def test_what_waits_is_little() -> None:
    """A connection that waits is left as it is, as most send nothing more; one that does is asked for no more."""
    clock, (one, other) = crowd(0.01, 0.0)
    one.reader.receive(b"a")
    paused = []
    for piece in (b"b", b"c"):
        other.reader.receive(piece)
        paused.append(other.paused)
    assert other.reader.waits
    clock.advance(1)
    paused.append(other.paused)
    assert paused == [False, True, False]
    assert other.read == b"bc"


def test_given_up() -> None:
    """A connection that is closed has nothing read any more, and leaves nothing behind."""
    clock, (one, other) = crowd(0.01, 0.01)
    one.reader.receive(b"a" * 100_000)
    other.reader.receive(b"b" * 10)
    assert one.reader.waits
    assert other.reader.waits
    one.reader.close()
    other.reader.close()
    assert not clock.getDelayedCalls()
    assert len(one.slices) == 1
    assert not other.slices
