"""The cases that the comparison with MDN's HTTP Observatory serves, as its files describe them."""

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from attrs import frozen

#: Where the origins listen: with both schemes, only HTTPS, only HTTP, and with a bad certificate.
BOTH, ONLY_HTTPS, ONLY_HTTP, UNTRUSTED = "127.0.0.2", "127.0.0.3", "127.0.0.4", "127.0.0.5"


@frozen(kw_only=True)
class Case:
    """
    One page.

    :ivar chain: what the plain HTTP address leads through: URL and status.
    :ivar expected: the Observatory's outcome and whether it passes, by test.
    :ivar reflects: whether the site allows whatever origin asks.
    """

    name: str
    url: str
    headers: tuple[tuple[str, str], ...]
    html: str
    chain: tuple[tuple[str, int], ...]
    address: str
    expected: Mapping[str, tuple[str, bool]]
    reflects: bool

    def values(self, name: str) -> list[str]:
        """The values of a header field."""
        return [value for key, value in self.headers if key.lower() == name]

    @property
    def submitted(self) -> str:
        """The URL to be scanned: the page's, or the plain one that leads to it from another host."""
        first = self.chain[0][0] if self.chain else ""
        return self.url if not first or urlsplit(first).hostname == urlsplit(self.url).hostname else first

    @property
    def hosts(self) -> set[str]:
        """Every host that answers."""
        return {urlsplit(url).hostname or "" for url in (self.url, *(url for url, _ in self.chain))}


def cases(paths: Iterable[Path]) -> Iterator[Case]:
    """The cases of all files."""
    for path in paths:
        data = json.loads(path.read_text("utf-8"))
        if isinstance(data, dict):
            yield from map(_single, data.get("cases", ()))
        else:
            yield from map(_whole, data)


def _single(one: Mapping[str, Any]) -> Case:
    """A case of one test. What it does not speak of is as it should be: HTTP leads to HTTPS."""
    context = one["context"]
    allowed = [value for name, value in one["headers"] if name.lower() == "access-control-allow-origin"]
    asked = [value for name, value in context.get("request_headers", ()) if name.lower() == "origin"]
    address = BOTH
    if context.get("https_reachable") is False:
        address = ONLY_HTTP
    elif context.get("cert_verified") is False:
        address = UNTRUSTED
    elif "http_response" in context and context["http_response"] is None:
        address = ONLY_HTTPS
    return Case(
        name=one["name"],
        url=one["url"],
        headers=tuple((name, value) for name, value in one["headers"]),
        html=one["html"],
        chain=tuple((url, status) for url, status in context.get("redirect_chain", ())),
        address=address,
        expected={one["test"]: (one["expected"], one["pass"])},
        reflects=bool(asked) and allowed == asked,
    )


def _whole(one: Mapping[str, Any]) -> Case:
    address = BOTH if one["url"].startswith("https:") else ONLY_HTTP
    if one.get("verified") is False:
        address = UNTRUSTED
    tests = one["observatory"]["tests"]
    cors = tests.get("cross-origin-resource-sharing", {}).get("result", "")
    return Case(
        name=one["name"],
        url=one["url"],
        headers=tuple((name, value) for name, value in one["headers"]),
        html=one["html"],
        chain=tuple((url, status) for url, status in one.get("redirects", ())),
        address=address,
        expected={test: (verdict["result"], verdict["pass"]) for test, verdict in tests.items()},
        reflects=cors.endswith("universal-access"),
    )
