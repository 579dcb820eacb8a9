"""Lighthouse 13.5, installed from npm, and the sites that it audits on loopback."""

import argparse
import gzip
import json
import os
import re
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from evaluation.results import Unavailable
from tests.chromium import CHROMIUM
from tests.site import Answered

#: Its browser reaches nothing but loopback; Lighthouse gives it a new profile each time.
_CHROME = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'"
)
_TEXT = (".html", ".htm", ".css", ".js", ".svg", ".json")


_VERSION = "13.5"
_LEAST_NODE = (22, 19)


def add_program_option(parser: argparse.ArgumentParser) -> None:
    """Add the option that names an installed Lighthouse."""
    parser.add_argument("--program", type=Path, help="the folder of an installed Lighthouse (default: from npm)")


def installed(program: Path | None = None) -> Path:
    """Return the folder of the package of Lighthouse, which is installed from npm unless it is given."""
    try:
        node = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        raise Unavailable("Node.js is not installed") from None
    if tuple(map(int, re.findall(r"\d+", node)[:2])) < _LEAST_NODE:
        raise Unavailable(f"Lighthouse {_VERSION} needs Node.js 22.19; {node.strip()} is installed")
    if not CHROMIUM.exists():
        raise Unavailable(f"there is no Chromium at {CHROMIUM}")
    return program or npm("lighthouse", _VERSION)


def npm(name: str, version: str = "latest") -> Path:
    """Return the folder of a package of npm, which is installed below the folder for temporary files."""
    cache = Path(tempfile.gettempdir()) / "sitescan-npm" / f"{name}-{version}"
    root = cache / "node_modules" / name
    if not (root / "package.json").is_file():
        command = ["npm", "install", "--silent", "--ignore-scripts", "--no-audit", "--prefix", str(cache)]
        try:
            subprocess.run([*command, f"{name}@{version}"], capture_output=True, check=True)
        except (OSError, subprocess.CalledProcessError):
            raise Unavailable(f"{name} {version} cannot be installed by npm") from None
    return root


def audited(program: Path, url: str, *options: str, seconds: int = 180) -> Any:
    """
    Return the report of Lighthouse on a page; ``None`` if it could not load the page.

    :param program: the folder of its package.
    """
    command = ["node", str(program / "cli/index.js"), url, "--quiet", "--no-enable-error-reporting", "--output=json"]
    command += ["--output-path=stdout", *options, f"--chrome-flags={_CHROME}"]
    environment = {**os.environ, "CHROME_PATH": str(CHROMIUM)}
    try:
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=seconds, check=False)
        report = json.loads(done.stdout)
    except (ValueError, subprocess.TimeoutExpired):
        return None
    return None if report.get("runtimeError") else report


def served(answers: Mapping[str, Answered], *, well: bool) -> Mapping[str, Answered]:
    """Return the files of a site, compressed and cacheable for a year if they are served well."""
    return {path: _answer(path, answer, well=well) for path, answer in answers.items()}


def _answer(path: str, answer: Answered, *, well: bool) -> Answered:
    page = path.endswith((".html", ".htm"))
    lifetime = "no-cache" if page else "max-age=31536000" if well else "max-age=3600"
    fields = (*answer.headers, ("Cache-Control", lifetime))
    if not well or not path.endswith(_TEXT):
        return Answered(answer.body, 200, fields)
    return Answered(
        gzip.compress(answer.body), 200, (*fields, ("Content-Encoding", "gzip"), ("Vary", "Accept-Encoding"))
    )
