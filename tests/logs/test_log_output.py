"""The log output, which never blocks, and which untrusted hosts can't fill."""

import errno
import os
import time
from collections.abc import Iterator
from multiprocessing.pool import ThreadPool
from pathlib import Path
from typing import Any, TextIO

import pytest
from attrs import define
from twisted.logger import Logger, LogLevel, globalLogPublisher, jsonFileLogObserver, textFileLogObserver

from sitescan.logs.log_output import UnblockedFile, unblocked

LINE = "pears " * 30 + "\n"


@define
class Pipe:
    """The two ends of a pipe."""

    reader: int
    writer: TextIO

    def read(self) -> str:
        """Return the text that has been written."""
        os.set_blocking(self.reader, False)
        read = bytearray()
        try:
            while data := os.read(self.reader, 100_000):
                read += data
        except BlockingIOError:
            pass
        return read.decode()


@pytest.fixture
def pipe() -> Iterator[Pipe]:
    """Yield a pipe without a reader."""
    reader, writer = os.pipe()
    with os.fdopen(writer, "w", encoding="utf-8") as file:
        yield Pipe(reader, file)
    os.close(reader)


@pytest.fixture
def logged() -> Iterator[list[Any]]:
    """Yield the events that are logged during the test."""
    events: Any = []
    globalLogPublisher.addObserver(events.append)
    yield events
    globalLogPublisher.removeObserver(events.append)


def test_lines_are_flushed(pipe: Pipe) -> None:
    """A line can be read as soon as it is written."""
    file = UnblockedFile(pipe.writer)
    file.write("Pears\n")
    assert pipe.read() == "Pears\n"
    file.write("Birnen, грушы \ud800\n")
    assert pipe.read() == "Birnen, грушы \\ud800\n"


def test_paused_reader(pipe: Pipe, logged: list[Any]) -> None:
    """Lines beyond the 64 KB that a pipe takes are kept in order, and none is lost."""
    file = UnblockedFile(pipe.writer)
    lines = [f"{number} {LINE}" for number in range(2000)]
    for line in lines:
        file.write(line)
    read = ""
    while part := pipe.read():
        read += part
        file.flush()
    assert read == "".join(lines)
    assert not logged


def test_stopped_reader(pipe: Pipe, logged: list[Any]) -> None:
    """Ten megabytes of lines are written without waiting, and the number of lost lines is logged at the next read."""
    file = UnblockedFile(pipe.writer)
    lines = [f"{number} {LINE}" for number in range(50_000)]
    for line in lines:
        file.write(line)
    read = ""
    while part := pipe.read():
        read += part
        file.flush()
    kept = read.splitlines(keepends=True)
    assert kept == lines[: len(kept)]
    assert len(read) < 2_000_000
    assert [(event["log_level"], event["count"]) for event in logged] == [(LogLevel.warn, len(lines) - len(kept))]
    file.write("Pears\n")
    assert pipe.read() == "Pears\n"


def test_closed_reader(pipe: Pipe) -> None:
    """Lines for a reader that is gone are dropped without an error."""
    file = UnblockedFile(pipe.writer)
    os.dup2(os.open(os.devnull, os.O_RDONLY), pipe.reader)
    file.write(LINE)
    file.write(LINE)


def test_full_disk() -> None:
    """A log on a full disk causes no error."""
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        file = UnblockedFile(full)
        for _ in range(10_000):
            file.write(LINE)
        with pytest.raises(OSError, match=os.strerror(errno.ENOSPC)):
            os.write(full.fileno(), b"Pears")


@pytest.mark.parametrize("observer", [textFileLogObserver, jsonFileLogObserver])
def test_lookups_are_not_logged(pipe: Pipe, observer: Any) -> None:
    """A page with many hosts leaves no line for each of their names, and other lines are written, in both formats."""
    ends: list[Any] = []
    observe = unblocked(observer, ends.append)(pipe.writer)
    for text in (
        "DNSDatagramProtocol starting on 1234",
        "Starting protocol <twisted.names.dns.DNSDatagramProtocol object at 0x7f>",
        "(UDP Port 1234 Closed)",
        "Stopping protocol <twisted.names.dns.DNSDatagramProtocol object at 0x7f>",
        "Unexpected message (7) received from ('192.0.2.1', 53)",
        "Resolver added ('192.0.2.1', 53) to server list",
        "LimitedSite starting on 8080",
    ):
        observe({"message": (text,), "log_format": "{log_text}", "log_text": text, "log_time": 0.0})
    log = Logger(namespace="twisted.names.dns", observer=observe)
    log.warn("Invalid packet from {source} ({error})", source="a", error="b")
    Logger(namespace="twisted.protocols.amp", observer=observe).info("connection established")
    assert pipe.read() == ""
    Logger(namespace="twisted.protocols.amp", observer=observe).error("pears")
    Logger(namespace="twisted.internet.base", observer=observe).info("Received SIGTERM")
    assert pipe.read().count("\n") == 2
    Logger(namespace="sitescan", observer=observe).info("scanned {origin}", origin="https://pears.example")
    text = "(TCP Port 8080 Closed)"
    observe({"message": (text,), "log_format": "{log_text}", "log_text": text, "log_time": 0.0})
    read = pipe.read()
    assert "pears.example" in read
    assert text in read
    assert read.count("\n") == 2
    assert len(ends) == 1


def test_reentrant_write_from_signal_handler(pipe: Pipe, monkeypatch: pytest.MonkeyPatch) -> None:
    """A line that a signal handler logs during a write follows the line being written, and no line is written twice."""
    file = UnblockedFile(pipe.writer)
    write, signals = os.write, ["shutting down\n"]

    def interrupted(descriptor: int, data: bytes) -> int:
        if signals:
            file.write(signals.pop())
        return write(descriptor, data)

    monkeypatch.setattr(os, "write", interrupted)
    file.write("is ready\n")
    assert pipe.read() == "is ready\nshutting down\n"


def test_lines_pending_at_exit(pipe: Pipe) -> None:
    """When the process ends, waiting lines are written as long as the pipe is read, and no longer."""
    file = UnblockedFile(pipe.writer)
    lines = [f"{number} {LINE}" for number in range(2000)]
    for line in lines:
        file.write(line)
    with ThreadPool(1) as threads, os.fdopen(os.dup(pipe.reader)) as reader:
        reading = threads.apply_async(reader.read, (sum(map(len, lines)),))
        file.drain()
        assert reading.get() == "".join(lines)
    for line in lines:
        file.write(line)
    started = time.process_time()
    file.drain()
    assert time.process_time() - started < 1
