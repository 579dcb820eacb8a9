"""The container files, whose options the service must accept; ``tox -e container`` runs them."""

import json
import re
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import pytest
import yaml

from sitescan.configuration.settings import OPTIONS

ROOT = Path(__file__).parents[1]
CONTAINERFILE = (ROOT / "Containerfile").read_text(encoding="utf-8")
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))


def instruction(name: str) -> str:
    """Return the arguments of the last instruction of a kind."""
    found: list[str] = re.findall(rf"^{name} (.+)$", CONTAINERFILE, re.M)
    return found[-1]


@pytest.mark.parametrize(
    "arguments",
    [*map(json.loads, re.findall(r"^CMD (.+)$", CONTAINERFILE, re.M)), COMPOSE["services"]["one"]["command"]],
    ids=str,
)
def test_options_are_valid(arguments: list[str] | str) -> None:
    """Each option in the container files is known and has a valid value."""
    listed = [arguments] if isinstance(arguments, str) else arguments
    parsers = {option.spelling: option.parse for option in OPTIONS.values() if option.group}
    pairs = re.findall(r"--([a-z-]+)[= ](\S+)", " ".join(listed))
    assert pairs
    for name, value in pairs:
        parsers[name](value)


def test_unprivileged_image_with_health_check() -> None:
    """The image does not run as root, and its health check requests ``/healthz``."""
    user, _, group = instruction("USER").partition(":")
    assert int(user) > 0
    assert int(group) > 0
    assert "/healthz" in instruction("HEALTHCHECK")
    assert json.loads(instruction("ENTRYPOINT"))[-1] == "sitescan"


def test_compose_services_are_connected() -> None:
    """HAProxy's machines and the Redis server are services with those names, and only HAProxy has open ports."""
    services = COMPOSE["services"]
    balancer = (ROOT / "docs/proxies/haproxy-nodes.cfg").read_text(encoding="utf-8")
    nodes = re.findall(r"^    server \S+ (\S+):8080$", balancer, re.M)
    assert nodes == ["one", "two"]
    for node in nodes:
        assert "--listen=haproxy:tcp:8080" in services[node]["command"]
        assert services[node]["read_only"]
        assert services[node]["cap_drop"] == ["ALL"]
    (state,) = [option for option in services["one"]["command"] if option.startswith("--state=")]
    assert re.fullmatch(r"--state=redis://(\w+):6379/0", state)[1] in services  # type: ignore[index]
    assert [name for name, service in services.items() if "ports" in service] == ["haproxy"]
    assert ip_address(re.search(r"//([\d.]+):", str(services["one"]["healthcheck"]))[1]).is_loopback  # type: ignore[index]
