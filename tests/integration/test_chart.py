"""The Helm chart, rendered by Helm: the service accepts its options, and the pods are restricted."""

import re
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from sitescan.configuration.settings import OPTIONS
from sitescan.egress.addresses import GLOBAL_IPV6, SPECIAL_IPV4, SPECIAL_IPV6
from tests.programs import needs, program

CHART = Path(__file__).parents[2] / "recipes/helm"

pytestmark = needs("helm")
EXPOSED = ("--set=ingress.host=scan.example,ingress.tlsSecret=cert", "--set=ingress.trustedProxies={10.0.0.0/8}")


def helm(*arguments: str) -> "subprocess.CompletedProcess[str]":
    """Run Helm, which needs no cluster."""
    return subprocess.run([program("helm"), *arguments], capture_output=True, text=True, timeout=60, check=False)


def rendered(*options: str) -> Mapping[str, Any]:
    """Return the resources of the chart by kind."""
    ended = helm("template", "demo", str(CHART), *options)
    assert ended.returncode == 0, ended.stderr
    return {resource["kind"]: resource for resource in yaml.safe_load_all(ended.stdout) if resource}


def container(resources: Mapping[str, Any]) -> Any:
    """Return the container of the pods."""
    (found,) = resources["Deployment"]["spec"]["template"]["spec"]["containers"]
    return found


def test_helm_lint() -> None:
    """Helm's linter reports no error and no warning about the chart."""
    ended = helm("lint", "--strict", str(CHART), *EXPOSED)
    assert ended.returncode == 0, ended.stdout
    assert "[WARNING]" not in ended.stdout


def test_container_arguments_are_valid_options() -> None:
    """Every argument of the container is a known option with a valid value, and a list is a repeated option."""
    options = (
        "--set=options.rate-limit=20",
        "--set=options.set={cache_bytes=1MiB,links=9}",
        "--set=state=redis://v:6379/0",
    )
    arguments = container(rendered(*EXPOSED, *options))["args"]
    assert {"--public-url=https://scan.example", "--trusted-proxy=10.0.0.0/8"} <= set(arguments)
    assert {"--rate-limit=20", "--set=cache_bytes=1MiB", "--set=links=9", "--state=redis://v:6379/0"} <= set(arguments)
    parsers = {option.spelling: option.parse for option in OPTIONS.values() if option.group}
    for name, value in re.findall(r"^--([a-z-]+)=(.+)$", "\n".join(arguments), re.M):
        if name != "set":
            parsers[name](value)


def test_ports_match_options() -> None:
    """Visitors reach the port that the service listens on, and probes reach the admin port."""
    resources = rendered(*EXPOSED)
    arguments, ports = container(resources)["args"], container(resources)["ports"]
    numbers = {port["name"]: port["containerPort"] for port in ports}
    assert f"--listen=tcp:{numbers['http']}" in arguments
    assert f"--admin=tcp:{numbers['admin']}" in arguments
    assert container(resources)["readinessProbe"]["httpGet"] == {"path": "/readyz", "port": "admin"}
    assert resources["Service"]["spec"]["ports"][0]["targetPort"] == "http"
    (rule,) = resources["Ingress"]["spec"]["rules"]
    assert rule["http"]["paths"][0]["backend"]["service"]["name"] == resources["Service"]["metadata"]["name"]
    labels = resources["Deployment"]["spec"]["template"]["metadata"]["labels"]
    for selector in (
        resources["Service"]["spec"]["selector"],
        resources["Deployment"]["spec"]["selector"]["matchLabels"],
        resources["NetworkPolicy"]["spec"]["podSelector"]["matchLabels"],
        resources["PodDisruptionBudget"]["spec"]["selector"]["matchLabels"],
    ):
        assert selector.items() <= labels.items()


def test_ingress_requires_trusted_proxies() -> None:
    """An ingress without trusted proxies is refused, because all visitors would share one quota."""
    ended = helm("template", "demo", str(CHART), "--set=ingress.host=scan.example")
    assert ended.returncode != 0
    assert "ingress.trustedProxies: name the networks" in ended.stderr


def test_network_policy_allows_only_public_addresses() -> None:
    """The network policy refuses the addresses that sitescan refuses, and no other addresses."""
    (names, sites) = rendered()["NetworkPolicy"]["spec"]["egress"]
    assert {port["port"] for port in names["ports"]} == {53}
    blocks = {block["ipBlock"]["cidr"]: block["ipBlock"]["except"] for block in sites["to"]}
    assert blocks == {
        "0.0.0.0/0": [str(network) for network, _ in SPECIAL_IPV4],
        str(GLOBAL_IPV6): [str(network) for network, _ in SPECIAL_IPV6],
    }


def test_pods_meet_restricted_standard() -> None:
    """Pods meet the restricted standard, https://kubernetes.io/docs/concepts/security/pod-security-standards/."""
    pod = rendered()["Deployment"]["spec"]["template"]["spec"]
    assert pod["automountServiceAccountToken"] is False
    assert (pod["securityContext"]["runAsNonRoot"], pod["securityContext"]["runAsUser"]) == (True, 65534)
    assert pod["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
    security = pod["containers"][0]["securityContext"]
    assert security == {
        "allowPrivilegeEscalation": False,
        "readOnlyRootFilesystem": True,
        "capabilities": {"drop": ["ALL"]},
    }
