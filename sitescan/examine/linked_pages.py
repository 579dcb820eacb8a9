"""The linked pages of a site, each of which a child process reads once for all scans."""

from collections.abc import Callable, Sequence
from hashlib import blake2b

from attrs import define, field, frozen
from twisted.internet.defer import Deferred

from sitescan.concurrency.cancellation import drop_traceback
from sitescan.concurrency.deadline import Deadline
from sitescan.concurrency.single_flight import SingleFlight
from sitescan.document.content_cache import ContentCache
from sitescan.examine.client_usage import ScanUsage
from sitescan.examine.examination_errors import TOO_HEAVY, NotExamined
from sitescan.examine.messages import PageRead
from sitescan.model.exchange import Page
from sitescan.model.linked_page import LinkedPage

#: The memory of all pages, approximate, and that of one page beside its URLs and the digests of its parts, in bytes.
_MOST_BYTES, _COST = 16 * 1024**2, 1_500

Read = Callable[[ScanUsage], Deferred[PageRead]]
"""Reads a page and all of its parts, and charges its argument for it."""


@frozen
class _Outcome:
    """
    The outcome of reading a page.

    :ivar seconds: the processor time that it took.
    :ivar answer: the answer; ``None`` if the page is too heavy.
    """

    seconds: float
    answer: PageRead | None

    @property
    def cost(self) -> int:
        """The approximate memory, in bytes."""
        if self.answer is None:
            return _COST
        page, parts = self.answer.linked_page, self.answer.parts
        urls = len(page.canonical) + sum(map(len, page.alternates))
        return _COST + urls + (0 if parts is None else len(parts.digests))


@define(eq=False)
class LinkedPages:
    """
    The linked pages that were read, with all of their parts: each linking page asks for others.

    Each scan is charged for a page as if it had read it, so that no report depends on the scans before. A page that
    changes is read again, and so is a page that was not linked for long if a site has too many for the memory.
    """

    _known: ContentCache = field(factory=lambda: ContentCache(_MOST_BYTES), init=False)
    _reading: SingleFlight[_Outcome] = field(factory=lambda: SingleFlight(keeps=False), init=False)

    async def read(
        self, page: Page, fragments: Sequence[str], scan: ScanUsage, deadline: Deadline, read: Read
    ) -> LinkedPage:
        """
        Return the facts about a page, and which of the fragments it lacks.

        :param scan: the scan that needs the page.
        :param read: reads the page, unless it is known.
        :raises NotExamined: if the page can't be read, or the scan has no time left for linked pages.
        """
        if scan.has_read_enough:
            raise NotExamined(TOO_HEAVY)
        digest = _digest(page)

        def start() -> Deferred[_Outcome]:
            return self._reading.answer(digest.hex(), lambda: Deferred.fromCoroutine(_outcome(read, scan.client)))

        with deadline.standing():
            outcome = await self._known.get_later("linked page", digest, start, lambda outcome: outcome.cost)
        scan.linked_seconds += outcome.seconds
        if outcome.answer is None:
            raise NotExamined(TOO_HEAVY)
        linked, parts = outcome.answer.linked_page, outcome.answer.parts
        return linked if parts is None else parts.without(linked, fragments)


def _digest(page: Page) -> bytes:
    """Return what identifies a page and all that its facts depend on."""
    exchange = page.exchange
    digest = blake2b(repr((exchange.url, exchange.status, exchange.headers.fields)).encode("utf-8", "surrogatepass"))
    digest.update(page.body)
    return digest.digest()


async def _outcome(read: Read, client: str) -> _Outcome:
    usage = ScanUsage(client)
    try:
        answer = await read(usage)
    except NotExamined as problem:
        if problem.is_own:
            raise
        drop_traceback(problem)
        return _Outcome(usage.linked_seconds, None)
    return _Outcome(usage.linked_seconds, answer)
