"""The style rules that no page of a site uses."""

from collections.abc import Iterable
from itertools import groupby

from sitescan.model.site import LinkingPages, UnusedRules
from sitescan.model.site_facts import StylesheetUse

#: The number of pages that are named.
_FIRST = 10


def unused_rules(uses: Iterable[tuple[str, StylesheetUse]]) -> dict[str, UnusedRules]:
    """
    Return the rules that certainly no page uses, by the URL of the stylesheet.

    A stylesheet of which one page may use anything, or that has changed between two pages, is not among them.

    :param uses: the URLs of pages with what they may use of a stylesheet, those of a stylesheet one after the other.
    """
    found: dict[str, UnusedRules] = {}
    for url, pages in groupby(uses, lambda use: use[1].url):
        used, count, first, contents, known = 0, 0, list[str](), set[tuple[bytes, int]](), True
        for count, (page, use) in enumerate(pages, 1):
            used |= int.from_bytes(use.used)
            first += [page] if count <= _FIRST else []
            contents.add((use.digest, use.rules))
            known = known and bool(use.used)
        if known and len(contents) == 1:
            ((_, rules),) = contents
            sources = LinkingPages(count=count, first=tuple(first))
            found[url] = UnusedRules(count=rules - used.bit_count(), rules=rules, sources=sources)
    return found
