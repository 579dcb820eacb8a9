"""The times at which the modelled network brings the files that a browser asks for while it loads a page."""

from collections.abc import Iterator
from heapq import heapify, heappop, heappush
from itertools import count, islice
from math import ceil

from attrs import define, field, frozen
from msgspec.structs import replace

from sitescan.model.load_simulation import SimulatedPage
from sitescan.performance.graph import navigation_requests, pieces_of_page
from sitescan.performance.network import INITIAL_WINDOW, NEVER, SEGMENT, NetworkLink, Profile, Request

#: The bytes of a document that come first, after which a browser asks for the files in its head: TCP's first window.
_FIRST_BYTES = INITIAL_WINDOW * SEGMENT


@frozen(kw_only=True)
class Arrival:
    """
    A file that has arrived.

    :ivar begins: when it was requested, in milliseconds after the visit has begun.
    :ivar ends: when it has been received and processed.
    """

    number: int
    begins: int
    ends: int


@define(eq=False)
class Arrivals:
    """
    The arrivals of a page's files on one profile, while the browser decides what it asks for and when.

    A script or stylesheet arrives once the processor has had the time for it. Files that arrive in the same millisecond
    do so in the order of their URLs, so that nothing depends on the order in which they were asked for. The browser has
    the whole document from the beginning; what stands in a later piece of it asks for nothing before that has come.

    :ivar document: when the beginning of the document arrives, in milliseconds after the visit has begun. The page's
        time begins then.
    """

    page: SimulatedPage
    profile: Profile
    document: int = field(init=False)
    _link: NetworkLink = field(init=False)
    _free: float = field(default=0.0, init=False)
    _asked: dict[int, tuple[str, float]] = field(factory=dict, init=False)
    _upcoming: list[tuple[int, str, int]] = field(factory=list, init=False)
    _pieces: Iterator[tuple[int, Request]] = field(init=False)
    _received: int = field(default=0, init=False)
    _coming: int = field(default=0, init=False)
    _held: list[tuple[float, int, Request]] = field(factory=list, init=False)

    def __attrs_post_init__(self) -> None:
        self._link = NetworkLink(self.profile)
        own = count(-1, -1)
        for request in navigation_requests(self.page, _FIRST_BYTES):
            self._link.ask(next(own), replace(request, urgent=True))
            self._link.send()
            while not self._link.advance(NEVER):
                pass
            self._coming = request.size
        self.document = ceil(self._link.now)
        self._pieces = zip(own, pieces_of_page(self.page, _FIRST_BYTES), strict=False)
        self._piece_came()

    @property
    def are_pending(self) -> bool:
        """Whether a file has not arrived."""
        return bool(self._asked)

    def ask(self, number: int, request: Request, made: int, after: float = 0.0) -> None:
        """
        Ask for a file, if need be once the part of the page has come that asks for it.

        :param number: the number by which it arrives. Files of the same priority are sent in the order of numbers.
        :param made: the time of the page at which it was requested, less than a round trip ago.
        :param after: the part of the page before what asks for it, from 0 to 1.
        """
        self._asked[number] = request.url, request.processing
        if after * self.page.size <= self._received:
            self._link.ask(number, request, self.document + made)
        else:
            heappush(self._held, (after * self.page.size, number, request))

    def advance(self, until: int) -> int:
        """
        Advance to the next arrival, at most to a time of the page.

        :return: the time of the page, in whole milliseconds.
        """
        end = self.document + until
        while True:
            stop = min(end, self._upcoming[0][0]) if self._upcoming else end
            if self._link.now >= stop:
                return stop - self.document
            self._link.send()
            for number in self._link.advance(stop):
                self._came(number)

    def arrived(self, now: int) -> list[Arrival]:
        """Return the files that have arrived by a time of the page."""
        found: list[Arrival] = []
        while self._upcoming and self._upcoming[0][0] <= self.document + now:
            found.append(self._arrival(heappop(self._upcoming)))
        return found

    def take(self, number: int) -> Arrival:
        """Advance until one file has arrived, for which the page waits, and return it. Others arrive later."""
        while (found := next((file for file in self._upcoming if file[2] == number), None)) is None:
            self._link.send()
            for came in self._link.advance(NEVER):
                self._came(came)
        self._upcoming.remove(found)
        heapify(self._upcoming)
        return self._arrival(found)

    def _arrival(self, file: tuple[int, str, int]) -> Arrival:
        ends, _, number = file
        del self._asked[number]
        return Arrival(number=number, begins=round(self._link.begun[number]), ends=ends)

    def _piece_came(self) -> None:
        """Ask for the next piece of the page, and for the files that what has come asks for."""
        self._received += self._coming
        for number, piece in islice(self._pieces, 1):
            self._coming = piece.size
            self._link.ask(number, replace(piece, urgent=True))
        while self._held and self._held[0][0] <= self._received:
            _, number, request = heappop(self._held)
            self._link.ask(number, request)

    def _came(self, number: int) -> None:
        if number < 0:
            self._piece_came()
            return
        url, processing = self._asked[number]
        at = self._link.now
        if processing:
            at = self._free = max(at, self._free) + processing * self.profile.processor
        heappush(self._upcoming, (ceil(at), url, number))
