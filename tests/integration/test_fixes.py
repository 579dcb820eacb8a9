"""``sitescan fix`` as a process of its own, and its patches in Git."""

import subprocess
import sys
from pathlib import Path

import pytest

from sitescan.rules.catalogue import catalogue

_COMMAND = [sys.executable, "-m", "sitescan", "fix"]


def _git(folder: Path, *words: str, given: bytes = b"") -> bytes:
    return subprocess.run(["git", *words], cwd=folder, input=given, capture_output=True, check=True).stdout


@pytest.mark.proof
def test_git_applies_patch(tmp_path: Path) -> None:
    """Git applies the patch for the bad examples of all rules, and the files equal those that the command writes."""
    site, copy = tmp_path / "site", tmp_path / "copy"
    for folder in (site, copy):
        (folder / "ä b").mkdir(parents=True)
        (folder / "ä b/fixable.html").write_text("<!doctype html>\n<p role=buton tabindex=0>Buy\n")
        for number, rule in enumerate(catalogue().values()):
            html = next((example.html for example in rule.examples if example.bad and example.html), "<p>Pears")
            end = ("\n", "\r\n", "\r")[number % 3]
            body = html.replace("><", f">{end}<") + end * (number % 2)
            place = folder / "ä b" if number % 7 == 0 else folder
            place.joinpath(f"{number}.html").write_bytes(body.encode())
    _git(site, "init", "-q")
    _git(site, "config", "core.autocrlf", "false")
    # In a folder of the repository, paths start from its top, as in Git's own patches.
    made = subprocess.run([*_COMMAND, "--diff", ".."], cwd=site / "ä b", capture_output=True, check=False, timeout=600)
    assert made.returncode == 1
    assert made.stdout.count(b"\n--- ") >= 10
    inside = subprocess.run([*_COMMAND, "--diff", "."], cwd=site / "ä b", capture_output=True, check=False, timeout=600)
    assert b'--- "a/\\303\\244 b/' in inside.stdout
    _git(site / "ä b", "apply", "--whitespace=nowarn", "--check", given=inside.stdout)
    _git(site, "apply", "--whitespace=nowarn", given=made.stdout)
    written = subprocess.run([*_COMMAND, "."], cwd=copy, capture_output=True, check=False, timeout=600)
    assert written.returncode == 1
    names = sorted(path.relative_to(site) for path in site.rglob("*.html"))
    assert [site.joinpath(name).read_bytes() for name in names] == [copy.joinpath(name).read_bytes() for name in names]
    again = subprocess.run([*_COMMAND, "--diff", "."], cwd=site, capture_output=True, check=False, timeout=600)
    assert (again.returncode, again.stdout) == (0, b"")
