"""Fixtures that run each contract test against both services."""

from collections.abc import Callable, Iterator

import pytest

from tests.contracts.services import InMemory, Installed, Service, installed


@pytest.fixture(scope="session")
def installed_service() -> Iterator[Callable[[], Installed]]:
    """Run the installed service once, and yield a function that makes clients of it."""
    with installed() as client:
        yield client


@pytest.fixture(params=["in memory", "installed"])
def service(request: pytest.FixtureRequest) -> Service:
    """Return a service with a new client."""
    if request.param == "in memory":
        return InMemory()
    made: Installed = request.getfixturevalue("installed_service")()
    return made
