"""The DNS records of a site, asked for by name."""

from typing import Any

import pytest
from attrs import evolve
from twisted.internet.defer import Deferred
from twisted.internet.task import Clock
from twisted.names import dns

from sitescan.concurrency.deadline import Deadline
from sitescan.egress.client import Session
from sitescan.fetch.name_records import find_name_records
from sitescan.rules.example_pages import HOME_PAGE
from tests.egress.wire import Wire
from tests.fakes import FakeResolver
from tests.results import result_now

DS, CAA = 43, 257
ZONE = {("pears.example", dns.SOA): True, ("pears.example", DS): True}
NO_CAA = {("www.pears.example", CAA): False, ("pears.example", CAA): False, ("example", CAA): False}


def found(records: Any, url: str = "https://www.pears.example/") -> Any:
    """Return the records of a page."""
    wire = Wire(resolver=FakeResolver(records=records))
    session: Session = wire.session
    probe = find_name_records(session, evolve(HOME_PAGE, url=url), Deadline.after(Clock(), 1.0))
    records = result_now(Deferred.fromCoroutine(probe))
    wire.end()
    return records


@pytest.mark.parametrize(
    ("records", "caa"),
    [
        (NO_CAA, False),
        ({**NO_CAA, ("pears.example", CAA): True}, True),
        ({**NO_CAA, ("example", CAA): None}, None),
        ({("www.pears.example", CAA): True}, True),
    ],
)
def test_authorities(records: Any, caa: bool | None) -> None:
    """A record of the host or of any name above it counts, and only certainty says that there is none."""
    assert found({**ZONE, **records}).caa is caa


@pytest.mark.parametrize("signed", [True, False, None])
def test_signatures(signed: bool | None) -> None:
    """The zone of the registrable domain is asked for."""
    assert found({**ZONE, ("pears.example", DS): signed}).signed is signed


@pytest.mark.parametrize(
    ("url", "apex"),
    [
        ("https://www.pears.example/", False),
        ("https://www.pears.example/", None),
        ("https://127.0.0.1/", True),
        (f"https://{'a.' * 9}pears.example/", True),
    ],
)
def test_names_that_are_not_queried(url: str, apex: bool | None) -> None:
    """The domain of somebody else, an address, and a name of many parts."""
    assert found({**ZONE, ("pears.example", dns.SOA): apex, ("127.0.0.1", dns.SOA): True}, url) is None
