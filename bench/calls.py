"""
Count the function calls of scans, which don't depend on the load of the machine.

    python -m bench.calls [--record]

Prints, for ten generated pages, the calls of a child that outlines and judges the page with files that it has read
before, and for a page with 165 files those of the server process during one scan. ``--record`` writes the counts to
``bench/calls.json``. Otherwise the exit status is 1 if a count is more than 3% above the record. Counts depend on the
version of Python: on another one than the record's, nothing is counted, and the exit status is 77.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from ipaddress import ip_network
from pathlib import Path
from types import FrameType
from typing import Any, Self

from twisted.internet.task import react

from bench.generated_pages import generate
from bench.workbench import ROOT, SKIPPED, site
from sitescan.assembly import assemble
from sitescan.configuration.settings import Settings
from sitescan.examine.messages import JudgeJob, OutlineJob
from sitescan.examine.packing import pack, pack_all
from sitescan.examine.worker import Worker
from sitescan.model.exchange import Exchange, Page, Source
from sitescan.serving.scan_service import prepare
from sitescan.standards.http_headers import Headers
from sitescan.standards.urls import parse_target

_RECORD = ROOT / "bench/calls.json"
_TOLERANCE = 1.03
_URL = "https://example.com/"
_HEAD = '<!doctype html><html lang="en"><meta charset="utf-8"><title>Pears and plums</title>'
#: The number of scans of which the one with the fewest calls counts: how data arrives differs a little each time.
_SCANS = 5
_PARENT = "parent, 165 files"


def main() -> int:
    """Count the calls, print them, and compare them with the record."""
    parser = argparse.ArgumentParser(description=__doc__.strip().splitlines()[0])
    parser.add_argument("--record", action="store_true", help="write the counts to bench/calls.json")
    parser.add_argument("--count", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.count:
        print(json.dumps(_counts()))
        return 0
    record = json.loads(_RECORD.read_text())
    python = ".".join(platform.python_version_tuple()[:2])
    if not arguments.record and python != record["python"]:
        print(f"the record counts the calls of Python {record['python']}")
        return SKIPPED
    # The order of sets, and so the number of calls, depends on the seed of hashes.
    command = [sys.executable, "-m", "bench.calls", "--count"]
    environment = {**os.environ, "PYTHONHASHSEED": "0"}
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, cwd=ROOT, env=environment)
    counts = json.loads(done.stdout.splitlines()[-1])
    if arguments.record:
        _RECORD.write_text(json.dumps({"python": python, "calls": counts}, indent=2) + "\n")
    return _compared(counts, {} if arguments.record else record["calls"])


def _compared(counts: Mapping[str, int], recorded: Mapping[str, int]) -> int:
    """Print the counts beside the record, and return 1 if one is too high."""
    exceeded = False
    for name, calls in counts.items():
        before = recorded.get(name, calls)
        exceeded |= calls > before * _TOLERANCE
        print(f"{name:22}{calls:12,}{calls / before - 1:+8.1%}")
    if exceeded:
        print("more than 3% above bench/calls.json: find out why, or record it with --record")
    return int(exceeded)


def _counts() -> Mapping[str, int]:
    counts: dict[str, int] = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, make in _PAGES.items():
            place = Path(folder, str(len(counts)))
            place.mkdir()
            make(place)
            counts[f"child, {name}"] = _child_calls(place)
        place = Path(folder, "files")
        place.mkdir()
        _files(place)
        with site(place) as origin:
            try:
                react(_parent_calls, (f"{origin}/index.html", counts))
            except SystemExit as ended:
                if ended.code:
                    raise
    return counts


class _Calls:
    """A counter of the calls of Python and C functions in a block."""

    def __init__(self) -> None:
        self.count = 0

    def __enter__(self) -> Self:
        sys.setprofile(self._add)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)

    def _add(self, _: FrameType, event: str, __: object) -> None:
        self.count += event in ("call", "c_call")


def _child_calls(folder: Path) -> int:
    """Return the calls of a child that examines a page for the second time."""
    headers = Headers((("Content-Type", "text/html; charset=utf-8"),))
    body = (folder / "index.html").read_bytes()
    page, bodies = pack(Page(exchange=Exchange(requested=_URL, url=_URL, status=200, headers=headers), body=body))
    sheets, of_sheets = pack_all(_sources(folder, "css"))
    scripts, of_scripts = pack_all(_sources(folder, "js"))
    outline = OutlineJob(page=page, parser="turbohtml", links=200, resources=200)
    judgement = JudgeJob(page=page, parser="turbohtml", sheets=sheets, scripts=scripts)
    blob = b"".join((*bodies, *of_sheets, *of_scripts))
    worker = Worker()

    def examine() -> None:
        for job, sent in ((outline, body), (judgement, blob)):
            for _ in worker.answers(job, sent):
                pass

    examine()
    with _Calls() as calls:
        examine()
    return calls.count


def _sources(folder: Path, suffix: str) -> tuple[Source, ...]:
    return tuple(
        Source(url=_URL + path.relative_to(folder).as_posix(), body=path.read_bytes())
        for path in sorted(folder.rglob(f"*.{suffix}"))
    )


async def _parent_calls(reactor: Any, url: str, counts: dict[str, int]) -> None:
    settings = Settings(allow_private=(ip_network("127.0.0.0/8"),))
    assembly = assemble(reactor, settings, now=time.time)
    prepare()
    assembly.pool.start()
    target = parse_target(url)
    await assembly.scanner.scan(target, target.url)
    for _ in range(_SCANS):
        with _Calls() as calls:
            await assembly.scanner.scan(target, target.url)
        counts[_PARENT] = min(counts.get(_PARENT, calls.count), calls.count)
    await assembly.pool.stop()


def _files(folder: Path) -> None:
    """Write a page with 15 stylesheets, 30 scripts and 120 images."""
    image = bytes.fromhex("89504e470d0a1a0a0000000d4948445200000280000001e00806000000") + bytes(1000)
    kinds: Mapping[str, tuple[int, bytes, str]] = {
        "css": (15, b".pear { color: #060 }\n" * 50, '<link rel="stylesheet" href="/{}.css">'),
        "js": (30, b"function pear() { return 1 }\n" * 50, '<script defer src="/{}.js"></script>'),
        "png": (120, image, '<img src="/{}.png" alt="" width="640" height="480">'),
    }
    parts = [_HEAD]
    for suffix, (number, body, tag) in kinds.items():
        for index in range(number):
            (folder / f"{index}.{suffix}").write_bytes(body)
            parts.append(tag.format(index))
    (folder / "index.html").write_text("\n".join(parts))


def _repeated(piece: str, count: int, before: str = "") -> Callable[[Path], object]:
    """Return a function that writes a page of numbered pieces."""
    page = _HEAD + before + "".join(piece.format(n=number) for number in range(count))
    return lambda folder: (folder / "index.html").write_text(page)


_FIELD = '<p><label for="f{n}">Field {n}</label> <input id="f{n}" name="f{n}" required aria-describedby="h{n}"> '
_FIELD += '<span id="h{n}" style="color: #777">A hint</span><button type="button" aria-label="Clear {n}">x</button></p>'
_ROW = '<tr><th scope="row">Tree {n}</th><td>{n} kg</td><td><a href="#t{n}" id="t{n}">Pears</a></td></tr>'
_ICON = '<a href="/i/{n}"><svg viewBox="0 0 9 9" role="img"><title>Pear {n}</title><path d="M0 0h9v9z"/></svg></a>'
_CARD = '<div class="card c{n}" role="listitem"><div class="body"><h2>Pear {n}</h2><p>Ripe in autumn.</p></div></div>'
_STYLE = "<style>:root { --ink: #333 } .card > .body { color: var(--ink); background: linear-gradient(#fff, #eee) } "
_STYLE += "@media (min-width: 40em) { .card:hover h2 { text-decoration: underline } }</style>"

_PAGES: Mapping[str, Callable[[Path], object]] = {
    "10 KB": lambda folder: generate(folder, 10),
    "30 KB": lambda folder: generate(folder, 30),
    "100 KB": lambda folder: generate(folder, 100),
    "100 KB, no links": lambda folder: generate(folder, 100, links=0),
    "100 KB, 200 links": lambda folder: generate(folder, 100, links=200),
    "300 KB": lambda folder: generate(folder, 300),
    "a form": _repeated(_FIELD, 100, "<h1>Order pears</h1><form>"),
    "a table": _repeated(_ROW, 300, "<h1>Harvest</h1><table><caption>By tree</caption>"),
    "icons": _repeated(_ICON, 200, "<h1>Kinds</h1>"),
    "cards": _repeated(_CARD, 200, f'{_STYLE}<h1>Pears</h1><div role="list">'),
}


if __name__ == "__main__":
    sys.exit(main())
