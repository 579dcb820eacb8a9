"""
Hosts that serve code by which a script gets past a content security policy that trusts them.

The data is that of CSP Evaluator, beside this module with its licence: ``data/csp_bypasses.json``,
written by ``tools/update_csp_bypasses.py``.
"""

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any


def script_host(source: str, *, with_eval: bool) -> str:
    """
    The host by which a source for scripts lets foreign code in, or empty.

    :param source: a host source without its scheme, such as ``*.example.com/js/``.
    :param with_eval: whether the policy allows ``eval``, which some of them need.
    """
    lists = _lists()
    needs_eval = lists["needs_eval"]
    found = _match(source, lists["jsonp"])
    if found and (with_eval or found not in needs_eval):
        return found
    return _match(source, lists["angular"])


def flash_host(source: str) -> str:
    """The host by which a source for plugins lets foreign code in, or empty."""
    return _match(source, _lists()["flash"])


def provenance() -> tuple[str, str]:
    """Where the data is from, and on which day it was fetched from there."""
    about = _data()
    return about["source"], about["retrieved"]


def _match(source: str, known: Mapping[str, tuple[str, ...]]) -> str:
    host, slash, path = source.partition("/")
    host = host.partition(":")[0].lower()
    path = slash + path
    if host.startswith("*."):
        # There are a few dozen hosts, so this is a constant number of steps.
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
    text = files("sitescan.standards").joinpath("data/csp_bypasses.json").read_text("utf-8")
    return MappingProxyType(json.loads(text))
