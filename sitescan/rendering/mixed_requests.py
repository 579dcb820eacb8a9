"""The requests over plain HTTP that the browser has blocked or upgraded because the page is served over HTTPS."""

from typing import Any

import msgspec
from attrs import define, field

from sitescan.model.rendered import MixedRequest
from sitescan.standards.urls import MAX_URL_LENGTH

#: The maximum number of requests that are kept.
_MOST = 50

#: The types of requests on which nothing in the page depends.
_ASIDE = frozenset("AttributionSrc Beacon CSPReport Download Form Ping Prefetch SpeculationRules".split())

_BLOCKED = "MixedContentBlocked"


class _Frame(msgspec.Struct, rename="camel"):
    frame_id: str = ""


class _Mixed(msgspec.Struct):
    url: str = msgspec.field(name="insecureURL")
    status: str = msgspec.field(name="resolutionStatus")
    type: str = msgspec.field(name="resourceType", default="")
    frame: _Frame = msgspec.field(default_factory=_Frame)


class _Details(msgspec.Struct):
    mixed: _Mixed | None = msgspec.field(name="mixedContentIssueDetails", default=None)


class _Issue(msgspec.Struct):
    details: _Details


class _IssueAdded(msgspec.Struct):
    """
    The parameters of ``Audits.issueAdded``.

    https://chromedevtools.github.io/devtools-protocol/tot/Audits/#type-MixedContentIssueDetails
    """

    issue: _Issue


@define(eq=False)
class MixedRequests:
    """
    Collects the requests of a page that are mixed content.

    The browser keeps them, and sends them when ``Audits.enable`` is called after the page has loaded.

    :ivar page_frame: the id of the frame that contains the page.
    :ivar found: the requests so far.
    """

    page_frame: str
    found: list[MixedRequest] = field(factory=list, init=False)

    def issue_added(self, parameters: Any) -> None:
        """
        Process an issue that the browser has found.

        :raises msgspec.ValidationError: if it is invalid.
        """
        mixed = msgspec.convert(parameters, _IssueAdded).issue.details.mixed
        if mixed is None or mixed.type in _ASIDE or len(self.found) >= _MOST:
            return
        # The frame of a request for a frame is the new one.
        if mixed.type == "Frame" or mixed.frame.frame_id == self.page_frame:
            url = mixed.url.partition("#")[0][:MAX_URL_LENGTH]
            request = MixedRequest(url=url, blocked=mixed.status == _BLOCKED)
            if request not in self.found:
                self.found.append(request)
