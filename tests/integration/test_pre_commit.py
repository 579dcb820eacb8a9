"""The hooks of ``.pre-commit-hooks.yaml``, run by pre-commit in a repository of pages."""

import os
import subprocess
import sys
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

import pytest
from attrs import frozen

_HOOKS = Path(__file__).parents[2] / ".pre-commit-hooks.yaml"
_GOOD = '<!doctype html>\n<html lang="en"><meta charset="utf-8"><title>Pears</title><h1>Pears</h1>'

pytestmark = pytest.mark.skipif(find_spec("pre_commit") is None, reason="pre-commit is not installed")


@frozen
class _Repositories:
    """The repository of the hooks, whose program is already installed, and a repository of pages."""

    hooks: Path
    pages: Path
    env: Mapping[str, str]

    def run(self, hook: str) -> "subprocess.CompletedProcess[str]":
        """Run a hook on all files."""
        words = [sys.executable, "-m", "pre_commit", "try-repo", str(self.hooks), hook, "--all-files"]
        return subprocess.run(
            words, cwd=self.pages, env=self.env, capture_output=True, text=True, timeout=300, check=False
        )


@pytest.fixture
def repositories(tmp_path: Path) -> _Repositories:
    """Return the repositories, with hooks that aren't installed from the network."""
    program = tmp_path / "bin/sitescan"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m sitescan "$@"\n')
    program.chmod(0o755)
    hooks = _HOOKS.read_text()
    assert hooks.count("language: python") == 2
    files = {"hooks/.pre-commit-hooks.yaml": hooks.replace("language: python", "language: system")}
    files |= {"pages/good.html": _GOOD, "pages/bad.html": f"{_GOOD}<img src=a.png>", "pages/notes.txt": "<img src=a>"}
    files |= {"pages/fixable.xhtml": f"{_GOOD}<p role=buton tabindex=0>Buy"}
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    author = {f"GIT_{role}_{key}": "pears@example.com" for role in ("AUTHOR", "COMMITTER") for key in ("NAME", "EMAIL")}
    path = {"PATH": f"{program.parent}:{os.environ['PATH']}", "PRE_COMMIT_HOME": str(tmp_path / "cache")}
    env = {**os.environ, **author, **path, "HOME": str(tmp_path), "GIT_CONFIG_NOSYSTEM": "1"}
    for folder in ("hooks", "pages"):
        for words in ("init -q", "add -A", "commit -q -m Pears"):
            subprocess.run(["git", *words.split()], cwd=tmp_path / folder, env=env, check=True, timeout=60)
    return _Repositories(hooks=tmp_path / "hooks", pages=tmp_path / "pages", env=env)


def test_manifest_is_valid() -> None:
    """pre-commit accepts the manifest."""
    words = [sys.executable, "-m", "pre_commit", "validate-manifest", str(_HOOKS)]
    subprocess.run(words, check=True, timeout=60)


def test_scan_hook(repositories: _Repositories) -> None:
    """The hook fails and names the errors of HTML files, and ignores other files."""
    failed = repositories.run("sitescan")
    assert failed.returncode == 1
    assert "failed: bad.html: fail-on error: 1 issue: Images have no alt text" in failed.stdout
    assert "failed: good.html" not in failed.stdout
    # Only what fails is printed, without the reports.
    assert "bad.html:2:73: error: Images have no alt text [accessibility/image-alt]" in failed.stdout
    assert "good.html" not in failed.stdout
    assert "notes.txt" not in failed.stdout
    subprocess.run(["git", "rm", "-q", "bad.html"], cwd=repositories.pages, check=True)
    passed = repositories.run("sitescan")
    assert passed.returncode == 0, passed.stdout + passed.stderr


def test_fix_hook(repositories: _Repositories) -> None:
    """The hook fails if it fixes a file, and passes after that, even if issues are left for a person."""
    fixed = repositories.run("sitescan-fix")
    assert fixed.returncode == 1
    assert "files were modified by this hook" in fixed.stdout
    assert "role=button" in (repositories.pages / "fixable.xhtml").read_text()
    again = repositories.run("sitescan-fix")
    assert again.returncode == 0, again.stdout + again.stderr
