"""Requests that the browser has paused, and the calls that answer them."""

from collections.abc import Iterable
from typing import Any

import msgspec
from attrs import define

from sitescan.model.rendered import RequestMade
from sitescan.performance.network import Request
from sitescan.rendering.started_requests import HIGHEST
from sitescan.standards.urls import MAX_URL_LENGTH, Target

#: The fields of the browser's requests that are sent; the session adds its own. Cookies and referrers aren't sent.
_SENT = frozenset({"accept", "origin", "access-control-request-method", "access-control-request-headers"})

#: The fields that describe the body as it was received. The browser gets it decoded.
_OF_TRANSFER = frozenset({"content-encoding", "content-length", "transfer-encoding"})

#: The kinds of requests by the types of the browser.
_KINDS = {
    "Document": "frame",
    "Fetch": "data",
    "Font": "font",
    "Image": "image",
    "Media": "media",
    "Script": "script",
    "Stylesheet": "stylesheet",
    "XHR": "data",
}

#: The priorities of the browser in numbers.
_PRIORITIES = {"VeryHigh": 0, "High": 1, "Medium": 2, "Low": 3, "VeryLow": 4}

MEDIUM = _PRIORITIES["Medium"]
"""The priority of files for which painting doesn't wait."""


class BrowserRequest(msgspec.Struct, rename="camel"):
    """A request as the browser would send it, with the priority that it gives it."""

    method: str
    url: str
    headers: dict[str, str]
    initial_priority: str = "Medium"

    @property
    def priority(self) -> int:
        """The priority in numbers, smaller ones being sent first."""
        return _PRIORITIES.get(self.initial_priority, MEDIUM)

    @property
    def is_safe(self) -> bool:
        """Whether it changes nothing on a server."""
        return self.method in ("GET", "HEAD", "OPTIONS")


class PausedRequest(msgspec.Struct, rename="camel"):
    """
    The parameters of ``Fetch.requestPaused``.

    https://chromedevtools.github.io/devtools-protocol/tot/Fetch/#event-requestPaused
    """

    request_id: str
    request: BrowserRequest
    frame_id: str
    resource_type: str
    network_id: str = ""

    @property
    def is_synchronous(self) -> bool:
        """Whether a thread waits for the answer, be it that of the page or of a worker."""
        return self.resource_type == "XHR" and self.request.initial_priority == HIGHEST


@define
class RequestAnswer:
    """
    The call that answers a request, and the DevTools session in which the request was paused.

    :ivar load: the id by which the browser will say that it has received the answer; empty if it won't.
    :ivar transfer: the request as the network is to bring its answer; ``None`` if nothing answers.
    :ivar made: the request to be noted; ``None`` for one that shows nothing.
    """

    session: str
    method: str
    parameters: dict[str, Any]
    load: str = ""
    transfer: Request | None = None
    made: RequestMade | None = None


def request_made(paused: PausedRequest) -> RequestMade:
    """Return a request that has no response yet."""
    url = paused.request.url.partition("#")[0][:MAX_URL_LENGTH]
    return RequestMade(url=url, kind=_KINDS.get(paused.resource_type, ""), failed=True)


def sent_fields(request: BrowserRequest, target: Target) -> list[tuple[str, str]]:
    """
    Return the fields to send. Requests to the page's own origin have no ``Origin``, although the browser names one.

    https://fetch.spec.whatwg.org/#append-a-request-origin-header
    """
    fields = [(name.lower(), value) for name, value in request.headers.items()]
    return [(name, value) for name, value in fields if name in _SENT and (name, value) != ("origin", target.origin)]


def refusal_of(session: str, request_id: str, reason: str = "BlockedByClient") -> RequestAnswer:
    """
    Return the call that fails a request.

    :param reason: a value of https://chromedevtools.github.io/devtools-protocol/tot/Network/#type-ErrorReason.
    """
    return RequestAnswer(session, "Fetch.failRequest", {"requestId": request_id, "errorReason": reason})


def response_to(
    session: str, request_id: str, status: int, fields: Iterable[tuple[str, str]], body: bytes
) -> RequestAnswer:
    """Return the call that answers a request with a response, whose body is decoded."""
    parameters = {
        "requestId": request_id,
        "responseCode": status,
        "responseHeaders": [
            {"name": name, "value": value} for name, value in fields if name.lower() not in _OF_TRANSFER
        ],
        # It is encoded when it is sent, so that no other form of it waits.
        "body": body,
    }
    return RequestAnswer(session, "Fetch.fulfillRequest", parameters)
