"""What an operator keeps the service from: hosts, networks, itself, and one host too often."""

from ipaddress import ip_network
from pathlib import Path

import pytest
from twisted.internet.defer import Deferred

from sitescan.egress.errors import Unreachable
from sitescan.egress.wall import DENIED, ITSELF, Forbidden, Policy
from sitescan.model.answers import Problem
from sitescan.model.target import parse_target
from sitescan.settings import DenyList, deny_list
from tests.egress.wire import Wire
from tests.results import failure_now, nothing_yet

DENY = DenyList(hosts=frozenset({"victim.example"}), networks=(ip_network("93.184.0.0/16"), ip_network("10.9.0.0/16")))


@pytest.mark.parametrize("host", ["victim.example", "www.victim.example", "VICTIM.example", "victim.example."])
def test_denied_hosts(host: str) -> None:
    """A name stands for what is below it as well."""
    with pytest.raises(Forbidden, match=DENIED):
        Policy(deny=DENY).check_target(parse_target(f"http://{host}/"))


@pytest.mark.parametrize("host", ["notvictim.example", "victim.example.org", "example"])
def test_other_hosts(host: str) -> None:
    """A name that only looks like it is not meant."""
    Policy(deny=DENY).check_target(parse_target(f"http://{host}/"))


def test_denied_networks() -> None:
    """An address is denied whichever name leads to it, even where private networks are allowed."""
    policy = Policy(deny=DENY, private=(ip_network("10.0.0.0/8"),))
    for address in ("93.184.215.14", "10.9.1.1"):
        with pytest.raises(Forbidden, match=DENIED):
            policy.check(address, 80)
    policy.check("10.8.1.1", 80)


def test_own_names() -> None:
    """The service does not scan itself under the names that it is reached by."""
    policy = Policy(own_hosts={"sitescan.example"})
    with pytest.raises(Forbidden, match=ITSELF):
        policy.check_target(parse_target("https://sitescan.example/"))
    policy.check_target(parse_target("https://www.sitescan.example/"))


def test_own_ports() -> None:
    """Nor where a connection turns out to lead back here."""
    policy = Policy(private=(ip_network("127.0.0.0/8"),), own_ports={8080})
    with pytest.raises(Forbidden, match=ITSELF):
        policy.check_peer(("127.0.0.1", 8080), "127.0.0.1")
    policy.check_peer(("127.0.0.2", 8080), "127.0.0.1")
    policy.check_peer(("127.0.0.1", 8081), "127.0.0.1")


def test_a_deny_file(tmp_path: Path) -> None:
    """Names and networks, one a line, with comments."""
    path = tmp_path / "deny"
    path.write_text(
        "# asked to be left alone\nVictim.example  # in 2026\n\n192.0.2.0/24\n2001:db8::/32\nbücher.example\n"
    )
    denied = deny_list(str(path))
    assert denied.hosts == {"victim.example", "xn--bcher-kva.example"}
    assert denied.networks == (ip_network("192.0.2.0/24"), ip_network("2001:db8::/32"))


@pytest.mark.parametrize("text", ["http://victim.example/", "victim.example:80x", "10.0.0.1/8", "a b", "\x00", "u@h"])
def test_a_deny_file_with_a_mistake(tmp_path: Path, text: str) -> None:
    """The line is named."""
    path = tmp_path / "deny"
    path.write_text(f"good.example\n{text}\n")
    with pytest.raises(ValueError, match="line 2: "):
        deny_list(str(path))


def test_a_deny_file_that_is_not_there() -> None:
    """It is said, rather than that nothing is denied."""
    with pytest.raises(ValueError, match="not a readable file"):
        deny_list("/nonexistent")


def test_one_host_is_not_asked_too_often() -> None:
    """All scans together keep to the limit of a host; another host, and the next minute, are free."""
    wire = Wire(host_requests=2, host_window=60)

    def ask(url: str) -> "Deferred[object]":
        asked = wire.session.open("GET", parse_target(url), wire.deadline())
        return Deferred.fromCoroutine(asked)

    waiting = [ask("http://a.example/1"), ask("http://a.example/2")]
    refused = failure_now(ask("http://a.example/3"), Unreachable)
    assert isinstance(refused, Unreachable)
    assert refused.problem is Problem.COOLING
    waiting.append(ask("http://b.example/"))
    wire.reactor.advance(60)
    waiting.append(ask("http://a.example/4"))
    assert nothing_yet(waiting[-1])
    for one in waiting:
        one.addErrback(lambda _: None)
        one.cancel()
    wire.end()
