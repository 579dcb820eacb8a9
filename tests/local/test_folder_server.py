"""The files of a folder that answer for URLs, and the URLs that they say nothing about."""

import os
from pathlib import Path

import pytest

from sitescan.local.folder_server import FolderServer
from sitescan.model.answers import Problem, Verdict

ROOT = "https://pears.example/"
FILES = ("index.html", "about.html", "a/index.htm", "a b.html", "css/main.css", "Pear.png", "empty/x.txt", "a%20b.txt")


def _server(folder: Path, root: str = ROOT, *, is_whole: bool = True, is_placed: bool = True) -> FolderServer:
    for name in FILES:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("pears")
    return FolderServer(folder=folder, root=root, most=100, is_whole=is_whole, is_placed=is_placed)


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("", "index.html"),
        ("index.html?a=b", "index.html"),
        ("about", "about.html"),
        ("about?a=b", "about.html"),
        ("a", "a/index.htm"),
        ("a/", "a/index.htm"),
        ("a%20b.html", "a b.html"),
        ("%61bout%2ehtml", "about.html"),
        ("a%2520b.txt", "a%20b.txt"),
        ("css//main.css", "css/main.css"),
        ("Pear.png", "Pear.png"),
    ],
)
def test_files(tmp_path: Path, path: str, name: str) -> None:
    """A folder stands for its index, a path without suffix for its page, and every escaping for the same file."""
    server = _server(tmp_path)
    assert server.file(ROOT + path) == tmp_path / name
    assert server.answers([ROOT + path])[ROOT + path].verdict is Verdict.OK


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    """Names of files are bytes."""
    name = os.fsdecode(b"%\n\xff.html")
    (tmp_path / name).write_text("pears")
    assert _server(tmp_path).file(ROOT + "%25%0a%ff.html") == tmp_path / name


@pytest.mark.parametrize(
    "path", ["pear.png", "about/", "nosuch", "css/nosuch.css", "index.html/", "index.html/x", "x" * 5000]
)
def test_missing_files(tmp_path: Path, path: str) -> None:
    """Names differ by case, and a file is no folder."""
    answer = _server(tmp_path).answers([ROOT + path])[ROOT + path]
    assert (answer.problem, answer.verdict) == (Problem.NO_FILE, Verdict.BROKEN)


@pytest.mark.parametrize(
    "url",
    [
        "https://other.example/about.html",
        "http://pears.example/about.html",
        ROOT + "..%2f..%2fetc/passwd",
        ROOT + "%00",
        ROOT + "empty/",
        ROOT + "outside.html",
        ROOT + "loop.html",
        ROOT + "away/passwd",
    ],
)
def test_unknown_answers(tmp_path: Path, url: str) -> None:
    """Nothing outside of the folder is read or judged, nor is a folder that its server may list."""
    server = _server(tmp_path)
    (tmp_path / "outside.html").symlink_to("/etc/passwd")
    (tmp_path / "away").symlink_to("/etc")
    (tmp_path / "loop.html").symlink_to("loop.html")
    assert (server.file(url), server.text(url), server.picture(url)) == (None, None, None)
    assert server.answers([url])[url].problem is Problem.NOT_IN_FILES
    assert not server.read


def test_link_within_the_folder(tmp_path: Path) -> None:
    """A symbolic link to a file of the folder is that file."""
    server = _server(tmp_path)
    (tmp_path / "home.html").symlink_to("index.html")
    assert server.file(ROOT + "home.html") == tmp_path / "index.html"


def test_limit(tmp_path: Path) -> None:
    """A text that is too large is none; those that are read are recorded."""
    server = _server(tmp_path)
    (tmp_path / "large.css").write_text("a" * 101)
    assert server.text(ROOT + "large.css") is None
    assert server.text(ROOT + "css/main.css") == b"pears"
    assert tmp_path / "css/main.css" in server.read


def test_folder_below_a_path(tmp_path: Path) -> None:
    """Only what is below the address of the folder is the folder's."""
    server = _server(tmp_path, ROOT + "docs/")
    assert server.home == ROOT + "docs/"
    assert server.file(ROOT + "docs/about") == tmp_path / "about.html"
    assert server.answers([ROOT + "about"])[ROOT + "about"].problem is Problem.NOT_IN_FILES


def test_page_without_its_folder(tmp_path: Path) -> None:
    """If only a page was named, its folder may be a part of the site, so that nothing is certainly missing."""
    server = _server(tmp_path, is_whole=False)
    assert server.text(ROOT + "css/main.css") == b"pears"
    assert server.answers([ROOT + "nosuch"])[ROOT + "nosuch"].problem is Problem.NOT_IN_FILES


def test_unknown_path_of_the_site(tmp_path: Path) -> None:
    """Addresses below a path without which they are files of the folder show that the site is served there."""
    urls = [ROOT + path for path in ("project/css/main.css", "project/nosuch", "nosuch", "css/css/main.css")]
    placed, unplaced = (_server(tmp_path, is_placed=known).answers(urls) for known in (True, False))
    unknown, missing = Problem.NOT_IN_FILES, Problem.NO_FILE
    assert [placed[url].problem for url in urls] == [missing] * 4
    assert [unplaced[url].problem for url in urls] == [unknown, unknown, missing, missing]


@pytest.mark.parametrize(
    ("name", "rules", "decides"),
    [
        ("_redirects", "# none\n", False),
        ("_redirects", "/old /new 301\n", True),
        (".htaccess", 'Header set X-Frame-Options "DENY"\n', False),
        (".htaccess", "RewriteRule ^(.*)$ /index.php\n", True),
        ("200.html", "<title>App</title>", True),
        ("staticwebapp.config.json", '{"navigationFallback": {"rewrite": "/index.html"}}', True),
        ("web.config", "<configuration><system.webServer><rewrite>", True),
    ],
)
def test_rules_for_the_server(tmp_path: Path, name: str, rules: str, *, decides: bool) -> None:
    """Rules for the server of the folder may send something for an address without a file."""
    (tmp_path / name).write_text(rules)
    answer = _server(tmp_path).answers([ROOT + "nosuch"])[ROOT + "nosuch"]
    assert answer.problem is (Problem.NOT_IN_FILES if decides else Problem.NO_FILE)
