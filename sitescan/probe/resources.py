"""A closer look at what a page loads: the first bytes of images, the text of scripts and stylesheets."""

import re
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import Any

from attrs import define, evolve, field
from twisted.internet.defer import Deferred

from sitescan.deadline import Deadline, TimedOut
from sitescan.egress.body import Body, BodyLimits
from sitescan.egress.client import Session
from sitescan.egress.errors import TooLarge, Unreachable
from sitescan.egress.follow import follow
from sitescan.egress.wall import Forbidden
from sitescan.fanout import in_turns, step_by_step
from sitescan.model.answers import Answer, Verdict
from sitescan.model.close_look import Picture, TextFile, TextReading
from sitescan.model.exchange import Headers, Sheet
from sitescan.model.outline import Resource
from sitescan.model.site import same_site
from sitescan.model.target import InvalidTarget, parse_target
from sitescan.probe.pictures import LONGEST, picture

#: Enough for nearly every image; a photograph may carry a preview of itself before its size.
_FIRST = 4096

_CONTENT_RANGE = re.compile(r"bytes 0-[0-9]{1,15}/([0-9]{1,15})")


@define(eq=False, kw_only=True)
class CloseLook:
    """
    The closer look of one scan.

    :ivar page_url: only scripts of its site are read: others are not its owner's to mend.
    :ivar pictures: what the images said, by URL.
    :ivar texts: what the scripts and stylesheets hold, by URL.
    :ivar sizes: bytes as sent where the answer to HEAD did not say them, or where they were counted.
    """

    session: Session
    page_url: str
    pictures: dict[str, Picture] = field(factory=dict, init=False)
    texts: dict[str, TextFile] = field(factory=dict, init=False)
    sizes: dict[str, int] = field(factory=dict, init=False)

    async def take(self, resources: Sequence[Resource], answers: Mapping[str, Answer], deadline: Deadline) -> None:
        """Look at as many images and scripts as settings say; what cannot be had is left out."""
        settings = self.session.outfit.settings
        found = [(one, answers[one.url]) for one in resources if one.url in answers]
        images = islice(self._images(found), settings.pictures)
        scripts = islice(self._scripts(found), settings.scripts)
        works: list[Callable[[], Deferred[None]]] = []
        works += [partial(_started, self._see, url, deadline, _is_coded(answers[url])) for url in images]
        works += [partial(_started, self._read, url, deadline, _is_coded(answers[url])) for url in scripts]
        await in_turns(self.session.outfit.cooperator, works)

    def corrected(self, answers: Mapping[str, Answer]) -> Mapping[str, Answer]:
        """The answers with the sizes that are known by now."""
        known = {url: evolve(answers[url], size=size) for url, size in self.sizes.items() if url in answers}
        return {**answers, **known}

    async def weigh(self, sheets: Mapping[str, Sheet]) -> None:
        """Look at the stylesheets that were read for the rules."""
        for sheet in sheets.values():
            if not sheet.problem:
                await self._text(sheet.url, sheet.body, sheet.wire_size, coded=bool(sheet.coding))

    def _images(self, found: list[tuple[Resource, Answer]]) -> Iterator[str]:
        """The images that answered, those first whose size on the page is known."""
        images = [
            one
            for one, answer in found
            if answer.verdict is Verdict.OK and (one.kind == "image" or (one.kind == "icon" and answer.size is None))
        ]
        images.sort(key=lambda one: (not one.certain, not one.width))
        return iter(dict.fromkeys(one.url for one in images))

    def _scripts(self, found: list[tuple[Resource, Answer]]) -> Iterator[str]:
        most = self.session.outfit.settings.script_bytes
        fitting = (
            one.url
            for one, answer in found
            if one.kind == "script" and answer.verdict is Verdict.OK and (answer.size or 0) <= most
        )
        return iter(dict.fromkeys(url for url in fitting if same_site(url, self.page_url)))

    async def _see(self, url: str, deadline: Deadline, coded: bool) -> None:
        for most in (_FIRST, LONGEST):
            data = await self._first_bytes(url, most, deadline, coded)
            seen = picture(data)
            if seen is not None:
                self.pictures[url] = seen
            if seen is None or seen.width or len(data) < _FIRST or len(data) > most:
                return

    async def _first_bytes(self, url: str, most: int, deadline: Deadline, coded: bool) -> bytes:
        """
        At least so many bytes of a file, where it has them; empty where they could not be had.

        Of a server that sends the whole file nevertheless, as much as is ever looked at is taken. A
        part of a file is sent without the coding that the whole one comes in, which says nothing of
        what browsers get.

        https://www.rfc-editor.org/rfc/rfc9110#section-14.2
        """
        part = () if coded else (("Range", f"bytes=0-{most - 1}"),)
        asked = (*part, ("Accept", "image/avif,image/webp,image/*,*/*;q=0.8"))
        body, status, headers = await self._body(url, LONGEST, deadline, asked)
        if body is None or status not in (200, 206):
            return b""
        whole = _CONTENT_RANGE.fullmatch(headers.get("content-range").strip())
        if status == 206 and whole is not None:
            self.sizes.setdefault(url, int(whole[1]))
        elif status == 200 and _is_whole(body, LONGEST):
            self.sizes[url] = body.wire_size
        return body.data

    async def _read(self, url: str, deadline: Deadline, coded: bool) -> None:
        most = self.session.outfit.settings.script_bytes
        body, status, headers = await self._body(url, most, deadline)
        if body is not None and status == 200 and _is_whole(body, most):
            coded = coded or bool(headers.get("content-encoding"))
            await self._text(url, body.data, body.wire_size, coded=coded)

    async def _text(self, url: str, body: bytes, wire_size: int, *, coded: bool) -> None:
        reading = TextReading(body, wire_size, coded)
        await step_by_step(self.session.outfit.cooperator, reading.steps())
        self.texts[url] = reading.result()
        self.sizes[url] = wire_size

    async def _body(
        self, url: str, most: int, deadline: Deadline, asked: Sequence[tuple[str, str]] = ()
    ) -> tuple[Body | None, int, Headers]:
        limits = BodyLimits(wire=most, decoded=most, prefix=True)
        try:
            reply = await follow(self.session, "GET", parse_target(url), deadline, [], asked)
            try:
                return await reply.body(limits, deadline), reply.status, reply.headers
            finally:
                reply.close()
        except (Unreachable, TooLarge, Forbidden, TimedOut, InvalidTarget):
            return None, 0, Headers()


def _started(
    work: Callable[[str, Deadline, bool], Coroutine[Deferred[Any], Any, None]],
    url: str,
    deadline: Deadline,
    coded: bool,
) -> Deferred[None]:
    return Deferred.fromCoroutine(work(url, deadline, coded))


def _is_coded(answer: Answer) -> bool:
    return answer.headers.get("content-encoding").lower() not in ("", "identity")


def _is_whole(body: Body, most: int) -> bool:
    return not body.truncated and body.wire_size < most and len(body.data) < most
