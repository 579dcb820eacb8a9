"""The answers to the URLs of a site that recorded responses give, without another request."""

from collections.abc import Callable, Iterable, Mapping

from msgspec import DecodeError, Struct, msgpack

from sitescan.egress.follow_redirects import REDIRECTS
from sitescan.model.answers import Answer, Problem
from sitescan.model.redirects import Step
from sitescan.standards.http_headers import Headers, in_utf8
from sitescan.standards.urls import InvalidTarget, join_target

_ERROR = 400

#: The maximum number of redirects that are followed, as by browsers.
_MOST = 20


class _Head(Struct, frozen=True):
    """The head of a response, of all that :class:`sitescan.egress.shared_responses.Recorded` keeps."""

    status: int
    fields: tuple[tuple[str, str], ...]


def recorded_answers(urls: Iterable[str], response: Callable[[str], bytes | None]) -> Mapping[str, Answer]:
    """
    Return the answers to URLs, after redirects, of which all responses on the way were recorded.

    :param response: returns a recorded response by its key, ``METHOD URL``.
    """
    answers = ((url, _answer(url, response)) for url in urls)
    return {url: answer for url, answer in answers if answer is not None}


def head_of(data: bytes) -> bytes:
    """Return what answers need of a recorded response; nothing if it is none."""
    head = _head(data)
    return b"" if head is None else msgpack.encode(head)


def _head(data: bytes) -> _Head | None:
    try:
        return msgpack.decode(data, type=_Head)
    except DecodeError:
        return None


def _answer(url: str, response: Callable[[str], bytes | None]) -> Answer | None:
    steps: list[Step] = []
    at, sets_cookies = url, False
    while (found := _response(at, response)) is not None:
        method, head = found
        headers = Headers(head.fields)
        location = headers.location if head.status in REDIRECTS else ""
        if not location:
            return Answer(url=url, method=method, steps=tuple(steps), status=head.status, headers=headers)
        sets_cookies = sets_cookies or bool(headers.get("set-cookie"))
        try:
            to = join_target(at, in_utf8(location)).url
        except InvalidTarget:
            return None
        steps.append(Step(url=at, status=head.status, location=to, names_fragment="#" in location))
        if len({step.url for step in steps} | {to}) <= len(steps) or len(steps) > _MOST:
            # With a cookie, the second request may get another response, which was recorded as another one.
            problem = Problem.LOOP if len(steps) <= _MOST else Problem.REDIRECTS
            return None if sets_cookies else Answer(url=url, steps=tuple(steps), problem=problem)
        at = to
    return None


def _response(url: str, response: Callable[[str], bytes | None]) -> tuple[str, _Head] | None:
    """Return the head of the response to a URL with its method; that to ``HEAD`` only if it is not an error."""
    for method in ("GET", "HEAD"):
        data = response(f"{method} {url}")
        if data is not None and (head := _head(data)) is not None:
            return (method, head) if method == "GET" or head.status < _ERROR else None
    return None
