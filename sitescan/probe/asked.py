"""What the URLs of one scan answer: each is asked once, however many want to know."""

from collections.abc import Collection, Iterable, Mapping
from functools import partial
from itertools import islice
from typing import Any

from attrs import define, field
from twisted.internet.defer import Deferred, succeed

from sitescan.deadline import Deadline, TimedOut
from sitescan.egress.body import BodyLimits
from sitescan.egress.client import Session
from sitescan.egress.errors import TooLarge
from sitescan.egress.reply import Reply
from sitescan.examine.errors import NotExamined
from sitescan.fanout import in_turns
from sitescan.interfaces import IExaminer
from sitescan.model.answers import Answer
from sitescan.model.exchange import Exchange, Page
from sitescan.model.outline import Outline
from sitescan.model.reading import Reading, names_a_part
from sitescan.probe.ask import ask, ask_and_read

_HTML = frozenset({"text/html", "application/xhtml+xml"})


@define(eq=False)
class _Question:
    """
    A URL that is being asked.

    :ivar work: the asking; ended where nobody waits for it any more.
    :ivar waiting: those who want to know.
    """

    work: Deferred[Answer] | None = None
    waiting: list[Deferred[Answer]] = field(factory=list, init=False)

    def answer(self) -> Deferred[Answer]:
        """The answer, for one more who wants to know."""
        answer: Deferred[Answer] = Deferred(self._give_up)
        self.waiting.append(answer)
        return answer

    def ended(self, result: Any) -> None:
        """Tell the answer, or the failure, to all who wait."""
        waiting, self.waiting = self.waiting, []
        for answer in waiting:
            answer.callback(result)

    def _give_up(self, answer: Deferred[Answer]) -> None:
        self.waiting.remove(answer)
        if not self.waiting and self.work is not None:
            self.work.cancel()


@define(eq=False, kw_only=True)
class Asked:
    """
    The questions of one scan.

    :ivar parts: for each URL that is read the fragments that links to it name (:func:`parts`); the others are
        asked without their body.
    :ivar answers: what was answered so far, by URL.
    """

    session: Session
    examiner: IExaminer
    parts: Mapping[str, Collection[str]]
    _questions: dict[str, _Question] = field(factory=dict, init=False)
    answers: dict[str, Answer] = field(factory=dict, init=False)

    async def all(self, urls: Iterable[str], deadline: Deadline) -> Mapping[str, Answer]:
        """What each URL answers; one that could not be asked is left out."""
        wanted = tuple(dict.fromkeys(urls))
        unknown = [url for url in wanted if url not in self.answers]
        cooperator = self.session.outfit.cooperator
        await in_turns(cooperator, (partial(self._answer, url, deadline) for url in unknown))
        return {url: self.answers[url] for url in wanted if url in self.answers}

    def _answer(self, url: str, deadline: Deadline) -> Deferred[Answer]:
        if url in self.answers:
            return succeed(self.answers[url])
        if url in self._questions:
            return self._questions[url].answer()
        question = self._questions[url] = _Question()
        answer = question.answer()
        question.work = Deferred.fromCoroutine(self._ask(url, deadline))
        question.work.addBoth(self._ended, url, question)
        return answer

    def _ended(self, result: Any, url: str, question: _Question) -> None:
        del self._questions[url]
        if isinstance(result, Answer):
            self.answers[url] = result
        question.ended(result)

    async def _ask(self, url: str, deadline: Deadline) -> Answer:
        fragments = self.parts.get(url)
        if fragments is None:
            return await ask(self.session, url, deadline)
        return await ask_and_read(self.session, url, deadline, lambda reply: self._read(reply, fragments, deadline))

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
    The linked pages that are to be read, and for each the fragments that links to it name.

    :param most: how many pages at most.
    """
    named: dict[str, list[str]] = {}
    for link in outline.links:
        if link.fragment and link.url != page_url and names_a_part(link.fragment):
            named.setdefault(link.url, []).append(link.fragment)
    return {url: tuple(dict.fromkeys(fragments)) for url, fragments in islice(named.items(), most)}
