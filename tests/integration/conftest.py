"""Fixtures of the tests with real ports and real child processes."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.running import PATIENT, Running, running


@pytest.fixture
def reactor() -> Any:
    """Return the running reactor."""
    from twisted.internet import reactor

    return reactor


@pytest.fixture(scope="session")
def service() -> Iterator[Running]:
    """
    Run one service for all tests that need no options of their own.

    It scans this machine, without a limit of requests.
    """
    with running("--rate-limit", "0", "--host-requests", "0", "--allow-private", "127.0.0.0/8", *PATIENT) as started:
        yield started
    assert not [line for line in started.lines if "#error" in line or "#critical" in line]
