"""A page as a test client returns it, read by the attributes that the clients have in common."""

import gzip
from collections.abc import Awaitable, Callable, Iterable, Iterator
from functools import partial
from inspect import iscoroutinefunction
from typing import Any

from attrs import frozen

from sitescan.cli.local_pages import HERE
from sitescan.document.parsing.encoding import encode
from sitescan.standards.local_hosts import is_local
from sitescan.standards.urls import origin_of, resolve

#: Where responses have their body. ``content`` is of Django, httpx, Playwright, requests and treq, ``data`` of Flask,
#: ``body`` of WebTest and of Playwright's responses, ``read`` of aiohttp, ``getvalue`` of streamed ones of Django.
_BODIES = ("content", "data", "body", "read", "getvalue")
#: Where they have the status, as a number.
_STATUSES = ("status_code", "status", "code")


@frozen(kw_only=True)
class ReceivedPage:
    """
    A page in a test.

    :ivar asked: its URL as the client knows it.
    :ivar headers: its header fields; ``None`` if they aren't known.
    :ivar file: returns another file of its site by its URL; ``None`` if the client can't give it.
    """

    asked: str = HERE
    status: int = 200
    headers: tuple[tuple[str, str], ...] | None = None
    body: bytes
    file: Callable[[str], bytes | None] = lambda _: None

    @property
    def url(self) -> str:
        """Its URL. No connection says whether it has TLS, so a page of localhost or testserver counts as having it."""
        is_made_up = is_local(self.asked) or "." not in origin_of(self.asked)
        return self.asked.replace("http://", "https://", 1) if is_made_up else self.asked


def received_page(response: object, body: bytes, client: object = None) -> ReceivedPage:
    """
    Return the page of a response.

    :param client: what can give the other files of its site; by default, the client that the response names.
    :raises TypeError: if the response has no URL.
    """
    url = _url(response)
    if url is None:
        raise TypeError(f"sitescan: {type(response).__name__} is not a response with a URL, or HTML")
    fields = tuple(_fields(response)) if hasattr(response, "headers") else None
    # Django and WebTest.
    client = client or getattr(response, "client", None) or getattr(response, "test_app", None)
    get = getattr(client, "get", None)
    return ReceivedPage(
        asked=url,
        status=_status(response) or 200,
        headers=fields,
        body=gzip.decompress(body) if body.startswith(b"\x1f\x8b") else body,
        file=partial(_file, get, url) if callable(get) else lambda _: None,
    )


def body_of(response: object) -> bytes | Awaitable[bytes | str]:
    """
    Return the body of a response, or what it has to be awaited from.

    :raises TypeError: if it has none.
    """
    for name in _BODIES:
        value = getattr(response, name, None)
        value = value() if callable(value) else value
        if isinstance(value, str):
            return encode(value)
        if isinstance(value, bytes | Awaitable):
            return value
    raise TypeError(f"sitescan: {type(response).__name__} is not a response with a body, or HTML")


def _file(get: Callable[[str], Any], page: str, url: str) -> bytes | None:
    """Return what a client returns for a file of the site of a page, whose scheme it may know otherwise."""
    if origin_of(url).partition("://")[2] != origin_of(page).partition("://")[2]:
        return None
    try:
        response = get(origin_of(page) + url[len(origin_of(url)) :])
        body = body_of(response)
    except Exception:  # noqa: BLE001 - the app under test may fail in any way
        return None
    return body if isinstance(body, bytes) and _status(response) == 200 else None


def _status(response: object) -> int | None:
    values = (getattr(response, name, None) for name in _STATUSES)
    return next((value for value in values if isinstance(value, int)), None)


def _url(response: object) -> str | None:
    """Return the URL of a response: that of its request, because the one of a redirect of Django is its target."""
    for made in (getattr(response, name, None) for name in ("wsgi_request", "asgi_request")):
        if made is not None:
            return str(made.build_absolute_uri())
    request = getattr(response, "request", None)
    found = getattr(request, "url", None) or getattr(request, "absoluteURI", None) or getattr(response, "url", None)
    text = found.decode() if isinstance(found, bytes) else None if found is None else str(found)
    return resolve(HERE, text) if text else None


def _fields(response: Any) -> Iterator[tuple[str, str]]:
    """Yield the header fields of a response, the repeated ones as well, and the cookies that Django keeps apart."""
    # requests joins repeated fields, and urllib3 below it doesn't.
    raw = getattr(getattr(response, "raw", None), "headers", None)
    headers = raw if raw is not None else response.headers
    headers = headers() if callable(headers) else headers
    array = getattr(response, "headers_array", None)
    pairs: Iterable[tuple[Any, Any]]
    if callable(array) and not iscoroutinefunction(array):
        # The other headers of Playwright lack cookies.
        pairs = ((entry["name"], entry["value"]) for entry in array())
    elif hasattr(headers, "getAllRawHeaders"):
        pairs = ((name, value) for name, values in headers.getAllRawHeaders() for value in values)
    else:
        pairs = headers.multi_items() if hasattr(headers, "multi_items") else headers.items()
    has_cookies = False
    for name, value in pairs:
        has_cookies = has_cookies or _text(name).lower() == "set-cookie"
        yield _text(name), _text(value)
    cookies: Iterable[Any] = getattr(getattr(response, "cookies", None), "values", tuple)()
    if not has_cookies:
        yield from (("Set-Cookie", cookie.OutputString()) for cookie in cookies if hasattr(cookie, "OutputString"))


def _text(value: object) -> str:
    return value.decode("latin-1") if isinstance(value, bytes) else str(value)
