"""The database of a site: every page that was read, so that a command that was killed continues."""

import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from fcntl import LOCK_EX, LOCK_NB, flock
from pathlib import Path

import msgspec
from attrs import frozen
from msgspec.structs import astuple, replace

from sitescan.site.page_record import PageRecord

#: The version of the tables. A database of another version is not read.
SCHEMA_VERSION = 2

#: The name of the database in its folder, and of the file that is locked while a command uses it.
DATABASE, _LOCK = "site.sqlite", "site.lock"

_TABLES = """
CREATE TABLE run (key TEXT NOT NULL, finished INTEGER NOT NULL);
CREATE TABLE page (
    url TEXT PRIMARY KEY, depth INTEGER, problem TEXT NOT NULL, redirect TEXT NOT NULL, hops INTEGER NOT NULL,
    status INTEGER NOT NULL, score INTEGER, report TEXT, facts TEXT, parts BLOB
);
CREATE TABLE link (
    page TEXT NOT NULL REFERENCES page, url TEXT NOT NULL, fragment TEXT NOT NULL, followed INTEGER NOT NULL,
    shown INTEGER NOT NULL, PRIMARY KEY (page, url, fragment)
) WITHOUT ROWID;
CREATE TABLE response (key TEXT PRIMARY KEY, data BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE issue (
    page TEXT NOT NULL REFERENCES page, category TEXT NOT NULL, rule TEXT NOT NULL, severity TEXT NOT NULL,
    share INTEGER NOT NULL, title TEXT NOT NULL, PRIMARY KEY (page, category, rule)
) WITHOUT ROWID;
"""


class StoreProblem(Exception):
    """The database can't be used; the message is the reason."""


@frozen
class RuleCount:
    """
    An issue and the number of pages that have it.

    :ivar share: the largest percentage of the remaining score of a category that it costs on a page.
    """

    rule: str
    severity: str
    title: str
    pages: int
    share: int


@frozen
class Store:
    """
    The pages of one crawl.

    Each page is one transaction, so that a page is either complete or missing after the process was killed.
    """

    _connection: sqlite3.Connection

    def save(self, record: PageRecord) -> None:
        """
        Add a page.

        :raises StoreProblem: if it can't be written.
        """
        report, facts = record.report, record.facts
        with _told(), self._connection as connection:
            connection.execute(
                "INSERT INTO page VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    record.url,
                    record.depth,
                    record.problem,
                    record.redirect,
                    record.hops,
                    record.status,
                    None if report is None else report["overallScore"],
                    None if report is None else json.dumps(report, separators=(",", ":")),
                    None if facts is None else msgspec.json.encode(replace(facts, links=(), parts=None)).decode(),
                    None if facts is None else facts.parts,
                ),
            )
            connection.executemany(
                "INSERT INTO link VALUES (?, ?, ?, ?, ?)",
                ((record.url, *astuple(link)) for link in (() if facts is None else facts.links)),
            )
            connection.executemany("INSERT INTO issue VALUES (?, ?, ?, ?, ?, ?)", _issues(record))

    def followed(self, url: str) -> tuple[str, ...] | None:
        """Return the URLs that a page leads crawlers to, sorted; ``None`` if it was not read yet."""
        row = self._connection.execute("SELECT redirect FROM page WHERE url = ?", (url,)).fetchone()
        if row is None:
            return None
        rows = self._connection.execute(
            "SELECT DISTINCT url FROM link WHERE page = ? AND followed ORDER BY url", (url,)
        )
        return tuple(found for (found,) in ([row] if row[0] else rows))

    def response(self, key: str) -> bytes | None:
        """Return a response of the network; ``None`` if there is none."""
        row = self._connection.execute("SELECT data FROM response WHERE key = ?", (key,)).fetchone()
        return None if row is None else bytes(row[0])

    def save_response(self, key: str, data: bytes) -> None:
        """
        Add a response of the network.

        :raises StoreProblem: if it can't be written.
        """
        with _told(), self._connection as connection:
            connection.execute("INSERT OR REPLACE INTO response VALUES (?, ?)", (key, data))

    def finish(self) -> None:
        """
        Note that the crawl is complete, so that the same command starts anew.

        :raises StoreProblem: if it can't be written.
        """
        with _told(), self._connection as connection:
            connection.execute("DELETE FROM response")
            connection.execute("UPDATE run SET finished = 1")

    def scores(self) -> dict[str, int]:
        """Return the overall scores of the pages by URL, lowest first."""
        rows = self._connection.execute("SELECT url, score FROM page WHERE score IS NOT NULL ORDER BY score, url")
        return dict(rows.fetchall())

    def problems(self) -> dict[str, str]:
        """Return the reasons why pages could not be read, by URL."""
        rows = self._connection.execute("SELECT url, problem FROM page WHERE problem != '' ORDER BY url")
        return dict(rows.fetchall())

    def issues(self) -> tuple[RuleCount, ...]:
        """Return the issues that cost points, those that cost most over all pages first."""
        rows = self._connection.execute(
            "SELECT rule, severity, title, COUNT(DISTINCT page), MAX(share) FROM issue WHERE share > 0"
            " GROUP BY rule, severity, title ORDER BY SUM(share) DESC, rule, severity, title"
        )
        return tuple(RuleCount(*row) for row in rows)


def _issues(record: PageRecord) -> Iterator[tuple[str, str, str, str, int, str]]:
    for category in () if record.report is None else record.report["categories"]:
        for issue in category["issues"]:
            yield (
                record.url,
                category["category"],
                issue["rule"],
                issue["severity"],
                issue["share"],
                issue["title"],
            )


@contextmanager
def opened_store(folder: Path, key: str, *, fresh: bool) -> Iterator[Store]:
    """
    Provide the database in a folder, which is created if it doesn't exist.

    It keeps its pages if they are of the same crawl; otherwise they are deleted.

    :param key: names what is crawled, how, and by which version; another one is another crawl.
    :param fresh: whether to delete the pages in any case.
    :raises StoreProblem: if it can't be used, or another command uses it.
    """
    with ExitStack() as stack:
        with _told():
            folder.mkdir(parents=True, exist_ok=True)
            lock = stack.enter_context((folder / _LOCK).open("a"))
        try:
            flock(lock, LOCK_EX | LOCK_NB)
        except OSError:
            raise StoreProblem("another command is using it") from None
        with _told():
            connection = sqlite3.connect(folder / DATABASE, check_same_thread=False)
            stack.callback(connection.close)
            _prepare(connection, key, fresh=fresh)
        yield Store(connection)


def _prepare(connection: sqlite3.Connection, key: str, *, fresh: bool) -> None:
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    empty = connection.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()[0] == 0
    if not empty and version != SCHEMA_VERSION:
        raise StoreProblem(f"{DATABASE} in it was not written by this version of sitescan; remove it or name another")
    connection.execute("PRAGMA journal_mode = WAL")
    # Nothing is lost if the process is killed; if the machine is, a few pages are read again.
    connection.execute("PRAGMA synchronous = NORMAL")
    if not empty and not fresh and connection.execute("SELECT * FROM run").fetchone() == (key, 0):
        return
    with connection:
        connection.execute("BEGIN IMMEDIATE")
        for table in () if empty else ("issue", "link", "page", "response", "run"):
            connection.execute(f"DROP TABLE {table}")
        for statement in _TABLES.split(";"):
            connection.execute(statement)
        connection.execute("INSERT INTO run VALUES (?, ?)", (key, 0))
        connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")


@contextmanager
def _told() -> Iterator[None]:
    """Turn the failures of files and of the database into :exc:`StoreProblem`."""
    try:
        yield
    except OSError as problem:
        raise StoreProblem(problem.strerror or os.strerror(problem.errno or 0)) from None
    except sqlite3.Error as problem:
        raise StoreProblem(f"{DATABASE}: {problem}") from None
