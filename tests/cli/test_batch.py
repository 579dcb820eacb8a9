"""Batches: the output file, the order of URLs, and the progress messages."""

import gzip
import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from twisted.internet.defer import Deferred
from twisted.internet.task import Clock

from sitescan.cli.batch import BatchProgress, BatchWorker
from sitescan.cli.batch_output import BatchOutput
from sitescan.cli.batch_queue import BatchQueue, Shard, read_urls
from sitescan.cli.exit_codes import UsageProblem
from sitescan.cli.main import main
from sitescan.errors import ScanFailed
from sitescan.model.report import Report
from tests.fakes import report_of
from tests.results import result_now

RECORDS = [{"url": f"https://pears.example/{number}", "text": "ü\u2028" * number} for number in range(5)]


def written(path: Path) -> list[dict[str, str]]:
    """Return the records in a file, read as JSON lines."""
    data = path.read_bytes()
    text = gzip.decompress(data) if path.name.endswith(".gz") else data
    return [json.loads(line) for line in text.decode().split("\n") if line]


@pytest.fixture(params=["out.jsonl", "out.jsonl.gz"])
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Return the path of the output file."""
    return tmp_path / str(request.param)


def write(path: Path, *records: dict[str, str]) -> BatchOutput:
    """Append records to the output, and return it."""
    output = BatchOutput(path)
    for record in records:
        output.write(record)
    output.close()
    return output


def test_records_are_appended(path: Path) -> None:
    """Each record is appended as a line, and a later batch knows the records in the file."""
    assert len(write(path, *RECORDS[:2]).done) == 2
    assert len(write(path, *RECORDS[2:]).done) == len(RECORDS)
    assert write(path).done == write(path).done
    assert written(path) == RECORDS


def test_truncated_file(path: Path) -> None:
    """A file that was cut inside a record loses that record alone, and the next batch completes it."""
    write(path, *RECORDS[:3])
    whole = path.read_bytes()
    for length in range(len(whole)):
        path.write_bytes(whole[:length])
        output = BatchOutput(path)
        resumed = len(output.done)
        assert resumed < 3
        for record in RECORDS[resumed:3]:
            output.write(record)
        output.close()
        assert written(path) == RECORDS[:3]


@pytest.mark.parametrize(
    "content",
    [
        b"pears",
        b"pears\n",
        b"[1]\n",
        b'{"url": 1}\n',
        gzip.compress(b"pears\n", mtime=0),
        b"\x1f\x8b\x08pears",
        b"\0" * 99,
    ],
)
def test_foreign_file_is_rejected(path: Path, content: bytes) -> None:
    """A file with other content is rejected and not changed."""
    path.write_bytes(content)
    with pytest.raises(UsageProblem, match="something else"):
        BatchOutput(path)
    assert path.read_bytes() == content


def test_output_file_in_use(path: Path) -> None:
    """A second batch with the same output file is rejected."""
    output = BatchOutput(path)
    with pytest.raises(UsageProblem, match="another batch"):
        BatchOutput(path)
    output.close()


def queue(
    urls: list[str], clock: Clock, per_host: int = 1, pause: float = 0.0, done: tuple[int, ...] = ()
) -> BatchQueue:
    """Return a queue."""
    return BatchQueue(urls=iter(urls), done=done, per_host=per_host, pause=pause, clock=clock.seconds)


def test_hosts_take_turns(clock: Clock) -> None:
    """Hosts take turns, one page of a host is scanned at a time, and no URL is given twice."""
    urls = ["http://a/1", "http://a/2", "http://b/1", "http://a/1", "nonsense"]
    batch_queue = queue(urls, clock)
    assert [batch_queue.next() for _ in range(4)] == ["http://a/1", "http://b/1", "nonsense", 0.0]
    batch_queue.ended("http://a/1")
    assert batch_queue.next() == "http://a/2"
    assert batch_queue.next() is None
    assert [queue(urls, clock, per_host=2).next() for _ in range(1)] == ["http://a/1"]


def test_pause_between_pages_of_host(clock: Clock) -> None:
    """The pause begins when a page is done, and the queue returns the seconds that are left of it."""
    batch_queue = queue(["http://a/1", "http://a/2"], clock, pause=2.0)
    assert batch_queue.next() == "http://a/1"
    clock.advance(5)
    batch_queue.ended("http://a/1")
    assert batch_queue.next() == 2.0
    clock.advance(1.5)
    assert batch_queue.next() == 0.5
    clock.advance(0.5)
    assert batch_queue.next() == "http://a/2"


def test_scanned_urls_are_skipped(clock: Clock, path: Path) -> None:
    """URLs that an earlier batch has scanned are not given."""
    output = write(path, RECORDS[0])
    batch_queue = queue([RECORDS[0]["url"], RECORDS[1]["url"]], clock, done=tuple(output.done))
    assert [batch_queue.next(), batch_queue.next()] == [RECORDS[1]["url"], None]


@given(
    st.lists(st.sampled_from([f"http://{host}.example/{page}" for host in "abcdef" for page in range(9)])),
    st.integers(1, 5),
)
def test_every_url_is_given_once(urls: list[str], per_host: int) -> None:
    """Each URL is given exactly once, and no host exceeds its limit."""
    clock = Clock()
    batch_queue = queue(urls, clock, per_host=per_host)
    given_urls: list[str] = []
    running: list[str] = []
    while (url := batch_queue.next()) is not None:
        if isinstance(url, str):
            given_urls.append(url)
            running.append(url)
            assert sum(other.startswith(url[:9]) for other in running) <= per_host
        if len(running) > 3 or not isinstance(url, str):
            batch_queue.ended(running.pop(0))
    assert sorted(given_urls) == sorted(set(urls))


def test_shards_divide_the_work(tmp_path: Path) -> None:
    """Each URL is in exactly one shard, and all subdomains of a site are in the same shard."""
    urls = [
        f"https://{name}{number}.example/{page}" for number in range(50) for name in ("", "www.site") for page in "ab"
    ]
    urls += ["nonsense", "https://a.pears.co.uk/", "https://b.pears.co.uk/"]
    (tmp_path / "urls").write_text("\n".join(["# pears", "", *urls]))
    parts = [list(read_urls(tmp_path / "urls", Shard(index, 4))) for index in range(4)]
    assert sorted(url for part in parts for url in part) == sorted(urls)
    assert all(parts)
    assert len([part for part in parts if any("pears.co.uk" in url for url in part)]) == 1


@pytest.mark.parametrize("text", ["", "1", "4/4", "-1/4", "1/0", "a/b", "1/2/3", "1.0/2", "\u0663/4", "0/99999999"])
def test_malformed_shard(text: str) -> None:
    """A malformed shard is rejected with examples of valid ones."""
    with pytest.raises(UsageProblem, match=r"such as 0/16 or 15/16"):
        Shard.parse(text)


def test_progress_and_summary(clock: Clock) -> None:
    """The rate and the time left are those of the current run, without the pages done before."""
    progress = BatchProgress(1000, 200, clock.seconds)
    assert progress.line() == "[####                ] 200 of 1,000, 0 failed"
    for score in (50, 90):
        clock.advance(1)
        progress.add({"url": "", "overallScore": score})
    progress.add({"url": "", "error": "Scan failed"})
    assert progress.line() == "[####                ] 203 of 1,000, 1 failed, 1.5/s, 8 min 51 s left"
    assert progress.summary().splitlines() == [
        "3 pages in 2 s, 200 had been done before",
        "2 reports, mean score 70",
        "1 failed: Scan failed",
    ]
    assert BatchProgress(0, 0, clock.seconds).summary() == "0 pages in 0 s, 0 had been done before"


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("/nonexistent", "-o", "{}/out"), "/nonexistent: No such file"),
        (("{}/urls", "-o", "/nonexistent/out"), "output: /nonexistent/out: No such file"),
        (("{}/urls", "-o", "{}"), "Is a directory"),
        (("{}/urls",), "-o/--output"),
        (("{}/urls", "-o", "{}/out", "--shard", "3/3"), "shard: '3/3' is not a part"),
        (("{}/urls", "-o", "{}/out", "--jobs", "0"), "jobs must be a whole number from 1"),
        (("{}/urls", "-o", "{}/out", "--per-host", "x"), "per-host must be a whole number"),
        (("{}/urls", "-o", "{}/out", "--pause", "-1"), "'-1' is not a time in seconds"),
        (("{}/urls", "-o", "{}/out", "--set", "pears=1"), "unknown option 'pears'"),
    ],
)
def test_invalid_arguments(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: tuple[str, ...], words: str
) -> None:
    """A mistake is reported in one line, with exit status 2, before any scan."""
    (tmp_path / "urls").write_text("https://pears.example/\n")
    assert main(["batch", *(option.replace("{}", str(tmp_path)) for option in options)]) == 2
    message = capsys.readouterr().err
    assert words in message
    assert len(message.splitlines()) == 1


@pytest.mark.parametrize(
    ("problems", "undone", "recorded"),
    [
        ((ScanFailed("Scan failed", "The server is busy.", is_own=True),), 0, None),
        ((ScanFailed("Scan failed", "The server is busy.", is_own=True),) * 2, 1, None),
        ((ZeroDivisionError(),), 0, None),
        ((ZeroDivisionError(),) * 2, 1, None),
        ((ScanFailed("Scan failed", "The page redirects in a loop."),), 0, "The page redirects in a loop."),
    ],
)
def test_own_reasons(
    path: Path,
    problems: Sequence[Exception],
    undone: int,
    recorded: str | None,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A page that fails because of this machine is tried again at the end, and has no record if it still fails."""
    urls = [f"https://pears.example/{number}" for number in range(3)]
    left, tried = list(problems), []

    async def scan(url: str) -> Report:
        tried.append(url)
        if url == urls[0] and left:
            raise left.pop()
        return report_of(url)

    output = BatchOutput(path)
    clock = Clock()
    queue = BatchQueue(urls=iter(urls), done=(), per_host=1, pause=0, clock=clock.seconds)
    progress = BatchProgress(len(urls), 0, clock.seconds)
    worker = BatchWorker(clock, scan, queue, output, progress, evidence=False)
    result_now(Deferred.fromCoroutine(worker.run()))
    result_now(Deferred.fromCoroutine(worker.try_again()))
    output.close()
    found = {record["url"]: record.get("details") for record in written(path)}
    assert progress.undone == undone
    assert found == dict.fromkeys(urls[undone:]) | ({urls[0]: recorded} if recorded else {})
    assert tried == [*urls, *([] if recorded else urls[:1])]
    assert ("1 not done" in progress.summary()) == bool(undone)
    assert ("ZeroDivisionError" in capsys.readouterr().err) == isinstance(problems[0], ZeroDivisionError)
