"""The mixed content of a page, as the browser reports it."""

from typing import Any

import msgspec
import pytest

from sitescan.model.rendered import MixedRequest
from sitescan.rendering.mixed_requests import MixedRequests

URL = "http://pears.example/"


def issue(url: str = URL, status: str = "MixedContentBlocked", kind: str = "Script", frame: str = "page") -> Any:
    """Return the parameters of an issue."""
    mixed = {"insecureURL": url, "resolutionStatus": status, "resourceType": kind, "frame": {"frameId": frame}}
    return {"issue": {"code": "MixedContentIssue", "details": {"mixedContentIssueDetails": mixed}}}


def found(*issues: Any) -> list[MixedRequest]:
    """Return the requests that are found."""
    requests = MixedRequests("page")
    for parameters in issues:
        requests.issue_added(parameters)
    return requests.found


def test_blocked_and_upgraded_content() -> None:
    """Images, audio and video are upgraded, everything else is blocked."""
    upgraded = issue(URL + "a.png", "MixedContentAutomaticallyUpgraded", "Image")
    framed = issue(URL + "frame", kind="Frame", frame="new")
    assert found(issue(URL + "a.js#top"), issue(URL + "a.js"), upgraded, framed) == [
        MixedRequest(url=URL + "a.js", blocked=True),
        MixedRequest(url=URL + "a.png", blocked=False),
        MixedRequest(url=URL + "frame", blocked=True),
    ]


@pytest.mark.parametrize(
    "other", [{"issue": {"code": "QuirksModeIssue", "details": {}}}, issue(kind="Beacon"), issue(frame="other")]
)
def test_unrelated_issues_are_ignored(other: Any) -> None:
    """Issues of other kinds and of other frames, and statistics that a page doesn't depend on, don't count."""
    assert found(other) == []


def test_limits() -> None:
    """A browser that sends more or longer addresses than it should doesn't make the report longer."""
    kept = found(*(issue(f"{URL}{number}/{'x' * 5000}") for number in range(200)))
    assert len(kept) == 50
    assert max(len(request.url) for request in kept) <= 2048


def test_invalid_issues() -> None:
    """An issue that isn't an event of the protocol is refused."""
    with pytest.raises(msgspec.ValidationError):
        found({"issue": {"details": {"mixedContentIssueDetails": {"insecureURL": 1}}}})
