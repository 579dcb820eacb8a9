"""Responses of test clients, by the attributes that each of them has."""

import gzip
from collections.abc import Awaitable, Mapping
from http.cookies import SimpleCookie
from types import SimpleNamespace
from typing import Any

import pytest
from twisted.internet.defer import succeed
from twisted.web.http_headers import Headers

from sitescan.testing.received_page import ReceivedPage, body_of, received_page

BODY = b"<!doctype html><title>Pears</title>"
URL = "http://localhost/pears?ripe=1"


class _Several(dict[str, str]):
    """Header fields of httpx, of which some are repeated."""

    def multi_items(self) -> list[tuple[str, str]]:
        return [("Set-Cookie", "a=1"), ("Set-Cookie", "b=2")]


def _built(uri: str) -> SimpleNamespace:
    return SimpleNamespace(build_absolute_uri=lambda: uri)


def _cookies() -> SimpleCookie:
    return SimpleCookie({"a": "1"})


def _requests() -> SimpleNamespace:
    raw = SimpleNamespace(headers=_Several())
    joined = {"Set-Cookie": "a=1, b=2"}
    return SimpleNamespace(status_code=404, headers=joined, content=BODY, url=URL, raw=raw, cookies={"a": "1"})


#: A response of each client, its status, and its cookies.
RESPONSES: Mapping[str, tuple[SimpleNamespace, int, list[str]]] = {
    "Django": (
        # The URL of a redirect is its target.
        SimpleNamespace(
            status_code=301,
            headers={},
            content=BODY,
            wsgi_request=_built(URL),
            url="/x",
            cookies=_cookies(),
            request={},
        ),
        301,
        ["a=1"],
    ),
    "Django with ASGI": (
        SimpleNamespace(status_code=200, headers={}, content=BODY, asgi_request=_built(URL), cookies=_cookies()),
        200,
        ["a=1"],
    ),
    "Django, streamed": (
        SimpleNamespace(status_code=200, headers={}, wsgi_request=_built(URL), getvalue=lambda: BODY),
        200,
        [],
    ),
    "Flask": (
        SimpleNamespace(
            status="404 NOT FOUND", status_code=404, headers={}, data=BODY, request=SimpleNamespace(url=URL)
        ),
        404,
        [],
    ),
    "httpx and FastAPI": (
        SimpleNamespace(status_code=200, headers=_Several(), content=BODY, url=URL, cookies={"a": "1"}),
        200,
        ["a=1", "b=2"],
    ),
    "requests": (_requests(), 404, ["a=1", "b=2"]),
    "aiohttp, whose cookies are among the fields": (
        SimpleNamespace(
            status=201, headers={"Set-Cookie": "a=1"}, content=object(), read=lambda: BODY, url=URL, cookies=_cookies()
        ),
        201,
        ["a=1"],
    ),
    "Klein by treq": (
        SimpleNamespace(
            code=200,
            headers=Headers({"Set-Cookie": ["a=1", "b=2"]}),
            content=lambda: BODY,
            request=SimpleNamespace(absoluteURI=URL.encode()),
            cookies=lambda: None,
        ),
        200,
        ["a=1", "b=2"],
    ),
    "WebTest": (
        SimpleNamespace(status="200 OK", status_code=200, headers={}, body=BODY, request=SimpleNamespace(url=URL)),
        200,
        [],
    ),
    "a response of Playwright": (
        SimpleNamespace(
            status=200,
            headers={},
            headers_array=lambda: [{"name": "Set-Cookie", "value": "a=1"}],
            body=lambda: BODY,
            url=URL,
        ),
        200,
        ["a=1"],
    ),
}


def _received(response: object, **options: Any) -> ReceivedPage:
    body = body_of(response)
    assert isinstance(body, bytes)
    return received_page(response, body, **options)


@pytest.mark.parametrize(("response", "status", "cookies"), RESPONSES.values(), ids=RESPONSES)
def test_responses(response: SimpleNamespace, status: int, cookies: list[str]) -> None:
    """The status, the header with all cookies, the body and the URL are read from the response of each client."""
    page = _received(response)
    assert (page.asked, page.status, page.body) == (URL, status, BODY)
    assert page.headers is not None
    assert [value for name, value in page.headers if name == "Set-Cookie"] == cookies


def test_page_of_playwright() -> None:
    """A page of Playwright has the document, and no header that would be judged."""
    page = _received(SimpleNamespace(content=BODY.decode, url="https://pears.example/", request=object()))
    assert (page.url, page.status, page.headers, page.body) == ("https://pears.example/", 200, None, BODY)


def test_body_that_is_awaited() -> None:
    """The body of an asynchronous client is awaited."""
    assert isinstance(body_of(SimpleNamespace(content=lambda: succeed(BODY))), Awaitable)


def test_compressed_body() -> None:
    """A body that the client hasn't decompressed is decompressed."""
    response = SimpleNamespace(content=gzip.compress(BODY), url=URL, headers={"Content-Encoding": "gzip"})
    assert _received(response).body == BODY


@pytest.mark.parametrize("response", [object(), SimpleNamespace(content=3), None])
def test_no_response(response: object) -> None:
    """Something else is refused by its type."""
    with pytest.raises(TypeError, match=f"{type(response).__name__} is not a response with a body, or HTML"):
        body_of(response)


def test_no_url() -> None:
    """A response without a URL is refused."""
    with pytest.raises(TypeError, match="is not a response with a URL"):
        received_page(SimpleNamespace(content=BODY), BODY)


@pytest.mark.parametrize(
    ("asked", "url"),
    [
        ("http://testserver/a", "https://testserver/a"),
        ("http://localhost:5000/", "https://localhost:5000/"),
        ("http://127.0.0.1:5000/", "https://127.0.0.1:5000/"),
        ("http://pears.example/", "http://pears.example/"),
        ("https://localhost/", "https://localhost/"),
    ],
)
def test_scheme(asked: str, url: str) -> None:
    """The page of a test client counts as served over HTTPS, since no connection says otherwise."""
    assert ReceivedPage(asked=asked, body=b"").url == url


class _Client:
    """A client of an app with one stylesheet, which remembers what it was asked for."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def get(self, url: str) -> SimpleNamespace:
        """Return a response."""
        self.asked.append(url)
        if url.endswith("/error.css"):
            raise RuntimeError("the app fails")
        found = url.endswith("/a.css")
        return SimpleNamespace(status_code=200 if found else 404, content=b"p {}" if found else b"none")


@pytest.mark.parametrize("name", ["client", "test_app", "argument"])
def test_files_of_the_client(name: str) -> None:
    """Files of the site are requested from the client; what it can't give is unknown."""
    client = _Client()
    response = SimpleNamespace(content=BODY, url=URL, **({} if name == "argument" else {name: client}))
    file = _received(response, **({"client": client} if name == "argument" else {})).file
    assert [file(f"https://localhost/{name}.css") for name in ("a", "b", "error")] == [b"p {}", None, None]
    assert file("https://cdn.example/a.css") is None
    assert client.asked == [f"http://localhost/{name}.css" for name in ("a", "b", "error")]


def test_no_client() -> None:
    """Without a client, no file is known."""
    assert _received(SimpleNamespace(content=BODY, url=URL)).file("https://localhost/a.css") is None
