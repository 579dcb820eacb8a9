"""Ray Data: one giant site, from an archive, examined in parts that are joined at the end.

    python ray_site_parts.py site/ site.warc.gz 16 [options of sitescan site]

Needs ray[data] and sitescan[warc]. All machines read the archive, and write their parts to the folder. The number is
that of the parts. A part that is complete is not examined again. Each machine examines one part at a time, because
``sitescan site`` uses all of its processors.
"""

import shutil
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path
from typing import Any

import ray

SITE = [sys.executable, "-m", "sitescan", "site"]


def examined(archive: str, folder: str, count: int, options: list[str], row: dict[str, Any]) -> dict[str, Any]:
    """Return the folder of a part, which is written beside a database on a local disk, as SQLite needs it."""
    part = Path(folder, f"part-{row['id']}")
    if not part.exists():
        with tempfile.TemporaryDirectory() as local:
            subprocess.run([*SITE, archive, "--shard", f"{row['id']}/{count}", "-o", local, *options], check=True)
            copy = part.with_suffix(".new")
            shutil.copytree(local, copy, dirs_exist_ok=True)
            copy.rename(part)
    return {"part": str(part)}


if __name__ == "__main__":
    output, archive, count, *options = sys.argv[1:]
    folder, source = Path(output).absolute(), Path(archive).absolute()
    folder.mkdir(parents=True, exist_ok=True)
    ray.init()
    machines = sum(node["Alive"] for node in ray.nodes())
    rows = ray.data.range(int(count), override_num_blocks=int(count)).map(
        partial(examined, str(source), str(folder), int(count), options),
        concurrency=machines,
        scheduling_strategy="SPREAD",
    )
    subprocess.run([*SITE, "merge", *(row["part"] for row in rows.take_all()), "-o", str(folder)], check=True)
