"""A closer look at the images that a page loads or names: their first bytes."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import islice

from attrs import define, evolve, field
from twisted.internet.defer import Deferred

from sitescan.deadline import Deadline, TimedOut
from sitescan.egress.body import Body, BodyLimits
from sitescan.egress.client import Session
from sitescan.egress.errors import TooLarge, Unreachable
from sitescan.egress.follow import follow
from sitescan.egress.wall import Forbidden
from sitescan.fanout import in_turns
from sitescan.model.answers import Answer, Verdict
from sitescan.model.close_look import Picture
from sitescan.model.outline import Resource
from sitescan.model.target import InvalidTarget, parse_target
from sitescan.probe.once import Once
from sitescan.probe.pictures import LONGEST, picture

#: Enough for nearly every image; a photograph may carry a preview of itself before its size.
_FIRST = 4096

_CONTENT_RANGE = re.compile(r"bytes 0-[0-9]{1,15}/([0-9]{1,15})")


@define(eq=False, kw_only=True)
class Images:
    """
    The images of one scan; each is looked at once.

    :ivar sizes: bytes as sent where the answer to HEAD did not say them, or where they were counted.
    """

    session: Session
    sizes: dict[str, int] = field(factory=dict, init=False)
    _once: Once[Picture | None] = field(factory=Once, init=False)

    @property
    def pictures(self) -> Mapping[str, Picture]:
        """What they said so far, by the URL that was asked for."""
        return {url: seen for url, seen in self._once.answers.items() if seen is not None}

    def look(self, answer: Answer, deadline: Deadline) -> Deferred[Picture | None]:
        """What the first bytes of an image say that has answered; ``None`` where it is none, or cannot be had."""
        return self._once.answer(answer.url, partial(self._see, answer, deadline))

    async def look_at_all(
        self, resources: Sequence[Resource], answers: Mapping[str, Answer], deadline: Deadline
    ) -> None:
        """Look at as many of a page's images as settings say; what cannot be had is left out."""
        settings = self.session.outfit.settings
        wanted = islice(_images(resources, answers), settings.pictures)
        await in_turns(self.session.outfit.cooperator, [partial(self.look, answers[url], deadline) for url in wanted])

    def corrected(self, answers: Mapping[str, Answer]) -> Mapping[str, Answer]:
        """The answers with the sizes that are known by now."""
        known = {url: evolve(answers[url], size=size) for url, size in self.sizes.items() if url in answers}
        return {**answers, **known}

    async def _see(self, answer: Answer, deadline: Deadline) -> Picture | None:
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
        asked = (*part, ("Accept", "image/avif,image/webp,image/*,*/*;q=0.8"))
        limits = BodyLimits(wire=LONGEST, decoded=LONGEST, prefix=True)
        try:
            reply = await follow(self.session, "GET", parse_target(answer.final_url), deadline, [], asked)
            try:
                body = await reply.body(limits, deadline) if reply.status in (200, 206) else None
            finally:
                reply.close()
        except (Unreachable, TooLarge, Forbidden, TimedOut, InvalidTarget):
            return b""
        if body is None:
            return b""
        whole = _CONTENT_RANGE.fullmatch(reply.headers.get("content-range").strip())
        if reply.status == 206 and whole is not None:
            self.sizes.setdefault(answer.url, int(whole[1]))
        elif reply.status == 200 and _is_whole(body):
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
