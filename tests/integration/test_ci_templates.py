"""The GitHub Action and the GitLab template, run as far as they can be without either."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.site import Site, page, serving

ROOT = Path(__file__).parents[2]
PAGE = "<!doctype html><html lang=en><meta charset=utf-8><title>Pears</title><img src=/pear.png>"

pytestmark = pytest.mark.integration


@pytest.fixture
def commands(tmp_path: Path) -> Path:
    """A folder with the commands that the scripts call; pip only says what it was asked for."""
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / "sitescan").write_text(f'#!/bin/sh\nexec {sys.executable} -m sitescan.cli "$@"\n')
    (folder / "python").write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    (folder / "pip").write_text(f'#!/bin/sh\necho "$@" > {tmp_path}/pip\n')
    for command in folder.iterdir():
        command.chmod(0o755)
    return folder


def _bash(commands: Path, script: str, env: Mapping[str, str]) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        ["bash", "-e", "-c", script],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        cwd=commands.parent,
        env={**os.environ, "LC_ALL": "C.UTF-8", "PATH": f"{commands}:{os.environ['PATH']}", **env},
    )


def _action(commands: Path, site: Site, **inputs: str) -> "subprocess.CompletedProcess[str]":
    """Run the step of the action with these inputs, the others as they are by default."""
    action = yaml.safe_load((ROOT / "action.yml").read_text())
    step: dict[str, Any] = action["runs"]["steps"][-1]
    given = {"urls": f"{site.origin}/", "arguments": "--allow-private", **inputs}
    values = {name: given.get(name, declared.get("default", "")) for name, declared in action["inputs"].items()}
    env = {name: values[text.removeprefix("${{ inputs.").removesuffix(" }}")] for name, text in step["env"].items()}
    files = {"GITHUB_ACTION_PATH": str(ROOT), "GITHUB_STEP_SUMMARY": "summary.md", "GITHUB_OUTPUT": "output"}
    return _bash(commands, step["run"], {**env, **files})


def test_the_action_annotates_and_sums_up(commands: Path) -> None:
    """Lines for the log, a summary for people, files to upload, a score for other steps."""
    with serving({"/": page(PAGE)}) as site:
        done = _action(commands, site)
    assert done.returncode == 0, done.stderr
    assert "::error title=" in done.stdout
    assert (commands.parent / "summary.md").read_text().startswith("# ")
    assert json.loads((commands.parent / "sitescan.sarif").read_text())["version"] == "2.1.0"
    assert (commands.parent / "sitescan.html").exists()
    score = (commands.parent / "output").read_text()
    assert score.startswith("score=")
    assert 0 < int(score.removeprefix("score=")) < 100


def test_the_action_fails_with_its_gates(commands: Path) -> None:
    """All gates arrive, and the job fails by the first that does not hold."""
    with serving({"/": page(PAGE)}) as site:
        gates = {"min-score": "100", "min": "seo=100 security=100", "max": "error=0\nwarning=0", "fail-on": "error"}
        done = _action(commands, site, urls=f"{site.origin}/\n {site.origin}/\n", **gates)
    assert done.returncode == 1
    for gate in ("min-score 100", "min seo=100", "min security=100", "max error=0", "max warning=0", "fail-on error"):
        assert gate in done.stderr


def test_the_action_passes_problems_on(commands: Path) -> None:
    """A page that cannot be reached is not a page that passes."""
    with serving({}) as site:
        assert _action(commands, site, arguments="").returncode == 2
        assert _action(commands, site, urls="").returncode == 2


def test_every_input_is_used() -> None:
    """An input that nothing reads would be a promise that nothing keeps."""
    action = yaml.safe_load((ROOT / "action.yml").read_text())
    used = set(action["runs"]["steps"][-1]["env"].values())
    assert used == {f"${{{{ inputs.{name} }}}}" for name in action["inputs"]}


@pytest.mark.parametrize(("gate", "code"), [("", 0), ("--max error=0", 1)])
def test_the_gitlab_template(commands: Path, gate: str, code: int) -> None:
    """Its script runs as GitLab runs it; every file that it promises is there, whether the gate holds or not."""
    job = yaml.safe_load((ROOT / "ci/sitescan.gitlab-ci.yml").read_text())["sitescan"]
    with serving({"/": page(PAGE)}) as site:
        variables = {
            **job["variables"],
            "SITESCAN_URLS": f"{site.origin}/",
            "SITESCAN_ARGUMENTS": f"--allow-private {gate}",
        }
        done = _bash(commands, "\n".join(job["script"]), variables)
    assert done.returncode == code, done.stderr
    assert (commands.parent / "pip").read_text() == "install --quiet sitescan\n"
    for name in (*job["artifacts"]["paths"], *job["artifacts"]["reports"].values()):
        assert (commands.parent / name).stat().st_size


@pytest.mark.parametrize(("ci", "path"), [("github", ".github/workflows/sitescan.yml"), ("gitlab", ".gitlab-ci.yml")])
def test_the_jobs_of_init(commands: Path, ci: str, path: str) -> None:
    """What ``sitescan init`` writes runs as the CI runs it, and fails with the configured gate."""
    folder = commands.parent
    (folder / "index.html").write_text(PAGE)
    (commands / "python").write_text(
        f'#!/bin/sh\n[ "$2" = pip ] && echo "$@" > {folder}/pip && exit\nexec {sys.executable} "$@"\n'
    )
    done = _bash(commands, f"sitescan init index.html --ci {ci}", {})
    assert done.returncode == 0, done.stderr
    written = yaml.safe_load((folder / path).read_text())
    job = written["jobs"]["sitescan"] if ci == "github" else written["sitescan"]
    script = job["script"] if ci == "gitlab" else [step["run"] for step in job["steps"] if "run" in step]
    done = _bash(commands, "\n".join(script), {"GITHUB_STEP_SUMMARY": "summary.md"})
    assert done.returncode == 1, done.stderr
    assert "failed: index.html: fail-on error" in done.stderr
    assert (folder / "pip").read_text().startswith("-m pip install --quiet git+https://")
    assert (folder / "sitescan.html").stat().st_size
    if ci == "github":
        assert "::error title=" in done.stdout
        assert (folder / "summary.md").stat().st_size
    else:
        assert json.loads((folder / job["artifacts"]["reports"]["codequality"]).read_text())
