"""Classification of hosts: registrable domains, public suffixes, local addresses."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from publicsuffixlist import PublicSuffixList

from sitescan.standards.insecure_url import is_insecure
from sitescan.standards.local_hosts import is_local
from sitescan.standards.public_suffixes import is_public_suffix, same_site, site_of

#: Rules with letters of other scripts.
OTHER_SCRIPTS = (
    "公司.cn",
    "рф",
    "個人.hk",
    "セール",
    "香港",
    "বাংলা",
    "vermögensberater",
    "ak.срб",
    "栃木.jp",
    "rørøy.no",
)
#: The list with the names of its rules in Punycode, too.
ENCODED = PublicSuffixList()
RULES = st.sampled_from(["com", "co.uk", "github.io", "*.ck", "www.ck", *OTHER_SCRIPTS])


@pytest.mark.parametrize(
    ("host", "site"),
    [
        ("www.example.co.uk", "example.co.uk"),
        ("pears.github.io", "pears.github.io"),
        ("localhost", "localhost"),
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8::1", "2001:db8::1"),
        ("com", "com"),
        ("www.xn--hxt814e.xn--p1ai", "xn--hxt814e.xn--p1ai"),
        ("www.xn--hxt814e.xn--55qx5d.cn", "xn--hxt814e.xn--55qx5d.cn"),
        ("xn--55qx5d.cn", "xn--55qx5d.cn"),
        ("a.b.xn--.com", "xn--.com"),
        ("a.xn--999999999.jp", "xn--999999999.jp"),
    ],
)
def test_site(host: str, site: str) -> None:
    """The site of a host is its registrable domain, or the host itself if it has none."""
    assert site_of(host) == site


@given(st.lists(st.sampled_from(["www", "xn--hxt814e", "xn--p1ai", "xn--", "cn", "jp", "com", ""]), max_size=3), RULES)
def test_site_by_every_rule(labels: list[str], rule: str) -> None:
    """The site of a host is the same whether the list or the host is written with its letters of other scripts."""
    host = ".".join([*labels, *rule.replace("*", "pears").encode("idna").decode().split(".")])
    assert site_of(host) == (ENCODED.privatesuffix(host) or host)


def test_sites_of_urls() -> None:
    """URLs below one registrable domain are of one site; a URL without a host is of no site."""
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
    """A URL with the scheme http is insecure, unless its host is the same machine."""
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
    """Hosts that are unreachable from the internet are local; hosts that only resemble them are not."""
    assert is_local(url) is local
