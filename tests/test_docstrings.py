"""Attributes, parameters and files that docstrings and documentation name."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

_ROOT = Path(__file__).parents[1]
_FOLDERS = ("bench", "docs", "evaluation", "fuzz", "sitescan", "tests", "tools")
_SOURCES = [path for folder in _FOLDERS for path in sorted((_ROOT / folder).rglob("*.py"))]
_TEXTS = [*sorted((_ROOT / "docs").glob("*.rst")), *sorted(_ROOT.glob("*.rst"))]

#: A path with a folder: ``rules/rule.py``.
_PATH = re.compile(r"``((?:[a-z_]+/)+[a-z_]+\.(?:py|json|jsonl|txt))``")
#: The folders that documented paths are relative to.
_BASES = [_ROOT, _ROOT / "sitescan", _ROOT / "sitescan/document"]

_Function = ast.FunctionDef | ast.AsyncFunctionDef


def _name(path: Path) -> str:
    return path.relative_to(_ROOT).as_posix()


def _parameters(function: _Function) -> set[str]:
    arguments = function.args
    named = (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg)
    return {argument.arg for argument in named if argument is not None}


def _attributes(class_: ast.ClassDef) -> set[str]:
    """Return the names that a class or its methods define or assign, and its ``__slots__``."""
    found: set[str] = set()
    for node in ast.walk(class_):
        if isinstance(node, ast.FunctionDef):
            found.add(node.name)
        elif isinstance(node, (ast.Name, ast.Attribute)) and isinstance(node.ctx, ast.Store):
            found.add(node.id if isinstance(node, ast.Name) else node.attr)
        elif isinstance(node, ast.Assign) and "__slots__" in map(ast.unparse, node.targets):
            found |= set(ast.literal_eval(node.value))
    return found


def _wrong_fields(tree: ast.Module) -> Iterator[str]:
    """Yield the fields of docstrings for attributes and parameters that don't exist."""
    for node in ast.walk(tree):
        if not isinstance(node, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            continue
        docstring = ast.get_docstring(node) or ""
        if isinstance(node, ast.ClassDef):
            attributes = _attributes(node)
            methods = (member for member in node.body if isinstance(member, _Function))
            parameters = attributes | {name for method in methods for name in _parameters(method)}
        else:
            attributes, parameters = set(), _parameters(node)
        for kind, name in re.findall(r"^:(ivar|param) \*{0,2}(\w+):", docstring, re.MULTILINE):
            if name not in (attributes if kind == "ivar" else parameters):
                yield f"{node.name}: :{kind} {name}:"


def test_fields_name_attributes_and_parameters() -> None:
    """Every attribute and parameter that a docstring describes exists."""
    wrong = {_name(path): list(_wrong_fields(ast.parse(path.read_text("utf-8")))) for path in _SOURCES}
    assert not {name: fields for name, fields in wrong.items() if fields}


@pytest.mark.parametrize("source", ['class A:\n """\n :ivar b: pear."""', 'def a(b):\n """\n :param c: pear."""'])
def test_unknown_field_is_found(source: str) -> None:
    """A field for an attribute or a parameter that does not exist is found."""
    assert list(_wrong_fields(ast.parse(source)))


def test_referenced_files_exist() -> None:
    """Every file that a docstring or the documentation names exists."""
    missing = [
        f"{_name(path)}: {named}"
        for path in (*_SOURCES, *_TEXTS)
        for named in _PATH.findall(path.read_text("utf-8"))
        if not any((base / named).exists() for base in (*_BASES, path.parent))
    ]
    assert missing == []
