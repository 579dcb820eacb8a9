"""The order of scans that wait for a child process."""

from sitescan.examine.client_usage import ClientUsage, ScanUsage


class Usage:
    """The use of children, with a clock that the test moves."""

    def __init__(self) -> None:
        self.now = 0.0
        self.usage = ClientUsage(lambda: self.now)

    def use(self, client: str, seconds: float) -> None:
        """Count the use of a child process by a new scan of a client."""
        self.usage.add(ScanUsage(client), seconds)

    def order(self, *scans: ScanUsage) -> list[ScanUsage]:
        """Sort scans by their turns."""
        return sorted(scans, key=lambda scan: self.usage.turn(scan, background=False))


def test_first_come_first_served() -> None:
    """A scan of an ordinary page comes to its end before scans that began later."""
    usage = Usage()
    begun, new = ScanUsage("a"), ScanUsage("b")
    usage.usage.add(begun, 0.9)
    assert usage.order(new, begun) == [begun, new]


def test_clients_with_more_use_come_later() -> None:
    """A client whose recent use is of a higher magnitude comes later."""
    usage = Usage()
    usage.use("heavy", 9)
    usage.use("light", 2.5)
    heavy, light, new = (ScanUsage(client) for client in ("heavy", "light", "new"))
    assert usage.order(heavy, light, new) == [new, light, heavy]
    usage.now = 100
    assert usage.order(new, light, heavy) == [heavy, light, new]


def test_scans_with_more_use_come_later() -> None:
    """A heavy page doesn't delay other scans of its client."""
    usage = Usage()
    heavy, light = ScanUsage("a"), ScanUsage("a")
    usage.usage.add(heavy, 3)
    assert usage.order(heavy, light) == [light, heavy]


def test_background_scans_come_last() -> None:
    """Background scans come after other scans of equal use, and before clients that have used more."""
    usage = Usage()
    usage.use("heavy", 2.5)
    background, new, heavy = ScanUsage("a"), ScanUsage("b"), ScanUsage("heavy")
    turns = [(background, True), (new, False), (heavy, False)]
    turns.sort(key=lambda turn: usage.usage.turn(turn[0], background=turn[1]))
    assert [scan for scan, _ in turns] == [new, background, heavy]


def test_huge_pages_of_new_clients_come_later() -> None:
    """A huge page of a new client comes after ordinary pages, and before the pages of a client that has used more."""
    usage = Usage()
    usage.use("heavy", 9)
    huge, ordinary, heavy = (ScanUsage(client) for client in ("huge", "ordinary", "heavy"))
    huge.page_bytes, ordinary.page_bytes = 2_000_000, 200_000
    assert usage.order(huge, heavy, ordinary) == [ordinary, huge, heavy]


def test_clients_are_forgotten() -> None:
    """A million clients that each used next to nothing don't fill the memory."""
    usage = Usage()
    usage.use("heavy", 100)
    for number in range(3000):
        usage.now = number
        usage.use(str(number), 0.02)
    remembered = vars(usage.usage)["_used"]
    assert len(remembered) <= 2000
