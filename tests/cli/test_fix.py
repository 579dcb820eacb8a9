"""``sitescan fix`` on local files, in this process."""

import os
import socket
import stat
from pathlib import Path

import pytest

from sitescan.cli import fix_command as command
from sitescan.cli.exit_codes import UsageProblem
from sitescan.cli.fix_command import FixRun, fix_file
from sitescan.cli.local_pages import LocalPage, NotReplaced, pages, replace_file
from sitescan.cli.main import main
from sitescan.configuration.settings import Settings
from sitescan.report.formats import FORMATS

PAGE = (
    b'<!doctype html>\r\n<html lang="en">\n<head><title>Pears</title></head>\r'
    b'<p role="buton" tabindex=5>\xc3\xa4 x &copy</p>'
)
FIXED = PAGE.replace(b"buton", b"button").replace(b"&copy", b"&copy;")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the current directory, a folder with a page."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.html").write_bytes(PAGE)
    return tmp_path


def test_file_is_fixed_in_place(folder: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    """A fix changes nothing else in the file; remaining fixes are reported, and a second run changes nothing."""
    page = folder / "a.html"
    page.chmod(0o640)
    assert main(["fix", "a.html"]) == 1
    assert page.read_bytes() == FIXED
    assert stat.S_IMODE(page.stat().st_mode) == 0o640
    printed = capsysbinary.readouterr()
    assert not printed.out
    assert b"Fixed: 1 x ARIA roles are misspelled or don't exist (accessibility/role-invalid)" in printed.err
    assert b"4 problems fixed in 1 file, " in printed.err
    assert b"4 more fixes available with --unsafe" in printed.err
    before = page.stat()
    assert main(["fix", "a.html"]) == 1
    assert b"0 problems fixed in 0 files" in capsysbinary.readouterr().err
    assert page.stat() == before
    assert [file.name for file in folder.iterdir()] == ["a.html"]


def test_diff_leaves_file_unchanged(folder: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    """The patch is written to standard output, its summary to standard error, and the file stays unchanged."""
    assert main(["fix", "--diff", "."]) == 1
    printed = capsysbinary.readouterr()
    assert printed.out.startswith(b"--- a/a.html\n+++ b/a.html\n@@ -1,3 +1,3 @@\n <!doctype html>\r\n <html")
    assert printed.out.endswith(b"\n\\ No newline at end of file\n")
    assert b"Would fix: 1 x ARIA roles" in printed.err
    assert (folder / "a.html").read_bytes() == PAGE
    (folder / "a.html").write_bytes(FIXED)
    assert main(["fix", "--diff", "."]) == 0
    assert not capsysbinary.readouterr().out


def test_exit_zero(folder: Path) -> None:
    """With ``--exit-zero``, remaining issues do not fail the command, but problems with files do."""
    assert main(["fix", "--exit-zero", "--diff", "a.html"]) == 0
    assert main(["fix", "--exit-zero", "a.html"]) == 0
    assert (folder / "a.html").read_bytes() == FIXED
    assert main(["fix", "--exit-zero", "a.html", "b.html"]) == 2


def test_rules_are_selected(folder: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    """Rules are selected by id or by category, and no other rule changes or counts anything."""
    assert main(["fix", "a.html", "--select", "accessibility/role-invalid"]) == 0
    assert (folder / "a.html").read_bytes() == PAGE.replace(b"buton", b"button")
    assert main(["fix", "a.html", "--select", "seo"]) == 1
    assert (folder / "a.html").read_bytes() == FIXED
    assert b"accessibility/" not in capsysbinary.readouterr().err.partition(b"fixed in")[2]


def test_unsafe_fixes(folder: Path) -> None:
    """Unsafe fixes are applied only on request."""
    main(["fix", "a.html", "--unsafe", "--select", "accessibility/tabindex-positive"])
    assert (folder / "a.html").read_bytes() == PAGE.replace(b"=5", b"=0")


def test_image_size_is_added(folder: Path) -> None:
    """An image gets the size of its file if the file is in the folder and no style sizes the image."""
    png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + (64).to_bytes(4, "big") + (48).to_bytes(4, "big") + b"\x08\x02\0\0\0"
    (folder / "in").mkdir()
    (folder / "in/big.png").write_bytes(png + bytes(3_000_000))
    (folder.parent / "outside.png").write_bytes(png)
    (folder / "not.png").write_bytes(b"<html>")
    (folder / "drawing.svg").write_bytes(b'<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"></svg>')
    images = b"".join(b"<img src=%b>" % name for name in (b"../outside.png", b"not.png", b"none.png", b"drawing.svg"))
    body = PAGE + images + b"<img src=in/big.png style='width: 9em'><img src='in/big.png?v=1#a' alt=''>"
    (folder / "a.html").write_bytes(body)
    main(["fix", "a.html", "--select", "performance/unsized-images"])
    sized = b"<img src='in/big.png?v=1#a' alt='' width=\"64\" height=\"48\">"
    assert (folder / "a.html").read_bytes() == body.replace(b"<img src='in/big.png?v=1#a' alt=''>", sized)


def test_large_image_size_is_added(folder: Path) -> None:
    """The size of a file counts before it is in the page, so that it brings no issue about the first screen."""
    png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + (1600).to_bytes(4, "big") + (1200).to_bytes(4, "big") + b"\x08\x02\0\0\0"
    (folder / "hero.png").write_bytes(png)
    image = b"<h1>Pears</h1><img src=hero.png alt=''>"
    (folder / "a.html").write_bytes(FIXED + image)
    main(["fix", "a.html"])
    sized = b'\'\' fetchpriority="high" width="1600" height="1200"'
    assert (folder / "a.html").read_bytes() == FIXED + image.replace(b"''", sized)


def test_base_option(folder: Path) -> None:
    """Relative addresses that have to be absolute are completed only if the base address is given."""
    link = b"<link rel=canonical href=/a>"
    (folder / "a.html").write_bytes(PAGE.replace(b"</head>", link + b"</head>"))
    main(["fix", ".", "--select", "seo/canonical-relative"])
    assert link in (folder / "a.html").read_bytes()
    main(["fix", ".", "--select", "seo/canonical-relative", "--base", "https://pears.example/b"])
    assert b'<link rel=canonical href="https://pears.example/a">' in (folder / "a.html").read_bytes()


def test_addresses_of_pages(folder: Path) -> None:
    """The base is the address of the file, or of the folder that contains it."""
    assert LocalPage(folder / "a b.html", folder).addresses("") == ("https://your-site.example/a%20b.html",) * 2
    assert LocalPage(folder / "a.html", folder).addresses("https://x.example/y") == ("https://x.example/y",) * 2
    inside = LocalPage(folder / "b/a.html", folder, listed=True)
    assert inside.addresses("https://x.example/y") == ("https://x.example/y/", "https://x.example/y/b/a.html")
    assert inside.addresses("") == ("https://your-site.example/", "https://your-site.example/b/a.html")


def test_equal_changes_are_grouped(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Equal changes in several files are reported together, with the advice to change the template."""
    for name in ("b.html", "c.htm", "in/d.xhtml"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(PAGE)
    (folder / "e.txt").write_bytes(PAGE)
    assert main(["fix", "--diff", "."]) == 1
    printed = capsys.readouterr()
    assert [line for line in printed.out.splitlines() if line.startswith("---")] == [
        *("--- a/a.html", "--- a/b.html", "--- a/c.htm", "--- a/in/d.xhtml")
    ]
    assert "The same change in 4 files; if a template makes them, change it there:\n  - <head>" in printed.err


def test_alike_changes_are_grouped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Changes that differ only in URLs, numbers and texts are one change of a template, too."""
    for number in range(3):
        page = f"<!doctype html><html lang=en><title>Pear {number}</title>\n<p><img src=pear-{number}.png>"
        (tmp_path / f"{number}.html").write_text(page)
    assert main(["fix", "--diff", "--unsafe", str(tmp_path)]) == 1
    assert "A change like this in 3 files; if a template makes them, change it there:\n  - <" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "body", "message"),
    [
        ("b.html", b"\0\1\2", "it is not a text file"),
        ("b.md", b"<p align=center>Pears", "it is not an HTML page"),
        ("b.html", b"x" * (17 * 1024 * 1024), "is larger than"),
        ("b.html", None, "No such file or directory"),
    ],
)
def test_files_that_are_not_pages(
    folder: Path, capsys: pytest.CaptureFixture[str], name: str, body: bytes | None, message: str
) -> None:
    """A file that is not a page is named with the reason, and the other files are fixed."""
    if body is not None:
        (folder / name).write_bytes(body)
    assert main(["fix", name, "a.html"]) == 2
    assert message in capsys.readouterr().err
    assert (folder / "a.html").read_bytes() == FIXED
    assert body is None or (folder / name).read_bytes() == body


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["fix"], "FILE|FOLDER"),
        (["fix", "a.html", "--select", "seo/nothing"], "unknown rule 'seo/nothing'"),
        (["fix", "a.html", ".", "--base", "https://x.example/"], "base: it is the address of one file"),
        (["fix", "a.html", "--base", "ftp://x.example/"], "base: "),
        (["fix", "https://x.example/"], "for the headers of a URL, use --server"),
        (["fix", "a.html", "--insecure"], "--insecure is only with --server"),
        (["fix", "a.html", "--server", "nginx"], "--server needs one URL"),
        (["fix", "https://x.example/", "https://y.example/", "--server", "nginx"], "--server needs one URL"),
        (["fix", "https://x.example/", "--server", "nginx", "--diff"], "--diff is only for local files"),
        (["fix", "https://x.example/", "--server", "nginx", "--select", "seo/no"], "unknown rule 'seo/no'"),
    ],
)
def test_errors(folder: Path, capsys: pytest.CaptureFixture[str], words: list[str], message: str) -> None:
    """Each problem is reported without a traceback, and no file is changed."""
    assert main(words) == 2
    printed = capsys.readouterr()
    assert message in printed.err
    assert "Traceback" not in printed.err
    assert (folder / "a.html").read_bytes() == PAGE


def test_malformed_bytes(folder: Path) -> None:
    """A page with malformed bytes is not changed, because its bytes can be counted in two ways."""
    body = PAGE.replace(b"\xc3\xa4", b"\xe2\x82").replace(b"<title>", b"<meta charset=utf-8><title>")
    (folder / "a.html").write_bytes(body)
    assert main(["fix", "a.html"]) == 1
    assert (folder / "a.html").read_bytes() == body


def test_symbolic_links(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    """A link that is named is followed and kept; a link inside a folder does not lead out of it."""
    outside = tmp_path_factory.mktemp("outside") / "b.html"
    outside.write_bytes(PAGE)
    (folder / "out.html").symlink_to(outside)
    (folder / "same.html").symlink_to(folder / "a.html")
    (folder / "loop.html").symlink_to(folder / "loop.html")
    assert [page.path.name for page in pages(["."])] == ["a.html"]
    main(["fix", "out.html"])
    assert outside.read_bytes() == FIXED
    assert (folder / "out.html").is_symlink()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files to others")
def test_owner_and_attributes_are_kept(folder: Path) -> None:
    """A file that root fixes keeps its owner, group, mode and extended attributes."""
    page = folder / "a.html"
    os.chown(page, 33, 34)
    page.chmod(0o2640)
    os.setxattr(page, "user.pears", b"ripe")
    before = page.stat()
    main(["fix", "a.html"])
    after = page.stat()
    assert page.read_bytes() == FIXED
    assert (after.st_uid, after.st_gid, after.st_mode) == (33, 34, before.st_mode)
    assert os.getxattr(page, "user.pears") == b"ripe"


def test_attributes_that_cannot_be_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file whose attributes can't be kept is not changed."""

    def refuse(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "fchmod", refuse)
    with pytest.raises(NotReplaced, match="extended attributes can't be kept"):
        replace_file(folder / "a.html", PAGE, FIXED)
    assert [page.name for page in folder.iterdir()] == ["a.html"]


def test_empty_argument(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An empty argument, as of an unset variable, is refused, and isn't the current folder."""
    assert main(["fix", ""]) == 2
    assert "targets: an empty value was given; is a variable unset?\n" in capsys.readouterr().err
    with pytest.raises(UsageProblem, match="empty"):
        list(pages([""]))
    assert (folder / "a.html").read_bytes() == PAGE


def test_file_names_that_are_not_text(folder: Path) -> None:
    """The name of a file may be any bytes."""
    name = os.fsdecode(b"\xff.html")
    (folder / name).write_bytes(PAGE)
    main(["fix", "."])
    assert {page.name: page.read_bytes() for page in folder.iterdir()} == {"a.html": FIXED, name: FIXED}
    assert main(["fix", "--diff", "--unsafe", "."]) == 1
    for form in FORMATS:
        assert main(["scan", ".", "--format", form]) == 0
        assert main(["scan", ".", "-o", f"{form}:report"]) == 0


def test_files_that_are_not_regular(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A FIFO, a device and a socket are refused without waiting for them."""
    os.mkfifo(folder / "f.html")
    with socket.socket(socket.AF_UNIX) as bound:
        bound.bind("s.html")
        for name in ("f.html", "s.html", "/dev/zero", "/dev/tty"):
            for words, code in ((["fix", name], 2), (["scan", name], 3)):
                assert main(words) == code
                assert f"{name}: it is not a regular file" in capsys.readouterr().err


def test_read_only_file_is_unchanged(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A read-only file is not changed, even by a superuser."""
    (folder / "a.html").chmod(0o444)
    assert main(["fix", "a.html"]) == 2
    assert "a.html: the file is read-only, so it was not changed\n" in capsys.readouterr().err
    assert (folder / "a.html").read_bytes() == PAGE


def test_concurrently_changed_file_is_kept(folder: Path) -> None:
    """A file that another program has changed meanwhile is not overwritten."""
    page = folder / "a.html"
    with pytest.raises(NotReplaced, match="has changed meanwhile"):
        replace_file(page, b"before", b"after")
    assert page.read_bytes() == PAGE
    assert list(folder.iterdir()) == [page]
    page.unlink()
    with pytest.raises(NotReplaced, match="No such file or directory, so it was not changed"):
        replace_file(page, PAGE, b"after")


# If the limit interrupts a callback of the garbage collector, such as Hypothesis's own, it is raised again later.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_examination_timeout(folder: Path) -> None:
    """A page that takes too long to examine is not changed."""
    run = FixRun(settings=Settings(examine_seconds=0.01))
    # It takes longer than 0.1 s, too: Python ignores an exception in a destructor, and the limit raises it again then.
    page = PAGE * 3_000
    (folder / "a.html").write_bytes(page)
    outcome = fix_file(LocalPage(folder / "a.html", folder), run)
    assert "took more than 0.01 s of processor time" in outcome.problem
    assert (folder / "a.html").read_bytes() == page


def test_killed_process(folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A killed process ends the command with a message, and files are never half written."""
    (folder / "b.html").write_bytes(PAGE)
    monkeypatch.setattr(command, "fix_file", _die)
    assert main(["fix", "."]) == 2
    assert "a process that examined pages has been killed" in capsys.readouterr().err
    assert (folder / "a.html").read_bytes() == PAGE


def test_folder_without_pages(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A folder without pages is reported, so that a wrong path does not look like a site without faults."""
    assert main(["fix", str(tmp_path)]) == 0
    assert capsys.readouterr().err.startswith("sitescan: no .html, .htm or .xhtml files were found\n0 problems fixed")


def _die(*_: object, **__: object) -> None:
    os._exit(9)


def test_reverted_fixes_are_reported(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A fix that would cause another issue is reported as not applied."""
    (folder / "a.html").write_bytes(PAGE.replace(b"<p role", b"<p aria-labeledby=none role"))
    main(["fix", "a.html"])
    assert (
        "Not fixed, because it would cause another issue: 1 x ARIA attributes are misspelled or don't exist"
        in capsys.readouterr().err
    )


def test_path_outside_current_folder(
    folder: Path,
    capsys: pytest.CaptureFixture[str],
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The patch of a file outside of the current folder applies from the root."""
    monkeypatch.chdir(tmp_path_factory.mktemp("elsewhere"))
    main(["fix", "--diff", str(folder / "a.html")])
    assert capsys.readouterr().out.startswith(f"--- a{(folder / 'a.html').resolve()}\n")


def test_rest_in_order(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The last lines say what it takes to fix the rest, in the order in which the report says what to do first."""
    (folder / "a.html").write_bytes(
        b"<!doctype html><html lang=en><head><meta charset=utf-8><title>Pears of our garden</title></head>"
        b'<body><main><h1>Pears</h1><p style="color: #999">Ripe</p>'
        b"<p>Lorem ipsum dolor sit amet, consectetur adipiscing elit</p></main></body></html>"
    )
    assert main(["fix", "--diff", "a.html"]) == 0
    left = [line for line in capsys.readouterr().err.splitlines() if line.startswith("Left: ")]
    assert [line.split("(")[1].split(")")[0] for line in left[:3]] == [
        "seo/content-placeholder",
        "accessibility/contrast",
        "seo/description-missing",
    ]
    assert left[0].startswith("Left: 1. 1 x Page contains filler text (seo/content-placeholder), first at a.html:1:")
    assert left[0].endswith(". Replace the filler text with real text, or remove the element.")
    assert left[2].endswith(". See what --unsafe changes.")
    assert main(["fix", "--unsafe", "--diff", "a.html"]) == 1
    assert "See what --unsafe changes." not in capsys.readouterr().err
