"""The end of a session in the middle of a crawl, after which every page is the login."""

from collections.abc import Iterable
from itertools import takewhile

from sitescan.model.site_facts import PageFacts
from sitescan.standards.urls import split_url

#: The fewest paths that are the login. A site has a few such pages itself, and one login has any number of queries.
_LEAST = 4


def ended_session(pages: Iterable[tuple[str, str, PageFacts | None]]) -> tuple[str, int]:
    """
    Return the title of the login and the number of the last pages that are it or lead to it; 0 if no session has ended.

    This is sure only if other pages were read before, and none after.

    :param pages: the URL, the redirect and the facts of each page, in the order in which they were read.
    """
    read = list(pages)
    logins = {
        split_url(url).path: (facts.title, facts.text_digest)
        for url, _, facts in read
        if facts is not None and facts.asks_password and facts.title
    }

    def login(page: tuple[str, str, PageFacts | None]) -> tuple[str, str] | None:
        url, redirect, _ = page
        return logins.get(split_url(redirect or url).path)

    last = login(read[-1]) if read else None
    found = list(takewhile(lambda page: login(page) == last, reversed(read)))
    paths = {split_url(url).path for url, _, _ in found}
    if last is None or len(found) == len(read) or len(paths) < _LEAST:
        return "", 0
    return last[0], len(found)
