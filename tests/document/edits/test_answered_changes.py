"""Changes that answers of the network have shown, as they are written into a page."""

import pytest

from sitescan.document.document import Document
from sitescan.document.edits.answered_changes import answered_changes
from sitescan.document.edits.page_edits import PageEdits
from sitescan.document.edits.page_patch import byte_edits
from sitescan.model.exchange import Exchange, Page
from sitescan.model.fix import Moved, Sized
from sitescan.standards.http_headers import Headers
from sitescan.standards.unified_diff import EditedLines

URL = "https://pears.example/shop/"
LINKS = ("a", "area")


def changed(html: str, *found: Moved | Sized, headers: tuple[tuple[str, str], ...] = ()) -> str:
    """The page with these changes."""
    exchange = Exchange(
        requested=URL,
        url=URL,
        status=200,
        headers=Headers((("Content-Type", "text/html; charset=utf-8"), *headers)),
    )
    document = Document(Page(exchange=exchange, body=html.encode()))
    fixes = [PageEdits(document).fix(change) for change in answered_changes(document, found)]
    edits = [edit for fix in fixes if fix is not None for edit in byte_edits(fix)]
    return EditedLines(html.encode()).edited(edits).body.decode()


@pytest.mark.parametrize(
    ("written", "url", "to", "expected"),
    [
        ("http://a.example/b", "http://a.example/b", "https://a.example/b", "https://a.example/b"),
        ("HTTP://A.example/b%7e#c", "http://a.example/b%7e", "https://a.example/b%7e", "https://A.example/b%7e#c"),
        ("plums", URL + "plums", URL + "plums/", "plums/"),
        ("plums/?a=1#b", URL + "plums/?a=1", URL + "plums?a=1", "plums?a=1#b"),
        ("../old", "https://pears.example/old", "https://pears.example/new?c", "/new?c"),
        ("/old", "https://pears.example/old", "https://plums.example/new", "https://plums.example/new"),
        ("//a.example/b", "https://a.example/b", "https://a.example/c", "https://a.example/c"),
        ("/old#b", "https://pears.example/old", "https://pears.example/new#d", "/new#d"),
        (" /old ", "https://pears.example/old", "https://pears.example/new", "/new"),
        ("/old", "https://pears.example/old", "https://pears.example//new", "https://pears.example//new"),
        ("/old?a=1&amp;b", "https://pears.example/old?a=1&b", "https://pears.example/new?a&b", "/new?a&amp;b"),
    ],
)
def test_new_addresses(written: str, url: str, to: str, expected: str) -> None:
    """They are written as the old ones were, and keep their fragments."""
    page = '<!doctype html><p><a class="x" href="{}">Pears</a>'
    assert changed(page.format(written), Moved(url=url, to=to, elements=LINKS)) == page.format(expected)


def test_all_elements_with_address() -> None:
    """Each of them, whether quoted or not, but none of another kind."""
    page = '<!doctype html><base href="/"><link rel=canonical href=/old><a href=/old>a</a><map><area href="/old"></map>'
    moved = Moved(url="https://pears.example/old", to="https://plums.example/?a=b", elements=LINKS)
    assert changed(page, moved) == (
        '<!doctype html><base href="/"><link rel=canonical href=/old>'
        '<a href="https://plums.example/?a=b">a</a><map><area href="https://plums.example/?a=b"></map>'
    )


def test_policies_with_paths() -> None:
    """They may allow a file only through its redirect, but don't limit links."""
    page = "<!doctype html><link rel=stylesheet href='/old'><link rel=canonical href='/old'><a href='/old'>a</a>"
    moved = Moved(url="https://pears.example/old", to="https://pears.example/new", elements=("a", "link"))
    assert changed(page, moved) == page.replace("/old", "/new")
    policy = ("Content-Security-Policy", "style-src https://pears.example/old")
    guarded = page.replace("/old", "/new").replace("/new", "/old", 1)
    assert changed(page, moved, headers=(policy,)) == guarded


def test_image_sizes() -> None:
    """At its own place, for its own file, and only if nothing sizes it yet."""
    page = "<!doctype html>\n<img src=a.png>\n<img src=a.png>\n<img src=a.png width=5>"
    found = [Sized(line=line, column=1, url=f"{URL}a.png", width=4, height=3) for line in (3, 4)]
    other = Sized(line=2, column=1, url=f"{URL}b.png", width=4, height=3)
    expected = page.splitlines()
    expected[2] = '<img src=a.png width="4" height="3">'
    assert changed(page, *found, other).splitlines() == expected
