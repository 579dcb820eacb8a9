"""What the tests with real ports and real children share."""

from typing import Any

import pytest


@pytest.fixture
def reactor() -> Any:
    """The reactor that runs."""
    from twisted.internet import reactor

    return reactor
