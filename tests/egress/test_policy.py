"""Hosts and networks that an operator denies, and the service itself, are never scanned."""

from ipaddress import ip_network
from pathlib import Path

import pytest
from attrs import evolve

from sitescan.configuration.option_values import DenyList, deny_list, host
from sitescan.configuration.settings import Settings
from sitescan.egress.policy import DENIED, ITSELF, EgressPolicy, Forbidden
from sitescan.standards.urls import parse_target

DENY = DenyList(hosts=frozenset({"victim.example"}), networks=(ip_network("93.184.0.0/16"), ip_network("10.9.0.0/16")))


@pytest.mark.parametrize("host", ["victim.example", "www.victim.example", "VICTIM.example", "victim.example."])
def test_denied_hosts(host: str) -> None:
    """Denying a host name denies its subdomains as well."""
    with pytest.raises(Forbidden, match=DENIED):
        EgressPolicy(deny=DENY).check_target(parse_target(f"http://{host}/"))


@pytest.mark.parametrize("host", ["notvictim.example", "victim.example.org", "example"])
def test_similar_host_names(host: str) -> None:
    """A host name that only resembles a denied one is allowed."""
    EgressPolicy(deny=DENY).check_target(parse_target(f"http://{host}/"))


def test_denied_networks() -> None:
    """An address in a denied network is refused, even in a private network that is allowed."""
    policy = EgressPolicy(deny=DENY, private=(ip_network("10.0.0.0/8"),))
    for address in ("93.184.215.14", "10.9.1.1"):
        with pytest.raises(Forbidden, match=DENIED):
            policy.check(address, 80)
    policy.check("10.8.1.1", 80)


@pytest.mark.parametrize("url", ["http://93.184.215.14:{}/", "http://[2606:2800::1]:{}/", "http://a.example:{}/"])
def test_ports(url: str) -> None:
    """Names and public addresses have a few ports; addresses of a private network that is allowed have all."""
    policy = EgressPolicy(ports={80, 8080})
    for port in (80, 8080):
        policy.check_target(parse_target(url.format(port)))
    with pytest.raises(Forbidden, match=r"Port 22 can't be scanned; these ports can: 80, 8080\."):
        policy.check_target(parse_target(url.format(22)))
    EgressPolicy(private=(ip_network("10.0.0.0/8"),)).check("10.8.1.1", 22)


def test_own_names() -> None:
    """The service refuses to scan its own host names."""
    policy = EgressPolicy(own_hosts={"sitescan.example"})
    with pytest.raises(Forbidden, match=ITSELF):
        policy.check_target(parse_target("https://sitescan.example/"))
    policy.check_target(parse_target("https://www.sitescan.example/"))


def test_own_ports() -> None:
    """The service refuses connections that lead to its own port."""
    policy = EgressPolicy(private=(ip_network("127.0.0.0/8"),), own_ports={8080})
    with pytest.raises(Forbidden, match=ITSELF):
        policy.check_peer(("127.0.0.1", 8080), "127.0.0.1")
    policy.check_peer(("127.0.0.2", 8080), "127.0.0.1")
    policy.check_peer(("127.0.0.1", 8081), "127.0.0.1")


def test_deny_file_syntax(tmp_path: Path) -> None:
    """A deny file has a host name or a network per line, and comments."""
    path = tmp_path / "deny"
    path.write_text(
        "# asked to be left alone\nVictim.example  # in 2026\n\n192.0.2.0/24\n2001:db8::/32\nbücher.example\n"
    )
    denied = deny_list(str(path))
    assert denied.hosts == {"victim.example", "xn--bcher-kva.example"}
    assert denied.networks == (ip_network("192.0.2.0/24"), ip_network("2001:db8::/32"))


@pytest.mark.parametrize(
    ("line", "denied", "passes"),
    [
        ("dotted.example.", "http://www.dotted.example/", "http://dotted.example.org/"),
        ("*.wild.example", "http://a.wild.example/", "http://awild.example/"),
        ("*.wild.example", "http://wild.example./", "http://example/"),
        ("[2606:2800:220:1::1]", "http://[2606:2800:220:1:0:0:0:1]/", "http://[2606:2800:220:1::2]/"),
        ("0x5db8d877", "http://93.184.216.119/", "http://93.184.216.120/"),
        ("93.184.216.136.", "http://93.184.216.136/", "http://93.184.216.137/"),
        ("1572395127", "http://0x5d.0xb8.0xd8.0x77/", "http://93.184.216.120/"),
        ("::ffff:93.184.216.119", "http://93.184.216.119/", "http://93.184.216.120/"),
        ("::ffff:93.184.0.0/112", "http://93.184.216.119/", "http://93.185.216.119/"),
        ("B\u00dcCHER.example", "http://xn--bcher-kva.example/", "http://bucher.example/"),
    ],
)
def test_forms_of_denied_hosts(tmp_path: Path, line: str, denied: str, passes: str) -> None:
    """A denied host is recognized in every form that URLs can have it in."""
    path = tmp_path / "deny"
    path.write_text(line, "utf-8")
    policy = EgressPolicy(deny=deny_list(str(path)))
    with pytest.raises(Forbidden, match=DENIED):
        policy.check_target(parse_target(denied))
    policy.check_target(parse_target(passes))


@pytest.mark.parametrize(
    ("given", "own"),
    [
        ("scan.example.", "http://scan.example/"),
        ("SCAN.example", "http://scan.example./"),
        ("93.184.216.119", "http://93.184.216.119/"),
        ("0x5db8d877", "http://93.184.216.119/"),
        ("[2606:2800:220:1::1]", "http://[2606:2800:220:1::1]/"),
    ],
)
def test_forms_of_own_names(given: str, own: str) -> None:
    """The service recognizes its own name or address in every form."""
    policy = EgressPolicy.of(evolve(Settings(), public_host=(host(given),)))
    with pytest.raises(Forbidden, match=ITSELF):
        policy.check_target(parse_target(own))


@pytest.mark.parametrize("text", ["*.scan.example", "scan.example:80", "scan.example/", "", ".", "a?b", "[::1", "a*b"])
def test_malformed_own_names(text: str) -> None:
    """The service doesn't start with an own name that no URL can have."""
    with pytest.raises(ValueError, match="is not a host name"):
        host(text)


@pytest.mark.parametrize(
    "text",
    [
        "http://victim.example/",
        "victim.example:80x",
        "victim.example:80",
        "10.0.0.1/8",
        "a b",
        "\x00",
        "u@h",
        "a.*.example",
        "*",
        "**.example",
    ],
)
def test_malformed_deny_file(tmp_path: Path, text: str) -> None:
    """A deny file with a malformed line fails with the number of the line."""
    path = tmp_path / "deny"
    path.write_text(f"good.example\n{text}\n")
    with pytest.raises(ValueError, match="line 2: "):
        deny_list(str(path))


def test_missing_deny_file() -> None:
    """A deny file that can't be read is an error."""
    with pytest.raises(ValueError, match="not a readable file"):
        deny_list("/nonexistent")
