"""The scripts whose deferring needs no person."""

import pytest

from sitescan.document.change import ElementChange
from sitescan.document.document import SourceDocument
from sitescan.document.tree import attr
from sitescan.model.exchange import Exchange, Page, Source
from sitescan.rules.performance.blocking_scripts import check
from sitescan.rules.rule import Finding

_URL = "https://example.com/"
_MENU = b"document.addEventListener('click', event => event.target.classList.toggle('open'))"


def _findings(html: str, files: dict[str, bytes]) -> list[Finding]:
    page = Page(exchange=Exchange(requested=_URL, url=_URL, status=200), body=html.encode())
    scripts = [Source(url=f"{_URL}{name}", body=body) for name, body in files.items()]
    return list(check(SourceDocument(page, scripts=scripts)))


def _safe(html: str, files: dict[str, bytes]) -> list[str]:
    """Return the names of the scripts that are certainly deferrable."""
    changes = (finding.change for finding in _findings(html, files))
    safe = (change for change in changes if isinstance(change, ElementChange) and change.safe)
    return [attr(change.tag, "src", "") for change in safe if change.tag is not None]


_PAGE = "<head><script src=a></script><script src=b></script><script src=c></script></head>"


def test_writing_script() -> None:
    """A script that writes into the page has no fix, because it fails when it is deferred. Nor has one unread."""
    found = _findings(_PAGE, {"a": b"1", "b": b"document.writeln(2)"})
    assert [finding.change is not None for finding in found] == [True, False, False]
    assert [finding.facts["detail"] for finding in found] == [
        "check before you defer it: the script in line 1 may need it, or be needed by it",
        "it can't be deferred: document.write runs while the page loads",
        "check before you defer it: its file was not read",
    ]


@pytest.mark.parametrize(
    ("files", "safe"),
    [
        ({"a": b"1", "b": b"2", "c": b"3"}, ["c"]),
        ({"a": b"1", "b": b"", "c": b"3"}, []),
        ({"a": b"1", "b": b"document.write(2)", "c": b"3"}, []),
        ({"a": b"const one = 1", "b": b"2", "c": b"function two() {}"}, ["c"]),
        ({"a": b"const one = 1", "b": b"2", "c": b"function one() {}"}, []),
    ],
)
def test_other_scripts(files: dict[str, bytes], safe: list[str]) -> None:
    """No script is deferred beside one that may need it or be needed by it, or that runs after it."""
    assert _safe(_PAGE, files) == safe


def test_scripts_are_deferred_from_the_last() -> None:
    """A script is deferred once those after it are, so that they still run in the same order."""
    files = {"a": _MENU, "b": _MENU}
    assert _safe("<head><script src=a></script><script src=b></script>", files) == ["b"]
    assert _safe("<head><script src=a></script><script src=b defer></script>", files) == ["a"]


@pytest.mark.parametrize(
    "rest",
    [
        "",
        "<script src=b defer></script><script type=module src=c></script>",
        "<script type=application/ld+json>{}</script>",
        "<link rel=stylesheet href=b.css>",
        '<button onclick="open(this)">Open</button>',
    ],
)
def test_safe(rest: str) -> None:
    """A script that only listens to the user can be deferred where nothing else runs before it."""
    assert _safe(f"<head><script src=a></script>{rest}", {"a": _MENU}) == ["a"]


@pytest.mark.parametrize(
    "rest",
    [
        '<img src=a.png onload="f()">',
        '<img src=a.png onerror="this.remove()">',
        '<link rel=stylesheet href=a.css onload="f()">',
        '<style onload="f()"></style>',
        '<object data=a.svg onload="f()"></object>',
        '<body onload="f()">',
        '<video oncanplay="f()"></video>',
        '<p onanimationend="f()">',
        '<p ontransitionend="f()">',
        '<details ontoggle="f()">',
        '<input autofocus onfocus="f()">',
        '<svg><animate onbegin="f()"/></svg>',
        "<iframe src=b></iframe>",
        "<script async src=b></script>",
        "<script type=module async src=b></script>",
        "<script>setTimeout(() => document.querySelector('a').click())</script>",
        "<script>document.currentScript.previousElementSibling.remove()</script>",
        "<script defer>f()</script>",
        "<svg><script>f()</script></svg>",
        "<script src=b></script>",
        "<body><script src=c></script>",
        "<script>document.addEventListener('click', event => event.stopImmediatePropagation(), true)</script>",
        "<script async src=c></script>",
        "<body><p>Pears</p><link rel=stylesheet href=b.css>",
        "{{ scripts }}",
    ],
)
def test_what_may_run_before(rest: str) -> None:
    """A script stays where something may run before it if it is deferred, even if it names none of its functions."""
    assert _safe(f"<head><script src=a></script>{rest}", {"a": _MENU, "c": b"1"}) == []


@pytest.mark.parametrize(
    "rest",
    ['<button onclick="hi(this)">Hi</button>', '<a href="javascript:hi()">Hi</a>', "<p id=hi>Hi</p>"],
)
def test_used_names(rest: str) -> None:
    """A script stays where the page names what it defines: users may act before it has run."""
    assert _safe(f"<head><script src=a></script>{rest}", {"a": b"function hi() {}"}) == []
    assert _safe(f"<head><script src=a></script>{rest}", {"a": b"(() => { function hi() {} })()"}) == ["a"]


def test_after_other_scripts() -> None:
    """A script may follow inline scripts that only listen, too."""
    before = "<script>document.addEventListener('keydown', event => send(event))</script>"
    assert _safe(f"<head>{before}<script src=a></script>", {"a": _MENU}) == ["a"]


def test_after_deferred_script() -> None:
    """A script doesn't move behind one that is deferred already and stands before it."""
    assert _safe("<head><script defer src=a></script><script src=b></script>", {"a": b"1", "b": b"1"}) == []


def test_blocking_attribute() -> None:
    """The first paint no longer waits for a script without ``blocking``, so a person has to check that."""
    (found,) = _findings('<head><script async src=a blocking="render"></script>', {"a": b"1"})
    assert isinstance(found.change, ElementChange)
    assert not found.change.safe
