"""Tests look for the programs that they start, because a newcomer's machine has few of them."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.programs import ELSEWHERE, PACKAGES, find, installing

TESTS = Path(__file__).parent

#: Programs that are everywhere: the essential packages of Debian have them, or README.rst asks for them. The command of
#: this project is written by the test that calls it.
_EVERYWHERE = frozenset({"bash", "git", "sh", "sitescan", "sleep", "true"})

#: Functions that start a program, with its command first.
_STARTING = frozenset({"Popen", "call", "check_call", "check_output", "run"})


def _started(tree: ast.AST) -> Iterator[str]:
    """Yield the names of the programs in literal commands, which no variable could replace."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or not node.args:
            continue
        if node.func.attr not in _STARTING or ast.unparse(node.func.value) != "subprocess":
            continue
        command = node.args[0]
        first = command.elts[0] if isinstance(command, ast.List | ast.Tuple) else command
        if isinstance(first, ast.Constant):
            yield str(first.value).split()[0]


def _sources() -> Iterator[tuple[str, str]]:
    for path in sorted(TESTS.rglob("*.py")):
        if path != Path(__file__):
            yield path.relative_to(TESTS).as_posix(), path.read_text(encoding="utf-8")


def test_programs_are_looked_for() -> None:
    """Programs that may be missing are started by the path that ``program()`` returns."""
    unsought = [(name, program) for name, text in _sources() for program in {*_started(ast.parse(text))} - _EVERYWHERE]
    assert unsought == []


def test_one_module_looks_for_programs() -> None:
    """Only tests/programs.py looks for programs, so that all tests skip in the same words."""
    assert [name for name, text in _sources() if re.search(r"\bwhich\(", text)] == ["programs.py"]


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("subprocess.run(['npm', 'root'])", ["npm"]),
        ("subprocess.Popen(('nginx', *words))", ["nginx"]),
        ("subprocess.check_output('jq -r .', shell=True)", ["jq"]),
        ("subprocess.run([program('npm'), 'root']); subprocess.run([*words]); task.run(['npm'])", []),
    ],
)
def test_started_programs_are_found(source: str, names: list[str]) -> None:
    """The search finds each way to name a program."""
    assert [*_started(ast.parse(source))] == names


def test_commands_install_all_programs() -> None:
    """One command installs Debian's packages; other programs have a command or a page of their own."""
    commands = installing([*PACKAGES, *ELSEWHERE]).split("; ")
    assert commands[0].split()[2:] == [PACKAGES[name] for name in sorted(PACKAGES)]
    assert sorted(commands[1:]) == sorted(ELSEWHERE.values())
    assert installing(["jq"]) == "apt install jq"


def test_unknown_programs_are_mistakes() -> None:
    """A name without an entry is a mistake in a test, not a program that is missing."""
    with pytest.raises(ValueError, match=r"pears has no entry in tests/programs\.py"):
        find("pears")


_SKIPPING = """
import pytest
pytest_plugins = []

@pytest.mark.needs("jq", "nginx")
def test_servers(): pass

@pytest.mark.needs("jq")
def test_query(): pass

def test_other(): pytest.skip("no pears")
"""


def test_summary_of_skipped_tests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run ends with the number of skipped tests, and with the command that installs what they need."""
    (tmp_path / "test_skipping.py").write_text(_SKIPPING)
    (tmp_path / "conftest.py").write_text(
        "import shutil\nshutil.which = lambda *_, **__: None\nfrom tests.conftest import *\n"
    )
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = needs\n    corpora\n")
    monkeypatch.setenv("PYTHONPATH", str(TESTS.parent))
    options = ("-q", "-p", "no:cacheprovider", "-p", "no:randomly", "--rootdir", tmp_path)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *options, tmp_path], capture_output=True, text=True, check=False
    )
    assert "2 tests need programs that are not installed. These commands add them:\n" in done.stdout
    assert "    apt install jq nginx\n1 skipped: no pears\n" in done.stdout
