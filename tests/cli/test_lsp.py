"""``sitescan lsp`` without an editor."""

import gc
import io
import sys
from importlib.machinery import ModuleSpec

import pytest

from sitescan.cli import lsp_command
from sitescan.cli.main import main


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_started_on_terminal(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """On a terminal, the command says what starts it, instead of waiting for messages."""
    monkeypatch.setattr(lsp_command, "find_spec", lambda _: ModuleSpec("pygls", None))
    monkeypatch.setattr(sys, "stdin", _Terminal())
    assert main(["lsp"]) == 2
    assert "an editor starts this command" in capsys.readouterr().err


def test_missing_package(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the package pygls, the command names what to install."""

    def missing(_: str) -> ModuleSpec | None:
        return None

    monkeypatch.setattr(lsp_command, "find_spec", missing)
    assert main(["lsp"]) == 2
    assert capsys.readouterr().err == (
        "sitescan: lsp: needs the package pygls; install it with: pip install 'sitescan[lsp]'\n"
    )


@pytest.mark.parametrize("words", [["--reneder"], ["pears"]])
def test_invalid_arguments(capsys: pytest.CaptureFixture[str], words: list[str]) -> None:
    """Each mistake is reported in one line."""
    assert main(["lsp", *words]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_end_of_input(monkeypatch: pytest.MonkeyPatch) -> None:
    """When the editor closes standard input, the command ends; garbage is collected after each page."""
    pytest.importorskip("pygls", reason="the extra lsp is not installed")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO()))
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO()))
    thresholds = gc.get_threshold()
    try:
        assert main(["lsp"]) == 0
        assert gc.get_threshold()[0] == 100_000
    finally:
        gc.set_threshold(*thresholds)
