"""The files of a database in a folder, which may have come from a stranger with everything else in it."""

import errno
import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing, contextmanager
from io import FileIO
from itertools import count
from pathlib import Path

#: What SQLite appends to the name of a database for the files beside it.
_BESIDE = ("", "-wal", "-shm", "-journal")

#: The thousands of steps in which a schema may be read (https://www.sqlite.org/c3ref/progress_handler.html).
_MOST_STEPS = 1_000

_SCHEMA = "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY name"


def lock_file(path: Path) -> FileIO:
    """
    Open a file to be locked, which is created if it doesn't exist. No link is followed.

    :raises OSError: if it can't be opened, or is not a regular file.
    """
    _check_files(path)
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK, 0o666)
    return FileIO(descriptor, "r+")


@contextmanager
def opened_database(path: Path, *, read_only: bool = False) -> Iterator[sqlite3.Connection]:
    """
    Provide a database, which is created if it doesn't exist. No link is followed.

    :raises OSError: if a file of it is not a regular file.
    :raises sqlite3.Error: if it can't be opened.
    """
    _check_files(*(path.with_name(path.name + end) for end in _BESIDE))
    if path.exists() and path.stat().st_size and path.with_name(f"{path.name}-journal").exists():
        # Its end may have SQLite delete a file that it names (https://www.sqlite.org/fileformat2.html).
        raise sqlite3.DatabaseError(
            f"a program was killed while it made it; remove {path.name} and {path.name}-journal"
        )
    address = f"{path.absolute().as_uri()}?mode={'ro' if read_only else 'rwc'}"
    with closing(sqlite3.connect(address, uri=True, check_same_thread=False)) as connection:
        yield connection


def has_tables(connection: sqlite3.Connection, tables: str) -> bool:
    """
    Return whether a database has certain tables and indexes, and nothing else: no view, trigger, or other expression.

    :raises sqlite3.Error: if it can't be read, or its schema has no end.
    """
    steps = count()
    connection.set_progress_handler(lambda: next(steps) > _MOST_STEPS, 1_000)
    try:
        found = connection.execute(_SCHEMA).fetchmany(1_000)
    finally:
        connection.set_progress_handler(None, 0)
    with closing(sqlite3.connect(":memory:")) as model:
        model.executescript(tables)
        return found == model.execute(_SCHEMA).fetchall()


def check_pages(connection: sqlite3.Connection) -> None:
    """
    Check that no part of a database is used twice, so that a query ends after as many rows as the file has room for.

    :raises sqlite3.Error: if it is damaged.
    """
    (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if found != "ok":
        raise sqlite3.DatabaseError("it is damaged")


def _check_files(*paths: Path) -> None:
    for path in paths:
        try:
            mode = path.lstat().st_mode
        except FileNotFoundError:
            continue
        if not stat.S_ISREG(mode):
            raise OSError(errno.EINVAL, f"{path.name} in it is not a regular file", str(path))
