"""The end of a session in the middle of a crawl."""

import pytest

from sitescan.model.site_facts import PageFacts
from sitescan.site.ended_session import ended_session

ROOT = "https://pears.example"
PAGE, LOGIN = PageFacts(title="Orders"), PageFacts(title="Log in", text_digest="a", asks_password=True)
Read = tuple[str, str, PageFacts | None]


def read(paths: str, facts: PageFacts | None, redirect: str = "") -> list[Read]:
    """Return pages that were read."""
    return [(f"{ROOT}/{path}", f"{ROOT}{redirect}" if redirect else "", facts) for path in paths]


@pytest.mark.parametrize(
    ("pages", "count"),
    [
        (read("ab", PAGE) + read("cdef", LOGIN), 4),
        ([*read("ab", PAGE), *read("cdef", None, "/login?next=c"), (f"{ROOT}/login?next=c", "", LOGIN)], 5),
    ],
)
def test_ended(pages: list[Read], count: int) -> None:
    """If all pages from one on are the login, or lead to it, the session has ended."""
    assert ended_session(pages) == ("Log in", count)


@pytest.mark.parametrize(
    "pages",
    [
        [],
        read("abcdef", PAGE),
        # The login was never passed.
        read("abcdef", LOGIN),
        # The login of the site, once for each page that leads to it.
        read("abc", PAGE) + [(f"{ROOT}/login?next={number}", "", LOGIN) for number in range(9)],
        # A few pages that ask for a password, and others.
        read("abc", PAGE) + read("def", LOGIN),
        read("ab", PAGE) + read("cdef", LOGIN) + read("g", PAGE),
        # Each asks for a password for a reason of its own.
        read("ab", PAGE)
        + [
            (f"{ROOT}/{name}", "", PageFacts(title="Account", text_digest=name, asks_password=True)) for name in "cdefg"
        ],
        # All lead to a page that asks for none.
        [*read("ab", PAGE), *read("cdefg", None, "/new"), (f"{ROOT}/new", "", PAGE)],
    ],
)
def test_not_ended(pages: list[Read]) -> None:
    """Pages that ask for a password are on many sites, and say nothing of the session."""
    assert ended_session(pages) == ("", 0)
