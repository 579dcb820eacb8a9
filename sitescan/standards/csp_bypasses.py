"""
Hosts that serve code by which scripts can bypass a content security policy that allows the host.

The data are those of CSP Evaluator, in ``data/csp_bypasses.json`` with their license;
``tools/update_csp_bypasses.py`` generates the file.
"""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

from sitescan.standards.data_files import data_of


def script_host(source: str, *, with_eval: bool) -> str:
    """
    Return the host by which a source for scripts allows a bypass, or an empty string.

    :param source: a host source without its scheme, such as ``*.example.com/js/``.
    :param with_eval: whether the policy allows ``eval``, which some bypasses need.
    """
    lists = _lists()
    needs_eval = lists["needs_eval"]
    found = _match(source, lists["jsonp"])
    if found and (with_eval or found not in needs_eval):
        return found
    return _match(source, lists["angular"])


def flash_host(source: str) -> str:
    """Return the host by which a source for plugins allows a bypass, or an empty string."""
    return _match(source, _lists()["flash"])


def _match(source: str, known: Mapping[str, tuple[str, ...]]) -> str:
    host, slash, path = source.partition("/")
    host = host.partition(":")[0].lower()
    path = slash + path
    if host.startswith("*."):
        # There are a few dozen hosts, so this takes a constant number of steps.
        hosts = [name for name in known if name.endswith(host[1:])]
    else:
        hosts = [host] if host in known else []
    for name in hosts:
        for place in known[name]:
            if path in ("", "/") or (place.startswith(path) if path.endswith("/") else place == path):
                return name
    return ""


@cache
def _lists() -> Mapping[str, Any]:
    data = _data()
    made: dict[str, Any] = {"needs_eval": frozenset(data["needs_eval"])}
    for kind in ("jsonp", "angular", "flash"):
        by_host: dict[str, tuple[str, ...]] = {}
        for url in data[kind]:
            host, slash, path = url.removeprefix("//").partition("/")
            by_host[host] = (*by_host.get(host, ()), slash + path)
        made[kind] = MappingProxyType(by_host)
    return MappingProxyType(made)


@cache
def _data() -> Mapping[str, Any]:
    return MappingProxyType(data_of("csp_bypasses"))
