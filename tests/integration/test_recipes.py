"""The recipes are run unchanged, if their engines are installed (``tox -e recipes``)."""

import gzip
import importlib.util
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.running import PATIENT
from tests.site import page, serving
from tests.warc import warc_file, warc_record

pytestmark = pytest.mark.integration

RECIPES = Path(__file__).parents[2] / "recipes"
GOOD = '<!doctype html><html lang="en"><meta charset="utf-8"><title>Pears</title><h1>Pears</h1>'
BAD = "<p>Pears <img src=pear.png>"
OPTIONS = ["--allow-private", "--pause", "0", *PATIENT]


def needs(*packages: str) -> None:
    """Skip a test if one of its packages isn't installed."""
    for package in packages:
        if importlib.util.find_spec(package) is None:
            pytest.skip(f"{package} is not installed; tox -e recipes has it")


def run(command: list[str], folder: Path, **variables: str) -> None:
    """Run a recipe to its end."""
    env = {**os.environ, "RAY_DEDUP_LOGS": "0", "RAY_USAGE_STATS_ENABLED": "0", **variables}
    ended = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, timeout=600, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr


def rows(folder: Path) -> dict[str, Any]:
    """Return the rows that Ray has written, by URL."""
    lines = [line for file in folder.glob("*.json") for line in file.read_text().splitlines()]
    return {row["url"]: row for row in map(json.loads, lines)}


def test_ray_on_warc_files(tmp_path: Path) -> None:
    """Every HTML page of a WARC file has scores, and other files have none."""
    needs("ray", "warcio")
    pages = (("good", "text/html", GOOD), ("bad", "text/html", BAD), ("x.png", "image/png", ""))
    records = [warc_record(f"https://pears.example/{path}", body, media_type) for path, media_type, body in pages]
    (tmp_path / "crawl.warc.gz").write_bytes(warc_file(*records))
    run([sys.executable, str(RECIPES / "ray_stored_pages.py"), str(tmp_path / "out"), "crawl.warc.gz"], tmp_path)
    found = rows(tmp_path / "out")
    assert set(found) == {"https://pears.example/good", "https://pears.example/bad"}
    assert found["https://pears.example/good"]["seo"] > found["https://pears.example/bad"]["seo"]


def test_ray_on_parts_of_a_site(tmp_path: Path) -> None:
    """Parts of an archive that are examined apart and joined give the report of one machine."""
    needs("ray", "warcio")
    links = "".join(f"<a href='/{number}'>Pear {number}</a>" for number in range(8))
    pages = [("", GOOD + links), *((str(number), BAD) for number in range(8))]
    records = [warc_record(f"https://pears.example/{path}", body) for path, body in pages]
    (tmp_path / "site.warc.gz").write_bytes(warc_file(*records))
    run([sys.executable, "-m", "sitescan", "site", "site.warc.gz", "-o", "one", "-m", "6"], tmp_path)
    recipe = [sys.executable, str(RECIPES / "ray_site_parts.py"), "joined", "site.warc.gz", "3", "-m", "6"]
    run(recipe, tmp_path)
    for name in ("site.json", "index.html"):
        assert (tmp_path / "joined" / name).read_bytes() == (tmp_path / "one" / name).read_bytes()


def test_ray_on_live_pages(tmp_path: Path) -> None:
    """Every page of the list is scanned once."""
    needs("ray")
    with serving({f"/{number}": page(GOOD) for number in range(6)}) as site:
        urls = [f"{site.origin}/{number}" for number in range(6)]
        (tmp_path / "urls.txt").write_text("\n".join(urls))
        recipe = [sys.executable, str(RECIPES / "ray_live_scans.py"), str(tmp_path / "out"), "urls.txt", "2"]
        run([*recipe, *OPTIONS], tmp_path)
    found = rows(tmp_path / "out")
    assert set(found) == set(urls)
    assert all(json.loads(row["report"])["overallScore"] for row in found.values())


def test_scrapy(tmp_path: Path) -> None:
    """Each page that the spider visits has a score."""
    needs("scrapy")
    pages = {"/": page(GOOD + '<a href="/bad">Bad</a>'), "/bad": page(BAD)}
    with serving(pages) as site:
        recipe = [sys.executable, "-m", "scrapy", "runspider", str(RECIPES / "scrapy_pipeline.py")]
        run([*recipe, "-a", f"start={site.origin}/", "-O", "out.jsonl"], tmp_path)
    found = {row["url"]: row for row in map(json.loads, (tmp_path / "out.jsonl").read_text().splitlines())}
    assert set(found) == {f"{site.origin}/", f"{site.origin}/bad"}
    assert "seo/title-missing" in found[f"{site.origin}/bad"]["issues"]
    assert "seo/title-missing" not in found[f"{site.origin}/"]["issues"]


def test_kubernetes_job(tmp_path: Path) -> None:
    """The command of the Kubernetes job scans a shard of the list for each index, here without a cluster."""
    job = yaml.safe_load((RECIPES / "kubernetes-job.yaml").read_text())
    (container,) = job["spec"]["template"]["spec"]["containers"]
    assert container["command"] == ["/opt/sitescan/bin/sitescan"]
    assert {mount["name"] for mount in container["volumeMounts"]} == {
        volume["name"] for volume in job["spec"]["template"]["spec"]["volumes"]
    }
    count = job["spec"]["completions"]
    # Sites with different names on this machine would need a name server; malformed URLs don't.
    urls = [f"ftp://pears{number}.example/" for number in range(40)]
    (tmp_path / "urls.txt").write_text("\n".join(urls))
    found: list[str] = []
    used = 0
    for index in (*range(3), count - 1):
        args = [_expanded(argument, {"JOB_COMPLETION_INDEX": str(index)}) for argument in container["args"]]
        command = [
            sys.executable,
            "-m",
            "sitescan",
            *(argument.replace("/data", str(tmp_path)) for argument in args),
        ]
        run(command, tmp_path)
        output = tmp_path / f"reports-{index}.jsonl.gz"
        part = [json.loads(line)["url"] for line in gzip.decompress(output.read_bytes()).splitlines()]
        used += bool(part)
        found += part
    assert used
    assert len(found) == len(set(found))
    assert set(found) < set(urls)


def test_kubernetes_sites(tmp_path: Path) -> None:
    """The patch of the job examines the site in one line of the list for each index, here without a cluster."""
    (container,) = yaml.safe_load((RECIPES / "kubernetes-sites.yaml").read_text())["spec"]["template"]["spec"][
        "containers"
    ]
    with serving({"/": page(GOOD)}) as first, serving({"/": page(BAD)}) as second:
        (tmp_path / "sites.txt").write_text(f"{first.origin}/\n{second.origin}/\n")
        (script,) = container["args"]
        script = script.replace("/data", str(tmp_path)).replace(
            "/opt/sitescan/bin/sitescan", f"{sys.executable} -m sitescan"
        )
        for index in ("0", "1"):
            run([*container["command"], f"{script} --allow-private"], tmp_path, JOB_COMPLETION_INDEX=index)
    targets = [json.loads((tmp_path / f"site-{index}" / "site.json").read_text())["target"] for index in (0, 1)]
    assert targets == [f"{first.origin}/", f"{second.origin}/"]


def _expanded(text: str, variables: Mapping[str, str]) -> str:
    """Return a text with its variables expanded as in the arguments of a Kubernetes container."""
    for name, value in variables.items():
        text = text.replace(f"$({name})", value)
    return text
