"""Completion scripts in their shells, and the man page in man."""

import os
import shlex
import subprocess
import sys
from collections.abc import Mapping
from configparser import RawConfigParser
from pathlib import Path

import pytest

from sitescan.cli.arguments import SHELLS
from tests.programs import needs, program

#: Typed words, with one of their completions, and a word that isn't among them.
CASES = {
    "sitescan ": ("scan", "seo/title-missing"),
    "sitescan ex": ("explain", "scan"),
    "sitescan scan --for": ("--format", "--force"),
    "sitescan scan --format ju": ("junit", "json"),
    "sitescan scan pear": ("pears.html", "plums.html"),
    "sitescan fix --select links/whit": ("links/whitespace", "links/broken"),
    "sitescan explain seo/title-mis": ("seo/title-missing", "seo/title-length"),
    "sitescan init pears.html --ci git": ("gitlab", "pears.html"),
}

#: Programs that source the script and complete words as if the tab key was pressed.
PROGRAMS = {
    "bash": """
        source ./script
        IFS=' ' read -ra COMP_WORDS <<<"$1"
        [[ $1 == *' ' ]] && COMP_WORDS+=('')
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        function=$(complete -p sitescan | sed 's/.* -F \\([^ ]*\\) .*/\\1/')
        "$function" sitescan "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
        printf '%s\\n' "${COMPREPLY[@]}"
    """,
    "fish": "source ./script; complete -C $argv[1]",
}


@pytest.fixture
def env(tmp_path: Path) -> Mapping[str, str]:
    """Return the environment of the shells, in which the command is found."""
    program = tmp_path / "bin/sitescan"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m sitescan "$@"\n')
    program.chmod(0o755)
    for name in ("pears.html", "plums.html"):
        (tmp_path / name).touch()
    return {**os.environ, "PATH": f"{program.parent}:{os.environ['PATH']}", "HOME": str(tmp_path)}


def _output(words: list[str], env: Mapping[str, str], folder: Path) -> str:
    done = subprocess.run(words, env=env, cwd=folder, capture_output=True, text=True, timeout=300, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.mark.parametrize("shell", ["bash", pytest.param("fish", marks=needs("fish"))])
def test_completion(shell: str, env: Mapping[str, str], tmp_path: Path) -> None:
    """Commands, options, values of options, files and rules are completed."""
    path = shell if shell == "bash" else program(shell)
    (tmp_path / "script").write_text(_output(["sitescan", "completion", shell], env, tmp_path))
    for typed, (present, absent) in CASES.items():
        options = ["--norc"] if shell == "bash" else ["-N"]
        last = [typed] if shell == "fish" else ["-", typed]
        found = _output([path, *options, "-c", PROGRAMS[shell], *last], env, tmp_path).splitlines()
        names = [line.split("\t")[0].strip() for line in found]
        assert present in names, typed
        assert absent not in names, typed


@needs("zsh")
def test_completion_in_zsh(env: Mapping[str, str], tmp_path: Path) -> None:
    """The script is valid, and zsh calls its function for the command."""
    (tmp_path / "_sitescan").write_text(_output(["sitescan", "completion", "zsh"], env, tmp_path))
    _output([program("zsh"), "-f", "-n", "_sitescan"], env, tmp_path)
    function = "fpath=($PWD $fpath); autoload -Uz compinit; compinit -D -u; print -- $_comps[sitescan]"
    assert _output([program("zsh"), "-f", "-c", function], env, tmp_path) == "_sitescan\n"


@pytest.mark.parametrize("words", [["completion"], ["completion", "tcsh"]])
def test_unsupported_shells(words: list[str], env: Mapping[str, str], tmp_path: Path) -> None:
    """An unknown or missing shell is a mistake that is reported in one line."""
    done = subprocess.run(["sitescan", *words], env=env, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert len(words) == 1 or all(shell in done.stderr for shell in SHELLS)


@needs("man")
def test_man_page(env: Mapping[str, str], tmp_path: Path) -> None:
    """The command of tox.ini writes the man page, and man shows it without a warning."""
    pytest.importorskip("argparse_manpage")
    tox = RawConfigParser()
    tox.read(Path(__file__).parents[2] / "tox.ini")
    commands = tox["testenv:docs"]["commands"].replace("\\\n", " ").splitlines()
    (made,) = [shlex.split(line) for line in commands if line.startswith("argparse-manpage")]
    run = "import sys, argparse_manpage.cli as cli; sys.argv[0] = 'argparse-manpage'; cli.main()"
    (tmp_path / "docs/_build").mkdir(parents=True)
    _output([sys.executable, "-c", run, *made[1:]], env, tmp_path)
    page = tmp_path / made[made.index("--output") + 1]
    words = [program("man"), "--warnings", "-l", str(page)]
    shown = _output(words, {**env, "MANWIDTH": "100", "MAN_KEEP_FORMATTING": ""}, tmp_path)
    assert "sitescan - scan web pages" in shown
    assert "--fail-on {error,warning,info,suggestion,never}" in shown
    assert "sitescan explain" in shown
