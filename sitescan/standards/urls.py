"""The one URL parser: what is decided here is what is dialled."""

import re
from functools import lru_cache
from ipaddress import ip_address
from urllib.parse import SplitResult, urlsplit

import ada_url
from msgspec import Struct

MAX_URL_LENGTH = 2048
"""Longest URL that is taken, in characters (docs/contract.rst, "The request")."""

_HALF_ABSOLUTE = re.compile(r"[\x00-\x20]*https?:(?![\\/]{2})", re.I)

_DEFAULT_PORTS = {"http": 80, "https": 443}


class InvalidTarget(ValueError):
    """A URL that is not taken; the message is one sentence for the person who sent it."""


class Target(Struct, frozen=True, kw_only=True, gc=False):
    """
    An absolute ``http`` or ``https`` URL, parsed once by the WHATWG URL standard.

    A thousand are kept, so it is nothing that the garbage collector looks at.

    :ivar url: the serialized URL in ASCII, without its fragment; what is sent.
    :ivar scheme: ``http`` or ``https``.
    :ivar host: the host in ASCII: a lower-case name, a dotted IPv4 address or an IPv6 address
        without brackets.
    :ivar authority: the host as URLs have it, and the port where it is not the scheme's own.
    :ivar origin: ``scheme://host[:port]``.
    :ivar is_address: whether ``host`` is an IP address.
    :ivar port: the port that is dialled.
    :ivar path: path and query, as sent in the request line.
    :ivar fragment: the part after ``#``, still percent-encoded; empty where there is none.

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
        """Whether the connection is made over TLS."""
        return self.scheme == "https"


def parse_target(text: str) -> Target:
    """
    Parse a URL as a person or a program submits it.

    What a browser would repair in silence (white space, control characters, backslashes, missing
    slashes, credentials) is refused: two parsers that repair differently are how a filter is fooled.

    :raises InvalidTarget: where the URL is not an absolute ``http``/``https`` URL with a host.
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
    The target of a URL that is known already, however long it is: of a page, a redirect, a link, a file.

    The limit of :func:`parse_target` is for what clients submit. A redirect to a login, or a script with a long query,
    is as long as the head or the page that it stands in lets it be.

    :raises InvalidTarget: where it has not.
    """
    return _absolute(url) if len(url) <= MAX_URL_LENGTH else _target(url, None)


def join_target(base: str, reference: str) -> Target:
    """
    Resolve a reference found in a page or a ``Location`` header, as a browser does.

    :param base: the absolute URL that the reference is relative to.
    :raises InvalidTarget: where the result is not an absolute ``http``/``https`` URL with a host,
        or carries credentials; and where the reference names a scheme without ``//``, which some
        parsers take for a path and others for a host.
    """
    if _HALF_ABSOLUTE.match(reference):
        raise InvalidTarget("The URL must have // after its scheme.")
    return _joined(reference, base) if len(reference) <= _SHORT else _target(reference, base)


def resolve(base: str, reference: str) -> str | None:
    """
    The absolute URL of any scheme that a reference stands for, or ``None`` where it is no URL.

    White space is stripped and line breaks are removed, as the URL standard says.
    """
    return _resolved(base, reference) if len(reference) <= _SHORT else _url(base, reference)


_NO_PARTS = SplitResult("", "", "", "", "")


def lower_path(reference: str) -> str:
    """A reference in lower case, without its query and fragment: how it ends says what kind of file it names."""
    return reference.partition("#")[0].partition("?")[0].strip().lower()


def split_url(url: str) -> SplitResult:
    """
    The parts of a URL as it is written, without resolving anything; all are empty where it cannot be taken apart.

    The library's own ``urlsplit`` raises for ``http://[`` and for hosts that Unicode would change, and its ``port`` for
    what is no number: a page may name any of them.
    """
    try:
        parts = urlsplit(url)
        parts.port  # noqa: B018 - a property that raises
    except ValueError:
        return _NO_PARTS
    return parts


def host_of(url: str) -> str:
    """The host that a serialized URL names, lower case; empty where it names none."""
    return _host(beginning(url))


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


def same_host(one: str, other: str) -> bool:
    """Return whether two ``http`` or ``https`` URLs have the same host; ``False`` for all others."""
    try:
        return serialized_target(one).host == serialized_target(other).host
    except InvalidTarget:
        return False


def beginning(url: str) -> str:
    """A serialized URL without its path, which says nothing of its host or owner: those of a page have few hosts."""
    return "/".join(url.split("/", 3)[:3])


@lru_cache(maxsize=1024)
def _host(url: str) -> str:
    return split_url(url).hostname or ""


def _url(base: str | None, reference: str) -> str | None:
    try:
        return ada_url.URL(reference, base).href
    except (ValueError, UnicodeEncodeError):
        return None


#: References that are remembered: those of a page are resolved by several rules.
_SHORT = 500
_resolved = lru_cache(maxsize=2048)(_url)


#: One URL is parsed for its request, its redirects and several rules. Longer ones would fill memory for good.
@lru_cache(maxsize=2048)
def _absolute(text: str) -> Target:
    return _target(text, None)


def _target(text: str, base: str | None) -> Target:
    serialized = _url(None, text) if base is None else resolve(base, text)
    if serialized is None:
        raise InvalidTarget("The URL is malformed; check the host name and the port.")
    # A serialized URL comes apart at its marks, which is far faster than asking the parser for each part:
    # https://url.spec.whatwg.org/#url-serializing
    url, _, fragment = serialized.partition("#")
    scheme, _, rest = url.partition(":")
    if scheme not in _DEFAULT_PORTS:
        raise InvalidTarget("The URL must start with http:// or https://.")
    authority, _, path = rest[2:].partition("/")
    if "@" in authority:
        raise InvalidTarget("The URL contains a user name or password; remove them.")
    bracketed, bracket, port = authority.partition("]")
    host, _, port = (bracketed[1:], "", port[1:]) if bracket else authority.partition(":")
    if not host or host.startswith(".") or ".." in host:
        raise InvalidTarget("The URL's host name is empty or contains an empty label.")
    is_address = _is_address(host)
    if not is_address and (len(host.rstrip(".")) > 253 or any(len(label) > 63 for label in host.split("."))):
        raise InvalidTarget("The host name in the URL is too long.")
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


def _is_address(host: str) -> bool:
    """Whether a serialized host is an address; the parser tells it only of URLs without a base."""
    if not host[-1].isdigit() and ":" not in host:
        # https://url.spec.whatwg.org/#ends-in-a-number-checker
        return False
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
