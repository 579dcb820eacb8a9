"""A folder with the results of a site that came from a stranger: each command ends with a sentence, and 2."""

import os
import shutil
import sqlite3
import struct
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import msgspec
import pytest

from sitescan.cli.arguments import SITE_FORMATS
from sitescan.cli.main import main
from sitescan.cli.site_results import HTML, JSON
from sitescan.site.store import DATABASE
from tests.warc import warc_file, warc_record

HEAD = "<!doctype html><html lang=en><link rel=stylesheet href=/a.css><title>Pear {0}</title>"
PAGE = HEAD + "<h1>Pear</h1>{1}<img src=a.png>"
VICTIM = "the keys of somebody else"
NULL, BLOB, DEEP = None, b"\xff\0", "[" * 100_000


@pytest.fixture(scope="module")
def crawled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a site, an archive, and the results of both."""
    home = tmp_path_factory.mktemp("home")
    (home / "public").mkdir()
    (home / "public" / "a.css").write_text("p { color: red } .unused { color: blue }")
    records = []
    for number in range(4):
        text = PAGE.format(number, f"<a href=/{(number + 1) % 4}.html#a>Next</a><a id=a href=/gone.html>Gone</a>")
        name = "index.html" if number == 0 else f"{number}.html"
        (home / "public" / name).write_text(text)
        records.append(warc_record(f"https://pears.example/{name}", text))
    (home / "site.warc.gz").write_bytes(warc_file(*records))
    with pytest.MonkeyPatch.context() as patched:
        patched.chdir(home)
        assert main(["site", "public", "-o", "out"]) == 0
        assert main(["site", "site.warc.gz", "-o", "of-archive"]) == 0
    return home


@pytest.fixture
def home(crawled: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a copy of it that is the current folder, with a file of somebody else beside it."""
    copied = tmp_path / "home"
    shutil.copytree(crawled, copied)
    (tmp_path / "victim").write_text(VICTIM)
    monkeypatch.chdir(copied)
    return copied


def told(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    """Return the exit code of a command and what it says on standard error."""
    code = main(list(words))
    return code, capsys.readouterr().err


def changed(*statements: str, values: tuple[object, ...] = ()) -> Callable[[Path], None]:
    """Return a function that executes SQL in the database of a folder; the values are those of the first statement."""

    def change(folder: Path) -> None:
        with closing(sqlite3.connect(folder / DATABASE)) as connection, connection:
            for number, statement in enumerate(statements):
                connection.execute(statement, () if number else values)

    return change


def column(table: str, name: str, value: object) -> Callable[[Path], None]:
    """Return a function that writes a value into a column of all rows, or of one, if it is a key."""
    return changed(f"UPDATE OR REPLACE {table} SET {name} = ?", values=(value,))


def json_field(name: str, value: object) -> Callable[[Path], None]:
    """Return a function that writes a value into the reports or the facts."""
    place, _, path = name.partition(".")
    return changed(f"UPDATE page SET {place} = json_set({place}, '$.{path}', json(?))", values=(value,))


def schema(statement: str, *values: object) -> Callable[[Path], None]:
    """Return a function that changes the schema as no statement of SQL may."""

    def change(folder: Path) -> None:
        with closing(sqlite3.connect(folder / DATABASE)) as connection, connection:
            connection.execute("PRAGMA writable_schema = ON")
            connection.execute(statement, values)

    return change


def pointed(table: str, other: str) -> Callable[[Path], None]:
    """Return a function that has a table begin at the root page of another one."""
    return schema(
        "UPDATE sqlite_master SET rootpage = (SELECT rootpage FROM sqlite_master WHERE name = ?) WHERE name = ?",
        other,
        table,
    )


def repeated(table: str) -> Callable[[Path], None]:
    """Return a function that has a table repeat one of its pages without end, by 18 levels that each name one twice."""

    def change(folder: Path) -> None:
        path = folder / DATABASE
        with closing(sqlite3.connect(path)) as connection, connection:
            connection.execute("PRAGMA journal_mode = DELETE")
        with closing(sqlite3.connect(path)) as connection:
            size = connection.execute("PRAGMA page_size").fetchone()[0]
            (root,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (table,)).fetchone()
        data = bytearray(path.read_bytes())
        at = (root - 1) * size
        # The b-tree of a table, whose interior pages have a child and a key in each cell.
        leaf, child = data[at : at + size], len(data) // size + 1
        data += leaf
        for level in range(18):
            page = bytearray(size)
            cells = 200
            page[:12] = struct.pack(">BHHHBI", 5, 0, cells, size - 8 * cells, 0, child)
            for cell in range(cells):
                place = size - 8 * (cell + 1)
                page[12 + 2 * cell : 14 + 2 * cell] = struct.pack(">H", place)
                page[place : place + 5] = struct.pack(">IB", child, 1)
            if level == 17:
                data[at : at + size] = page
            else:
                data += page
                child += 1
        data[28:32] = struct.pack(">I", len(data) // size)
        path.write_bytes(data)

    return change


def replaced(name: str, make: Callable[[Path], object]) -> Callable[[Path], None]:
    """Return a function that puts something else in the place of a file."""

    def change(folder: Path) -> None:
        with suppress(FileNotFoundError):
            (folder / name).unlink()
        make(folder / name)

    return change


def link(path: Path) -> None:
    """Link to the file of somebody else."""
    path.symlink_to(path.parent.parent.parent / "victim")


def link_to_nothing(path: Path) -> None:
    """Link to a file that somebody else doesn't have yet."""
    path.symlink_to(path.parent.parent.parent / "made")


def folder(path: Path) -> None:
    """Make a folder."""
    path.mkdir()


def link_to_database(output: Path) -> None:
    """Move the database away, and link to it."""
    moved = (output / DATABASE).rename(output.parent.parent / DATABASE)
    (output / DATABASE).symlink_to(moved)


#: What is no file of a database: refused by each command that opens it.
FILES = {
    f"{kind} as {name}": replaced(name, make)
    for name in (DATABASE, f"{DATABASE}-wal", f"{DATABASE}-shm", f"{DATABASE}-journal")
    for kind, make in {"link": link, "dangling link": link_to_nothing, "FIFO": os.mkfifo, "folder": folder}.items()
} | {
    "link to a database": link_to_database,
    "text as database": replaced(DATABASE, lambda path: path.write_text("pears")),
    "journal": replaced(f"{DATABASE}-journal", lambda path: path.write_bytes(b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7" * 99)),
    "database of another program": replaced(DATABASE, lambda path: changed("CREATE TABLE page (url)")(path.parent)),
    "no table": changed("DROP TABLE site_issue"),
    "other version": changed("PRAGMA user_version = 1"),
    "other column": changed("ALTER TABLE listed ADD COLUMN more"),
    "one more table": changed("CREATE TABLE more (url)"),
    "one more index": changed("CREATE INDEX more ON page (score)"),
    "virtual table": changed("CREATE VIRTUAL TABLE more USING fts5(url)"),
    "view": changed("CREATE VIEW more AS SELECT url FROM page"),
    "trigger": changed("CREATE TRIGGER more AFTER INSERT ON page BEGIN DELETE FROM page; END"),
    **{
        f"view without end as {table}": changed(
            f"DROP TABLE {table}",
            f"CREATE VIEW {table} AS WITH RECURSIVE n(u) AS (SELECT 'a' UNION ALL SELECT u FROM n) SELECT u FROM n",
        )
        for table in ("page", "run", "listed")
    },
    "generated column": schema(
        "UPDATE sqlite_master SET sql = replace(sql, 'score INTEGER', 'score AS (randomblob(9))') WHERE name = 'page'"
    ),
    "check without end": schema(
        "UPDATE sqlite_master SET sql = replace(sql, 'score INTEGER', 'score CHECK (hex(zeroblob(1e8)))')"
    ),
    "text as schema": schema("UPDATE sqlite_master SET sql = 'pears' WHERE name = 'page'"),
    "bytes as schema": schema("UPDATE sqlite_master SET sql = x'00ff' WHERE name = 'link'"),
    "two tables in one place": pointed("page", "run"),
    "table in place of an index": pointed("link_url", "page"),
    **{f"{table} without end": repeated(table) for table in ("page", "run", "site_issue", "sqlite_autoindex_page_1")},
}

#: Values that this program doesn't write: the database is one, but what it says is not usable, or harmless.
VALUES = {
    **{
        f"{table}.{name} {what}": column(table, name, value)
        for table, name, what, value in (
            ("page", "url", "null", NULL),
            ("page", "url", "bytes", BLOB),
            ("page", "depth", "text", "deep"),
            ("page", "problem", "bytes", BLOB),
            ("page", "redirect", "bytes", BLOB),
            ("page", "redirect", "no URL", "http://["),
            ("page", "report", "null", NULL),
            ("page", "report", "bytes", BLOB),
            ("page", "report", "text", "pears"),
            ("page", "report", "empty", "{}"),
            ("page", "report", "nested", DEEP),
            ("page", "facts", "null", NULL),
            ("page", "facts", "bytes", BLOB),
            ("page", "facts", "text", "pears"),
            ("page", "facts", "list", "[]"),
            ("page", "facts", "nested", f'{{"x": {DEEP}}}'),
            ("page", "parts", "text", "a"),
            ("page", "parts", "odd bytes", b"abc"),
            ("page", "parts", "number", 7),
            ("page", "version", "text", "pears"),
            ("page", "version", "bytes", BLOB),
            ("link", "fragment", "bytes", BLOB),
            ("link", "url", "bytes", BLOB),
            ("link", "url", "no URL", "http://["),
            ("link", "url", "long", "https://your-site.example/" + "a/" * 100_000),
            ("link", "url", "controls", "\x1b[2J\n"),
            ("link", "shown", "text", "yes"),
            ("link", "followed", "large", 2**62),
            ("link", "page", "unknown", "https://elsewhere.example/"),
            ("stylesheet", "used", "text", "a"),
            ("stylesheet", "used", "empty", b""),
            ("stylesheet", "used", "large", b"\xff" * 100_000),
            ("stylesheet", "digest", "number", 5),
            ("stylesheet", "rules", "negative", -5),
            ("stylesheet", "rules", "text", "many"),
            ("site_issue", "severity", "unknown", "awful"),
            ("issue", "severity", "unknown", "awful"),
            ("run", "key", "bytes", BLOB),
            ("run", "key", "number", 3),
            ("run", "finished", "large", 2**62),
        )
    },
    "no run": changed("DELETE FROM run"),
    "two runs": changed("INSERT INTO run SELECT * FROM run"),
    "invalid UTF-8": changed("UPDATE page SET problem = CAST(x'ff' AS TEXT)"),
    "URLs of scripts": changed("UPDATE link SET url = 'javascript:alert(1)'"),
    **{
        f"{name} {what}": json_field(name, value)
        for name, what, value in (
            ("report.categories[0].category", "unknown", '"magic"'),
            ("report.categories[0].score", "text", '"high"'),
            ("report.categories[0].score", "large", "1e300"),
            ("report.categories[0].issues[0].severity", "unknown", '"awful"'),
            ("report.categories[0].issues[0].rule", "unknown", '"no/such-rule"'),
            ("report.categories[0].issues[0].share", "large", "1000000"),
            ("report.categories[0].issues[0].share", "negative", "-1000000"),
            ("report.categories[0].issues[0].occurrences", "null", "null"),
            ("report.categories[0].issues[0].relieves", "text", '"a"'),
            ("report.categories", "empty", "[]"),
            ("report.overallScore", "large", "123456789012345678"),
            ("report.url", "of another page", '"https://elsewhere.example/"'),
            ("facts.skeleton", "odd", '"AAAA"'),
            ("facts.skeleton", "text", '"?"'),
            ("facts.canonical", "no URL", '"http://["'),
            ("facts.simhash", "large", "18446744073709551615"),
            ("facts.simhash", "negative", "-5"),
            ("facts.words", "negative", "-5"),
            ("facts.alternates", "of one part", '[["en"]]'),
            ("facts.landmarks", "text", '"a"'),
            ("facts.landmarks", "of no role", '[{"role": "\\u0000"}]'),
            ("facts.libraries", "number", "[1]"),
            ("facts.libraries", "without version", '["jquery"]'),
            ("facts.search", "short", '["a"]'),
            ("facts.policies", "text", '["\\u001b[2J"]'),
        )
    },
}

COMMANDS = (
    ("site", "links", "out"),
    ("site", "public", "-o", "out"),
    ("site", "public", "-o", "out", "--fresh"),
)


def check(capsys: pytest.CaptureFixture[str], home: Path, *words: str) -> int:
    """Return the exit code of a command that ends without a traceback, and writes nothing outside of its folder."""
    around = sorted(home.parent.iterdir())
    code, error = told(capsys, *words)
    assert code in (0, 2, 3), error
    assert "Traceback" not in error
    assert "internal error" not in error
    assert (error.count("\n") == 1) or code != 2, error
    assert (home.parent / "victim").read_text() == VICTIM
    assert sorted(home.parent.iterdir()) == around
    return code


@pytest.mark.parametrize("name", FILES)
def test_files(home: Path, capsys: pytest.CaptureFixture[str], name: str) -> None:
    """A file of another kind, another schema and a damaged file are refused, and nothing is followed or changed."""
    FILES[name](home / "out")
    assert [check(capsys, home, *words) for words in COMMANDS] == [2, 2, 2]


@pytest.mark.proof
@pytest.mark.parametrize("name", VALUES)
def test_values(home: Path, capsys: pytest.CaptureFixture[str], name: str) -> None:
    """Values of another kind end in a sentence; with ``--fresh``, they are gone."""
    VALUES[name](home / "out")
    codes = [check(capsys, home, *words) for words in COMMANDS]
    assert codes[2] == 0


#: What is in the place of the other files of the folder, with the exit code of the command that would write them.
OTHERS = {
    **{
        f"{kind} as site.lock": (replaced("site.lock", make), 2)
        for kind, make in {
            "link": link,
            "dangling link": link_to_nothing,
            "FIFO": os.mkfifo,
            "folder": folder,
        }.items()
    },
    **{
        f"{kind} as {name}": (replaced(name, make), 0)
        for name in (JSON, HTML, f"{JSON}.new", f"{HTML}.new")
        for kind, make in {"link": link, "dangling link": link_to_nothing, "FIFO": os.mkfifo}.items()
    },
    **{f"folder as {name}": (replaced(name, folder), 2) for name in (JSON, HTML, f"{JSON}.new", f"{HTML}.new")},
}


@pytest.mark.parametrize("name", OTHERS)
def test_other_files(home: Path, capsys: pytest.CaptureFixture[str], name: str) -> None:
    """A link is replaced and not written through, and what can't be replaced is named."""
    change, code = OTHERS[name]
    change(home / "out")
    assert check(capsys, home, "site", "public", "-o", "out") == code


def test_folder_that_is_a_link(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing is written to the folder that a link in place of ours leads to."""
    (home.parent / "elsewhere").mkdir()
    shutil.rmtree(home / "out")
    (home / "out").symlink_to(home.parent / "elsewhere")
    assert check(capsys, home, "site", "public", "-o", "out") == 2
    assert not list((home.parent / "elsewhere").iterdir())


#: Responses of an archive that this program doesn't write.
RESPONSES = {
    "bytes": BLOB,
    "empty": b"",
    "list": msgspec.msgpack.encode([1]),
    "nested": b"\x91" * 100_000,
    **{
        f"{name} {value!r:.20}": msgspec.msgpack.encode(
            {"status": 200, "fields": [["Content-Type", "text/html"]], "offset": 0, "received_at": 0.0, name: value}
        )
        for name, value in (
            ("offset", -1),
            ("offset", 7),
            ("offset", 2**62),
            ("received_at", -1e300),
            ("received_at", 1e300),
            ("received_at", float("nan")),
            ("received_at", "now"),
            ("status", "200"),
            ("status", -1),
            ("fields", [["Content-Type"]]),
            ("fields", [["\r\n", "\0"]]),
            ("fields", [["Location", "http://["], ["Content-Encoding", "gzip"]]),
        )
    },
}


@pytest.mark.parametrize("name", RESPONSES)
@pytest.mark.parametrize("key", ["contents", "GET https://pears.example/1.html"])
def test_responses(home: Path, capsys: pytest.CaptureFixture[str], name: str, key: str) -> None:
    """An index of an archive that somebody else has written ends in a sentence, or in a page that isn't examined."""
    data = RESPONSES[name]
    changed("UPDATE response SET data = ? WHERE key = ?", "DELETE FROM page", values=(data, key))(home / "of-archive")
    check(capsys, home, "site", "site.warc.gz", "-o", "of-archive")


#: What is no report of this version, or one with other values.
REPORTS = {
    "empty": b"",
    "text": b"pears",
    "list": b"[]",
    "object": b"{}",
    "nested": b"[" * 100_000,
    "nested in unknown": b'{"x": ' + b"[" * 100_000,
    "bytes": b"\xff\xfe\0",
}


@pytest.mark.parametrize("name", REPORTS)
def test_reports(home: Path, capsys: pytest.CaptureFixture[str], name: str) -> None:
    """What is no report is refused by what reads it."""
    (home / "out" / JSON).write_bytes(REPORTS[name])
    assert check(capsys, home, "site", "show", "out") == 2
    assert check(capsys, home, "site", "pages", "out") == 2
    assert check(capsys, home, "site", "public", "-o", "new", "--baseline", "out") == 2


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("score", "high"),
        ("score", -5),
        ("pages", None),
        ("pages", []),
        ("faults", [{}]),
        ("templates", []),
        ("target", "\x1b[2J\n"),
        ("left_out", {"": -1}),
        ("unexamined", {"\x1b": 1}),
        ("scores", {"magic": 1}),
    ],
)
def test_fields_of_reports(home: Path, capsys: pytest.CaptureFixture[str], name: str, value: object) -> None:
    """A report with a field of another kind is refused; a value that only isn't true is printed without effect."""
    report = msgspec.json.decode((home / "out" / JSON).read_bytes())
    (home / "out" / JSON).write_bytes(msgspec.json.encode(report | {name: value}))
    for form in SITE_FORMATS:
        check(capsys, home, "site", "show", "out", "--format", form)


@pytest.mark.parametrize("fault", ["pages", "templates", "keys"])
def test_faults_without_places(home: Path, capsys: pytest.CaptureFixture[str], fault: str) -> None:
    """A report whose faults have no pages is refused, or printed."""
    report = msgspec.json.decode((home / "out" / JSON).read_bytes())
    report["faults"] = [one | {fault: []} for one in report["faults"]]
    (home / "out" / JSON).write_bytes(msgspec.json.encode(report))
    for form in SITE_FORMATS:
        check(capsys, home, "site", "show", "out", "--format", form)


@pytest.mark.parametrize(
    "date", ["0001-01-01T00:00:00Z", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59Z", "9999-12-31T23:59:59-14:00"]
)
def test_dates_of_archives(home: Path, capsys: pytest.CaptureFixture[str], date: str) -> None:
    """A record from the beginning or the end of the calendar is named."""
    (home / "dated.warc.gz").write_bytes(warc_file(warc_record("https://pears.example/", PAGE, date=date)))
    assert check(capsys, home, "site", "dated.warc.gz", "-o", "new") == 2
