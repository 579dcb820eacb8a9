"""Requests are counted by the address of their client, which the client can't forge."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitescan.admission.client_address import caller
from sitescan.configuration.option_values import network

PROXIES = (network("10.0.0.0/8"), network("fd00::/8"))


@pytest.mark.parametrize(
    ("peer", "forwarded", "name"),
    [
        # The peer is no proxy: its X-Forwarded-For fields are ignored.
        ("192.0.2.1", (), "192.0.2.1"),
        ("192.0.2.1", ("198.51.100.7",), "192.0.2.1"),
        ("::ffff:192.0.2.1", (), "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", (), "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", ("198.51.100.7",), "2001:db8:1:2::/64"),
        ("fe80::1%eth0", (), "fe80::/64"),
        # The peer is a proxy: the client is the last address before it that isn't a proxy.
        ("10.0.0.1", (), "10.0.0.1"),
        ("10.0.0.1", ("198.51.100.7",), "198.51.100.7"),
        ("::ffff:10.0.0.1", ("198.51.100.7",), "198.51.100.7"),
        ("fd00::1", ("2001:db8::1",), "2001:db8::/64"),
        ("10.0.0.1", ("203.0.113.9, 198.51.100.7",), "198.51.100.7"),
        ("10.0.0.1", ("203.0.113.9", "198.51.100.7"), "198.51.100.7"),
        ("10.0.0.1", ("203.0.113.9, 198.51.100.7, 10.0.0.2",), "198.51.100.7"),
        ("10.0.0.1", ("203.0.113.9, 198.51.100.7", "10.0.0.3,10.0.0.2"), "198.51.100.7"),
        ("10.0.0.1", ("10.0.0.3, 10.0.0.2",), "10.0.0.3"),
        ("10.0.0.1", ("198.51.100.7:4711",), "198.51.100.7"),
        ("10.0.0.1", ("[2001:db8::1]:4711",), "2001:db8::/64"),
        ("10.0.0.1", ("[2001:db8::1]",), "2001:db8::/64"),
        ("10.0.0.1", ("::ffff:198.51.100.7",), "198.51.100.7"),
        # The search stops at a malformed entry: requests are counted by the last known proxy.
        ("10.0.0.1", ("",), "10.0.0.1"),
        ("10.0.0.1", ("unknown",), "10.0.0.1"),
        ("10.0.0.1", ("198.51.100.7, unknown",), "10.0.0.1"),
        ("10.0.0.1", ("198.51.100.7, 10.0.0.2, _hidden",), "10.0.0.1"),
        ("10.0.0.1", ("203.0.113.9, garbage, 10.0.0.2",), "10.0.0.2"),
        ("10.0.0.1", ("127.1",), "10.0.0.1"),
        # The peer of a UNIX socket is a trusted proxy.
        ("", (), "local"),
        ("", ("198.51.100.7",), "198.51.100.7"),
        ("", ("198.51.100.7, 10.0.0.2",), "198.51.100.7"),
        ("", ("garbage",), "local"),
        ("garbage", ("198.51.100.7",), "local"),
    ],
)
def test_names(peer: str, forwarded: tuple[str, ...], name: str) -> None:
    """A client is named by its address, or by its /64 network in IPv6, as trusted proxies report it."""
    assert caller(peer, forwarded, PROXIES) == name


@given(st.lists(st.text(max_size=20), max_size=5))
def test_forged_entries_are_ignored(forged: list[str]) -> None:
    """Entries that a client forges in X-Forwarded-For don't change the address that it is counted by."""
    assert caller("192.0.2.1", forged, PROXIES) == "192.0.2.1"
    assert caller("10.0.0.1", [*forged, "198.51.100.7"], PROXIES) == "198.51.100.7"
    assert caller("10.0.0.1", [", ".join([*forged, "198.51.100.7"])], PROXIES) == "198.51.100.7"
