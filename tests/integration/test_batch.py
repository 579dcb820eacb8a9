"""The installed ``sitescan batch`` command: interrupted runs, shards and failures."""

import gzip
import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.integration.processes import until
from tests.running import PATIENT
from tests.site import Site, page, serving

pytestmark = pytest.mark.integration

GOOD = '<!doctype html><html lang="en"><meta charset="utf-8"><title>Pears</title><h1>Pears</h1>'
COUNT = 24


def command(urls: Path, output: Path, *options: str) -> list[str]:
    """Return the command line."""
    program = [sys.executable, "-c", "import sys; from sitescan.cli.main import main; sys.exit(main())"]
    given = ["--allow-private", "--pause", "0", "--per-host", "4", "--jobs", "4", *options, *PATIENT]
    return [*program, "batch", str(urls), "-o", str(output), *given]


def run(arguments: Sequence[str]) -> "subprocess.CompletedProcess[str]":
    """Run a command to its end."""
    return subprocess.run(arguments, capture_output=True, text=True, timeout=600, check=False)


def records(output: Path) -> list[dict[str, object]]:
    """Return the records of the output."""
    return [json.loads(line) for line in gzip.decompress(output.read_bytes()).splitlines()]


def listed(site: Site, folder: Path) -> Path:
    """Return the path of a list of pages."""
    path = folder / "urls.txt"
    path.write_text("".join(f"{site.origin}/{number}\n" for number in range(COUNT)))
    return path


def test_killed_and_resumed(tmp_path: Path) -> None:
    """After kill -9, the same command scans the remaining pages, and no record is lost or repeated."""
    output = tmp_path / "out.jsonl.gz"
    with serving({f"/{number}": page(GOOD) for number in range(COUNT)}) as site:
        urls = listed(site, tmp_path)
        arguments = command(urls, output)
        with subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            until(lambda: output.exists() and output.stat().st_size > 3000)
            process.kill()
        ended = run(arguments)
        assert ended.returncode == 0, ended.stderr
        assert "had been done before" in ended.stderr
        again = run(arguments)
        assert f"0 pages in 0 s, {COUNT} had been done before" in again.stderr
    found = records(output)
    assert sorted(str(record["url"]) for record in found) == sorted(urls.read_text().split())
    assert all(record["meta"] for record in found)


def test_shards_and_failures(tmp_path: Path) -> None:
    """Two shards cover the list, a page that can't be scanned is a record with a reason, and the command succeeds."""
    with serving({"/0": page(GOOD)}) as site:
        urls = tmp_path / "urls.txt"
        lines = [f"{site.origin}/0", "ftp://pears.example/", "http://127.0.0.1:1/", "nonsense"]
        urls.write_text("\n".join(lines))
        found = []
        for index in range(2):
            output = tmp_path / f"{index}.jsonl.gz"
            ended = run(command(urls, output, "--shard", f"{index}/2", "--evidence"))
            assert ended.returncode == 0, ended.stderr
            found += records(output)
    by_url = {record["url"]: record for record in found}
    assert sorted(map(str, by_url)) == sorted(lines)
    assert len(found) == len(lines)
    assert by_url[lines[0]]["scoringVersion"]
    assert by_url["http://127.0.0.1:1/"]["error"] == "Scan failed"
    assert {by_url[url]["error"] for url in ("ftp://pears.example/", "nonsense")} == {"Invalid URL"}
