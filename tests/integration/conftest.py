"""Fixtures of the tests with real ports and real child processes."""

import os
from collections.abc import Iterator
from typing import Any

import pytest

from tests.running import PATIENT, Running, running


def pytest_xdist_auto_num_workers() -> int | None:
    """Run more tests than there are processors, because they wait for a third of the time, or as many as asked."""
    return None if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ else (os.cpu_count() or 1) * 3 // 2


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
