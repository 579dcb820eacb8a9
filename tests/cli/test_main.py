"""The command, run in this process on local files."""

import io
import json
import os
import re
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from sitescan.cli.main import main
from sitescan.cli.terminal import Painter, terminal
from tests.report.reports import HOSTILE, hostile_report, small_report
from tests.report.test_formats import UNSEEN

PAGE = (
    "<!doctype html><html lang=en><meta charset=utf-8><title>Pears</title>"
    "<link rel=stylesheet href=a.css><img src=a.png>"
)

JPEG = b"\xff\xd8\xff\xe0\0\x10JFIF\0"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the current directory, a folder with a page."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "index.html").write_text(PAGE)
    (tmp_path / "pear.jpg").write_bytes(JPEG)
    (tmp_path / "README.md").write_text("<h1>Pears</h1>\n\n- green")
    return tmp_path


def test_report_on_file(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The report on a file contains its name and the positions of its issues."""
    assert main(["scan", "--full", "index.html"]) == 0
    printed = capsys.readouterr()
    assert printed.out.startswith("index.html  ")
    assert "1:102  <img src=a.png>" in printed.out
    assert "\x1b" not in printed.out + printed.err
    assert "a.css" in printed.out


def test_short_report_on_file(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """By default, an issue is a line with its first place, what it gains and its rule; the texts are elsewhere."""
    assert main(["scan", "index.html"]) == 0
    printed = capsys.readouterr().out
    assert "  error: Images have no alt text, line 1 (+15 points, accessibility/image-alt)\n" in printed
    assert "<img src=a.png>" not in printed
    assert "--full" in printed
    assert len(printed.splitlines()) < 60


def test_stylesheets_of_file(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A stylesheet in the page's folder is read, and a stylesheet outside of it is not."""
    (folder / "a.css").write_text("img { display: none }")
    assert main(["scan", "index.html", "--format", "json"]) == 0
    assert '"rule": "accessibility/image-alt"' not in capsys.readouterr().out
    (folder / "in").mkdir()
    (folder / "in/index.html").write_text(PAGE.replace("a.css", "../a.css"))
    assert main(["scan", "in/index.html", "--format", "json"]) == 0
    assert '"rule": "accessibility/image-alt"' in capsys.readouterr().out


def test_standard_input(folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Text of any kind on standard input is read as in a browser; other bytes are refused."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(JPEG)))
    assert main(["scan", "-"]) == 3
    assert "it is not a text file" in capsys.readouterr().err
    for body in (b"", b"\xef\xbb\xbf \r\n", b"\xff\xfe\n\0"):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(body)))
        assert main(["scan", "-", "--min-score", "0"]) == 3
        assert capsys.readouterr() == ("", "sitescan: -: it is empty, so it is no page\n")
    for body in (PAGE.encode(), b"\xff\xfe\x00\x80", bytes(range(1, 256))):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(body)))
        assert main(["scan", "-", "--base", "https://pears.example/", "--format", "json"]) == 0
        assert json.loads(capsys.readouterr().out)["url"] == "https://pears.example/"


def test_several_outputs(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One run writes all the output files that are requested."""
    assert main(["scan", "index.html", "-o", "sarif:a.sarif", "-o", "html:a.html", "--format", "markdown"]) == 0
    assert json.loads((folder / "a.sarif").read_text())["version"] == "2.1.0"
    assert (folder / "a.html").read_text().startswith("<!doctype html>")
    assert capsys.readouterr().out.startswith("# ")


@pytest.mark.parametrize("output", ["index.html", "./site/../index.html", "link.html", "hard.html", "a.css"])
def test_output_over_what_is_read(folder: Path, capsys: pytest.CaptureFixture[str], output: str) -> None:
    """A report doesn't replace the page that it is about or its stylesheet, also through links."""
    (folder / "site").mkdir()
    page = folder / "index.html"
    page.write_text(PAGE + "<link rel=stylesheet href=a.css>")
    (folder / "a.css").write_text("p {}")
    (folder / "link.html").symlink_to("index.html")
    (folder / "hard.html").hardlink_to(page)
    before = page.read_bytes()
    for target in ("index.html", "."):
        assert main(["scan", target, "-o", "json:new.json", "-o", f"html:{output}"]) == 2
        assert f"output: {output} is read by this scan, so it was not overwritten\n" in capsys.readouterr().err
        assert page.read_bytes() == before
        assert (folder / "a.css").read_text() == "p {}"
        assert not (folder / "new.json").exists()


@pytest.mark.parametrize(
    "words",
    [["scan", ""], ["scan", "index.html", "--baseline", ""], ["scan", "index.html", "-o", ""], ["diff", "", "a"]],
)
def test_empty_values(folder: Path, capsys: pytest.CaptureFixture[str], words: list[str]) -> None:
    """An empty value, as of an unset variable, is refused."""
    assert main(words) == 2
    assert "an empty value was given; is a variable unset?\n" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        ["scan", "index.html", "--config", "f"],
        ["scan", "index.html", "--baseline", "f"],
        ["scan", "index.html", "-o", "json:f"],
        ["scan", "index.html", "--set", "deny=f"],
        ["diff", "f", "f"],
        ["batch", "f", "-o", "o.jsonl"],
    ],
)
def test_fifos(folder: Path, capsys: pytest.CaptureFixture[str], words: list[str]) -> None:
    """A FIFO that nobody writes to or reads from is refused in every option that names a file."""
    os.mkfifo(folder / "f")
    assert main(words) == 2
    assert re.search("not a regular file|not a readable file|no program reads", capsys.readouterr().err)


def test_failed_gates(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Failed gates, ignored issues and expired exceptions are reported."""
    assert main(["scan", "index.html", "--max", "error=0"]) == 1
    assert "failed: index.html: max error=0: there are 1" in capsys.readouterr().err
    (folder / "sitescan.toml").write_text('[[ignore]]\nrule = "accessibility/image-alt"\nreason = "Decoration."\n')
    assert main(["scan", "index.html", "--max", "error=0"]) == 0
    assert "ignored: index.html: accessibility/image-alt: Decoration." in capsys.readouterr().err
    (folder / "sitescan.toml").write_text(
        '[[ignore]]\nrule = "accessibility/image-alt"\nreason = "Decoration."\nuntil = 2020-01-01\n'
    )
    assert main(["scan", "index.html", "--max", "error=0"]) == 1
    assert "expired on 2020-01-01" in capsys.readouterr().err


def test_baseline_issues_are_counted(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The issues of a page that the baseline has are counted in one line, and the others are named."""
    assert main(["scan", "index.html", "-o", "json:old.json"]) == 0
    (folder / "index.html").write_text((folder / "index.html").read_text() + "<marquee>Pears</marquee>")
    capsys.readouterr()
    assert main(["scan", "index.html", "--baseline", "old.json"]) == 1
    lines = capsys.readouterr().err.splitlines()
    assert sum(line.startswith("known: index.html: ") and line.endswith(" of the baseline") for line in lines) == 1
    assert "new: index.html: accessibility/moving-text: Text moves or blinks" in lines
    assert not [line for line in lines if line.startswith("ignored")]


def test_file_without_base(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without ``--base``, fixes contain a placeholder for the address, and the report has no facts about the load."""
    assert main(["scan", "--full", "index.html"]) == 0
    printed = capsys.readouterr().out
    assert "localhost" not in printed
    assert 'href="https://your-site.example/index.html"' in printed
    assert "status 200" not in printed
    assert "loaded in" not in printed


def test_gate_of_unexamined_category_fails(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A gate fails if its category was not examined, such as the links of a file."""
    assert main(["scan", "index.html", "--min", "links=1"]) == 1
    printed = capsys.readouterr()
    assert "min links=1: links was not examined" in printed.err
    assert "not examined" in printed.out


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["scan"], 2, "give a URL"),
        (["scan", "missing.html"], 3, "missing.html: No such file"),
        (["scan", "a\0b"], 3, "null"),
        (["scan", "pears.example"], 3, "No such file or directory; for the site, write https://pears.example\n"),
        (["scan", "pears.example:8443/a.html"], 3, "; for the site, write https://pears.example:8443/a.html\n"),
        (["scan", "localhost:3000/a"], 3, "; for the site, write http://localhost:3000/a\n"),
        (["scan", "pears.html"], 3, "pears.html: No such file or directory\n"),
        (["scan", "inde.html"], 3, "inde.html: No such file or directory; did you mean 'index.html'?\n"),
        (["scan", "no/such/folder"], 3, "no/such/folder: No such file or directory\n"),
        (["scan", "pear.jpg"], 3, "pear.jpg: it is not a text file"),
        (["scan", "README.md"], 3, "README.md: it is not an HTML page; the name of a page ends in .html\n"),
        (["scan", "index.html", "-o", "html:no/such/folder.html"], 2, "cannot be written"),
        (["scan", "index.html", "-o", "html:."], 2, "cannot be written"),
        (["scan", "index.html", "--base", "ftp://pears.example/"], 2, "base: "),
        (["scan", "index.html", "--baseline", "index.html"], 2, "not a JSON report"),
        (["explain", "seo/nothing"], 2, "unknown rule"),
        (["explain", "title-miss"], 2, "did you mean seo/title-missing"),
        (["explain", "seo/title-mising"], 2, "did you mean 'seo/title-missing'?"),
        (["fix", "index.html", "--select", "acessibility"], 2, "did you mean 'accessibility'?"),
        (["pears"], 2, "pears"),
        (["scn", "index.html"], 2, "did you mean 'scan'?"),
        (["https://pears.example/"], 2, "did you mean 'sitescan scan https://pears.example/'?"),
        (["--versoin"], 2, "did you mean '--version'?"),
        (["scan", "index.html", "--min-scroe=3"], 2, "did you mean '--min-score'?"),
        (["scan", "index.html", "--format", "jsn"], 2, "did you mean 'json'?"),
        (["scan", "index.html", "--min", "sep=3"], 2, "did you mean 'seo'?"),
        (["diff", "a", "b", "c"], 2, "unknown argument 'c'\n"),
        ([], 2, "give a command"),
    ],
)
def test_exit_codes(
    folder: Path, capsys: pytest.CaptureFixture[str], words: list[str], code: int, message: str
) -> None:
    """Each problem has its exit code and one line on standard error."""
    assert main(words) == code
    printed = capsys.readouterr()
    assert message in printed.err
    assert printed.err.count("\n") == 1
    assert not printed.out


def test_worst_problem_sets_exit_code(folder: Path) -> None:
    """The exit code is that of the gravest problem: an unreadable page is graver than a failed gate."""
    assert main(["scan", "index.html", "missing.html", "--max", "error=0"]) == 3


def test_unknown_ignored_rule(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An unknown rule among the ignored ones is a mistake, because a typo would hide nothing."""
    (folder / "sitescan.toml").write_text('[[ignore]]\nrule = "seo/typo"\nreason = "x"\n')
    assert main(["scan", "index.html"]) == 2
    assert "unknown rule 'seo/typo'" in capsys.readouterr().err


def test_withdrawn_rule_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    """What names a withdrawn rule still works."""
    assert main(["explain", "performance/carbon"]) == 0
    assert capsys.readouterr().out == "performance/carbon was withdrawn, so it reports nothing.\n"


def test_rules_and_explain(capsys: pytest.CaptureFixture[str]) -> None:
    """Every rule is listed, and explained without placeholders."""
    assert main(["rules"]) == 0
    listed = capsys.readouterr().out.splitlines()
    assert main(["rules", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["rules"]) == len(listed)
    for line in listed:
        assert main(["explain", line.split()[0]]) == 0
    assert "{count" not in capsys.readouterr().out


@pytest.mark.parametrize("stranger", HOSTILE, ids=range(len(HOSTILE)))
def test_terminal_controls_are_escaped(stranger: str) -> None:
    """Text of a page can't write escape sequences, bells or bidirectional controls to the terminal."""
    assert not UNSEEN.search(terminal([hostile_report(stranger)], Painter(False), timing=True))


def test_output_without_colors() -> None:
    """The output without colors contains the same information in words."""
    plain = terminal([small_report()], Painter(False))
    painted = terminal([small_report()], Painter(True))
    assert painted != plain
    assert "error: Page has no pears, line 3 and 1 more (+15 points, seo/pears)" in plain


def test_utf_16_page(folder: Path) -> None:
    """A page in UTF-16 is text although its bytes contain NUL."""
    (folder / "wide.html").write_text(PAGE, encoding="utf-16")
    assert main(["scan", "wide.html"]) == 0


@pytest.mark.parametrize(
    ("name", "text", "code"),
    [
        ("page", " \n<p>Pears", 0),
        ("page.txt", "\ufeff<!-- Pears --><p>Pears", 0),
        ("page.php", "<?php include 'head.php' ?><p>Pears", 0),
        ("page.jinja", "{% extends 'base.html' %}<p>Pears", 0),
        ("page.HTML", "Pears", 0),
        ("page.xhtml", "Pears", 0),
        ("page.rst", "Pears\n=====\n\n<p>Pears", 3),
        ("page.py", "<p>Pears", 3),
        ("page.csv", "<p>Pears</p>,1", 3),
        ("page.svg", "<svg><text>Pears", 3),
        ("page.json", '{"pears": "<p>Pears"}', 3),
    ],
)
def test_files_that_are_not_pages(
    folder: Path, capsys: pytest.CaptureFixture[str], name: str, text: str, code: int
) -> None:
    """A file is a page if its name ends like one, or if its name says nothing else and it begins with a tag."""
    (folder / name).write_text(text)
    assert main(["scan", name]) == code
    assert ("it is not an HTML page" in capsys.readouterr().err) == (code == 3)


def test_folders_and_patterns(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each page in a folder or pattern has a report and an address below the base; a table lists the worst first."""
    (folder / "site/in").mkdir(parents=True)
    (folder / "site/a.html").write_text(PAGE)
    (folder / "site/in/b.htm").write_text(f"{PAGE}<link rel=canonical href=/c><p role=buton>")
    (folder / "site/c.txt").write_text(PAGE)
    (folder / "site/c").write_text(PAGE)
    for place in ("site", "site/in"):
        (folder / place / "a.css").write_text("p { color: black }")
        (folder / place / "a.png").write_bytes(JPEG)
    for target in ("site", "site/**/*.htm*"):
        assert main(["scan", target, "site/a.html", "--base", "https://pears.example/x", "--format", "json"]) == 0
        printed = capsys.readouterr().out
        assert [report["url"] for report in json.loads(printed)] == ["site/a.html", "site/in/b.htm"]
        assert "https://pears.example/x/in/b.htm" in printed
    assert main(["scan", "site"]) == 0
    *_, number, heading, first, second = capsys.readouterr().out.split("\n")[:-1]
    assert (number, heading) == ("2 pages", "Score  SEO  Accessibility  Performance  Security  Links  Page")
    assert (first.split()[-1], second.split()[-1]) == ("site/in/b.htm", "site/a.html")
    assert int(first.split()[0]) < int(second.split()[0])
    assert main(["scan", "site/a.html"]) == 0
    assert "1 page" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("target", "message"),
    [
        (".", "there is no .html, .htm or .xhtml file in it"),
        ("*.html", "no file matches\n"),
        ("pears.example/?page=2", "no file matches; for the site, write https://pears.example/?page=2"),
    ],
)
def test_folders_and_patterns_without_pages(
    folder: Path, capsys: pytest.CaptureFixture[str], target: str, message: str
) -> None:
    """A folder or pattern without pages is a mistake, and the other targets are scanned."""
    (folder / "index.html").rename(folder / "index.txt")
    assert main(["scan", target, "index.txt"]) == 2
    printed = capsys.readouterr()
    assert printed.out.startswith("index.txt  ")
    assert f"sitescan: {target}: {message}" in printed.err


def test_null_byte_in_target(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A configuration file with a target that no file can have causes a problem, not a crash."""
    (folder / "sitescan.toml").write_text('urls = ["*\\u0000"]')
    assert main(["scan"]) == 3
    # Python 3.13 calls the byte a character.
    assert "embedded null" in capsys.readouterr().err


def test_unreadable_folders(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Folders and files that cannot be read are reported instead of being left out."""
    user = os.geteuid()
    with TemporaryDirectory() as place:
        Path(place).chmod(0o755)
        Path(place, "site").mkdir()
        Path(place, "site/a.html").write_text(PAGE)
        Path(place, "site").chmod(0)
        os.chdir(place)
        try:
            if not user:
                os.seteuid(65534)
            assert main(["scan", "."]) == 2
            assert main(["scan", "site/a.html"]) == 3
            assert main(["fix", "."]) == 2
            assert main(["fix", "site/a.html"]) == 2
        finally:
            os.seteuid(user)
            os.chdir(folder)
            Path(place, "site").chmod(0o755)
    denied = "./site: Permission denied", "site/a.html: Permission denied"
    named = [line.removeprefix("sitescan: ") for line in capsys.readouterr().err.splitlines()]
    assert [line for line in named if "denied" in line] == [*denied, *denied]


def test_failures_alone(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """``--format failures`` prints a line for each issue that ``--fail-on`` doesn't allow, and no report."""
    page = "<!doctype html><html lang=en><meta charset=utf-8><title>Pears</title><h1>Pears</h1>"
    (folder / "bad.html").write_text(f"{page}<img src=a.png><img src=b.png>")
    (folder / "good.html").write_text(page)
    words = ["scan", "bad.html", "good.html", "--format", "failures"]
    assert main([*words, "--fail-on", "error"]) == 1
    printed = capsys.readouterr()
    assert printed.out == (
        "bad.html:1:84: error: Images have no alt text [accessibility/image-alt] (and 1 more place)\n"
    )
    assert "failed: bad.html: fail-on error: 1 issue" in printed.err
    assert main(words) == 0
    assert capsys.readouterr().out == ""
    assert main(["scan", "good.html", "-o", "failures:a.txt"]) == 2
    assert "is not FORMAT:PATH" in capsys.readouterr().err
