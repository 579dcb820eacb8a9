"""Cases of the comparison with MDN's HTTP Observatory."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from attrs import frozen

from evaluation.origins import own_address

#: The addresses of hosts with both schemes, with HTTPS only, with HTTP only, and with a bad certificate.
BOTH, ONLY_HTTPS, ONLY_HTTP, UNTRUSTED = map(own_address, (2, 3, 4, 5))


@frozen(kw_only=True)
class Case:
    """
    A page.

    :ivar chain: URL and status of each response that the HTTP URL leads to.
    :ivar expected: by test, the Observatory's outcome and whether the test passes.
    :ivar reflects: whether the site allows every origin that asks.
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
        """Return the values of a header field."""
        return [value for key, value in self.headers if key.lower() == name]

    @property
    def submitted(self) -> str:
        """The URL to scan: that of the page, or the HTTP URL of another host that redirects to it."""
        first = self.chain[0][0] if self.chain else ""
        return self.url if not first or urlsplit(first).hostname == urlsplit(self.url).hostname else first

    @property
    def hosts(self) -> set[str]:
        """The hosts of the page and of its redirects."""
        return {urlsplit(url).hostname or "" for url in (self.url, *(url for url, _ in self.chain))}


def read_cases(path: Path) -> Iterator[Case]:
    """Return the cases of a file, or of the files of a folder."""
    for file in sorted(path.glob("observatory*.json")) if path.is_dir() else [path]:
        data = json.loads(file.read_text("utf-8"))
        if isinstance(data, dict):
            yield from map(_single, data.get("cases", ()))
        else:
            yield from map(_whole, data)


def _single(case: Mapping[str, Any]) -> Case:
    """Return a case of one test; HTTP redirects to HTTPS unless the case says otherwise."""
    context = case["context"]
    allowed = [value for name, value in case["headers"] if name.lower() == "access-control-allow-origin"]
    origins = [value for name, value in context.get("request_headers", ()) if name.lower() == "origin"]
    address = BOTH
    if context.get("https_reachable") is False:
        address = ONLY_HTTP
    elif context.get("cert_verified") is False:
        address = UNTRUSTED
    elif "http_response" in context and context["http_response"] is None:
        address = ONLY_HTTPS
    expected = {case["test"]: (case["expected"], case["pass"])}
    reflects = bool(origins) and allowed == origins
    return _case(case, context.get("redirect_chain", ()), address, expected, reflects=reflects)


def _whole(case: Mapping[str, Any]) -> Case:
    address = BOTH if case["url"].startswith("https:") else ONLY_HTTP
    if case.get("verified") is False:
        address = UNTRUSTED
    tests = case["observatory"]["tests"]
    cors = tests.get("cross-origin-resource-sharing", {}).get("result", "")
    expected = {test: (verdict["result"], verdict["pass"]) for test, verdict in tests.items()}
    return _case(case, case.get("redirects", ()), address, expected, reflects=cors.endswith("universal-access"))


def _case(
    case: Mapping[str, Any], chain: Any, address: str, expected: Mapping[str, tuple[str, bool]], *, reflects: bool
) -> Case:
    return Case(
        name=case["name"],
        url=case["url"],
        headers=tuple((name, value) for name, value in case["headers"]),
        html=case["html"],
        chain=tuple((url, status) for url, status in chain),
        address=address,
        expected=expected,
        reflects=reflects,
    )
