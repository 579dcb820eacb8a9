"""Range requests: fetching a part of a file."""

from attrs import evolve, frozen

from sitescan.concurrency.cancellation import drop_traceback
from sitescan.concurrency.deadline import Deadline, TimedOut
from sitescan.egress.body import BodyLimits
from sitescan.egress.client import Session
from sitescan.egress.follow_redirects import follow
from sitescan.egress.policy import Forbidden
from sitescan.egress.request_errors import TooLarge, Unreachable
from sitescan.egress.response import Response
from sitescan.fetch.check_url import check_url, get_and_read
from sitescan.model.answers import Answer
from sitescan.standards.lazy_pattern import lazy_pattern
from sitescan.standards.urls import InvalidTarget, lower_path, serialized_target

#: The most bytes to read of a file whose server ignores the range and sends the whole file.
MOST = 64 * 1024

#: The media types of text files, a part of which may be sent without the content coding of the whole file.
_TEXTS = ("image/svg", "text/")
_TEXT_NAMES = (".svg", ".svgz")

#: The status codes of servers that don't understand a range request, or can't satisfy it.
_NOT_UNDERSTOOD = frozenset({206, 400, 412, 416, 501})

_CONTENT_RANGE = lazy_pattern(r"bytes ([0-9]{1,15})-[0-9]{1,15}/(?:([0-9]{1,15})|\*)")


@frozen(kw_only=True)
class FileRange:
    """
    A part of a file.

    :ivar data: the bytes of the part.
    :ivar start: its offset in the file.
    :ivar partial: whether the server sent the requested range, not the whole file.
    :ivar size: the size of the whole file as sent, in bytes; ``None`` if it is unknown.
    """

    data: bytes
    start: int = 0
    partial: bool = False
    size: int | None = None


async def fetch_range(
    session: Session, answer: Answer, start: int, count: int, accept: str, deadline: Deadline
) -> FileRange | None:
    """
    Fetch a part of a file whose URL has answered; return ``None`` if it can't be loaded.

    If the server sends the whole file, the first :data:`MOST` bytes are read. A file with a content coding is requested
    without a range, because a part of it would be sent without the coding, unlike what browsers get.

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
    Request the first bytes of a file; return the answer, and the part or ``None`` if it can't be read.

    The answer is the same as for a request of the whole file; text files are requested whole. If the answer to the
    range request doesn't tell what a request without a range would get, the URL is checked by :func:`.check_url`.

    :param count: the number of bytes.
    :param accept: the value of ``Accept``.
    """
    received: list[FileRange | None] = []

    async def receive(response: Response) -> None:
        # If a file is too large to be read to its end, only the requested bytes are read, and the connection is closed.
        most = MOST if (response.length or 0) <= MOST else count
        try:
            received.append(await _received(response, 0, count, most, deadline))
        except (Unreachable, TooLarge, TimedOut) as problem:
            # The URL has answered, whatever is wrong with the body.
            drop_traceback(problem)

    range_headers = () if lower_path(url).endswith(_TEXT_NAMES) else (_range(0, count),)
    answer = await get_and_read(session, url, deadline, receive, (*range_headers, ("Accept", accept)))
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
    Receive a part of a file; return ``None`` if the response can't be used.

    :param most: the most bytes to read of a file that is sent whole.
    """
    content_range = response.headers.get("content-range").strip()
    found = _CONTENT_RANGE.fullmatch(content_range) if response.status == 206 else None
    # The range may be missing, a different one, or one of a coded file.
    if response.status != 200 and (found is None or int(found[1]) != start or response.coding):
        return None
    most = most if found is None else count
    body = await response.body(BodyLimits(wire=most, decoded=most, prefix=True), deadline)
    if found is not None:
        return FileRange(data=body.data, start=start, partial=True, size=int(found[2]) if found[2] else None)
    whole = not body.truncated and body.wire_size < most and len(body.data) < most
    return FileRange(data=body.data, size=body.wire_size if whole else None)
