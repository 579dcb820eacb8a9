"""Requesting the URLs of one scan, each once, in a way that serves all parts of the scan that need the answer."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial
from itertools import chain, islice

from attrs import define, evolve, field
from twisted.internet.defer import Deferred, succeed
from twisted.python.failure import Failure

from sitescan.concurrency.cancellation import drop_traceback
from sitescan.concurrency.deadline import Deadline, TimedOut
from sitescan.concurrency.fanout import start_in_turns
from sitescan.egress.body import BodyLimits
from sitescan.egress.client import Session
from sitescan.egress.request_errors import TooLarge, Unreachable
from sitescan.egress.response import Response
from sitescan.examine.examination_errors import NotExamined
from sitescan.fetch.check_url import KEPT_HEAD, check_url, get_and_read
from sitescan.fetch.file_range import FileRange, check_beginning
from sitescan.fetch.image_dimensions import LONGEST, image_format
from sitescan.fetch.image_reader import ACCEPT, FIRST_BYTES
from sitescan.fetch.insecure_files import InsecureFiles
from sitescan.fetch.probe_failures import ProbeFailures
from sitescan.fetch.request_queue import RequestQueue
from sitescan.interfaces import IExaminer
from sitescan.model.answers import Answer, Problem
from sitescan.model.crawling import Sitemap
from sitescan.model.exchange import Exchange, Page, Source
from sitescan.model.linked_page import is_element_fragment
from sitescan.model.outline import Outline
from sitescan.model.rendered import ReceivedFile
from sitescan.standards.file_types import HTML_TYPES, IMAGE, SVG, SVG_TYPE, beginning, essence

#: The status codes of files that don't exist for anybody: https://www.rfc-editor.org/rfc/rfc9110#name-404-not-found
_GONE = frozenset({404, 410})
#: The number of bytes of a sitemap that are read.
_SITEMAP = 512 * 1024
#: The size up to which a linked page is read. Nearly all pages are smaller, and one that is not is still checked.
_LINKED_PAGE_BYTES = 1024**2
#: The number of characters that are kept of the URL of a source map.
_LONGEST_MAP = 300
#: The signature of an icon, https://mimesniff.spec.whatwg.org/#matching-an-image-type-pattern.
_ICON = b"\0\0\1\0"
#: The types of files whose parts are looked for.
_READ_TYPES = HTML_TYPES | {SVG_TYPE}
_ACCEPT = {"stylesheet": "text/css,*/*;q=0.1", "script": "*/*"}


#: The number of linked pages of one scan that are read to find the targets of fragments. Each takes a child process
#: some milliseconds.
LINKED_PAGES = 50

#: An answer, and the page that was received with it if it is to be read.
_Received = tuple[Answer, Page | None]


@define(eq=False, kw_only=True)
class UrlChecker:
    """
    Requests the URLs of one scan, each once.

    :ivar parts: the fragments in links to each page that is read, by the URL of the page (:func:`parts`). The bodies of
        other URLs are not requested.
    :ivar kinds: ``stylesheet`` or ``script`` for each URL whose text is kept.
    :ivar images: the URLs of images whose first bytes are kept.
    :ivar destinations: the kind of file that browsers request from each URL, see
        :func:`sitescan.standards.file_types.unusable`; URLs from which it may be any are left out.
    :ivar insecure: how the page's ``http:`` URLs are treated.
    :ivar rendered: the stylesheets and scripts that a browser has received for this scan, by URL.
    :ivar sources: the stylesheets and scripts received so far, by URL.
    :ivar beginnings: the first bytes of images received so far, by URL.
    :ivar sitemaps: the sitemaps received so far, by URL.
    :ivar unread: the URLs of pages that were received and not read, because they are too large or too slow, or this
        service is busy.
    """

    session: Session
    examiner: IExaminer
    parts: Mapping[str, Collection[str]]
    kinds: dict[str, str] = field(factory=dict)
    images: Collection[str] = ()
    destinations: dict[str, str] = field(factory=dict)
    insecure: InsecureFiles = InsecureFiles()
    rendered: Mapping[str, ReceivedFile] = field(factory=dict)
    sources: dict[str, Source] = field(factory=dict, init=False)
    beginnings: dict[str, FileRange] = field(factory=dict, init=False)
    sitemaps: dict[str, Sitemap] = field(factory=dict, init=False)
    unread: set[str] = field(factory=set, init=False)
    _followed: set[str] = field(factory=set, init=False)
    _tasks: RequestQueue[Answer] = field(init=False)

    @_tasks.default
    def _new_queue(self) -> RequestQueue[Answer]:
        return RequestQueue(self.session.limiter, self.session.context.cooperator, self.kinds)

    @property
    def answers(self) -> Mapping[str, Answer]:
        """The answers so far, by URL."""
        return self._tasks.answers

    def loaded(self, url: str) -> Answer:
        """Return the answer of a URL to a page that loads it, to which a file of another kind is none."""
        return self.answers[url].loaded_as(self.destinations.get(url, ""))

    async def all(
        self, urls: Iterable[str], deadline: Deadline, failures: ProbeFailures, *, followed: bool = False
    ) -> Mapping[str, Answer]:
        """
        Return the answers of URLs. URLs whose check raised an exception are left out.

        :param failures: records the exceptions.
        :param followed: whether the URLs are followed, not loaded, so that browsers don't upgrade them.
        """
        wanted = tuple(dict.fromkeys(urls))
        self._followed.update(wanted if followed else ())
        failed = await self._settle(wanted, deadline)
        known = self.answers
        answers = {url: known[url] for url in wanted if url in known}
        failures.keep("addresses", (*failed, *answers))
        return answers

    async def pages(self, urls: Iterable[str], deadline: Deadline, failures: ProbeFailures) -> Mapping[str, Answer]:
        """
        Request pages by GET and read them, even if they were requested before.

        :param failures: records the exceptions.
        """
        wanted = tuple(dict.fromkeys(urls))
        reads = (partial(self._page, url, deadline) for url in wanted)
        answered = await start_in_turns(self.session.context.cooperator, reads)
        return {answer.url: answer for answer in failures.keep("pages", answered)}

    def _page(self, url: str, deadline: Deadline) -> Deferred[Answer]:
        return Deferred.fromCoroutine(self._get_page(url, deadline)).addCallback(self._read, (), deadline)

    async def texts(
        self, urls: Sequence[str], kind: str, deadline: Deadline, failures: ProbeFailures
    ) -> Mapping[str, Source]:
        """
        Return stylesheets or scripts by URL. Files that can't be loaded say why.

        URLs whose check raised an exception are left out.

        :param failures: records the exceptions.
        """
        for url in urls:
            self.kinds.setdefault(url, kind)
        failed = [*await self._settle(urls, deadline)]
        # URLs that were requested as something else before.
        without = [url for url in urls if url not in self.sources and self._may_have_text(url)]
        failed += await self._settle(without, deadline, anew=True)
        texts = {url: self._text(url, self.answers[url]) for url in urls if url in self.answers}
        failures.keep(f"{kind}s", (*failed, *texts))
        return texts

    def _may_have_text(self, url: str) -> bool:
        return url in self.answers and self.answers[url].problem is None

    def _text(self, url: str, answer: Answer) -> Source:
        loaded = self.loaded(url)
        if loaded.problem is Problem.TYPE:
            return Source(url=url, problem=loaded.reason)
        return self.sources.get(url) or Source(url=url, problem=answer.reason, gone=answer.problem is Problem.BLOCKED)

    async def sitemap(self, url: str, deadline: Deadline) -> Answer:
        """Request a sitemap. If it exists, its first bytes are kept in :attr:`sitemaps`."""

        async def keep(response: Response) -> None:
            if 200 <= response.status < 300:
                body = await response.body(BodyLimits(wire=_SITEMAP, decoded=_SITEMAP, prefix=True), deadline)
                self.sitemaps[url] = Sitemap(
                    url=url,
                    body=body.data,
                    whole=not body.truncated and len(body.data) < _SITEMAP,
                    size=None if response.coding else response.length,
                )

        return await get_and_read(self.session, url, deadline, keep)

    async def _settle(self, urls: Iterable[str], deadline: Deadline, *, anew: bool = False) -> Sequence[Failure]:
        ask = partial(self._ask, deadline)
        return await self._tasks.settle(urls, ask, anew=anew)

    def _ask(self, deadline: Deadline, url: str) -> Deferred[Answer]:
        """Request a URL, and read the page that is received."""
        if url not in self._followed and self.insecure.blocks(url, self.kinds.get(url, "")):
            return self._tasks.release(succeed(Answer(url=url, problem=Problem.BLOCKED)), url)
        deferred: Deferred[_Received] = Deferred.fromCoroutine(self._request(url, deadline))
        deferred.addBoth(self._tasks.release, url)
        return deferred.addCallback(self._read, self.parts.get(url, ()), deadline)

    async def _request(self, url: str, deadline: Deadline) -> _Received:
        """Send the request that a browser would send for a URL in the page."""
        sent = url if url in self._followed else self.insecure.sent(url)
        answer, page = await self._request_as(url, sent, deadline)
        return (answer if sent == url else evolve(answer, url=url, sent_url=sent)), page

    async def _request_as(self, url: str, sent: str, deadline: Deadline) -> _Received:
        if url in self.kinds:
            return await self._keep(url, sent, self.kinds[url], deadline), None
        if url in self.images:
            return await self._begun(url, sent, deadline), None
        if url not in self.parts:
            answer = await check_url(self.session, sent, deadline)
            if url in self.destinations and essence(answer.headers.content_type) in HTML_TYPES:
                # Browsers look at the first bytes of most files, whatever their type.
                answer = await self._begun(url, sent, deadline)
            return answer, None
        return await self._get_page(sent, deadline)

    async def _begun(self, url: str, sent: str, deadline: Deadline) -> Answer:
        """Request an image and keep its first bytes."""
        answer, part = await check_beginning(self.session, sent, FIRST_BYTES, ACCEPT, deadline)
        if part is not None:
            longer = len(part.data) > FIRST_BYTES
            self.beginnings[url] = evolve(part, data=part.data[:FIRST_BYTES]) if longer else part
        return answer if part is None else evolve(answer, begins=_begins(part.data))

    async def _get_page(self, url: str, deadline: Deadline) -> _Received:
        """Request a URL by GET; return the answer and the page."""
        received: list[Page | None] = []

        async def receive(response: Response) -> None:
            received.append(await self._received(response, deadline))

        answer = await get_and_read(self.session, url, deadline, receive)
        return answer, received[-1] if received else None

    async def _keep(self, url: str, sent: str, kind: str, deadline: Deadline) -> Answer:
        """Request a stylesheet or script, and keep it and its size."""
        settings = self.session.context.settings
        deadline = deadline.within(settings.source_seconds)
        most = settings.stylesheet_bytes if kind == "stylesheet" else settings.script_bytes
        received = self.rendered.get(sent)
        if received is not None and len(received.body) <= most:
            self.sources[url] = _source(url, received)
            return Answer(
                url=url,
                method="GET",
                status=200,
                headers=received.headers.within(KEPT_HEAD),
                size=received.wire_size,
                begins=beginning(received.body),
            )
        limits = BodyLimits(wire=most, decoded=most, ratio=settings.ratio, measured=True)

        async def keep(response: Response) -> None:
            self.sources[url] = await read_source(url, response, limits, deadline)

        accept = (("Accept", _ACCEPT[kind]),)
        answer = await get_and_read(self.session, sent, deadline, keep, accept, first=True)
        kept = self.sources.get(url)
        if kept is not None and kept.interrupted:
            # What interrupts a response once may be the network.
            answer = await get_and_read(self.session, sent, deadline, keep, accept, first=True)
            kept = self.sources[url]
            if kept.interrupted:
                return evolve(answer, status=None, problem=Problem.INTERRUPTED)
        if kept is not None and not kept.problem:
            answer = evolve(answer, begins=beginning(kept.body))
        if kept is None or kept.wire_size in (0, answer.size):
            return answer
        if kept.cut:
            return evolve(answer, least_size=kept.wire_size) if answer.size is None else answer
        return evolve(answer, size=kept.wire_size)

    async def _received(self, response: Response, deadline: Deadline) -> Page | None:
        """Receive a page; return ``None`` if the response is not a complete page."""
        if response.status != 200 or essence(response.headers.get("content-type")) not in _READ_TYPES:
            return None
        url = response.target.url
        limits = BodyLimits(wire=_LINKED_PAGE_BYTES, decoded=_LINKED_PAGE_BYTES)
        try:
            body = await response.body(limits, deadline)
        except (TooLarge, TimedOut, Unreachable) as problem:
            drop_traceback(problem)
            # The URL has answered, whatever is wrong with the body.
            self.unread.add(url)
            return None
        if body.truncated:
            self.unread.add(url)
            return None
        exchange = Exchange(requested=url, url=url, status=response.status, headers=response.headers)
        return Page(exchange=exchange, body=body.data)

    def _read(self, received: _Received, fragments: Collection[str], deadline: Deadline) -> Answer | Deferred[Answer]:
        """Read the page of an answer in a child process, and return the answer with the result."""
        answer, page = received
        if page is None:
            return answer

        def failed(failure: Failure) -> Answer | Failure:
            problem = failure.value
            if not isinstance(problem, NotExamined) or problem.is_own:
                return failure
            failure.cleanFailure()
            self.unread.add(page.exchange.url)
            return answer

        read = self.examiner.read(page, tuple(fragments), deadline)
        return read.addCallbacks(lambda linked: evolve(answer, linked_page=linked), failed)


def parts(page_url: str, outline: Outline, most: int) -> Mapping[str, Collection[str]]:
    """
    Return the URLs of other pages and drawings to read, each with the fragments in links to it.

    The canonical URL is included, because the page there may have another canonical URL, and so are the AMP version and
    the versions in other languages, which should link back to the page.

    :param most: the most pages to read.
    """
    canonical = outline.canonical.partition("#")[0]
    named: dict[str, list[str]] = {url: [] for url in (canonical, outline.amp) if url and url != page_url}
    named |= {url: [] for url, _ in outline.alternates if url != page_url}
    linked = ((link.url, link.fragment) for link in outline.links)
    drawn = ((reference.url, reference.fragment) for reference in outline.references)
    for url, fragment in chain(linked, drawn):
        if fragment and url != page_url and is_element_fragment(fragment):
            named.setdefault(url, []).append(fragment)
    return {url: tuple(dict.fromkeys(fragments)) for url, fragments in islice(named.items(), most)}


def _begins(data: bytes) -> str:
    """Return what a file that may be an image begins with."""
    kind = image_format(data[:LONGEST])
    if not kind:
        return IMAGE if data.startswith(_ICON) else beginning(data)
    return SVG if kind == "SVG" else IMAGE


async def read_source(url: str, response: Response, limits: BodyLimits, deadline: Deadline) -> Source:
    """
    Receive a stylesheet or script; an incomplete one is not kept.

    :param url: its URL in the page.
    """
    if response.status != 200:
        return Source(url=url, problem=f"it returned status {response.status}", gone=response.status in _GONE)
    if response.length is not None and response.length > limits.wire:
        return Source(url=url, problem=f"it is too large: {response.length:,} bytes")
    try:
        body = await response.body(limits, deadline)
        coding = response.coding
    except TooLarge as large:
        drop_traceback(large)
        return Source(url=url, problem=f"it is larger than {large.limit}", wire_size=large.size, cut=not large.whole)
    except (TimedOut, Unreachable) as problem:
        drop_traceback(problem)
        return Source(url=url, problem=str(problem))
    if body.truncated:
        return Source(url=url, problem=body.truncated, interrupted=body.interrupted)
    received = ReceivedFile(headers=response.headers, body=body.data, wire_size=body.wire_size, coding=coding)
    return _source(url, received)


def _source(url: str, received: ReceivedFile) -> Source:
    return Source(
        url=url,
        body=received.body,
        content_type=received.headers.content_type,
        wire_size=received.wire_size,
        coding=received.coding,
        shared=received.headers.get("access-control-allow-origin") == "*",
        nosniff=received.headers.nosniff,
        source_map=(received.headers.get("sourcemap") or received.headers.get("x-sourcemap"))[:_LONGEST_MAP],
    )
