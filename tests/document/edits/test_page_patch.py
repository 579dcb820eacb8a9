"""The patch of fixes of a page."""

import pytest

from sitescan.local.offline import analyse_file
from sitescan.model.report import Issue

PAGE = "<!doctype html>\n<html lang=en><meta charset=utf-8><title>Pears</title>\n<p role=buton>ä</p>\n"


def _issue(body: bytes, url: str = "https://pears.example/") -> Issue:
    report = analyse_file(url, body, None, scanned_at=0.0, parser="turbohtml")
    (found,) = [
        issue for result in report.categories for issue in result.issues if issue.rule == "accessibility/role-invalid"
    ]
    return found


@pytest.mark.parametrize(
    ("path", "file"),
    [("/", "a/index.html"), ("/shop/?a=b", "a/shop/index.html"), ("/a%20b.html", '"a/a b.html"'), ("//a/b", "a/a/b")],
)
def test_file_name(path: str, file: str) -> None:
    """The file is named by the path of the page, and is always inside the folder."""
    patch = _issue(PAGE.encode(), f"https://pears.example{path}").patch
    assert patch.startswith(f"--- {file}\n")


def test_all_changes_of_issue() -> None:
    """All changes of an issue are in one patch, in the order of the page."""
    patch = _issue(PAGE.encode() + b"<p role=buton>b</p>\n").patch
    assert patch == (
        "--- a/index.html\n+++ b/index.html\n@@ -1,4 +1,4 @@\n <!doctype html>\n"
        " <html lang=en><meta charset=utf-8><title>Pears</title>\n"
        "-<p role=buton>ä</p>\n-<p role=buton>b</p>\n+<p role=button>ä</p>\n+<p role=button>b</p>\n"
    )


@pytest.mark.parametrize(
    "body",
    [
        PAGE.replace("utf-8", "latin-1").encode("latin-1"),
        PAGE.replace("\n", "\r\n").encode(),
        PAGE.replace("ä", "a" * 4000).encode(),
        PAGE.encode() + b"\n" * 20_000,
        PAGE.encode() + b"x" * 1_000_000,
    ],
)
def test_pages_without_patch(body: bytes) -> None:
    """A page in another encoding, with other line ends or with long lines has no patch."""
    found = _issue(body)
    assert found.occurrences[0].fix is not None
    assert not found.patch


def test_unsafe_changes_are_excluded() -> None:
    """A change that a person has to check is in no patch."""
    report = analyse_file(
        "https://pears.example/", b"<!doctype html><img src=a.png>", None, scanned_at=0.0, parser="turbohtml"
    )
    (found,) = [
        issue for result in report.categories for issue in result.issues if issue.rule == "accessibility/image-alt"
    ]
    assert found.occurrences[0].fix is not None
    assert not found.patch


def test_patch_of_page() -> None:
    """It has the changes of all issues, one for each element, and is left out if it is too long to be copied."""
    body = PAGE.encode() + b"<p role=buton lang=en_US>b</p>\n<a href=' /'>c</a>\n"
    report = analyse_file("https://pears.example/", body, None, scanned_at=0.0, parser="turbohtml")
    assert report.changes == 3
    lines = ("<p role=button>ä</p>", "<p role=buton lang=en-US>b</p>", "<a href='/'>c</a>")
    assert all(f"\n+{line}\n" in report.patch for line in lines)
    issues = [issue for result in report.categories for issue in result.issues]
    assert all(issue.patch for issue in issues if (fix := issue.occurrences[0].fix) is not None and fix.safe)
    body += b"<p role=buton>%b</p>\n" % (b"x" * 900) * 12
    long = analyse_file("https://pears.example/", body, None, scanned_at=0.0, parser="turbohtml")
    assert (long.patch, long.changes) == ("", 0)
