"""The output of ``sitescan scan --watch`` when files change."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from sitescan.cli.configuration import Configuration
from sitescan.cli.main import main
from sitescan.cli.watch import Watcher

PAGE = (
    "<!doctype html><html lang=en><meta charset=utf-8><title>Pears</title>"
    "<link rel=stylesheet href=a.css><h1>Pears</h1><img src=a.png alt=''>"
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the current directory, a folder with a site."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "site").mkdir()
    (tmp_path / "site/a.html").write_text(PAGE)
    (tmp_path / "site/a.css").write_text("h1 { color: #000 }")
    return tmp_path


@pytest.fixture
def look(folder: Path, capsys: pytest.CaptureFixture[str]) -> Callable[[], str]:
    """Return a function that looks at the site once and returns the output on both streams."""
    watcher = Watcher(Configuration(targets=("site",)))

    def looked() -> str:
        watcher.look()
        return "".join(capsys.readouterr())

    first = looked()
    assert first.startswith("site/a.html  ")
    assert "Images have no alt text" not in first
    return looked


def _written(path: Path, text: str) -> None:
    """Write a file with another modification time than before, even if the file system's clock is coarse."""
    before = path.stat().st_mtime_ns if path.exists() else 0
    path.write_text(text)
    os.utime(path, ns=(before + 10**9, before + 10**9))


def test_only_changes_are_reported(folder: Path, look: Callable[[], str]) -> None:
    """A changed page is reported by its new and fixed issues and changed scores, and an unchanged page is not."""
    assert look() == ""
    _written(folder / "site/a.html", PAGE.replace(" alt=''", ""))
    worse = look()
    assert worse.startswith("site/a.html\n  Overall ")
    assert "  Accessibility " in worse
    assert "Security" not in worse
    assert "  new: Images have no alt text (accessibility/image-alt), line 1\n" in worse
    assert look() == ""
    _written(folder / "site/a.html", PAGE)
    assert "  fixed: Images have no alt text (accessibility/image-alt)\n" in look()
    _written(folder / "site/a.html", PAGE + " ")
    assert look() == "site/a.html\n  nothing changed in the report\n"


def test_stylesheets(folder: Path, look: Callable[[], str]) -> None:
    """A page is scanned again if a stylesheet that it uses changes, and not for other files."""
    _written(folder / "site/b.css", "h1 { color: #777 }")
    assert look() == ""
    _written(folder / "site/a.css", "h1 { color: #eee; background: #fff }")
    assert "  new: Text doesn't have enough contrast (accessibility/contrast)" in look()


def test_added_and_removed_pages(folder: Path, look: Callable[[], str]) -> None:
    """A new page gets a whole report, a removed page is named, and a broken page is named once until it is repaired."""
    _written(folder / "site/b.html", PAGE)
    assert look().startswith("site/b.html  ")
    _written(folder / "site/b.html", "\0")
    assert look() == "sitescan: site/b.html: it is not a text file, so it can't be an HTML page\n"
    assert look() == ""
    _written(folder / "site/b.html", PAGE + "  ")
    assert look() == "site/b.html\n  nothing changed in the report\n"
    (folder / "site/b.html").unlink()
    assert look() == "site/b.html: removed\n"
    (folder / "site/a.html").unlink()
    assert look() == "site/a.html: removed\n"
    assert look() == ""
    _written(folder / "site/a.html", PAGE)
    assert look().startswith("site/a.html  ")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["https://pears.example/"], "watch: https://pears.example/: only files and folders can be watched"),
        (["site", "-"], "watch: -: only files and folders can be watched"),
        (["site", "--format", "json"], "watch: changes are printed for people only; leave out --format and --output"),
        (["site", "-o", "html:a.html"], "watch: changes are printed for people only; leave out --format and --output"),
        (["pears.html"], "pears.html: it doesn't exist, or can't be read"),
        (["*.htm"], "*.htm: no file matches"),
    ],
)
def test_invalid_arguments(folder: Path, capsys: pytest.CaptureFixture[str], words: list[str], message: str) -> None:
    """Each mistake is reported in one line, before any scan."""
    assert main(["scan", "--watch", *words]) == 2
    assert capsys.readouterr() == ("", f"sitescan: {message}\n")
