"""Ray Data: scans of live pages, with all pages of a site in one part, so that one machine alone scans the site.

    python ray_live_scans.py reports/ urls.txt 16 [options of sitescan batch]

Needs ray[data] and sitescan. The last number is the number of parts of the list. Each actor scans one part at a
time, because every ``sitescan batch`` uses all processors of its machine.
"""

import json
import subprocess
import sys
import tempfile
import zlib
from functools import partial
from pathlib import Path
from typing import Any

import ray

from sitescan.standards.public_suffixes import site_of
from sitescan.standards.urls import InvalidTarget, parse_target


def with_part(parts: int, row: dict[str, Any]) -> dict[str, Any]:
    """Return a URL and the number of its part."""
    try:
        host = parse_target(row["text"]).host
    except InvalidTarget:
        host = row["text"]
    return {"url": row["text"], "part": zlib.crc32((site_of(host) or host).encode()) % parts}


class Scans:
    """An actor that scans one part after another."""

    def __init__(self, options: list[str]) -> None:
        self.options = options

    def __call__(self, part: dict[str, Any]) -> dict[str, Any]:
        """Return the reports of one part."""
        with tempfile.TemporaryDirectory() as folder:
            urls, reports = Path(folder) / "urls.txt", Path(folder) / "reports.jsonl"
            urls.write_text("\n".join(part["url"]), encoding="utf-8")
            command = [sys.executable, "-m", "sitescan", "batch", str(urls), "-o", str(reports), *self.options]
            subprocess.run(command, check=True)
            lines = reports.read_text(encoding="utf-8").splitlines()
        return {"url": [json.loads(line)["url"] for line in lines], "report": lines}


if __name__ == "__main__":
    output, source, count, *given = sys.argv[1:]
    rows = ray.data.read_text(source).map(partial(with_part, int(count)))
    machines = sum(node["Alive"] for node in ray.nodes())
    scans = {"fn_constructor_args": [given], "concurrency": (1, machines), "scheduling_strategy": "SPREAD"}
    rows.groupby("part").map_groups(Scans, batch_format="numpy", **scans).write_json(output)
