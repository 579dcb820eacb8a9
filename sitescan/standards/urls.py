"""The single URL parser: requests are sent to exactly what is validated here."""

import re
from functools import lru_cache
from ipaddress import ip_address
from urllib.parse import SplitResult, urlsplit

import ada_url
from msgspec import Struct

from sitescan.standards.lazy_pattern import lazy_pattern

MAX_URL_LENGTH = 2048
"""The maximum length of a URL, in characters (docs/contract.rst, "The request")."""

_HOST = lazy_pattern(r"[A-Za-z][\w+.-]*://(?:[^/?#@]*@)?(\[[^\]]*\]|[^/?#:]*)", re.ASCII)

#: The host of pages whose address isn't known. Its addresses must not be written into a page.
UNKNOWN_HOST = "your-site.example"

_DEFAULT_PORTS = {"http": 80, "https": 443}


class InvalidTarget(ValueError):
    """Raised for a rejected URL; the message is a sentence for the person who submitted it."""


class Target(Struct, frozen=True, kw_only=True, gc=False):
    """
    An absolute ``http`` or ``https`` URL, parsed once by the WHATWG URL standard.

    A thousand are cached, so the garbage collector does not track them.

    :ivar url: the serialized URL in ASCII, without its fragment, as sent.
    :ivar scheme: ``http`` or ``https``.
    :ivar host: the host in ASCII: a lower-case name, a dotted IPv4 address or an IPv6 address
        without brackets.
    :ivar authority: the host as in URLs, with the port unless it is the default of the scheme.
    :ivar origin: ``scheme://host[:port]``.
    :ivar is_address: whether ``host`` is an IP address.
    :ivar port: the port to connect to.
    :ivar path: the path and query, as sent in the request line.
    :ivar fragment: the part after ``#``, still percent-encoded; empty if there is none.

    https://url.spec.whatwg.org/
    """

    url: str
    scheme: str
    host: str
    authority: str
    origin: str
    is_address: bool
    port: int
    path: str
    fragment: str = ""

    @property
    def secure(self) -> bool:
        """Whether the connection uses TLS."""
        return self.scheme == "https"

    @property
    def is_localhost(self) -> bool:
        """
        Whether the host is this machine by its name or address alone.

        https://www.rfc-editor.org/rfc/rfc6761#section-6.3
        """
        if self.is_address:
            return ip_address(self.host).is_loopback
        return self.host.rstrip(".").rpartition(".")[2] == "localhost"


def parse_target(text: str) -> Target:
    """
    Parse a URL that a person or a program submitted.

    Whatever a browser would silently repair (white space, control characters, backslashes, missing
    slashes, credentials) is rejected: two parsers that repair differently can be used to bypass a filter.

    :raises InvalidTarget: if the URL is not an absolute ``http``/``https`` URL with a host.
    """
    if not text:
        raise InvalidTarget("The URL is empty; send an absolute URL such as https://example.com/.")
    if len(text) > MAX_URL_LENGTH:
        raise InvalidTarget(f"The URL is longer than {MAX_URL_LENGTH} characters.")
    if any(character <= " " or character == "\x7f" for character in text):
        raise InvalidTarget("The URL contains white space or control characters; percent-encode them.")
    if "\\" in text:
        raise InvalidTarget("The URL contains a backslash; write a forward slash.")
    scheme = text.partition(":")[0].lower()
    if scheme not in _DEFAULT_PORTS or not text[len(scheme) :].startswith("://"):
        raise InvalidTarget("The URL must be absolute and start with http:// or https://.")
    if text[len(scheme) + 3 : len(scheme) + 4] == "/":
        raise InvalidTarget("The URL has no host name.")
    return _absolute(text)


def serialized_target(url: str) -> Target:
    """
    Parse a URL of a page, a redirect, a link or a file, of any length.

    The limit of :func:`parse_target` applies to submitted URLs. A redirect to a login, or a script with a long query,
    may be as long as the response header or the page allows.

    :raises InvalidTarget: if the URL is not an absolute ``http``/``https`` URL with a host.
    """
    return _absolute(url) if len(url) <= MAX_URL_LENGTH else _target(url, None)


def join_target(base: str, reference: str) -> Target:
    """
    Resolve a reference in a page or a ``Location`` header field, as a browser does.

    :param base: the absolute URL that the reference is relative to.
    :raises InvalidTarget: if the result is not an absolute ``http``/``https`` URL with a host, or contains credentials.
    """
    return _joined(reference, base) if len(reference) <= _SHORT else _target(reference, base)


def resolve_in_folder(base: str, reference: str) -> str | None:
    """
    Return the absolute URL of a reference on a page whose address isn't known, as :func:`resolve` does.

    A server has nothing above its root, but above a folder there may be the rest of the site. So a reference that leads
    out of the folder has a path that begins with ``..%2F``, which no file of the folder has.
    """
    resolved, root = resolve(base, reference), f"https://{UNKNOWN_HOST}/"
    path = reference.strip().partition("#")[0].partition("?")[0]
    if resolved is None or not (base.startswith(root) and resolved.startswith(root)) or path.startswith("/"):
        return resolved
    depth = split_url(base).path.count("/") - 1
    for step in path.split("/"):
        depth += -1 if step == ".." else step not in ("", ".")
        if depth < 0:
            return f"{root}..%2F{resolved.removeprefix(root)}"
    return resolved


def resolve(base: str, reference: str) -> str | None:
    """
    Return the absolute URL of a reference, of any scheme, or ``None`` if it is invalid.

    White space is stripped and line breaks are removed, as the URL standard defines.
    """
    return _resolved(base, reference) if len(reference) <= _SHORT else _url(base, reference)


_NO_PARTS = SplitResult("", "", "", "", "")


def lower_path(reference: str) -> str:
    """Return a reference in lower case without query and fragment, to compare file name extensions."""
    return reference.partition("#")[0].partition("?")[0].strip().lower()


def split_url(url: str) -> SplitResult:
    """
    Return the parts of a URL as written, without resolving it; all parts are empty if it is invalid.

    ``urlsplit`` raises for ``http://[`` and for hosts that Unicode normalization would change, and its ``port`` raises
    for other text than a number: pages contain all of these.
    """
    try:
        parts = urlsplit(url)
        parts.port  # noqa: B018 - a property that raises
    except ValueError:
        return _NO_PARTS
    return parts


def host_of(url: str) -> str:
    """Return the host of a serialized URL, or an empty string."""
    found = _HOST.match(url)
    return found[1].strip("[]").lower() if found is not None else ""


def http_host(url: str) -> str:
    """Return the host of an ``http`` or ``https`` URL, serialized or not; empty for all others."""
    try:
        return serialized_target(url).host
    except InvalidTarget:
        return ""


def origin_of(url: str) -> str:
    """Return the origin of an ``http`` or ``https`` URL; empty for all others."""
    try:
        return serialized_target(url).origin
    except InvalidTarget:
        return ""


def same_host(first: str, second: str) -> bool:
    """Return whether two ``http`` or ``https`` URLs have the same host; ``False`` for all others."""
    try:
        return serialized_target(first).host == serialized_target(second).host
    except InvalidTarget:
        return False


def beginning(url: str) -> str:
    """Return a serialized URL without its path: URLs of a page have few hosts, so results for it can be cached."""
    return "/".join(url.split("/", 3)[:3])


def _url(base: str | None, reference: str) -> str | None:
    try:
        return ada_url.normalize_url(reference) if base is None else ada_url.join_url(base, reference)
    except (ValueError, UnicodeEncodeError):
        return None


#: The maximum length of cached references: several rules resolve the same references.
_SHORT = 500
_resolved = lru_cache(maxsize=2048)(_url)


#: A URL is parsed for its request, its redirects and several rules. Longer ones would fill the cache's memory.
@lru_cache(maxsize=2048)
def _absolute(text: str) -> Target:
    return _target(text, None)


def _target(text: str, base: str | None) -> Target:
    serialized = _url(None, text) if base is None else resolve(base, text)
    return split_target(serialized)


def split_target(serialized: str | None) -> Target:
    """
    Return the parts of a serialized URL, without parsing it again.

    :param serialized: a result of :func:`resolve`.
    :raises InvalidTarget: as :func:`join_target` does.
    """
    if serialized is None:
        raise InvalidTarget("The URL is malformed; check the host name and the port.")
    # A serialized URL is split at its delimiters, which is far faster than querying the parser for each part:
    # https://url.spec.whatwg.org/#url-serializing
    url, _, fragment = serialized.partition("#")
    scheme, _, rest = url.partition(":")
    if scheme not in _DEFAULT_PORTS:
        raise InvalidTarget("The URL must start with http:// or https://.")
    authority, _, path = rest[2:].partition("/")
    host, port, is_address = _host_and_port(authority)
    return Target(
        url=url,
        scheme=scheme,
        authority=authority,
        origin=f"{scheme}://{authority}",
        host=host,
        is_address=is_address,
        port=int(port) if port else _DEFAULT_PORTS[scheme],
        path=f"/{path}",
        fragment=fragment,
    )


_joined = lru_cache(maxsize=2048)(_target)


@lru_cache(maxsize=1024)
def _host_and_port(authority: str) -> tuple[str, str, bool]:
    """Return the host, the port if it is named, and whether the host is an address. URLs of a page have few hosts."""
    if "@" in authority:
        raise InvalidTarget("The URL contains a user name or password; remove them.")
    bracketed, bracket, port = authority.partition("]")
    host, _, port = (bracketed[1:], "", port[1:]) if bracket else authority.partition(":")
    if not host or host.startswith(".") or ".." in host:
        raise InvalidTarget("The URL's host name is empty or contains an empty label.")
    is_address = _is_address(host)
    if not is_address and (len(host.rstrip(".")) > 253 or max(map(len, host.split("."))) > 63):
        raise InvalidTarget("The host name in the URL is too long.")
    return host, port, is_address


def _is_address(host: str) -> bool:
    """Return whether a serialized host is an IP address; the parser only reports that for URLs without a base."""
    if not host[-1].isdigit() and ":" not in host:
        # https://url.spec.whatwg.org/#ends-in-a-number-checker
        return False
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
