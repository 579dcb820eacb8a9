"""Parts of files: what a server sends of one where it is asked for some bytes alone."""

import re

from attrs import evolve, frozen

from sitescan.cancellation import drop_traceback
from sitescan.deadline import Deadline, TimedOut
from sitescan.egress.body import BodyLimits
from sitescan.egress.client import Session
from sitescan.egress.follow_redirects import follow
from sitescan.egress.policy import Forbidden
from sitescan.egress.request_errors import TooLarge, Unreachable
from sitescan.egress.response import Response
from sitescan.fetch.check_url import check_url, get_and_read
from sitescan.model.answers import Answer
from sitescan.standards.urls import InvalidTarget, lower_path, serialized_target

#: As much is taken of a file that is sent from its beginning although a part of it was asked for, bytes.
MOST = 64 * 1024

#: Types of texts: a part of one may come without the coding that the whole comes in.
_TEXTS = ("image/svg", "text/")
_TEXT_NAMES = (".svg", ".svgz")

#: What a server may answer since it doesn't understand, or can't satisfy, a request for a part.
_NOT_UNDERSTOOD = frozenset({206, 400, 412, 416, 501})

_CONTENT_RANGE = re.compile(r"bytes ([0-9]{1,15})-[0-9]{1,15}/(?:([0-9]{1,15})|\*)")


@frozen(kw_only=True)
class FileRange:
    """
    A part of a file that came.

    :ivar start: where in the file it begins.
    :ivar partial: whether the server sends the part that it is asked for, and no more.
    :ivar size: how long the whole file is as sent, bytes; ``None`` where neither the server says so nor all of it came.
    """

    data: bytes
    start: int = 0
    partial: bool = False
    size: int | None = None


async def fetch_range(
    session: Session, answer: Answer, start: int, count: int, accept: str, deadline: Deadline
) -> FileRange | None:
    """
    A part of a file that has answered; ``None`` where it could not be had.

    Of a server that sends the whole file nevertheless, as much as is ever looked at is taken. A part of a file is sent
    without the coding that the whole one comes in, which says nothing of what browsers get: such a file is asked for
    whole.

    :param accept: the value of ``Accept``.

    https://www.rfc-editor.org/rfc/rfc9110#section-14.2
    """
    coded = answer.headers.get("content-encoding").lower() not in ("", "identity")
    part = () if coded else (_range(start, count),)
    try:
        target = serialized_target(answer.final_url)
        response = await follow(session, "GET", target, deadline, lambda _: None, (*part, ("Accept", accept)))
        try:
            return await _received(response, start, count, MOST, deadline)
        finally:
            response.close()
    except (Unreachable, TooLarge, Forbidden, TimedOut, InvalidTarget) as problem:
        drop_traceback(problem)
        return None


async def check_beginning(
    session: Session, url: str, count: int, accept: str, deadline: Deadline
) -> tuple[Answer, FileRange | None]:
    """
    What a URL answers, and the beginning of its file, by one request; ``None`` where that could not be had.

    The answer is as if the whole file had been asked for, and a text is. A server that doesn't answer the request for a
    part so that it says what it would say to others is asked as for every other URL.

    :param count: bytes of the file.
    :param accept: the value of ``Accept``.
    """
    received: list[FileRange | None] = []

    async def receive(response: Response) -> None:
        # Of a file that can't be read to its end no more is read than is asked for; then its connection is given up.
        most = MOST if (response.length or 0) <= MOST else count
        try:
            received.append(await _received(response, 0, count, most, deadline))
        except (Unreachable, TooLarge, TimedOut) as problem:
            # The answer stands: it came, whatever coding or fate its body has.
            drop_traceback(problem)

    asked = () if lower_path(url).endswith(_TEXT_NAMES) else (_range(0, count),)
    answer = await get_and_read(session, url, deadline, receive, (*asked, ("Accept", accept)))
    part = received[-1] if received else None
    text = answer.headers.content_type.strip().lower().startswith(_TEXTS)
    if part is not None and part.size is not None and not (part.partial and text):
        return evolve(answer, status=200, size=part.size), part
    if answer.status in _NOT_UNDERSTOOD:
        return await check_url(session, url, deadline), part
    return answer, part


def _range(start: int, count: int) -> tuple[str, str]:
    return "Range", f"bytes={start}-{start + count - 1}"


async def _received(response: Response, start: int, count: int, most: int, deadline: Deadline) -> FileRange | None:
    """
    The part that came.

    :param most: bytes that are taken of a file that is sent from its beginning.
    """
    said = _CONTENT_RANGE.fullmatch(response.headers.get("content-range").strip()) if response.status == 206 else None
    # A part of which it is not said where it belongs, another than was asked for, or one of a coded file is of no use.
    if response.status != 200 and (said is None or int(said[1]) != start or response.coding):
        return None
    most = most if said is None else count
    body = await response.body(BodyLimits(wire=most, decoded=most, prefix=True), deadline)
    if said is not None:
        return FileRange(data=body.data, start=start, partial=True, size=int(said[2]) if said[2] else None)
    whole = not body.truncated and body.wire_size < most and len(body.data) < most
    return FileRange(data=body.data, size=body.wire_size if whole else None)
