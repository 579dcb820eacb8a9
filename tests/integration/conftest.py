"""Fixtures of the tests with real ports and real child processes."""

from typing import Any

import pytest


@pytest.fixture
def reactor() -> Any:
    """Return the running reactor."""
    from twisted.internet import reactor

    return reactor
