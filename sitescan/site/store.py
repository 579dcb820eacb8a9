"""The database of a site: every page that was read, so that a command that was killed continues."""

import os
import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from fcntl import LOCK_EX, LOCK_NB, flock
from pathlib import Path
from types import GenericAlias
from typing import Any, TypeVar

import msgspec
from attrs import frozen
from msgspec.structs import astuple, replace

from sitescan.model.report import Category, Severity
from sitescan.model.site import LinkingPages, SitePage
from sitescan.model.site_facts import PageFacts, PageLink, StylesheetUse
from sitescan.model.site_report import SiteWideIssue
from sitescan.report.visible_text import visible_json
from sitescan.site.database_file import check_pages, has_tables, lock_file, opened_database
from sitescan.site.page_findings import StoredReport, stored_report
from sitescan.site.page_record import PageRecord
from sitescan.site.page_version import PageVersion

#: The version of the tables. A database of another version is not read.
SCHEMA_VERSION = 6

#: The name of the database in its folder, and of the file that is locked while a command uses it.
DATABASE, _LOCK = "site.sqlite", "site.lock"

_FILES = frozenset({DATABASE, f"{DATABASE}-wal", f"{DATABASE}-shm", _LOCK})

_TABLES = """
CREATE TABLE run (key TEXT NOT NULL, finished INTEGER NOT NULL);
CREATE TABLE page (
    url TEXT PRIMARY KEY, depth INTEGER, current INTEGER NOT NULL, problem TEXT NOT NULL, redirect TEXT NOT NULL,
    version TEXT, score INTEGER, report TEXT, facts TEXT, parts BLOB, status INTEGER
);
CREATE TABLE listed (url TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE link (
    page TEXT NOT NULL REFERENCES page, url TEXT NOT NULL, fragment TEXT NOT NULL, followed INTEGER NOT NULL,
    shown INTEGER NOT NULL, text TEXT NOT NULL, rel TEXT NOT NULL, position TEXT NOT NULL,
    PRIMARY KEY (page, url, fragment)
) WITHOUT ROWID;
CREATE TABLE stylesheet (
    page TEXT NOT NULL REFERENCES page, url TEXT NOT NULL, digest BLOB NOT NULL, rules INTEGER NOT NULL,
    used BLOB NOT NULL, PRIMARY KEY (page, url)
) WITHOUT ROWID;
CREATE INDEX link_url ON link (url);
-- With rows, because a table without them reads whole responses where it compares keys.
CREATE TABLE response (key TEXT PRIMARY KEY, current INTEGER NOT NULL, data BLOB NOT NULL);
CREATE TABLE issue (
    page TEXT NOT NULL REFERENCES page, category TEXT NOT NULL, rule TEXT NOT NULL, severity TEXT NOT NULL,
    share INTEGER NOT NULL, title TEXT NOT NULL, PRIMARY KEY (page, category, rule)
) WITHOUT ROWID;
CREATE TABLE site_issue (
    rule TEXT NOT NULL, category TEXT NOT NULL, severity TEXT NOT NULL, title TEXT NOT NULL, description TEXT NOT NULL,
    recommendation TEXT NOT NULL, how_to_fix TEXT NOT NULL, target TEXT NOT NULL, pages TEXT NOT NULL,
    count INTEGER NOT NULL
);
"""


_NAMES = ("issue", "link", "listed", "page", "response", "run", "site_issue", "stylesheet")

#: The linked URLs with the number and the first of the pages that have such a link, one after the other.
_SOURCES = """
WITH numbered AS (
    SELECT {columns}, page, ROW_NUMBER() OVER (PARTITION BY {columns} ORDER BY page) AS number
    FROM (SELECT {columns}, page FROM link WHERE shown AND page != url GROUP BY {columns}, page HAVING {having})
)
SELECT {columns}, MAX(number), GROUP_CONCAT(CASE WHEN number <= 10 THEN page END, char(10))
FROM numbered GROUP BY {columns} ORDER BY {columns}
"""


LinkRow = tuple[str, str, str, str, str, str, int, int, int | None, str | None, str | None]
"""What is known of a link (:meth:`Store.links`)."""

_Row = TypeVar("_Row")
_Value = TypeVar("_Value")


class StoreProblem(Exception):
    """The database can't be used; the message is the reason."""


#: The rows that are read at once. Some have a whole report.
_BATCH = 32


@frozen
class StoredPage:
    """
    A page that was read, as the report on its site needs it.

    :ivar report: its report; ``None`` if there is none.
    :ivar facts: its facts without links, stylesheets and parts; ``None`` if there are none.
    :ivar status: the status of its response; ``None`` if it isn't known.
    """

    url: str
    depth: int | None
    problem: str
    redirect: str
    report: StoredReport | None
    facts: PageFacts | None
    status: int | None


@frozen
class ListedUrls(Collection[str]):
    """The URLs that sitemaps list, sorted. They stay in the database, because there may be millions."""

    _rows: Callable[..., Iterator[Any]]

    def __contains__(self, url: object) -> bool:
        return any(self._rows(tuple[int], "SELECT 1 FROM listed WHERE url = ?", url))

    def __iter__(self) -> Iterator[str]:
        return (url for (url,) in self._rows(tuple[str], "SELECT url FROM listed ORDER BY url"))

    def __len__(self) -> int:
        return int(next(self._rows(tuple[int], "SELECT COUNT(*) FROM listed"))[0])


@frozen
class Store:
    """
    The pages of one crawl.

    Each page is one transaction, so that a page is either complete or missing after the process was killed.
    """

    _connection: sqlite3.Connection

    def save(self, record: PageRecord) -> None:
        """
        Add a page, in place of the one of an earlier crawl, or that one if it has not changed.

        :raises StoreProblem: if it can't be written.
        """
        report, facts = record.report, record.facts
        with _told(), self._connection as connection:
            if record.is_unchanged:
                connection.execute("UPDATE page SET current = 1, depth = ? WHERE url = ?", (record.depth, record.url))
                return
            _forget(connection, [record.url])
            connection.execute(
                "INSERT INTO page VALUES (?, ?, 1, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    record.url,
                    record.depth,
                    record.problem,
                    record.redirect,
                    None if record.version is None else msgspec.json.encode(record.version).decode(),
                    None if report is None else report["overallScore"],
                    None if report is None else visible_json(report, separators=(",", ":")),
                    None if facts is None else _without_lists(facts),
                    None if facts is None else facts.parts,
                    record.status,
                ),
            )
            connection.executemany(
                "INSERT INTO link VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                ((record.url, *astuple(link)) for link in (() if facts is None else facts.links)),
            )
            connection.executemany(
                "INSERT INTO stylesheet VALUES (?, ?, ?, ?, ?)",
                ((record.url, *astuple(use)) for use in (() if facts is None else facts.stylesheets)),
            )
            connection.executemany("INSERT INTO issue VALUES (?, ?, ?, ?, ?, ?)", _issues(record))

    def followed(self, url: str) -> tuple[str, ...] | None:
        """Return the URLs that a page leads crawlers to, sorted; ``None`` if it was not read yet."""
        row = next(self._rows(tuple[str], "SELECT redirect FROM page WHERE url = ? AND current", url), None)
        if row is None:
            return None
        rows = self._rows(tuple[str], "SELECT DISTINCT url FROM link WHERE page = ? AND followed ORDER BY url", url)
        return tuple(found for (found,) in ([row] if row[0] else rows))

    def facts(self, url: str) -> PageFacts | None:
        """Return the facts of a page without links, stylesheets and parts; ``None`` if there are none."""
        rows = self._rows(tuple[str], "SELECT facts FROM page WHERE url = ? AND facts IS NOT NULL", url)
        return next((_decoded(facts, PageFacts) for (facts,) in rows), None)

    def earlier_version(self, url: str) -> PageVersion | None:
        """Return the version of a page of an earlier crawl that was not read again; ``None`` if there is none."""
        rows = self._rows(
            tuple[str], "SELECT version FROM page WHERE url = ? AND NOT current AND version IS NOT NULL", url
        )
        return next((_decoded(version, PageVersion) for (version,) in rows), None)

    def forget_earlier(self) -> None:
        """
        Delete the pages of an earlier crawl that are not in this one.

        :raises StoreProblem: if they can't be deleted.
        """
        with _told(), self._connection as connection:
            _forget(connection, [url for (url,) in connection.execute("SELECT url FROM page WHERE NOT current")])

    def record(self, url: str) -> PageRecord:
        """Return a page that was read, as it was saved."""
        rows = self._rows(
            tuple[int | None, str, str, str | None, str | None, str | None, bytes | None, int | None],
            "SELECT depth, problem, redirect, version, report, facts, parts, status FROM page WHERE url = ?",
            url,
        )
        depth, problem, redirect, version, report, facts, parts, status = next(rows)
        links = self._rows(
            tuple[str, str, bool, bool, str, str, str],
            "SELECT url, fragment, followed, shown, text, rel, position FROM link WHERE page = ?",
            url,
        )
        sheets = self._rows(
            tuple[str, bytes, int, bytes], "SELECT url, digest, rules, used FROM stylesheet WHERE page = ?", url
        )
        lists = {
            "links": tuple(PageLink(*link) for link in links),
            "stylesheets": tuple(
                StylesheetUse(url=to, digest=digest, rules=rules, used=used) for to, digest, rules, used in sheets
            ),
            "parts": parts,
        }
        return PageRecord(
            url=url,
            depth=depth,
            problem=problem,
            redirect=redirect,
            report=None if report is None or not _report(report) else _decoded(report, dict[str, Any]),
            facts=None if facts is None else replace(_decoded(facts, PageFacts), **lists),
            version=None if version is None else _decoded(version, PageVersion),
            status=status,
        )

    def count(self) -> int:
        """Return the number of pages that were read."""
        return next(self._rows(tuple[int], "SELECT COUNT(*) FROM page"))[0]

    def key(self) -> str:
        """Return the key of the crawl (:func:`opened_store`)."""
        return next(self._rows(tuple[str], "SELECT key FROM run"), ("",))[0]

    def save_listed(self, urls: Iterable[str]) -> None:
        """
        Add URLs that sitemaps list.

        :raises StoreProblem: if they can't be written.
        """
        with _told(), self._connection as connection:
            connection.executemany("INSERT OR IGNORE INTO listed VALUES (?)", ((url,) for url in urls))

    def forget_listed(self) -> None:
        """
        Delete the URLs that sitemaps list.

        :raises StoreProblem: if they can't be deleted.
        """
        with _told(), self._connection as connection:
            connection.execute("DELETE FROM listed")

    def listed(self) -> "ListedUrls":
        """Return the URLs that sitemaps list."""
        return ListedUrls(self._rows)

    def read_urls(self) -> frozenset[str]:
        """Return the URLs of the pages that were read, whether they could be examined or not."""
        return frozenset(url for (url,) in self._rows(tuple[str], "SELECT url FROM page"))

    def pages(self) -> Iterator[SitePage]:
        """Yield the pages that were examined, without their links, stylesheets and parts, by URL."""
        rows = self._rows(
            tuple[str, int | None, str, bool],
            "SELECT url, depth, facts,"
            " EXISTS (SELECT 1 FROM link WHERE page = page.url AND (shown OR NOT followed) AND link.url != page.url)"
            " FROM page WHERE facts IS NOT NULL ORDER BY url",
        )
        for url, depth, facts, ways_out in rows:
            yield SitePage(url=url, depth=depth, facts=_decoded(facts, PageFacts), ways_out=ways_out)

    def pages_read(self) -> Iterator[tuple[str, str, PageFacts | None]]:
        """Yield the URL, the redirect and the facts of each page that has one of them, in the order of reading."""
        rows = self._rows(
            tuple[str, str, str | None],
            "SELECT url, redirect, facts FROM page WHERE redirect != '' OR facts != '' ORDER BY rowid",
        )
        for url, redirect, facts in rows:
            yield url, redirect, None if facts is None else _decoded(facts, PageFacts)

    def parts(self) -> Iterator[tuple[str, bytes]]:
        """Yield the digests of the parts of each page, if they are known."""
        yield from self._rows(tuple[str, bytes], "SELECT url, parts FROM page WHERE parts IS NOT NULL")

    def stylesheets(self) -> Iterator[tuple[str, StylesheetUse]]:
        """Yield the URL of each page with what it may use of each stylesheet, by the URL of the stylesheet."""
        rows = self._rows(
            tuple[str, str, bytes, int, bytes],
            "SELECT page, url, digest, rules, used FROM stylesheet ORDER BY url, page",
        )
        for page, url, digest, rules, used in rows:
            yield page, StylesheetUse(url=url, digest=digest, rules=rules, used=used)

    def linked(self) -> dict[str, LinkingPages]:
        """Return the pages that have a link that visitors can follow, by its URL."""
        rows = self._rows(tuple[str, int, str], _SOURCES.format(columns="url", having="1"))
        return {url: _sources(number, first) for url, number, first in rows}

    def shown_links(self) -> Iterator[tuple[str, str]]:
        """Yield the pages, sorted, with each URL that visitors can follow a link to."""
        yield from self._rows(tuple[str, str], "SELECT DISTINCT page, url FROM link WHERE shown ORDER BY page, url")

    def unfollowed(self) -> dict[str, LinkingPages]:
        """Return the pages whose links to a URL are all marked ``nofollow``, by the URL."""
        rows = self._rows(tuple[str, int, str], _SOURCES.format(columns="url", having="MAX(followed) = 0"))
        return {url: _sources(number, first) for url, number, first in rows}

    def links(self) -> Iterator[LinkRow]:
        """
        Yield the links, sorted, without the addresses in scripts.

        Each has its page, URL and fragment, its text, its relations and its position, whether crawlers follow it,
        whether visitors see it, and the status, the problem and the redirect of the page that it leads to.
        """
        yield from self._rows(
            tuple[str, str, str, str, str, str, int, int, int | None, str | None, str | None],
            "SELECT link.page, link.url, fragment, text, rel, position, followed, shown, status, problem, redirect"
            " FROM link"
            " LEFT JOIN page ON page.url = link.url WHERE shown OR followed ORDER BY link.page, link.url, fragment",
        )

    def linked_parts(self) -> Iterator[tuple[str, str, LinkingPages]]:
        """Yield the URLs and fragments that pages link to, with these pages."""
        rows = self._rows(tuple[str, str, int, str], _SOURCES.format(columns="url, fragment", having="fragment != ''"))
        for url, fragment, number, first in rows:
            yield url, fragment, _sources(number, first)

    def own_parts(self) -> Iterator[tuple[str, str]]:
        """Yield the URLs of pages and the fragments of their links to themselves."""
        yield from self._rows(
            tuple[str, str], "SELECT url, fragment FROM link WHERE page = url AND shown AND fragment != ''"
        )

    def naming(self, url: str) -> tuple[str, ...]:
        """Return the pages that name a URL in any way."""
        rows = self._rows(tuple[str], "SELECT DISTINCT page FROM link WHERE url = ?", url)
        return tuple(page for (page,) in rows)

    def targets(self) -> Iterator[str]:
        """Yield the URLs that visitors and crawlers follow links to from other pages."""
        rows = self._rows(tuple[str], "SELECT DISTINCT url FROM link WHERE shown AND followed AND page != url")
        return (url for (url,) in rows)

    def related(self) -> frozenset[str]:
        """Return the URLs that pages name without a link for visitors, so that crawlers follow them."""
        rows = self._rows(tuple[str], "SELECT DISTINCT url FROM link WHERE NOT shown AND followed AND page != url")
        return frozenset(url for (url,) in rows)

    def in_scripts(self) -> frozenset[str]:
        """Return the URLs that pages name without a link, so that neither visitors nor crawlers follow them."""
        rows = self._rows(tuple[str], "SELECT DISTINCT url FROM link WHERE NOT shown AND NOT followed AND page != url")
        return frozenset(url for (url,) in rows)

    def save_site_issues(self, issues: Iterable[SiteWideIssue]) -> None:
        """
        Replace the issues of the site.

        :raises StoreProblem: if they can't be written.
        """
        with _told(), self._connection as connection:
            connection.execute("DELETE FROM site_issue")
            connection.executemany(
                "INSERT INTO site_issue VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    (
                        *(issue.rule, issue.category.value, issue.severity.value, issue.title, issue.description),
                        *(issue.recommendation, issue.how_to_fix, issue.target, "\n".join(issue.pages), issue.count),
                    )
                    for issue in issues
                ),
            )

    def site_issues(self) -> tuple[SiteWideIssue, ...]:
        """Return the issues of the site, in the order in which they were saved."""
        rows = self._rows(
            tuple[str, Category, Severity, str, str, str, str, str, str, int], "SELECT * FROM site_issue ORDER BY rowid"
        )
        return tuple(
            SiteWideIssue(
                rule=rule,
                category=category,
                severity=severity,
                title=title,
                share=0,
                points=0.0,
                description=description,
                recommendation=recommendation,
                how_to_fix=how_to_fix,
                target=target,
                pages=tuple(pages.split("\n")) if pages else (),
                count=count,
            )
            for rule, category, severity, title, description, recommendation, how_to_fix, target, pages, count in rows
        )

    def response(self, key: str) -> bytes | None:
        """Return a response of the network to this crawl; ``None`` if there is none."""
        return self._response("SELECT data FROM response WHERE key = ? AND current", key)

    def last_response(self, key: str) -> bytes | None:
        """Return a response of the network to this crawl or an earlier one; ``None`` if there is none."""
        return self._response("SELECT data FROM response WHERE key = ?", key)

    def _response(self, statement: str, key: str) -> bytes | None:
        return next((data for (data,) in self._rows(tuple[bytes], statement, key)), None)

    def decoded_response(self, key: str, kind: type[_Value]) -> _Value | None:
        """
        Return a response of which this crawl has saved something else than its bytes; ``None`` if there is none.

        :raises StoreProblem: if it is of another type.
        """
        data = self.response(key)
        with _told():
            return None if data is None else msgspec.msgpack.decode(data, type=kind)

    def save_responses(self, responses: Iterable[tuple[str, bytes]]) -> None:
        """
        Add responses with their keys: all of them, or none.

        :raises StoreProblem: if they can't be written.
        """
        with _told(), self._connection as connection:
            connection.executemany("INSERT OR REPLACE INTO response VALUES (?, 1, ?)", responses)

    def response_keys(self) -> Iterator[str]:
        """Yield the keys of all responses, sorted."""
        return (key for (key,) in self._rows(tuple[str], "SELECT key FROM response ORDER BY key"))

    def responses(self) -> Iterator[tuple[str, bytes]]:
        """Yield all responses with their keys, in the order in which they were added."""
        yield from self._rows(tuple[str, bytes], "SELECT key, data FROM response ORDER BY rowid")

    def stored_pages(self) -> Iterator[StoredPage]:
        """Yield all pages that were read, sorted by URL."""
        rows = self._rows(
            tuple[str, int | None, str, str, str | None, str | None, int | None],
            "SELECT url, depth, problem, redirect, report, facts, status FROM page ORDER BY url",
        )
        for url, depth, problem, redirect, report, facts, status in rows:
            read = None if facts is None else _decoded(facts, PageFacts)
            yield StoredPage(url, depth, problem, redirect, None if report is None else _report(report), read, status)

    def sources(self, url: str, fragment: str) -> Sequence[str]:
        """Return the pages with a link to a URL that visitors can follow, or to a part of it, sorted."""
        rows = self._rows(
            tuple[str],
            "SELECT page FROM link WHERE url = ? AND (fragment = ? OR ? = '') AND shown GROUP BY page ORDER BY page",
            *(url, fragment, fragment),
        )
        return [page for (page,) in rows]

    def problems(self) -> dict[str, str]:
        """Return the reasons why pages could not be read, by URL."""
        rows = self._rows(tuple[str, str], "SELECT url, problem FROM page WHERE problem != '' ORDER BY url")
        return dict(rows)

    def redirects(self) -> dict[str, str]:
        """Return the URLs that addresses of this crawl redirect to, by these addresses."""
        return dict(self._rows(tuple[str, str], "SELECT url, redirect FROM page WHERE redirect != '' AND current"))

    def report(self, url: str) -> StoredReport:
        """Return the report on a page that was examined."""
        return _report(next(self._rows(tuple[str], "SELECT report FROM page WHERE url = ?", url))[0])

    def _rows(self, kind: type[_Row], statement: str, *values: str) -> Iterator[_Row]:
        """
        Yield the rows of a query.

        :param kind: the types of the columns, which the tables don't check.
        :raises StoreProblem: if they can't be read, or a value is of another type.
        """
        # To read a type takes as long as to check a hundred rows.
        kinds = GenericAlias(list, (kind,))
        with _told():
            found = self._connection.execute(statement, values)
            while batch := found.fetchmany(_BATCH):
                yield from msgspec.convert(batch, kinds, strict=False)

    def finish(self, responses: Mapping[str, bytes]) -> None:
        """
        Note that the crawl is complete, so that the same command asks whether its pages have changed.

        :param responses: the responses that are kept for the crawls of pages that have not.
        :raises StoreProblem: if it can't be written.
        """
        with _told(), self._connection as connection:
            connection.execute("DELETE FROM response")
            connection.executemany("INSERT INTO response VALUES (?, 0, ?)", responses.items())
            connection.execute("UPDATE run SET finished = 1")


def _forget(connection: sqlite3.Connection, urls: Iterable[str]) -> None:
    """Delete pages with all that refers to them."""
    values = [(url,) for url in urls]
    connection.executemany("DELETE FROM link WHERE page = ?", values)
    connection.executemany("DELETE FROM stylesheet WHERE page = ?", values)
    connection.executemany("DELETE FROM issue WHERE page = ?", values)
    connection.executemany("DELETE FROM page WHERE url = ?", values)


def _decoded(text: str, kind: type[_Value]) -> _Value:
    """
    Return a value from its JSON.

    :raises StoreProblem: if it is of another type.
    """
    with _told():
        return msgspec.json.decode(text, type=kind)


def _report(text: str) -> StoredReport:
    with _told():
        return stored_report(text)


def _without_lists(facts: PageFacts) -> str:
    """Return the JSON of facts without those that have columns or tables of their own."""
    return msgspec.json.encode(replace(facts, links=(), stylesheets=(), parts=None)).decode()


def _sources(count: int, first: str) -> LinkingPages:
    return LinkingPages(count=count, first=tuple(sorted(first.split("\n"))))


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

    It keeps its pages if they are of the same crawl; otherwise they are deleted. Those of a complete crawl are those of
    an earlier one.

    :param key: names what is crawled, how, and by which version; another one is another crawl.
    :param fresh: whether to delete the pages in any case.
    :raises StoreProblem: if it can't be used, or another command uses it.
    """
    with ExitStack() as stack:
        with _told():
            if folder.is_symlink():
                raise StoreProblem("it is a symbolic link; name the folder that it leads to")
            folder.mkdir(parents=True, exist_ok=True)
            lock = stack.enter_context(lock_file(folder / _LOCK))
        try:
            flock(lock, LOCK_EX | LOCK_NB)
        except OSError:
            raise StoreProblem("another command is using it") from None
        with _told():
            connection = stack.enter_context(opened_database(folder / DATABASE))
            _prepare(connection, key, fresh=fresh)
        yield Store(connection)


def remove_empty(folder: Path, store: Store) -> None:
    """
    Remove a folder with a database that has no page, and nothing else.

    :raises StoreProblem: if it can't be removed.
    """
    with _told():
        if store.count() == 0 and not {file.name for file in folder.iterdir()} - _FILES:
            for name in _FILES:
                (folder / name).unlink(missing_ok=True)
            folder.rmdir()


@contextmanager
def read_store(folder: Path, *, checked: bool = False) -> Iterator[Store]:
    """
    Provide the database in a folder to be read, even while a command uses it.

    :param checked: whether this command has opened it already.
    :raises StoreProblem: if there is none, or it is of another version, or damaged.
    """
    with ExitStack() as stack:
        with _told():
            connection = stack.enter_context(opened_database(folder / DATABASE, read_only=True))
            if not checked:
                _check(connection)
        yield Store(connection)


def _check(connection: sqlite3.Connection) -> None:
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version != SCHEMA_VERSION or not has_tables(connection, _TABLES):
        raise StoreProblem(f"{DATABASE} in it was not written by this version of sitescan; remove it or name another")
    check_pages(connection)


def _prepare(connection: sqlite3.Connection, key: str, *, fresh: bool) -> None:
    empty = connection.execute("PRAGMA page_count").fetchone()[0] == 0
    if not empty:
        _check(connection)
    connection.execute("PRAGMA journal_mode = WAL")
    # Nothing is lost if the process is killed; if the machine is, a few pages are read again.
    connection.execute("PRAGMA synchronous = NORMAL")
    found = None if empty or fresh else connection.execute("SELECT * FROM run").fetchone()
    if found == (key, 0):
        return
    if found == (key, 1):
        with connection:
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("UPDATE page SET current = 0")
            connection.execute("UPDATE run SET finished = 0")
        return
    with connection:
        connection.execute("BEGIN IMMEDIATE")
        for table in () if empty else _NAMES:
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
    except (msgspec.DecodeError, RecursionError):
        raise StoreProblem(f"{DATABASE} in it has something that sitescan did not write; remove it") from None
