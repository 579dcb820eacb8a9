"""URL parsing: the URL that is checked is the URL that is requested."""

import re
from ipaddress import ip_address
from pathlib import Path

import ada_url
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sitescan
from sitescan.standards.urls import (
    MAX_URL_LENGTH,
    UNKNOWN_HOST,
    InvalidTarget,
    host_of,
    join_target,
    lower_path,
    parse_target,
    resolve,
    resolve_in_folder,
    serialized_target,
    split_url,
)

pieces = st.sampled_from(
    "http:// https:// http: // / \\ @ : [ ] % . .. ? # & = 127.0.0.1 0x7f.1 2130706433 ::1 ::ffff:7f00:1 localhost"
    " example.com EXAMPLE.com bücher.example xn--bcher-kva.example １２７ ｡ 。 ① \u00ad \u200d %31 %00 \t \n + 80 443"
    " 99999 -1 ftp: javascript: data: a b é _ ~ fe80::1%25lo user pass".split(" ")
)
texts = st.one_of(
    st.text(max_size=40), st.lists(pieces, max_size=8).map("".join), st.text(max_size=30).map("http://".__add__)
)


@pytest.mark.parametrize(
    ("text", "url", "host", "port"),
    [
        ("http://example.com", "http://example.com/", "example.com", 80),
        ("HTTPS://Example.COM:443/A?b#c", "https://example.com/A?b", "example.com", 443),
        ("http://example.com:8080", "http://example.com:8080/", "example.com", 8080),
        ("http://example.com:/", "http://example.com/", "example.com", 80),
        ("http://example.com./", "http://example.com./", "example.com.", 80),
        ("http://bücher.example/é?ü", "http://xn--bcher-kva.example/%C3%A9?%C3%BC", "xn--bcher-kva.example", 80),
        ("http://my_site.example/", "http://my_site.example/", "my_site.example", 80),
        ("http://example.com/a/../b/./c", "http://example.com/b/c", "example.com", 80),
        ("http://[2606:2800:0:0::1]:8080/", "http://[2606:2800::1]:8080/", "2606:2800::1", 8080),
    ],
)
def test_normalization(text: str, url: str, host: str, port: int) -> None:
    """A URL is normalized as in browsers."""
    target = parse_target(text)
    assert (target.url, target.host, target.port) == (url, host, port)


@pytest.mark.parametrize(
    "text",
    [
        "http://127.1/",
        "http://2130706433/",
        "http://0x7f000001/",
        "http://0x7f.0.0.1/",
        "http://0177.0.0.1/",
        "http://017700000001/",
        "http://127.0.0.1./",
        "http://127.000.000.001/",
        "http://0x7f.1/",
        "http://%31%32%37.0.0.1/",
        "http://１２７.0.0.1/",
        "http://127。0。0。1/",
        "http://127｡0.0.1/",
        "http://①②⑦.0.0.1/",
        "http://127.0.0.\u00ad1/",
    ],
)
def test_ip_address_notations_are_normalized(text: str) -> None:
    """Every notation of an IP address is normalized to the address that is checked and connected to."""
    target = parse_target(text)
    assert target.is_address
    assert (target.host, target.url) == ("127.0.0.1", "http://127.0.0.1/")


@pytest.mark.parametrize(
    ("text", "host"),
    [
        ("http://[::1]/", "::1"),
        ("http://[0:0:0:0:0:ffff:127.0.0.1]/", "::ffff:7f00:1"),
        ("http://[::127.0.0.1]/", "::7f00:1"),
        ("http://[64:ff9b::127.0.0.1]/", "64:ff9b::7f00:1"),
        ("http://0/", "0.0.0.0"),
        ("http://loc\u00adalhost/", "localhost"),
        ("http://ⓛocalhost/", "localhost"),
        ("http://LOCALHOST/", "localhost"),
        ("http://%6cocalhost/", "localhost"),
    ],
)
def test_host_notations_are_normalized(text: str, host: str) -> None:
    """Unusual notations of hosts are normalized."""
    assert parse_target(text).host == host


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "example.com",
        "//example.com/",
        "/path",
        "http:example.com",
        "http:/example.com",
        "http:///example.com",
        "https://",
        "http://?q",
        "http://#f",
        "http://:80/",
        "ftp://example.com/",
        "file:///etc/passwd",
        "gopher://example.com/",
        "javascript:alert(1)",
        "data:text/html,<p>",
        "view-source:http://example.com/",
        "http://user@example.com/",
        "http://user:password@example.com/",
        "http://example.com@127.0.0.1/",
        "http://example.com:99999/",
        "http://example.com:-1/",
        "http://example.com:+1/",
        "http://example.com:1_0/",
        "http://example.com:80a/",
        "http://example.com:０８０/",
        "http://exa mple.com/",
        " http://example.com/",
        "http://example.com/\r\nHost: x",
        "http://exam\tple.com/",
        "http://example.com\\@127.0.0.1/",
        "http:\\\\example.com/",
        "http://[::1/",
        "http://::1/",
        "http://[fe80::1%25lo]/",
        "http://[fe80::1%lo]/",
        "http://[v1.a]/",
        "http://a..b/",
        "http://.example.com/",
        "http://example.com../",
        "http://%00/",
        "http://exa%23mple.com/",
        "http://256.256.256.256/",
        "http://1.2.3.4.5/",
        "http://0x100000000/",
        "http://" + "a" * 64 + ".example/",
        "http://" + "a." * 127 + "example/",
        "http://example.com/" + "a" * MAX_URL_LENGTH,
        "http://\ud800/",
        "http://example.com/\ud800",
        "\ud800",
    ],
)
def test_rejected_urls(text: str) -> None:
    """Any text but an absolute web URL is rejected, with a sentence that gives the reason."""
    with pytest.raises(InvalidTarget) as refused:
        parse_target(text)
    assert str(refused.value).endswith(".")
    assert text not in str(refused.value) or not text.strip()


def test_length_limit() -> None:
    """A URL of 2,048 characters is accepted, and a longer one is not."""
    start = "http://example.com/"
    assert parse_target(start + "a" * (MAX_URL_LENGTH - len(start)))
    with pytest.raises(InvalidTarget, match="longer than 2048"):
        parse_target(start + "a" * (MAX_URL_LENGTH - len(start) + 1))


@pytest.mark.parametrize(
    ("base", "reference", "url"),
    [
        ("http://example.com/a/b", "c", "http://example.com/a/c"),
        ("http://example.com/a/b", "/c#d", "http://example.com/c"),
        ("http://example.com/a/b?c", "?d", "http://example.com/a/b?d"),
        ("http://example.com/a", "//example.org", "http://example.org/"),
        ("https://example.com/a", "http://example.org", "http://example.org/"),
        ("http://example.com/a", " /b\n ", "http://example.com/b"),
        ("http://example.com/a", "\\\\127.0.0.1\\b", "http://127.0.0.1/b"),
        ("http://example.com/a", "//0x7f.1/", "http://127.0.0.1/"),
        ("http://example.com/a", "", "http://example.com/a"),
        # A scheme without slashes is that of the page, or begins an absolute URL.
        ("https://example.com/a/", "https:/example.org/b", "https://example.com/example.org/b"),
        ("https://example.com/a/", "https:b", "https://example.com/a/b"),
        ("https://example.com/a/", "http:/example.org/b", "http://example.org/b"),
    ],
)
def test_references(base: str, reference: str, url: str) -> None:
    """References are resolved as in browsers."""
    assert join_target(base, reference).url == url


@pytest.mark.parametrize(
    "reference",
    [
        "file:///etc/passwd",
        "//user@example.org/",
        "//a..b/",
        "//[::1",
        "javascript:1",
        "mailto:a@example.com",
        "\ud800",
    ],
)
def test_invalid_references(reference: str) -> None:
    """A reference that does not lead to a valid web URL is rejected."""
    with pytest.raises(InvalidTarget):
        join_target("http://example.com/", reference)


def test_parts() -> None:
    """The path and the origin are sent in requests, and the fragment is kept beside them."""
    target = parse_target("https://[2606:2800::1]:8443/a?b#c%20d")
    assert (target.path, target.fragment, target.origin) == ("/a?b", "c%20d", "https://[2606:2800::1]:8443")
    assert target.secure
    assert parse_target("http://example.com:80/").origin == "http://example.com"


@given(texts)
def test_any_text_is_parsed_or_rejected(text: str) -> None:
    """Any text is a target or is rejected; a target is ASCII and parses to itself."""
    try:
        target = parse_target(text)
    except InvalidTarget:
        return
    assert target.url.isascii()
    assert target.url.isprintable()
    again = parse_target(target.url) if len(target.url) <= MAX_URL_LENGTH else join_target(target.url, target.url)
    assert (again.url, again.host, again.port) == (target.url, target.host, target.port)
    assert target.is_address == _is_canonical_address(target.host)
    assert 0 <= target.port < 65536


@given(texts, texts)
def test_any_reference_is_resolved_or_rejected(base: str, reference: str) -> None:
    """Any reference is a target or is rejected, with any base."""
    resolved = resolve(base, reference)
    try:
        target = join_target(base, reference)
    except InvalidTarget:
        return
    assert resolved is not None
    assert resolved.partition("#")[0] == target.url
    assert join_target(target.url, target.url).url == target.url


def _is_canonical_address(host: str) -> bool:
    try:
        return str(ip_address(host)) == host or ":" in host
    except ValueError:
        return False


@given(texts)
def test_any_reference_is_split(text: str) -> None:
    """Any reference is split into parts without an error; a malformed one has no parts."""
    for reference in (
        text,
        "http://[",
        "https://[::1",
        "//a:b",
        "http://a:99999/",
        "http://℀.example/",
        f"https://[{text}",
    ):
        parts = split_url(reference)
        assert isinstance(parts.hostname or "", str)
        assert parts.port is None or 0 <= parts.port < 65536
        assert parts.username is None or parts.netloc
    assert split_url("http://[").netloc == ""
    assert split_url("https://a.example:8443/b?c#d").port == 8443


@given(texts, st.sampled_from([None, "https://b.example/x/y?q#f", "http://c.example:8080/"]))
def test_parts_agree_with_parser(written: str, base: str | None) -> None:
    """The parts of a serialized URL are those that the parser finds."""
    try:
        parsed = ada_url.URL(written, base)
    except (ValueError, UnicodeEncodeError):
        parsed = None
    try:
        target = serialized_target(written) if base is None else join_target(base, written)
    except InvalidTarget:
        return
    assert parsed is not None
    assert (parsed.username, parsed.password) == ("", "")
    assert (target.url, f"{target.scheme}:") == (parsed.href.partition("#")[0], parsed.protocol)
    assert target.host == parsed.hostname.strip("[]")
    assert target.port == int(parsed.port or {"http": 80, "https": 443}[target.scheme])
    # An empty query is sent with its question mark.
    assert target.path in (parsed.pathname + parsed.search, parsed.pathname + "?")
    assert target.fragment == parsed.hash.removeprefix("#")


@given(texts)
def test_path_does_not_affect_host(text: str) -> None:
    """The host of a serialized URL is read from its beginning, regardless of its path."""
    url = resolve("https://pears.example/a/b", text)
    if url is not None:
        # The standard library leaves the case of what follows a percent sign, as in the zone of an IPv6 address.
        assert host_of(url) == (split_url(url).hostname or "").lower()


def test_url_splitting_is_restricted() -> None:
    """Only two modules split URLs with the standard library, which raises errors for hosts that any page can name."""
    own = Path(sitescan.__file__).parent
    named = {path.name for path in own.rglob("*.py") if re.search(r"\burl(?:split|parse)\b", path.read_text())}
    assert named == {"urls.py", "redis_urls.py"}


@pytest.mark.parametrize(
    ("reference", "path"),
    [
        ("/Pear.WOFF2", "/pear.woff2"),
        ("pear.eot?#iefix", "pear.eot"),
        ("pear.svg#a?b.woff2", "pear.svg"),
        (" https://example.com/pear.ttf ?v=1", "https://example.com/pear.ttf"),
        ("#pear.svg", ""),
        ("", ""),
    ],
)
def test_path_of_file(reference: str, path: str) -> None:
    """The path of a file is in lower case, without query and fragment."""
    assert lower_path(reference) == path


@pytest.mark.parametrize(
    ("page", "reference", "path"),
    [
        ("", "../a", "..%2Fa"),
        ("index.html", "../a/?b#c", "..%2Fa/?b#c"),
        ("part/a.html", "../../img/a.png", "..%2Fimg/a.png"),
        ("part/a.html", "x/../../../a", "..%2Fa"),
        ("part/a.html", " ../a", "a"),
        ("part/a.html", "x/../../a", "a"),
        ("part/a.html", "./../a", "a"),
        ("part/a.html", "/../a", "a"),
        ("index.html", "a..b", "a..b"),
        ("index.html", "?a=../..", "index.html?a=../.."),
    ],
)
def test_references_out_of_a_folder(page: str, reference: str, path: str) -> None:
    """Where the address of a folder isn't known, what is above it isn't taken for a part of it."""
    root = f"https://{UNKNOWN_HOST}/"
    assert resolve_in_folder(root + page, reference) == root + path
    assert resolve_in_folder("https://pears.example/", "../a") == "https://pears.example/a"
    assert resolve_in_folder(root, "https://pears.example/../a") == "https://pears.example/a"
