"""The URLs of a batch, with a limit of concurrent pages per host."""

from collections.abc import Callable, Iterable, Iterator
from io import TextIOWrapper
from pathlib import Path

from attrs import define, field, frozen

from sitescan.cli.batch_output import url_hash
from sitescan.cli.exit_codes import UsageProblem
from sitescan.concurrency.turn_queue import TurnQueue
from sitescan.configuration.regular_file import open_regular
from sitescan.standards.public_suffixes import site_of
from sitescan.standards.urls import http_host

#: The number of URLs that are read ahead, so that there are several hosts to choose from.
_AHEAD = 10_000


@frozen
class Shard:
    """
    A part of a batch: the sites whose hashed names have one remainder, with all of their pages.

    :ivar index: the number of the part, from 0.
    :ivar count: the number of parts.
    """

    index: int = 0
    count: int = 1

    @classmethod
    def parse(cls, text: str) -> "Shard":
        """
        Return the shard that a text such as ``3/16`` names.

        :raises UsageProblem: if it is not the number of a part, from 0, and the number of parts.
        """
        index, slash, count = text.partition("/")
        digits = all(part.isascii() and part.isdigit() and len(part) < 7 for part in (index, count))
        if not slash or not digits or not 0 <= int(index) < int(count):
            raise UsageProblem(f"shard: {text!r} is not a part such as 0/16 or 15/16")
        return cls(int(index), int(count))

    def has(self, url: str) -> bool:
        """Return whether a URL is in this part; an invalid URL is a site of its own."""
        if self.count == 1:
            return True
        return url_hash(site_of(http_host(url)) or url) % self.count == self.index


def read_urls(path: Path, shard: Shard) -> Iterator[str]:
    """
    Yield the URLs of a shard in a file, one on each line; skip empty lines and lines that start with ``#``.

    :raises UsageProblem: if the file can't be read.
    """
    try:
        with TextIOWrapper(open_regular(path), "utf-8", "replace") as file:
            for line in file:
                url = line.strip()
                if url and not url.startswith("#") and shard.has(url):
                    yield url
    except OSError as problem:
        raise UsageProblem(f"{path}: {problem.strerror}") from None


@define(eq=False)
class BatchQueue:
    """
    The URLs of a batch in the order of the file, except that hosts take turns.

    :ivar urls: the URLs of the batch.
    :ivar done: the hashes of URLs to skip.
    :ivar per_host: the maximum number of concurrent pages of one host.
    :ivar pause: the seconds between the end of one page of a host and the start of the next.
    :ivar clock: returns a time in seconds that only moves forward.
    """

    urls: Iterator[str]
    done: Iterable[int]
    per_host: int
    pause: float
    clock: Callable[[], float]
    _given: set[int] = field(factory=set, init=False)
    _waiting: TurnQueue[str, str] = field(factory=TurnQueue, init=False)
    _running: dict[str, int] = field(factory=dict, init=False)
    _not_before: dict[str, float] = field(factory=dict, init=False)

    def __attrs_post_init__(self) -> None:
        self._given.update(self.done)

    def next(self) -> str | float | None:
        """
        Return the next URL whose host is free. The caller must call :meth:`ended` afterwards.

        :return: if no host is free, the seconds until one may be, or 0 if that depends on the pages in progress;
            ``None`` if there are no more URLs.
        """
        self._read_ahead()
        now, soonest = self.clock(), 0.0
        for host in self._waiting.turns():
            if self._running.get(host, 0) >= self.per_host:
                continue
            wait = self._not_before.get(host, now) - now
            if wait <= 0:
                self._running[host] = self._running.get(host, 0) + 1
                return self._waiting.pop(host)
            soonest = min(soonest or wait, wait)
        return soonest if self._waiting else None

    def ended(self, url: str) -> None:
        """Note that the page of a URL is done."""
        host = http_host(url) or url
        self._running[host] -= 1
        if not self._running[host]:
            del self._running[host]
        now = self.clock()
        self._not_before[host] = now + self.pause
        if len(self._not_before) > _AHEAD:
            self._not_before = {host: at for host, at in self._not_before.items() if at > now}

    def _read_ahead(self) -> None:
        while len(self._waiting) < _AHEAD and (url := next(self.urls, None)) is not None:
            hashed = url_hash(url)
            if hashed not in self._given:
                self._given.add(hashed)
                self._waiting.add(http_host(url) or url, url)
