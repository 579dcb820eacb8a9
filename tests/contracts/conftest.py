"""Each contract test runs against both services."""

from collections.abc import Callable, Iterator

import pytest

from tests.contracts.services import InMemory, Installed, Service, installed


@pytest.fixture(scope="session")
def installed_service() -> Iterator[Callable[[], Installed]]:
    """The installed service, started once."""
    with installed() as client:
        yield client


@pytest.fixture(params=["in memory", "installed"])
def service(request: pytest.FixtureRequest) -> Service:
    """A service, asked by a client that it has not seen before."""
    if request.param == "in memory":
        return InMemory()
    made: Installed = request.getfixturevalue("installed_service")()
    return made
