"""Lighthouse as a program: what it says of a page on loopback, and how its pages are served."""

import gzip
import json
import os
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.site import Answered

#: Its browser reaches nothing but loopback; Lighthouse gives it a new profile each time.
_CHROME = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'"
)
_TEXT = (".html", ".htm", ".css", ".js", ".svg", ".json")


def audited(program: Path, url: str, *options: str, chromium: str = "/usr/bin/chromium", seconds: int = 180) -> Any:
    """
    What Lighthouse says of a page; ``None`` where it could not load it.

    :param program: the folder of its package.
    """
    command = ["node", str(program / "cli/index.js"), url, "--quiet", "--no-enable-error-reporting", "--output=json"]
    command += ["--output-path=stdout", *options, f"--chrome-flags={_CHROME}"]
    environment = {**os.environ, "CHROME_PATH": chromium}
    try:
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=seconds, check=False)
        report = json.loads(done.stdout)
    except (ValueError, subprocess.TimeoutExpired):
        return None
    return None if report.get("runtimeError") else report


def served(answers: Mapping[str, Answered], *, well: bool) -> Mapping[str, Answered]:
    """The same files, compressed and to be kept for a year, or neither."""
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
