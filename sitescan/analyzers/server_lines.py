"""Put the lines for the web server that has answered before those for others."""

import re
from collections.abc import Iterator, Sequence

from attrs import evolve

from sitescan.model.report import CategoryResult, Issue
from sitescan.standards.lazy_pattern import lazy_pattern

#: The names of servers in the field ``Server``, and before the lines of ``howToFix`` that configure them.
_SERVERS = {"nginx": "nginx", "openresty": "nginx", "apache": "Apache", "litespeed": "Apache", "caddy": "Caddy"}
_LABEL = lazy_pattern(r"(nginx|Apache|Caddy):")


def with_own_server_first(categories: Sequence[CategoryResult], server: str) -> Sequence[CategoryResult]:
    """
    Return the results with the lines for the site's own server before those for others.

    :param server: the field ``Server`` of the response; OpenResty reads nginx's configuration, LiteSpeed Apache's.
    """
    own = _SERVERS.get(re.split(r"[/ ]", server.lower(), maxsplit=1)[0])
    if own is None:
        return categories
    return tuple(evolve(result, issues=tuple(_ordered(issue, own) for issue in result.issues)) for result in categories)


def _ordered(issue: Issue, own: str) -> Issue:
    if f"\n{own}:" not in issue.how_to_fix:
        return issue
    return evolve(issue, how_to_fix="\n".join(_lines(issue.how_to_fix, own)))


def _lines(text: str, own: str) -> Iterator[str]:
    """Yield the lines of a text; of each group for several servers, those for one of them first."""
    first, others, lines = list[str](), list[str](), None
    for line in text.split("\n"):
        if label := _LABEL.match(line):
            lines = first if label[1] == own else others
        elif not line.startswith((" ", "}")):
            lines = None
        if lines is None:
            yield from (*first, *others, line)
            first, others = [], []
        else:
            lines.append(line)
    yield from (*first, *others)
