"""Whose host it is: registrable domains, this machine."""

import pytest

from sitescan.standards.insecure_url import is_insecure
from sitescan.standards.local_hosts import is_local
from sitescan.standards.public_suffixes import is_public_suffix, same_site, site_of


@pytest.mark.parametrize(
    ("host", "site"),
    [
        ("www.example.co.uk", "example.co.uk"),
        ("pears.github.io", "pears.github.io"),
        ("localhost", "localhost"),
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8::1", "2001:db8::1"),
        ("com", "com"),
    ],
)
def test_site(host: str, site: str) -> None:
    """A CDN below the same registrable domain is the owner's own."""
    assert site_of(host) == site


def test_sites_of_urls() -> None:
    """What is no address of a page belongs to nobody."""
    assert same_site("https://static.example.com/a.js", "https://www.example.com/")
    assert not same_site("https://a.github.io/", "https://b.github.io/")
    assert not same_site("data:,", "data:,")
    assert is_public_suffix("github.io")
    assert not is_public_suffix("example.com")


@pytest.mark.parametrize(
    ("url", "insecure"),
    [
        ("http://example.com/", True),
        ("HTTP://example.com/", True),
        ("http://192.0.2.7/", True),
        ("http://localhost:3000/", False),
        ("http://app.localhost/", False),
        ("http://127.0.0.2/", False),
        ("http://[::1]/", False),
        ("https://example.com/", False),
        ("data:,http:", False),
    ],
)
def test_insecure(url: str, insecure: bool) -> None:
    """What stays on the machine cannot be read on its way."""
    assert is_insecure(url) is insecure


@pytest.mark.parametrize(
    ("url", "local"),
    [
        ("http://localhost./", True),
        ("http://pears.internal/", True),
        ("http://[fd00::7]/", True),
        ("http://169.254.169.254/", True),
        ("http://8.8.8.8/", False),
        ("http://1.2.3/", False),
        ("http://localhost.example.com/", False),
        ("http://[/", False),
        ("", False),
    ],
)
def test_local(url: str, local: bool) -> None:
    """What nobody outside can reach is told from what merely looks like it."""
    assert is_local(url) is local
