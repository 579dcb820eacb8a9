"""A closer look at the images that a page loads or names: their first bytes."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from attrs import define, evolve, field
from twisted.internet.defer import Deferred

from sitescan.cancellation import forget_way
from sitescan.deadline import Deadline, TimedOut
from sitescan.egress.body import Body, BodyLimits
from sitescan.egress.client import Session
from sitescan.egress.follow_redirects import follow
from sitescan.egress.policy import Forbidden
from sitescan.egress.request_errors import TooLarge, Unreachable
from sitescan.fetch.asked_once import AskedOnce
from sitescan.fetch.image_dimensions import LONGEST, picture
from sitescan.fetch.probe_failures import ProbeFailures
from sitescan.model.answers import Answer, Verdict
from sitescan.model.file_facts import Picture
from sitescan.model.outline import Resource
from sitescan.standards.urls import InvalidTarget, serialized_target

#: Enough for nearly every image; a photograph may carry a preview of itself before its size.
_FIRST = 4096

_CONTENT_RANGE = re.compile(r"bytes 0-[0-9]{1,15}/([0-9]{1,15})")


@define(eq=False, kw_only=True)
class ImageReader:
    """
    The images of one scan; each is looked at once.

    :ivar sizes: bytes as sent where the answer to HEAD did not say them, or where they were counted.
    """

    session: Session
    sizes: dict[str, int] = field(factory=dict, init=False)
    _questions: AskedOnce[Picture | None] = field(init=False)

    @_questions.default
    def _asks_once(self) -> AskedOnce[Picture | None]:
        return AskedOnce.within(self.session.context.settings)

    @property
    def pictures(self) -> Mapping[str, Picture]:
        """What they said so far, by the URL that was asked for."""
        return {url: seen for url, seen in self._questions.answers.items() if seen is not None}

    async def read(self, answer: Answer, deadline: Deadline, failures: ProbeFailures) -> Picture | None:
        """What the first bytes of an image say that has answered; ``None`` where it is none, or cannot be had."""
        await self._read_each([answer], deadline, failures)
        return self._questions.answers.get(answer.url)

    async def read_all(
        self,
        resources: Sequence[Resource],
        answers: Mapping[str, Answer],
        deadline: Deadline,
        failures: ProbeFailures,
    ) -> None:
        """Read as many of a page's images as settings say; what can't be loaded is left out."""
        settings = self.session.context.settings
        wanted = islice(_images(resources, answers), settings.pictures)
        await self._read_each([answers[url] for url in wanted], deadline, failures)

    def corrected(self, answers: Mapping[str, Answer]) -> Mapping[str, Answer]:
        """The answers with the sizes that are known by now."""
        known = {url: evolve(answers[url], size=size) for url, size in self.sizes.items() if url in answers}
        return {**answers, **known}

    async def _read_each(self, answers: Sequence[Answer], deadline: Deadline, failures: ProbeFailures) -> None:
        by_url = {answer.url: answer for answer in answers}

        def ask(url: str) -> Deferred[Picture | None]:
            asked: Deferred[Picture | None] = Deferred.fromCoroutine(self._read(by_url[url], deadline))
            return asked.addBoth(self._questions.left, url)

        failed = await self._questions.settle(by_url, ask, self.session.context.cooperator)
        failures.keep("images", (*failed, *answers))

    async def _read(self, answer: Answer, deadline: Deadline) -> Picture | None:
        seen: Picture | None = None
        for most in (_FIRST, LONGEST):
            data = await self._first_bytes(answer, most, deadline)
            seen = picture(data) or seen
            if seen is None or seen.width or len(data) < _FIRST or len(data) > most:
                break
        return seen

    async def _first_bytes(self, answer: Answer, most: int, deadline: Deadline) -> bytes:
        """
        At least so many bytes of a file, where it has them; empty where they could not be had.

        Of a server that sends the whole file nevertheless, as much as is ever looked at is taken. A
        part of a file is sent without the coding that the whole one comes in, which says nothing of
        what browsers get.

        https://www.rfc-editor.org/rfc/rfc9110#section-14.2
        """
        coded = answer.headers.get("content-encoding").lower() not in ("", "identity")
        part = () if coded else (("Range", f"bytes=0-{most - 1}"),)
        headers = (*part, ("Accept", "image/avif,image/webp,image/*,*/*;q=0.8"))
        limits = BodyLimits(wire=LONGEST, decoded=LONGEST, prefix=True)
        try:
            target = serialized_target(answer.final_url)
            response = await follow(self.session, "GET", target, deadline, lambda _: None, headers)
            try:
                body = await response.body(limits, deadline) if response.status in (200, 206) else None
            finally:
                response.close()
        except (Unreachable, TooLarge, Forbidden, TimedOut, InvalidTarget) as problem:
            forget_way(problem)
            return b""
        if body is None:
            return b""
        whole = _CONTENT_RANGE.fullmatch(response.headers.get("content-range").strip())
        if response.status == 206 and whole is not None:
            self.sizes.setdefault(answer.url, int(whole[1]))
        elif response.status == 200 and _is_whole(body):
            self.sizes[answer.url] = body.wire_size
        return body.data


def _images(resources: Sequence[Resource], answers: Mapping[str, Answer]) -> Iterator[str]:
    """The images that answered, those first whose size on the page is known."""
    images = [
        one
        for one in resources
        if one.url in answers
        and answers[one.url].verdict is Verdict.OK
        and (one.kind == "image" or (one.kind == "icon" and answers[one.url].size is None))
    ]
    images.sort(key=lambda one: (not one.certain, not one.width))
    return iter(dict.fromkeys(one.url for one in images))


def _is_whole(body: Body) -> bool:
    return not body.truncated and body.wire_size < LONGEST and len(body.data) < LONGEST
