"""Each client is counted by its own name, and nobody by another's."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitescan.admission.client_address import caller
from sitescan.option_values import network

PROXIES = (network("10.0.0.0/8"), network("fd00::/8"))


@pytest.mark.parametrize(
    ("peer", "forwarded", "name"),
    [
        # No proxy: what it says of itself does not matter.
        ("192.0.2.1", (), "192.0.2.1"),
        ("192.0.2.1", ("198.51.100.7",), "192.0.2.1"),
        ("::ffff:192.0.2.1", (), "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", (), "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", ("198.51.100.7",), "2001:db8:1:2::/64"),
        ("fe80::1%eth0", (), "fe80::/64"),
        # A proxy: the last one before it that is none itself.
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
        # Garbage ends the way back: who sent it is behind the last proxy that is known.
        ("10.0.0.1", ("",), "10.0.0.1"),
        ("10.0.0.1", ("unknown",), "10.0.0.1"),
        ("10.0.0.1", ("198.51.100.7, unknown",), "10.0.0.1"),
        ("10.0.0.1", ("198.51.100.7, 10.0.0.2, _hidden",), "10.0.0.1"),
        ("10.0.0.1", ("203.0.113.9, garbage, 10.0.0.2",), "10.0.0.2"),
        ("10.0.0.1", ("127.1",), "10.0.0.1"),
        # A UNIX socket: whoever listens behind one is the proxy.
        ("", (), "local"),
        ("", ("198.51.100.7",), "198.51.100.7"),
        ("", ("198.51.100.7, 10.0.0.2",), "198.51.100.7"),
        ("", ("garbage",), "local"),
        ("garbage", ("198.51.100.7",), "local"),
    ],
)
def test_names(peer: str, forwarded: tuple[str, ...], name: str) -> None:
    """Whose name it is."""
    assert caller(peer, forwarded, PROXIES) == name


@given(st.lists(st.text(max_size=20), max_size=5))
def test_nothing_that_is_forged_counts(forged: list[str]) -> None:
    """Whatever a client writes before the proxy adds its address, it is counted by that address."""
    assert caller("192.0.2.1", forged, PROXIES) == "192.0.2.1"
    assert caller("10.0.0.1", [*forged, "198.51.100.7"], PROXIES) == "198.51.100.7"
    assert caller("10.0.0.1", [", ".join([*forged, "198.51.100.7"])], PROXIES) == "198.51.100.7"
