"""``sitescan init``: the files that it writes, and the files that exist already."""

import re
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest
import yaml

from sitescan.cli.arguments import parser
from sitescan.cli.configuration import configuration
from sitescan.cli.main import main

UNKNOWN = "# Write here the command that builds the site, such as: npm ci && npm run build"
SOURCE = "git+https://pears.example/pears/sitescan@1.0.0"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the current directory, a folder with a page."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "index.html").write_text("<title>Pears</title>")
    return tmp_path


def test_configuration_is_valid(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The written configuration is valid, also with every commented option enabled."""
    targets = ["index.html", 'https://pears.example/?a="b"&c=\'\\', "ä/**/*.html", "\x7f"]
    assert main(["init", *targets]) == 0
    assert "sitescan.toml was written." in capsys.readouterr().out
    words = parser().parse_args(["scan"])
    made = configuration(words, folder)
    assert made.targets == tuple(targets)
    assert made.fail_on == "error"
    text = (folder / "sitescan.toml").read_text()
    (folder / "sitescan.toml").write_text(re.sub(r"^# (?=[a-z-]+ = |\[\[)", "", text, flags=re.MULTILINE))
    made = configuration(words, folder)
    assert (made.min_score, made.baseline, made.base) == (80, "baseline.json", "https://pears.example/")
    assert made.least == {"accessibility": 90, "security": 80}
    assert made.most == {"error": 0, "warning": 10}
    assert made.outputs == (("html", "sitescan.html"), ("sarif", "sitescan.sarif"))
    assert (made.settings.renderer, made.settings.scan_seconds) == ("chromium", 60)
    assert made.settings.allow_private
    assert [ignored.rule for ignored in made.ignored] == ["seo/content-thin"]


def test_own_machine(folder: Path) -> None:
    """The configuration allows the addresses of this machine if a target is one."""
    assert main(["init", "http://localhost:3000/", "index.html"]) == 0
    assert configuration(parser().parse_args(["scan"]), folder).settings.allow_private


def test_configuration_is_used(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The next scan uses the written configuration."""
    (folder / "index.html").write_text("<!doctype html><html lang=en><title>Pears</title><img src=a>")
    assert main(["init", "index.html"]) == 0
    capsys.readouterr()
    assert main(["scan"]) == 1
    assert "fail-on error: 1 issue: Images have no alt text" in capsys.readouterr().err


def test_existing_files(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Existing files are kept and the others written; with ``--force``, all files are written."""
    (folder / "sitescan.toml").write_text("mine")
    assert main(["init", "index.html"]) == 2
    assert capsys.readouterr().err == "sitescan: sitescan.toml: the file exists; --force overwrites it\n"
    assert main(["init", "index.html", "--ci", "gitlab", "--source", SOURCE]) == 0
    assert capsys.readouterr().out == (
        "sitescan.toml exists and was left as it is; --force overwrites it.\n"
        ".gitlab-ci.yml was written.\nNext: sitescan scan\n"
    )
    assert (folder / "sitescan.toml").read_text() == "mine"
    assert main(["init", "index.html", "--ci", "gitlab", "--source", SOURCE]) == 2
    assert main(["init", "index.html", "--ci", "gitlab", "--source", SOURCE, "--force"]) == 0
    assert 'urls = ["index.html"]' in (folder / "sitescan.toml").read_text()


def test_dangling_links(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """No file is created where a link leads, even with --force."""
    (folder / "sitescan.toml").symlink_to("elsewhere.toml")
    assert main(["init", "a.html"]) == 2
    assert "sitescan.toml: the file exists" in capsys.readouterr().err
    assert main(["init", "a.html", "--force"]) == 2
    assert "a link to a file that doesn't exist" in capsys.readouterr().err
    assert not (folder / "elsewhere.toml").exists()


def test_missing_targets(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A missing target is accepted and reported, with advice if it is a host without a scheme."""
    (folder / "empty").mkdir()
    assert main(["init", "public", "pears.example", "index.html", "empty", "*.html", "-"]) == 0
    assert capsys.readouterr().err == (
        "sitescan: public: there is no such file yet\n"
        "sitescan: pears.example: there is no such file yet; for the site, write https://pears.example\n"
    )


@pytest.mark.parametrize(
    ("files", "commands"),
    [
        ({"hugo.toml": ""}, ["# Hugo builds the site.", "apt-get update -q && apt-get install -qy hugo", "hugo"]),
        (
            {"package.json": '{"scripts": {"build": "eleventy"}}', "package-lock.json": "{}"},
            ["# Node.js builds the site.", "apt-get update -q && apt-get install -qy npm", "npm ci", "npm run build"],
        ),
        (
            {"mkdocs.yml": "", "requirements.txt": "mkdocs-material"},
            [
                "# MkDocs builds the site.",
                "python -m pip install --quiet -r requirements.txt",
                "python -m pip install --quiet mkdocs",
                "mkdocs build",
            ],
        ),
        (
            {"package.json": '{"scripts": {"docs:dev": "vitepress dev docs", "docs:build": "vitepress build docs"}}'},
            [
                "# Node.js builds the site.",
                "apt-get update -q && apt-get install -qy npm",
                "npm install",
                "npm run docs:build",
            ],
        ),
        (
            {"_config.yml": "", "Gemfile": "", "package.json": '{"scripts": {"build": "sass"}}'},
            [
                "# Jekyll builds the site.",
                "apt-get update -q && apt-get install -qy bundler ruby-dev build-essential",
                "bundle install",
                "bundle exec jekyll build",
            ],
        ),
        (
            {"_config.yml": ""},
            ["# Jekyll builds the site.", "apt-get update -q && apt-get install -qy jekyll", "jekyll build"],
        ),
        ({"package.json": '{"scripts": {}}'}, [UNKNOWN]),
        ({"package.json": "[]"}, [UNKNOWN]),
        ({}, [UNKNOWN]),
    ],
)
def test_job_builds_the_site(folder: Path, files: Mapping[str, str], commands: list[str]) -> None:
    """A job builds what it scans by the program that the folder is for, or by a line to fill in, and checks that."""
    for name, text in files.items():
        (folder / name).write_text(text)
    assert main(["init", "it's", "https://pears.example/", "*.htm", "--ci", "gitlab", "--source", SOURCE]) == 0
    script = yaml.safe_load((folder / ".gitlab-ci.yml").read_text())["sitescan"]["script"]
    assert len(script) == 3
    *built, checked = script[0].splitlines()
    assert built == commands
    done = subprocess.run(["sh", "-c", checked], cwd=folder, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (
        1,
        "it's isn't there: this job has to build it before it is scanned\n",
    )
    (folder / "it's").mkdir()
    assert subprocess.run(["sh", "-c", checked], cwd=folder, check=False).returncode == 0
    assert main(["init", "it's", "--ci", "github", "--source", SOURCE, "--force"]) == 0
    steps = yaml.safe_load((folder / ".github/workflows/sitescan.yml").read_text())["jobs"]["sitescan"]["steps"]
    runs = "".join(step.get("run", "") for step in steps)
    assert (("sudo apt-get" in runs), ("Build the site" in str(steps))) == (
        "apt-get" in script[0],
        commands != [UNKNOWN],
    )


def test_job_without_a_build(folder: Path) -> None:
    """What is in the repository, or on the web, isn't built."""
    assert main(["init", "index.html", "https://pears.example/", "--ci", "github", "--source", SOURCE]) == 0
    text = (folder / ".github/workflows/sitescan.yml").read_text()
    assert "uild" not in text
    assert "BUILD" not in text


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "URL|FILE|FOLDER"),
        (["index.html", "--ci", "github"], "--ci: name what pip installs in the job: --source git+https://HOST/"),
        (["index.html", "--ci", "github", "--source", 'x"; rm y "'], "--source: x"),
        (["index.html", "--ci", "github", "--source", "$(x)"], "--source: $(x): write what pip installs"),
        (["index.html", "--ci", "github", "--source", "a\nb"], "--source: a b: write what pip installs"),
        (["index.html", "--ci", "jenkins"], "invalid choice: 'jenkins'"),
        (["index.html", "--ci", "github", "--source", SOURCE], ".github/workflows/sitescan.yml: Not a directory"),
    ],
)
def test_invalid_arguments(folder: Path, capsys: pytest.CaptureFixture[str], words: list[str], message: str) -> None:
    """Each mistake is reported in one line."""
    (folder / ".github").write_text("a file")
    assert main(["init", *words]) == 2
    printed = capsys.readouterr()
    assert message in printed.err
    assert printed.err.count("\n") == 1
