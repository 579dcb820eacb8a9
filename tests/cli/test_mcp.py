"""``sitescan mcp`` without a client, and the size limits of its answers."""

import asyncio
import gc
import io
import sys
from collections.abc import Coroutine
from importlib.machinery import ModuleSpec
from typing import Any

import pytest

from sitescan.cli import mcp_command
from sitescan.cli.main import main
from sitescan.cli.mcp_command import fitting
from sitescan.report.short_report import LARGEST


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_started_on_terminal(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """On a terminal, the command explains its purpose instead of waiting for messages."""
    pytest.importorskip("mcp", reason="the extra mcp is not installed")
    monkeypatch.setattr(sys, "stdin", _Terminal())
    assert main(["mcp"]) == 2
    assert "add `sitescan mcp` to the servers in its configuration" in capsys.readouterr().err


def test_missing_package(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the package mcp, the command names the package to install."""

    def missing(_: str) -> ModuleSpec | None:
        return None

    monkeypatch.setattr(mcp_command, "find_spec", missing)
    assert main(["mcp"]) == 2
    assert capsys.readouterr().err == (
        "sitescan: mcp: needs the package mcp; install it with: pip install 'sitescan[mcp]'\n"
    )


def test_collects_garbage_as_service(monkeypatch: pytest.MonkeyPatch) -> None:
    """While it serves, garbage is collected as it arises, and not as seldom as while a command loads its modules."""
    thresholds: list[int] = []

    def serve(work: Coroutine[Any, Any, None]) -> None:
        work.close()
        thresholds.append(gc.get_threshold()[0])

    monkeypatch.setattr(mcp_command, "find_spec", lambda _: ModuleSpec("mcp", None))
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    monkeypatch.setattr(asyncio, "run", serve)
    main(["mcp"])
    assert thresholds == [2500]


@pytest.mark.parametrize("words", [["--set", "scan-seconds=x"], ["--reneder"], ["pears"]])
def test_invalid_arguments(capsys: pytest.CaptureFixture[str], words: list[str]) -> None:
    """Each mistake is reported in one line."""
    assert main(["mcp", *words]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_long_diffs() -> None:
    """A long diff is cut between hunks, and the hunks that are left out are counted."""
    head = "--- a/a.html\n+++ b/a.html"
    hunk = "\n@@ -1 +1 @@\n-" + "a" * 1_000 + "\n+" + "b" * 1_000
    assert fitting(head + hunk * 5 + "\n") == (head + hunk * 5 + "\n", "")
    shown, left = fitting(head + hunk * 20 + "\n")
    assert len(shown) <= LARGEST + len(head) + 100
    assert shown == head + hunk * shown.count("\n@@ ") + "\n"
    assert left.startswith(f"{20 - shown.count('@@ -')} more hunks had no room")
    assert fitting(head + hunk.replace("a" * 1_000, "a" * LARGEST)) == (
        "",
        "1 more hunk had no room; run `sitescan fix` instead.",
    )
    assert fitting("") == ("", "")
