"""The log waits for nobody, and strangers do not fill it."""

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

from sitescan.log_output import UnblockedFile, unblocked

LINE = "pears " * 30 + "\n"


@define
class Pipe:
    """A pipe: its two ends."""

    reader: int
    writer: TextIO

    def read(self) -> str:
        """Return what has been written."""
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
    """A pipe that nobody reads yet."""
    reader, writer = os.pipe()
    with os.fdopen(writer, "w", encoding="utf-8") as file:
        yield Pipe(reader, file)
    os.close(reader)


@pytest.fixture
def logged() -> Iterator[list[Any]]:
    """What is logged meanwhile."""
    events: Any = []
    globalLogPublisher.addObserver(events.append)
    yield events
    globalLogPublisher.removeObserver(events.append)


def test_lines_are_written_at_once(pipe: Pipe) -> None:
    """Whoever reads sees each line as it is written."""
    file = UnblockedFile(pipe.writer)
    file.write("Pears\n")
    assert pipe.read() == "Pears\n"
    file.write("Birnen, грушы \ud800\n")
    assert pipe.read() == "Birnen, грушы \\ud800\n"


def test_a_reader_that_pauses(pipe: Pipe, logged: list[Any]) -> None:
    """A pipe takes 64 KB; the lines beyond that are kept, in their order, and none is lost."""
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


def test_a_reader_that_stops(pipe: Pipe, logged: list[Any]) -> None:
    """Ten megabytes of lines are written without waiting. How many were left out is said once somebody reads."""
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
    assert [(one["log_level"], one["count"]) for one in logged] == [(LogLevel.warn, len(lines) - len(kept))]
    file.write("Pears\n")
    assert pipe.read() == "Pears\n"


def test_a_reader_that_is_gone(pipe: Pipe) -> None:
    """Nobody is there to be told."""
    file = UnblockedFile(pipe.writer)
    os.dup2(os.open(os.devnull, os.O_RDONLY), pipe.reader)
    file.write(LINE)
    file.write(LINE)


def test_a_full_disk() -> None:
    """A log that can't be written ends nothing."""
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        file = UnblockedFile(full)
        for _ in range(10_000):
            file.write(LINE)
        with pytest.raises(OSError, match=os.strerror(errno.ENOSPC)):
            os.write(full.fileno(), b"Pears")


@pytest.mark.parametrize("observer", [textFileLogObserver, jsonFileLogObserver])
def test_what_strangers_can_fill_it_with(pipe: Pipe, observer: Any) -> None:
    """A page with two hundred hosts leaves no line for each of their names; other lines pass, in either form."""
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


def test_a_signal_in_the_middle(pipe: Pipe, monkeypatch: pytest.MonkeyPatch) -> None:
    """A handler that logs while a line is being written adds its line after it; none is written twice."""
    file = UnblockedFile(pipe.writer)
    write, signals = os.write, ["shutting down\n"]

    def interrupted(descriptor: int, data: bytes) -> int:
        if signals:
            file.write(signals.pop())
        return write(descriptor, data)

    monkeypatch.setattr(os, "write", interrupted)
    file.write("is ready\n")
    assert pipe.read() == "is ready\nshutting down\n"


def test_the_last_lines(pipe: Pipe) -> None:
    """When the process ends, what is waiting is written as long as somebody reads it, and no longer."""
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
