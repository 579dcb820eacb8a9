"""The command ``sitescan site`` over a WARC file, and ``sitescan site merge``, which joins its parts."""

import gzip
import json
import sqlite3
import sys
from pathlib import Path
from typing import Any

import pytest

from sitescan.cli.main import main
from sitescan.cli.site_results import HTML, JSON
from sitescan.site.store import DATABASE
from tests.undated import undated
from tests.warc import warc_file, warc_record

ROOT = "https://pears.example"
HEAD = "<!doctype html><html lang=en><link rel=stylesheet href=/pears.css><title>Page {0} of the pears</title>"
PAGE = HEAD + "<h1>Pear {0}</h1>{1}"


def page(path: str, *links: str, fields: str = "") -> bytes:
    """Return the record of a page with links."""
    body = PAGE.format(path, "".join(f"<a href='{link}'>To {link}</a>" for link in links))
    return warc_record(ROOT + path, body, fields=fields)


def sitemap(*paths: str) -> bytes:
    """Return the record of a sitemap."""
    listed = "".join(f"<url><loc>{ROOT}{path}</loc></url>" for path in paths)
    text = f"<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>{listed}</urlset>"
    return warc_record(f"{ROOT}/sitemap.xml", text, "application/xml")


SITE = (
    warc_record("dns:pears.example", "203.0.113.7", kind="response"),
    warc_record(f"{ROOT}/robots.txt", "User-agent: *\nDisallow: /secret\n", "text/plain"),
    page("/", "/shop/", "/gone", "/old", "/cal/1", "/lost", "https://elsewhere.example/", "/pears.pdf"),
    page("/shop/", *(f"/shop/item-{number}" for number in range(12)), "/old#no-such-part"),
    *(page(f"/shop/item-{number}", f"/shop/item-{number + 1}", "/deep/") for number in range(12)),
    page("/deep/", "/deep/er/", "/x?utm_source=a"),
    page("/deep/er/", "/"),
    page("/x?utm_source=a"),
    page("/secret", "/"),
    *(page(f"/cal/{number}", f"/cal/{number + 1}") for number in range(1, 31)),
    warc_record(f"{ROOT}/old", status="301 Moved Permanently", fields="Location: /deep/\r\n"),
    warc_record(f"{ROOT}/pears.css", "h1 { color: green } .unused { color: red }", "text/css"),
    warc_record(f"{ROOT}/gone", "Not here", status="404 Not Found"),
    warc_record(f"{ROOT}/pears.pdf", b"%PDF-1.7\0", "application/pdf"),
    warc_record("https://elsewhere.example/", "<title>Elsewhere</title>"),
    warc_record(f"{ROOT}/lost", kind="revisit"),
    sitemap("/secret", "/shop/", "/never", "/deep/"),
)


@pytest.fixture
def archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an archive of a site, in the current folder."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "site.warc.gz"
    path.write_bytes(warc_file(*SITE))
    return path


def run(*words: object) -> int:
    """Run ``sitescan site``."""
    return main(["site", *map(str, words)])


def parts(count: int, *options: str, name: str = "part") -> list[str]:
    """Examine all parts of the archive, and return their folders."""
    folders = [f"{name}-{index}-{count}" for index in range(count)]
    for index, folder in enumerate(folders):
        assert run("site.warc.gz", "--shard", f"{index}/{count}", "-o", folder, *options) == 0
    return folders


def content(folder: str) -> tuple[object, ...]:
    """Return the files of a folder, and what is in its database."""
    connection = sqlite3.connect(Path(folder, DATABASE))
    try:
        return (*(undated(Path(folder, name).read_bytes()) for name in (JSON, HTML)), list(connection.iterdump()))
    finally:
        connection.close()


def report(folder: str) -> Any:
    """Return the report in a folder."""
    return json.loads(Path(folder, JSON).read_text())


@pytest.mark.usefixtures("archive")
def test_archive(capsys: pytest.CaptureFixture[str]) -> None:
    """The pages of an archive are examined as a site, with the headers that they were sent with."""
    assert run("site.warc.gz", "-o", "out") == 0
    assert capsys.readouterr().out.startswith(f"{ROOT}/: ")
    found = report("out")
    pages = {page["url"].removeprefix(ROOT): page for page in found["pages"]}
    assert {path: pages[path].get("depth") for path in ("/", "/shop/", "/deep/", "/secret")} == {
        "/": 0,
        "/shop/": 1,
        "/deep/": 2,
        "/secret": None,
    }
    assert pages["/old"]["redirect"] == f"{ROOT}/deep/"
    assert pages["/gone"]["problem"] == "it returned status 404"
    assert pages["/pears.pdf"]["problem"] == "it is not a web page"
    assert found["leftOut"] == {"/cal/N has no end": 1, "not in the archive": 3}
    rules = {issue["rule"]: issue["target"] for issue in found["issues"]}
    assert rules["links/broken"] == f"{ROOT}/gone"
    assert rules["links/fragment-missing-elsewhere"] == f"{ROOT}/old#no-such-part"
    assert {"site/sitemap-blocked", "links/redirect-permanent"} < rules.keys()
    # It is not known whether pages have links that the archive lacks.
    assert "site/orphan" not in rules
    faults = {fault["rule"] for fault in found["faults"]}
    assert "security/hsts-missing" in faults
    assert "performance/compression-missing" not in faults


@pytest.mark.proof
@pytest.mark.usefixtures("archive")
@pytest.mark.parametrize("options", [(), ("--max-pages", "9"), ("--max-depth", "2", "--exclude", "/shop/item-1*")])
def test_parts(options: tuple[str, ...]) -> None:
    """One machine, and 1, 2 or 4 machines with a part each, give the same report and the same database."""
    assert run("site.warc.gz", "-o", "one", *options) == 0
    for count in (1, 2, 4):
        folders = parts(count, *options)
        assert run("merge", *reversed(folders), "-o", f"merged-{count}") == 0
        assert content(f"merged-{count}") == content("one")
    # A second time, nothing changes; and the command of one machine goes on with the pages that were joined.
    assert run("merge", *folders, "-o", "merged-4") == 0
    assert run("site.warc.gz", "-o", "merged-4", *options) == 0
    assert content("merged-4") == content("one")


@pytest.mark.usefixtures("archive")
def test_gates(capsys: pytest.CaptureFixture[str]) -> None:
    """What joins the parts prints the report, and is a gate, like the command of one machine."""
    assert run("merge", *parts(2), "-o", "merged", "--format", "json", "--min-score", "100") == 1
    printed = capsys.readouterr()
    assert json.loads(printed.out) == report("merged")
    assert "failed: min-score 100: the score is " in printed.err


@pytest.mark.usefixtures("archive")
def test_incomplete_part(capsys: pytest.CaptureFixture[str]) -> None:
    """A part that was interrupted is not joined. The same command completes it, and examines no page again."""
    words = ("site.warc.gz", "--shard", "1/2", "-o", "part-1")
    assert run(*words, "--max-time", "0.001") == 0
    (first,) = parts(2)[:1]
    assert run("merge", first, "part-1", "-o", "merged") == 2
    assert capsys.readouterr().err.endswith("part-1: part 1/2 is not complete; run the command that writes it again\n")
    assert not Path("merged").exists()
    with sqlite3.connect("part-1/site.sqlite") as connection:
        connection.execute("UPDATE page SET problem = 'kept'")
        ((examined,),) = connection.execute("SELECT COUNT(*) FROM page")
    connection.close()
    assert run(*words) == 0
    connection = sqlite3.connect("part-1/site.sqlite")
    assert connection.execute("SELECT COUNT(*) FROM page WHERE problem = 'kept'").fetchone() == (examined,)
    connection.close()
    assert run("merge", first, "part-1", "-o", "merged") == 0


@pytest.mark.proof
@pytest.mark.usefixtures("archive")
def test_parts_that_do_not_belong_together(capsys: pytest.CaptureFixture[str]) -> None:
    """Parts that are missing, given twice, of another site, or no parts are refused in a sentence."""
    first, second = parts(2)
    three = parts(3)
    (other,) = parts(2, "--max-pages", "7", name="other")[1:]
    assert run("site.warc.gz", "-o", "one") == 0
    Path("site.warc.gz").write_bytes(warc_file(*SITE, page("/new")))
    (newer,) = parts(2, name="newer")[1:]
    Path("empty").mkdir()
    Path("broken").mkdir()
    Path("broken", DATABASE).write_text("This is no database.\n" * 100)
    before = [content_of(folder) for folder in (first, second, "one")]
    not_of_first = f"its archive, its options or its version of sitescan are not those of {first}"
    for given, reason in {
        (first,): "part 1/2 of the site is missing",
        (second,): "part 0/2 of the site is missing",
        (first, second, first): f"{first}: it is part 0/2, as {first} is",
        (first, other): f"{other}: {not_of_first}",
        (first, newer): f"{newer}: {not_of_first}",
        (first, three[1]): f"{three[1]}: {not_of_first}",
        (first, "one"): "one: it has no part of a site; `sitescan site ARCHIVE --shard I/N` writes one",
        (first, "empty"): "empty: it has no part of a site; `sitescan site ARCHIVE --shard I/N` writes one",
        (first, "nowhere"): "nowhere: it has no part of a site; `sitescan site ARCHIVE --shard I/N` writes one",
        (first, "broken"): "broken: site.sqlite: file is not a database",
    }.items():
        capsys.readouterr()
        assert run("merge", *given, "-o", "merged") == 2
        assert capsys.readouterr().err == f"sitescan: {reason}\n"
        assert not Path("merged").exists()
    assert [content_of(folder) for folder in (first, second, "one")] == before


def content_of(folder: str) -> list[str]:
    """Return what is in a database."""
    connection = sqlite3.connect(Path(folder, DATABASE))
    try:
        return list(connection.iterdump())
    finally:
        connection.close()


@pytest.mark.usefixtures("archive")
def test_folders_that_are_taken(capsys: pytest.CaptureFixture[str]) -> None:
    """A folder with another site, a part, or files of somebody else is left as it is."""
    folders = parts(2)
    Path("taken").mkdir()
    Path("taken", HTML).write_text("mine")
    assert run("site.warc.gz", "-o", "one", "--max-pages", "3") == 0
    before = [content_of(folder) for folder in (*folders, "one")]
    capsys.readouterr()
    taken = "it has another site, or a part of one; name a folder of its own"
    a_part = "it has part 0/2 of a site; name a folder of its own, or add --fresh"
    for words, reason in {
        ("merge", *folders, "-o", folders[0]): f"{folders[0]}: {taken}",
        ("merge", *folders, "-o", "one"): f"one: {taken}",
        ("merge", *folders, "-o", "taken"): "taken: it has another index.html; name a folder of its own",
        ("site.warc.gz", "-o", folders[0]): f"{folders[0]}: {a_part}",
        ("site.warc.gz", "-o", folders[0], "--shard", "1/2"): f"{folders[0]}: {a_part}",
    }.items():
        assert run(*words) == 2
        assert capsys.readouterr().err == f"sitescan: output: {reason}\n"
    assert [content_of(folder) for folder in (*folders, "one")] == before
    assert Path("taken", HTML).read_text() == "mine"
    assert run("site.warc.gz", "-o", folders[0], "--shard", "1/2", "--fresh") == 0


@pytest.mark.usefixtures("archive")
@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["site.warc.gz", "--shard", "2/2"], "shard: '2/2' is not a part such as 0/16 or 15/16"),
        (["site.warc.gz", "--shard", "0/2", "--format", "json"], "--format: not with --shard; `sitescan site merge`"),
        (["site.warc.gz", "--rate", "3"], "--rate: not for an archive"),
        (["site.warc.gz", "--base", ROOT], "--base: not for an archive"),
        ([".", "--shard", "0/2"], "--shard: only for an archive"),
        (["nowhere.warc.gz"], "nowhere.warc.gz: No such file or directory"),
        (["merge", "-o", "out"], "the following arguments are required: PART"),
        (["merge", "part-0"], "the following arguments are required: -o/--output"),
    ],
)
def test_usage(capsys: pytest.CaptureFixture[str], words: list[str], reason: str) -> None:
    """A wrong command line is one sentence, and exit code 2."""
    assert run(*words) == 2
    assert reason in capsys.readouterr().err


@pytest.mark.usefixtures("archive")
def test_without_the_extra(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Without the library that reads archives, the command says what to install."""
    monkeypatch.setitem(sys.modules, "warcio", None)
    assert run("site.warc.gz", "-o", "out") == 2
    assert capsys.readouterr().err == "sitescan: archives are read with warcio: pip install 'sitescan[warc]'\n"


WHOLE = warc_file(*SITE)
LONG_HEADER = b"WARC/1.1\r\nWARC-Type: " + b"a" * 200_000 + b"\r\n\r\n"


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "it has no web page"),
        (WHOLE[:-40], "it ends within the record at byte "),
        (WHOLE + b"\x1f\x8b\x08", "it ends within the record at byte "),
        (b"".join(SITE), "at byte 0, it is not a file with records that are compressed"),
        (WHOLE + b"more", "it is not a file with records that are compressed"),
        (gzip.compress(b"".join(SITE)), "`warcio recompress` compresses records one by one"),
        (warc_file(b"\0" * 17 * 1024**2), "the record at byte 0 is larger than 200 times its compressed size"),
        (warc_file(LONG_HEADER), "the record at byte 0 has a header without an end"),
        (warc_file(b"not a record\r\n\r\n"), "there is no WARC record at byte 0"),
        (warc_file(warc_record(ROOT, "a", length=5)), "the record at byte 0 has another length than it says"),
        (warc_file(warc_record(ROOT, "a", length=10**30)), "the record at byte 0 has another length than it says"),
        (warc_file(warc_record(ROOT, "a", length=-1)), "the record at byte 0 has another length than it says"),
        (warc_file(warc_record(ROOT, "a", date="yesterday")), "the record at byte 0 has no valid date"),
        (warc_file(warc_record(ROOT, "a", "image/png"), page("/x", fields="\0: a\r\n")), "it has no web page"),
    ],
)
def test_damaged_archives(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], data: bytes, reason: str
) -> None:
    """An archive that is damaged or hostile is refused in a sentence, and what was there stays."""
    monkeypatch.chdir(tmp_path)
    Path("site.warc.gz").write_bytes(data)
    for words in ((), ("--shard", "0/2")):
        assert run("site.warc.gz", "-o", "out", *words, "--fresh") == 2
        printed = capsys.readouterr()
        assert not printed.out
        assert printed.err.startswith("sitescan: site.warc.gz: ")
        assert reason in printed.err
        assert printed.err.count("\n") == 1


def test_hostile_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Pages that inflate, are too large or not what they say are named with the reason; the others are examined."""
    monkeypatch.chdir(tmp_path)
    coded = "Content-Encoding: gzip\r\n"
    content = gzip.compress(PAGE.format("zipped", "").encode())
    chunked = b"%x\r\n%s\r\n0\r\n\r\n" % (len(content), content)
    links = ("/bomb", "/corrupt", "/zstd", "/chunked", "/large", "/empty", "/text", "/loop", "/away", "/b c")
    records = (
        page("/", *links),
        warc_record(f"{ROOT}/bomb", gzip.compress(b" " * 60_000_000), fields=coded),
        warc_record(f"{ROOT}/corrupt", content[:20] + b"pear" + content[24:], fields=coded),
        warc_record(f"{ROOT}/zstd", content, fields="Content-Encoding: zstd\r\n"),
        warc_record(f"{ROOT}/chunked", chunked, fields=f"{coded}Transfer-Encoding: chunked\r\n"),
        warc_record(f"{ROOT}/large", "<p>" + "".join(map(str, range(2_000_000)))),
        warc_record(f"{ROOT}/empty"),
        warc_record(f"{ROOT}/text", "Pears", ""),
        warc_record(f"{ROOT}/loop", status="302 Found", fields="Location: /loop\r\n"),
        warc_record(f"{ROOT}/away", status="302 Found", fields="Location: /never-asked\r\n"),
        warc_record(f"{ROOT}/b c", PAGE.format("odd", "")),
        warc_record(f"{ROOT}/b\x1b[31m", PAGE.format("hostile", "")),
    )
    Path("site.warc.gz").write_bytes(warc_file(*records))
    assert run("site.warc.gz", "-o", "out", "--set", "page-bytes=5MiB") == 0
    assert not capsys.readouterr().err
    problems = {page["url"].removeprefix(ROOT): page["problem"] for page in report("out")["pages"] if page["problem"]}
    assert problems == {
        **dict.fromkeys(
            ("/bomb", "/large"), "it is larger than 5,242,880 bytes; --set page-bytes=SIZE raises the limit"
        ),
        **dict.fromkeys(("/corrupt", "/zstd"), "its content is not valid in its content coding"),
        **dict.fromkeys(("/empty", "/text"), "it is not a web page"),
        "/loop": "the redirects form a loop",
        "/away": "the archive lacks what it redirects to",
    }
    assert {page["url"].removeprefix(ROOT) for page in report("out")["pages"] if page["score"]} == {
        *("/", "/chunked", "/b%20c"),
    }


@pytest.mark.parametrize("version", ["HTTP/2", "HTTP/3", "HTTP/1", "HTTP/2.0", "HTTP/1.1"])
def test_versions_of_http(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: str) -> None:
    """A response is one in whatever way its version is written; an archive without a sitemap lacks nothing."""
    monkeypatch.chdir(tmp_path)
    written = [
        warc_record(f"{ROOT}{path}", PAGE.format(path, f"<a href={link}>To</a>"), version=version)
        for path, link in (("/", "/a"), ("/a", "/"))
    ]
    Path("site.warc.gz").write_bytes(warc_file(*written))
    assert run("site.warc.gz", "-o", "out") == 0
    assert [bool(one["score"]) for one in report("out")["pages"]] == [True, True]
    assert not report("out")["leftOut"]


def test_refreshes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page of an archive that leads elsewhere at once is a redirect, by its markup or a header field."""
    monkeypatch.chdir(tmp_path)
    stub = "<meta http-equiv=refresh content='0;url=/en/'>"
    field = "Refresh: 0; url=/next\r\n"
    records = warc_record(f"{ROOT}/", stub), page("/en/", "/old"), page("/old", fields=field), page("/next", "/")
    Path("site.warc.gz").write_bytes(warc_file(*records, sitemap("/next", "/old")))
    assert run("site.warc.gz", "-o", "out") == 0
    found = {one["url"].removeprefix(ROOT): (one["redirect"], bool(one["score"])) for one in report("out")["pages"]}
    assert found == {
        "/": (f"{ROOT}/en/", False),
        "/en/": ("", True),
        "/old": (f"{ROOT}/next", False),
        "/next": ("", True),
    }
    said = {one["rule"]: one["description"] for one in report("out")["issues"]}
    assert (
        f"list 1 URL that redirects or names another URL as canonical, beginning with {ROOT}/old"
        in said["seo/sitemap-pages-duplicate"]
    )


_WHOLE = PAGE.format("/", "<p>Pears</p>").encode()
_PACKED = gzip.compress(_WHOLE)
_GZIP = "Content-Encoding: gzip\r\n"


@pytest.mark.parametrize(
    ("body", "fields", "truncated", "said"),
    [
        (_WHOLE, "", "length", "the archive has only a part of it (WARC-Truncated: length)"),
        (
            _WHOLE,
            f"Content-Length: {len(_WHOLE) + 9}\r\n",
            "",
            f"the archive has {len(_WHOLE)} of {len(_WHOLE) + 9} bytes",
        ),
        (_PACKED[:-9], _GZIP, "", "its gzip coding is cut short"),
        (_WHOLE, f"Content-Length: {len(_WHOLE)}\r\n", "", ""),
        (_PACKED, f"{_GZIP}Content-Length: {len(_PACKED)}\r\n", "", ""),
        # Bodies that are stored without their coding may have the length of the coded ones, or their own.
        (_WHOLE, f"{_GZIP}Content-Length: {len(_PACKED)}\r\n", "", ""),
        (_WHOLE, f"{_GZIP}Content-Length: {len(_WHOLE)}\r\n", "", ""),
        (_WHOLE, "Content-Length: many\r\n", "", ""),
    ],
)
def test_parts_of_pages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: bytes, fields: str, truncated: str, said: str
) -> None:
    """A page of which an archive has only a part says so, and one that is stored without its coding is whole."""
    monkeypatch.chdir(tmp_path)
    Path("site.warc.gz").write_bytes(warc_file(warc_record(f"{ROOT}/", body, fields=fields, truncated=truncated)))
    assert run("site.warc.gz", "-o", "out") == 0
    (only,) = report("out")["pages"]
    assert only["score"]
    written = Path("out", JSON).read_text()
    assert ("seo/response-incomplete" in written) is bool(said)
    assert said in written
