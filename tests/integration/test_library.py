"""sitescan as a library, on the reactor that runs."""

import doctest
from ipaddress import ip_network

import pytest
import pytest_twisted
from twisted.internet.defer import CancelledError
from twisted.internet.threads import deferToThread

import sitescan
from sitescan import offline
from sitescan.egress.request_errors import Unreachable
from sitescan.settings import Settings
from sitescan.standards.urls import InvalidTarget
from tests.running import free_port
from tests.site import page, serving

LOCAL = Settings(allow_private=(ip_network("127.0.0.0/8"),), workers=1)


def test_examples_in_the_documentation() -> None:
    """What stands there works."""
    outcome = doctest.testmod(offline)
    assert outcome.attempted
    assert not outcome.failed


@pytest_twisted.ensureDeferred
async def test_scan() -> None:
    """One page, one report."""
    with serving({"/": page("<!doctype html><title>Pears</title><h1>Pears</h1>")}) as site:
        report = await sitescan.scan(site.origin + "/", LOCAL)
    assert report.status_code == 200
    assert len(report.categories) == 5


@pytest_twisted.ensureDeferred
async def test_many_scans_share_their_children() -> None:
    """One page that cannot be had does not end the others; none is left behind."""
    with serving({"/": page("<title>Pears</title>")}) as site:
        async with sitescan.scanning(LOCAL) as scan:
            first = await scan(site.origin + "/")
            with pytest.raises(Unreachable):
                await scan(f"http://127.0.0.1:{free_port()}/")
            with pytest.raises(InvalidTarget):
                scan("nonsense")
            second = await scan(site.origin + "/")
    assert [one.score for one in first.categories] == [one.score for one in second.categories]


@pytest_twisted.ensureDeferred
async def test_a_scan_can_be_cancelled() -> None:
    """Whoever has no time left takes none of the site's."""
    with serving({"/": page("<title>Pears</title>")}) as site:
        site.seconds["/"] = 5
        async with sitescan.scanning(LOCAL) as scan:
            under_way = scan(site.origin + "/")
            while not site.asked:
                await deferToThread(lambda: None)
            under_way.cancel()
            with pytest.raises(CancelledError):
                await under_way


def test_other_names_are_not_there() -> None:
    """A misspelled name fails as it does in any module."""
    with pytest.raises(AttributeError, match="no attribute 'scann'"):
        sitescan.scann  # type: ignore[attr-defined]  # noqa: B018
