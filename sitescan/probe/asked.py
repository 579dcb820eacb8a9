"""What the URLs of one scan answer: each is asked once, in the one way that serves all who want to know."""

from collections.abc import Collection, Iterable, Mapping
from functools import partial
from itertools import islice

from attrs import define, evolve, field
from twisted.internet.defer import Deferred

from sitescan.deadline import Deadline, TimedOut
from sitescan.egress.body import BodyLimits
from sitescan.egress.client import Session
from sitescan.egress.errors import TooLarge, Unreachable
from sitescan.egress.reply import Reply
from sitescan.examine.errors import NotExamined
from sitescan.fanout import in_turns
from sitescan.interfaces import IExaminer
from sitescan.model.answers import Answer
from sitescan.model.exchange import Exchange, Page, Source
from sitescan.model.outline import Outline
from sitescan.model.reading import Reading, names_a_part
from sitescan.probe.ask import ask, ask_and_read
from sitescan.probe.once import Once

#: What says that there is no such thing, for anybody: https://www.rfc-editor.org/rfc/rfc9110#name-404-not-found
_GONE = frozenset({404, 410})
_HTML = frozenset({"text/html", "application/xhtml+xml"})
_ACCEPT = {"stylesheet": "text/css,*/*;q=0.1", "script": "*/*"}


@define(eq=False, kw_only=True)
class Asked:
    """
    The questions of one scan.

    :ivar parts: for each URL that is read the fragments that links to it name (:func:`parts`); the others are
        asked without their body.
    :ivar kinds: ``stylesheet`` or ``script`` for each URL whose text is kept; its answer and its text come by
        one request.
    :ivar sources: the texts that were kept so far, by URL.
    """

    session: Session
    examiner: IExaminer
    parts: Mapping[str, Collection[str]]
    kinds: dict[str, str] = field(factory=dict)
    sources: dict[str, Source] = field(factory=dict, init=False)
    _once: Once[Answer] = field(factory=Once, init=False)

    @property
    def answers(self) -> Mapping[str, Answer]:
        """What was answered so far, by URL."""
        return self._once.answers

    async def all(self, urls: Iterable[str], deadline: Deadline) -> Mapping[str, Answer]:
        """What each URL answers; one that could not be asked is left out."""
        wanted = tuple(dict.fromkeys(urls))
        unknown = [url for url in wanted if url not in self.answers]
        cooperator = self.session.outfit.cooperator
        await in_turns(cooperator, (partial(self._answer, url, deadline) for url in unknown))
        return {url: self.answers[url] for url in wanted if url in self.answers}

    async def source(self, url: str, kind: str, deadline: Deadline) -> Source:
        """The text of a stylesheet or script; where it cannot be had it says why."""
        self.kinds.setdefault(url, kind)
        answer = await self._answer(url, deadline)
        if url not in self.sources and answer.problem is None:
            # It was asked as something else before it was known to be one.
            answer = await self._ask(url, deadline)
        return self.sources.get(url) or Source(url=url, problem=answer.reason)

    def _answer(self, url: str, deadline: Deadline) -> Deferred[Answer]:
        return self._once.answer(url, partial(self._ask, url, deadline))

    async def _ask(self, url: str, deadline: Deadline) -> Answer:
        if url in self.kinds:
            return await self._keep(url, self.kinds[url], deadline)
        fragments = self.parts.get(url)
        if fragments is None:
            return await ask(self.session, url, deadline)
        return await ask_and_read(self.session, url, deadline, lambda reply: self._read(reply, fragments, deadline))

    async def _keep(self, url: str, kind: str, deadline: Deadline) -> Answer:
        """Ask for a text and keep it; where it came whole its size is known."""
        settings = self.session.outfit.settings
        deadline = deadline.within(settings.source_seconds)
        most = settings.stylesheet_bytes if kind == "stylesheet" else settings.script_bytes
        limits = BodyLimits(wire=most, decoded=most, ratio=settings.ratio)

        async def keep(reply: Reply) -> None:
            self.sources[url] = await read_source(url, reply, limits, deadline)

        accept = (("Accept", _ACCEPT[kind]),)
        answer = await ask_and_read(self.session, url, deadline, keep, accept, first=True)
        kept = self.sources.get(url)
        return answer if kept is None or kept.problem else evolve(answer, size=kept.wire_size)

    async def _read(self, reply: Reply, fragments: Collection[str], deadline: Deadline) -> Reading | None:
        """What a linked page is; ``None`` where it is no page, is cut or cannot be read."""
        content_type = reply.headers.get("content-type").partition(";")[0].strip().lower()
        if reply.status != 200 or content_type not in _HTML:
            return None
        most = self.session.outfit.settings.link_page_bytes
        limits = BodyLimits(wire=most, decoded=most)
        try:
            body = await reply.body(limits, deadline)
        except (TooLarge, TimedOut):
            return None
        finally:
            reply.close()
        if body.truncated:
            return None
        url = reply.target.url
        exchange = Exchange(requested=url, url=url, status=reply.status, headers=reply.headers)
        try:
            return await self.examiner.read(Page(exchange=exchange, body=body.data), tuple(fragments), deadline)
        except NotExamined:
            return None


def parts(page_url: str, outline: Outline, most: int) -> Mapping[str, Collection[str]]:
    """
    The other pages that are to be read, and for each the fragments that links to it name.

    The page's preferred address is among them: what stands there may prefer yet another.

    :param most: how many pages at most.
    """
    canonical = outline.canonical.partition("#")[0]
    named: dict[str, list[str]] = {canonical: []} if canonical and canonical != page_url else {}
    for link in outline.links:
        if link.fragment and link.url != page_url and names_a_part(link.fragment):
            named.setdefault(link.url, []).append(link.fragment)
    return {url: tuple(dict.fromkeys(fragments)) for url, fragments in islice(named.items(), most)}


async def read_source(url: str, reply: Reply, limits: BodyLimits, deadline: Deadline) -> Source:
    """
    The text that an answer carries; one that is not whole is not kept.

    :param url: the URL by which the page names it.
    """
    if reply.status != 200:
        return Source(url=url, problem=f"it answered {reply.status}", gone=reply.status in _GONE)
    if reply.length is not None and reply.length > limits.wire:
        return Source(url=url, problem=f"it has {reply.length:,} bytes")
    try:
        body = await reply.body(limits, deadline)
        coding = reply.coding
    except (TooLarge, TimedOut, Unreachable) as problem:
        return Source(url=url, problem=str(problem))
    if body.truncated:
        return Source(url=url, problem=body.truncated)
    return Source(
        url=url,
        body=body.data,
        content_type=reply.headers.content_type,
        wire_size=body.wire_size,
        coding=coding,
        shared=reply.headers.get("access-control-allow-origin") == "*",
        nosniff=reply.headers.nosniff,
    )
