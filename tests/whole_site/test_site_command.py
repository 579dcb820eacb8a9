"""The command ``sitescan site`` over a folder."""

import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from sitescan.cli.main import main
from sitescan.cli.site_results import HTML, JSON
from sitescan.report.site_comparison import past_result
from sitescan.report.site_json import read_site_json, site_json
from sitescan.site.reporting import site_report
from sitescan.site.store import DATABASE, opened_store
from tests.undated import undated

LOCAL = "http://127.0.0.1:1/"
PAGE = "<!doctype html><html lang=en><title>Page {0} of the pears</title><h1>Pear {0}</h1>{1}"

#: Crawls a folder as the command does, and prints a line after each page that it reads.
CRAWL = """
import sys
from pathlib import Path
from sitescan.cli.site_failures import rule_failed
from sitescan.cli.site_folder import FolderPages
from sitescan.configuration.settings import Settings
from sitescan.site.frontier import CrawlLimits, Frontier
from sitescan.site.page_source import completed, crawl
from sitescan.site.store import opened_store
folder, output = sys.argv[1], Path(sys.argv[2])
pages = FolderPages(folder, "", output, Settings())
with opened_store(output, "key", fresh=False) as store:
    stored = store.read_urls()
    done = lambda url, known: url in stored or print(url, flush=True)
    completed(crawl(pages, Frontier(CrawlLimits()), store, rule_failed, done=done))
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with a site of 12 pages."""
    made = tmp_path / "public"
    (made / "shop").mkdir(parents=True)
    items = "".join(f"<a href=/shop/item-{number}>Pear {number}</a>" for number in range(10))
    (made / "index.html").write_text(PAGE.format("start", "<a href=shop/>Shop</a>"))
    (made / "shop" / "index.html").write_text(PAGE.format("shop", items))
    for number in range(10):
        (made / "shop" / f"item-{number}.html").write_text(PAGE.format(number, "<img src=a.png>"))
    return made


def content(output: Path) -> list[tuple[object, ...]]:
    """Return the rows of a database, without times."""
    connection = sqlite3.connect(output / DATABASE)
    try:
        pages = connection.execute("SELECT url, depth, problem, score, json_remove(report, '$.scannedAt') FROM page")
        rows = pages.fetchall()
        for table in ("link", "issue"):
            rows += connection.execute(f"SELECT * FROM {table}").fetchall()
    finally:
        connection.close()
    return sorted(rows, key=repr)


def reported(output: Path) -> bytes:
    """Return the report that a database gives."""
    with opened_store(output, "key", fresh=False) as store:
        return site_json(site_report(store, "target", {}))


def written(output: Path) -> list[bytes]:
    """Return what is in the files of a folder, without dates."""
    return [(output / DATABASE).read_bytes(), *(undated((output / name).read_bytes()) for name in (JSON, HTML))]


def test_folder(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every page is examined, the clicks that lead to it are known, and each issue is named once."""
    output = tmp_path / "out"
    assert main(["site", str(folder), "-o", str(output), "--base", "https://pears.example/"]) == 0
    printed = capsys.readouterr().out
    assert re.match(
        rf"{re.escape(str(folder))}: \d+ of 100 \(12 pages, 2 templates, \d+ faults, \d+ issues? between pages\)\n",
        printed,
    )
    assert printed.count("(accessibility/image-alt)") == 1
    assert (
        "Images have no alt text, in the template of 10 pages: one change fixes all (accessibility/image-alt)"
        in printed
    )
    depths = {str(row[0]): row[1] for row in content(output) if len(row) == 5}
    assert depths["https://pears.example/index.html"] == 0
    assert depths["https://pears.example/shop/index.html"] == 1
    assert depths["https://pears.example/shop/item-3.html"] == 2


def test_where_the_report_is(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The last line names the report; ``-o FORMAT:PATH`` writes another file, and ``--format html`` prints it."""
    output, other = tmp_path / "out", tmp_path / "report.html"
    assert main(["site", str(folder), "-o", str(output), "-o", f"html:{other}"]) == 0
    assert capsys.readouterr().out.endswith(f"\nReport: {output}/index.html\n")
    assert other.read_text() == (output / HTML).read_text()
    assert main(["site", "show", str(output), "--format", "html"]) == 0
    assert capsys.readouterr().out == other.read_text()
    assert main(["site", str(folder), "-o", str(output), "-o", f"json:{tmp_path}/none/a.json", "--format", "csv"]) == 2
    assert "none/a.json: No such file" in capsys.readouterr().err
    assert main(["site", str(folder), "-o", str(output), "-o", str(tmp_path / "two")]) == 2
    assert "are two folders" in capsys.readouterr().err


def test_report_of_an_interrupted_crawl(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A folder whose crawl has not ended says how to go on."""
    with opened_store(tmp_path, "key", fresh=False):
        pass
    assert main(["site", "show", str(tmp_path)]) == 2
    assert "it has no report yet; the command that began it goes on" in capsys.readouterr().err


def test_again(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The same command on the same files examines nothing again; on changed files, it starts anew."""
    output = tmp_path / "out"
    words = ["site", str(folder), "-o", str(output)]
    assert main(words) == 0
    before, printed = written(output), capsys.readouterr().out
    assert main(words) == 0
    assert written(output) == before
    assert capsys.readouterr().out == printed
    (folder / "new.html").write_text(PAGE.format("new", ""))
    assert main(words) == 0
    assert "(13 pages, " in capsys.readouterr().out
    assert main([*words, "--max-pages", "2"]) == 0
    assert "URLs that were left out:\n  11 URLs: more than 2 pages" in capsys.readouterr().out


def test_month_after_month(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A folder keeps its earlier results, and ``--against`` and ``diff`` say what changed; ``show`` says it again."""
    output, first = tmp_path / "out", tmp_path / "first"
    words = ["site", str(folder), "-o", str(output)]
    assert main(words) == 0
    shutil.copytree(output, first)
    (folder / "shop" / "item-3.html").write_text(PAGE.format(3, ""))
    (folder / "shop" / "item-4.html").unlink()
    (folder / "shop" / "new.html").write_text("<!doctype html><html lang=en><h1>New</h1>")
    for number in range(5, 10):
        (folder / "shop" / f"item-{number}.html").write_text(PAGE.format(number, "<button></button>"))
    baseline = str(first / JSON)
    assert main([*words, "--against", str(output), "--baseline", baseline, "--fail-on", "error"]) == 1
    printed = capsys.readouterr()
    assert "\nChanges since 20" in printed.out
    assert "Error: Buttons have no accessible name, in the template of 5 pages" in printed.out
    assert f"Error: Page is missing a title, on 1 page, only on new pages ({folder}/shop/new.html)" in printed.out
    assert f"  {folder}/shop/item-4.html: not found this time\n" in printed.out
    assert "fixed: Error: Images have no alt text, on 6 pages, the same on each; other pages still" in printed.err
    assert "failed: fail-on error: " in printed.err
    report = json.loads((output / JSON).read_text())
    assert len(report["history"]) == 1
    assert report["history"][0]["score"] == json.loads((first / JSON).read_text())["score"]
    assert main(["site", "show", str(output)]) == 0
    assert "\nChanges since 20" in capsys.readouterr().out
    assert main(["diff", str(first), str(output)]) == 1
    assert "Error: Buttons have no accessible name, in the template of 5 pages" in capsys.readouterr().out
    assert main(["diff", str(output / JSON), str(output)]) == 0
    assert "New faults" not in capsys.readouterr().out
    assert main([*words, "--against", str(tmp_path / "none")]) == 2
    assert "against " in capsys.readouterr().err


def test_history_is_short(folder: Path, tmp_path: Path) -> None:
    """A folder keeps 24 results at most, and forgets those of another site."""
    words = ["site", str(folder), "-o", str(tmp_path / "out")]
    assert main(words) == 0
    file = tmp_path / "out" / JSON
    for target, earlier in ((str(folder), 23), ("elsewhere", 0)):
        report = json.loads(file.read_text())
        one = past_result(read_site_json(file.read_bytes()))
        report |= {"history": [msgspec.to_builtins(one, str_keys=True)] * 30, "target": target}
        file.write_text(json.dumps(report))
        assert main(words) == 0
        assert len(json.loads(file.read_text())["history"]) == earlier


def test_limited_time(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """When the time is over, the report says how many pages are left, and the same command goes on."""
    words = ["site", str(folder), "-o", str(tmp_path / "out")]
    assert main([*words, "--max-time", "0.001"]) == 0
    printed = capsys.readouterr().out
    assert "(1 page, " in printed
    assert "  11 URLs: not read in the given time" in printed
    assert main(words) == 0
    assert "(12 pages, " in capsys.readouterr().out


def test_listed_pages_only(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without links, the pages of a folder are those that it lists, and no number of clicks is known."""
    assert main(["site", str(folder), "-o", str(tmp_path / "out"), "--no-follow", "--format", "json"]) == 0
    assert [page["depth"] for page in json.loads(capsys.readouterr().out)["pages"]] == [0, *[None] * 11]


def test_killed(folder: Path, tmp_path: Path) -> None:
    """A crawl that was killed after each page goes on, and ends with the same content as one that was not."""
    for name, after in (("whole", 0), ("killed", 3)):
        words = [sys.executable, "-c", CRAWL, str(folder), str(tmp_path / name)]
        code, read = -signal.SIGKILL, list[str]()
        while code:
            with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:
                assert process.stdout is not None
                for line in process.stdout:
                    read.append(line)
                    if after and not len(read) % after:
                        process.kill()
                        break
            code = process.returncode
        # At most the page in progress at each kill was examined and not printed.
        assert len(read) <= 12
        assert len(set(read)) == len(read)
    assert content(tmp_path / "killed") == content(tmp_path / "whole")
    assert reported(tmp_path / "killed") == reported(tmp_path / "whole")


def test_output_in_the_folder(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The folder for the results may be in the folder of the site, and is no part of it."""
    monkeypatch.chdir(folder)
    assert main(["site", "."]) == 0
    (folder / "sitescan-site" / "page.html").write_text("<p>Not a page of the site</p>")
    printed = capsys.readouterr().out
    assert main(["site", "."]) == 0
    assert capsys.readouterr().out == printed


def test_names_of_files(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """File names with ``%``, a newline, or bytes that are not UTF-8 are addresses like others."""
    names = [b"100%.html", b"two\nlines.html", b"\xff.html"]
    for name in names:
        (folder / os.fsdecode(name)).write_text(PAGE.format("odd", ""))
    (folder / "index.html").write_text(PAGE.format("start", "<a href=%25FF.html>A</a><a href=%ff.html>B</a>"))
    assert main(["site", str(folder), "-o", str(tmp_path / "out")]) == 0
    depths = {str(row[0]).rpartition("/")[2]: row[1] for row in content(tmp_path / "out") if len(row) == 5}
    assert depths["%FF.html"] == 1
    assert depths["100%25.html"] is depths["two%0Alines.html"] is None
    assert "\nlines" not in capsys.readouterr().out


def test_pages_that_are_none(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Files that are empty, too large, or no texts are named with the reason, and the others are examined."""
    (folder / "empty.html").write_text(" ")
    (folder / "image.html").write_bytes(b"\x89PNG\0\0")
    (folder / "large.html").write_text("<p>" + "a" * 3_000)
    words = ["site", str(folder), "-o", str(tmp_path / "out"), "--set", "page-bytes=2KiB"]
    assert main(words) == 3
    printed = capsys.readouterr().out
    assert "(12 pages, " in printed
    assert "empty.html: it is empty, so it is no page" in printed
    assert "image.html: it is not a text file" in printed
    assert "large.html: " in printed


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["nowhere"], "nowhere: it is not a folder"),
        (["pears.example"], "for the site, write https://pears.example"),
        (["."], "there is no .html, .htm or .xhtml file in it"),
        ([".", "--max-pages", "0"], "max-pages must be a whole number from 1"),
        ([".", "--max-depth", "x"], "max-depth must be a whole number"),
        ([".", "-o", "file"], "output: file: File exists"),
        ([".", "--exclude", ""], "an empty value was given"),
        ([".", "--exclude", "a/*"], "exclude: no path is like 'a/*'"),
        ([".", "--base", "http://["], "base: http://[: The URL is malformed"),
        ([".", "--base", "http://a/?b"], "base: http://a/?b: it is not the address of a folder"),
        *(
            ([LOCAL, "--map", value], f"map: {value!r} is not two URLs")
            for value in ("a", "http://a#b=http://c", "http://a/?x=1=http://b")
        ),
        ([LOCAL, "--map", "a=b"], "map: a/: The URL must be absolute"),
        ([LOCAL, "--map", "http://a=http://["], "map: http://[/: The URL is malformed"),
        ([LOCAL, "--map", "http://a="], "map: /: The URL must be absolute"),
        ([LOCAL, "--map", "http://a b=http://c"], "map: http://a b/: The URL contains white space"),
        ([LOCAL, "--map", "http://a=http://u:p@c"], "map: http://u:p@c/: The URL contains a user name"),
        ([LOCAL, "--sitemap", "http://["], "sitemap: http://[: The URL is malformed"),
        ([LOCAL, "--sitemap", "/map.xml"], "sitemap: /map.xml: The URL must be absolute"),
        ([LOCAL, "--sitemap", "http://a/", "--no-sitemap"], "--no-sitemap: not together with"),
        ([LOCAL, "--drop-param", "a=b"], "'a=b' is not the name of a parameter"),
        ([LOCAL, "--keep-param", "?a"], "'?a' is not the name of a parameter"),
        ([LOCAL, "--drop-param", "a", "--keep-param", "a"], "both name 'a'"),
        ([LOCAL, "--include", "http://a/b"], "include: no path is like 'http://a/b'"),
        ([LOCAL, "--exclude", "shop/*"], "exclude: no path is like 'shop/*'"),
        (["list.txt"], "http://[: The URL is malformed"),
        ([".", "--rate", "3"], "--rate: only for a URL"),
        ([".", "--depth", "3"], "unknown argument '--depth'"),
        ([LOCAL, "--base", "https://a.example/"], "--base: only for a folder"),
        (["http://[", "--jobs", "1"], "http://["),
        ([LOCAL, "--rate", "fast"], "rate must be a whole number"),
        ([LOCAL, "--header", "x"], "is not a header field"),
        ([LOCAL, "--max-time", "long"], "max-time: 'long' is not a time"),
        ([LOCAL, "--cookie-file", "nowhere"], "cookie-file: nowhere: No such file"),
        ([LOCAL, "--cookie-file", "/dev/null"], "it is not a regular file"),
        ([LOCAL, "--cookie-file", __file__], "it is not in the format of cookies.txt"),
        ([LOCAL, "--config", "nowhere"], "nowhere"),
    ],
)
def test_usage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: list[str], reason: str
) -> None:
    """A wrong command line is one sentence, and exit code 2."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").touch()
    (tmp_path / "list.txt").write_text(f"{LOCAL}\nhttp://[\n")
    if "-o" in words:
        (tmp_path / "index.html").write_text(PAGE.format("start", ""))
    before = list(tmp_path.rglob("*"))
    assert main(["site", *words]) == 2
    printed = capsys.readouterr().err
    assert reason in printed
    assert printed.count("\n") == 1
    assert list(tmp_path.rglob("*")) == before
    assert not (tmp_path / "sitescan-site").exists()


def test_refreshes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Stubs that lead elsewhere at once are redirects: what they lead to is examined, and they cost nothing."""
    public, output = tmp_path / "public", tmp_path / "out"
    (public / "en" / "guide").mkdir(parents=True)
    stub = "<meta http-equiv=refresh content='0;url={}'>"
    (public / "index.html").write_text(stub.format("en/index.html"))
    (public / "en" / "index.html").write_text(PAGE.format("start", "<a href=guide/>Guide</a><a href=../>Home</a>"))
    (public / "en" / "guide" / "index.html").write_text(stub.format("first.html"))
    (public / "en" / "guide" / "first.html").write_text(PAGE.format("first", "<a href=../../>Home</a>"))
    (public / "a.html").write_text(stub.format("b.html"))
    (public / "b.html").write_text(stub.format("a.html"))
    assert main(["site", str(public), "-o", str(output), "--base", LOCAL]) == 0
    report = json.loads((output / JSON).read_text())
    found = {page["url"].removeprefix(LOCAL): (page["depth"], page["redirect"]) for page in report["pages"]}
    assert found == {
        "index.html": (0, f"{LOCAL}en/index.html"),
        "en/index.html": (1, ""),
        "en/guide/index.html": (2, f"{LOCAL}en/guide/first.html"),
        "en/guide/first.html": (3, ""),
        "a.html": (None, f"{LOCAL}b.html"),
        "b.html": (None, f"{LOCAL}a.html"),
    }
    assert {page["url"] for page in report["pages"] if page["score"]} == {
        f"{LOCAL}en/index.html",
        f"{LOCAL}en/guide/first.html",
    }
    assert not {issue["rule"] for issue in report["issues"]} & {"site/orphan", "links/broken", "site/dead-end"}
    assert "redirects to" in capsys.readouterr().out


def test_links_that_leave_the_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What is above a folder may exist, unless ``--base`` says where the folder is; 404.html is no orphan."""
    book, output = tmp_path / "book", tmp_path / "out"
    (book / "part").mkdir(parents=True)
    away = "<a href={0}nomicon/>Other</a><img src={0}img/a.png alt=Pear><a href={0}book/index.html>Home</a>"
    (book / "index.html").write_text(PAGE.format("start", away.format("../") + "<a href=part/a.html>A</a>"))
    (book / "part" / "a.html").write_text(PAGE.format("a", away.format("../../") + "<a href=../index.html>Home</a>"))
    (book / "404.html").write_text(PAGE.format("lost", "<a href=/index.html>Home</a>"))
    assert main(["site", str(book), "-o", str(output)]) == 0
    report = json.loads((output / JSON).read_text())
    found = {one["rule"] for one in report["faults"] + report["issues"]}
    assert not found & {"links/broken", "performance/broken-images", "site/orphan"}
    assert {page["url"] for page in report["pages"]} == {
        f"{book}/{n}" for n in ("404.html", "index.html", "part/a.html")
    }
    assert "your-site.example" not in capsys.readouterr().out
    (book / "index.html").write_text(PAGE.format("start", "<a href=../../gone/>Gone</a><a href=part/a.html>A</a>"))
    assert main(["site", str(book), "-o", str(output), "--base", "https://pears.example/"]) == 0
    assert "https://pears.example/gone/" in (output / JSON).read_text()
