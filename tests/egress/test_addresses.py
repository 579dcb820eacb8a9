"""Only public addresses are connected to."""

from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitescan.egress.addresses import SPECIAL_IPV4, SPECIAL_IPV6, parse_address, refusal
from sitescan.egress.policy import EgressPolicy, Forbidden

#: A second copy of the registries' blocks, so that a mistake in either copy fails a test.
BLOCKS = """
0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.31.196.0/24
192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4
240.0.0.0/4 255.255.255.255/32
::/128 ::1/128 ::/96 ::ffff:0:0/96 64:ff9b::/96 64:ff9b:1::/48 100::/64 100:0:0:1::/64 2001::/23 2001::/32 2001:1::1/128
2001:1::2/128 2001:1::3/128 2001:2::/48 2001:3::/32 2001:4:112::/48 2001:10::/28 2001:20::/28 2001:30::/28 2001:db8::/32
2002::/16 2620:4f:8000::/48 3fff::/20 5f00::/16 fc00::/7 fe80::/10 fec0::/10 ff00::/8
""".split()

#: The public addresses immediately before and after each block.
OUTSIDE = """
1.0.0.0 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0 169.253.255.255 169.255.0.0
172.15.255.255 172.32.0.0 191.255.255.255 192.0.1.0 192.0.1.255 192.0.3.0 192.31.195.255 192.31.197.0 192.52.192.255
192.52.194.0 192.88.98.255 192.88.100.0 192.167.255.255 192.169.0.0 192.175.47.255 192.175.49.0 198.17.255.255
198.20.0.0 198.51.99.255 198.51.101.0 203.0.112.255 203.0.114.0 223.255.255.255 8.8.8.8
2000:: 2001:200:: 2001:db7:ffff:ffff:ffff:ffff:ffff:ffff 2001:db9:: 2001:ffff:ffff:ffff:ffff:ffff:ffff:ffff 2003::
2620:4f:7fff:ffff:ffff:ffff:ffff:ffff 2620:4f:8001:: 3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff 3fff:1000::
2606:2800:21f:cb07::1
""".split()


def into(prefix: str, address: str, shift: int = 0) -> str:
    """Return an IPv6 address that contains an IPv4 address."""
    return str(IPv6Address(int(IPv6Address(prefix)) | int(IPv4Address(address)) << shift))


def embedded(address: str) -> list[str]:
    """Return every IPv6 address by which an IPv4 address can be reached."""
    return [
        f"::{address}",
        f"::ffff:{address}",
        f"::ffff:0:{address}",
        f"64:ff9b::{address}",
        f"64:ff9b:1::{address}",
        into("2002::", address, 80),
        into("2001::", address, 64),
        into("2001::", str(IPv4Address(int(IPv4Address(address)) ^ 0xFFFFFFFF))),
        into("fe80::5efe:0:0", address),
        into("2606:2800::5efe:0:0", address),
        into("2606:2800::200:5efe:0:0", address),
    ]


@pytest.mark.parametrize("block", BLOCKS)
def test_blocks(block: str) -> None:
    """The first and the last address of each special block are refused."""
    network = ip_network(block)
    assert refusal(network[0])
    assert refusal(network[-1])


@pytest.mark.parametrize("address", OUTSIDE)
def test_adjacent_addresses(address: str) -> None:
    """The addresses next to a special block are public."""
    assert refusal(ip_address(address)) is None


@pytest.mark.parametrize(
    "address", ["127.0.0.1", "10.0.0.1", "169.254.169.254", "168.63.129.16", "100.100.100.200", "0.0.0.0"]
)
def test_embedded(address: str) -> None:
    """An internal IPv4 address is refused in every IPv6 notation."""
    for carrier in embedded(address):
        parsed = parse_address(carrier)
        assert parsed is not None
        assert refusal(parsed), carrier


def test_isatap_address_with_public_ipv4_address() -> None:
    """An ISATAP address that contains a public IPv4 address is public."""
    assert refusal(ip_address(into("2606:2800::5efe:0:0", "8.8.8.8"))) is None


def test_tables_have_no_overlaps() -> None:
    """Each address has one name, because no two blocks of a table overlap."""
    for table in (SPECIAL_IPV4, SPECIAL_IPV6):
        blocks = [block for block, _ in table]
        assert not any(a.overlaps(b) for a, b in combinations(blocks, 2))


@given(st.integers(0, 2**128 - 1))
def test_only_global_unicast_is_public(number: int) -> None:
    """No IPv6 address outside of 2000::/3 is public."""
    address = IPv6Address(number)
    if refusal(address) is None:
        assert address.exploded[0] in "23"


@given(st.integers(0, 2**32 - 1))
def test_at_least_as_strict_as_ipaddress(number: int) -> None:
    """An IPv4 address that isn't global for Python's ipaddress module is refused."""
    address = IPv4Address(number)
    if refusal(address) is None:
        assert address.is_global


@pytest.mark.parametrize(
    "text",
    ["", "localhost", "127.1", "0x7f.0.0.1", "017700000001", "2130706433", "127.0.0.01", "[::1]", "1.2.3.4 ", "::1%"],
)
def test_noncanonical_notations_are_refused(text: str) -> None:
    """Only the canonical notation of an address is accepted."""
    assert parse_address(text) is None


def test_mapped_addresses() -> None:
    """An IPv4-mapped IPv6 address is parsed as the IPv4 address that the kernel connects to."""
    assert parse_address("::ffff:8.8.8.8") == IPv4Address("8.8.8.8")


def test_scoped_addresses_are_refused() -> None:
    """An address with a zone is refused, because the zone is a network interface of this machine."""
    address = parse_address("2606:2800::1%1")
    assert address is not None
    assert refusal(address) == "scoped"


class TestPolicy:
    """Addresses and ports that may be connected to."""

    @pytest.mark.parametrize("port", [80, 443, 8080])
    def test_ports(self, port: int) -> None:
        """A port of the policy is accepted."""
        EgressPolicy(ports={80, 443, 8080}).check("8.8.8.8", port)

    @pytest.mark.parametrize("port", [0, 22, 25, 81, 6379, 65535])
    def test_ports_outside_policy(self, port: int) -> None:
        """A port outside of the policy is refused, and the error lists the accepted ports."""
        with pytest.raises(Forbidden) as refused:
            EgressPolicy().check("8.8.8.8", port)
        assert refused.value.what == f"Port {port} can't be scanned; these ports can: 80, 443."

    @pytest.mark.parametrize("address", ["10.1.2.3", "::ffff:10.1.2.3", "fd00::1"])
    def test_private_networks(self, address: str) -> None:
        """Networks that the operator allows may be connected to, on any port."""
        EgressPolicy(private=(ip_network("10.1.0.0/16"), ip_network("fd00::/8"))).check(address, 3000)

    @pytest.mark.parametrize("address", ["10.2.0.1", "127.0.0.1", "::1", "fe80::1", "::10.1.2.3"])
    def test_private_networks_not_allowed(self, address: str) -> None:
        """Private networks that the operator doesn't allow are refused, and the error doesn't show the address."""
        with pytest.raises(Forbidden) as refused:
            EgressPolicy(private=(ip_network("10.1.0.0/16"),)).check(address, 80)
        assert address not in refused.value.what

    @pytest.mark.parametrize("address", ["", "localhost", "127.1"])
    def test_host_names_are_refused(self, address: str) -> None:
        """A host name or a malformed address is never connected to."""
        with pytest.raises(Forbidden):
            EgressPolicy().check(address, 80)
