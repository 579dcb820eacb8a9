"""Writes a page of what rules call: the functions and types that at least two rules import, with their signatures."""

import ast
import inspect
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cached_property
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from sitescan.rules import authoring, site_authoring
from sitescan.rules.catalogue import catalogue

_ROLE = re.compile(r":[a-z]+:`~?([^`]+)`")

#: The number of rules that import something which is worth a line.
_SHARED = 2


def write(page: Path) -> None:
    """Write the page anew."""
    page.write_text("\n".join(_lines()) + "\n", encoding="utf-8")


def _lines() -> Iterator[str]:
    title = "What a rule may call"
    yield from (":orphan:", "", title, "=" * len(title), "")
    yield "A rule imports what most rules use from one module, and the rest from the modules that are named here. This"
    yield "page is made from the imports of all rules; it lists what two or more use, where it is defined."
    users = _users()
    modules = defaultdict(list)
    for (module, name), count in users.items():
        if count >= _SHARED:
            modules[module].append((name, count))
    for module in sorted(modules):
        yield from ("", f"``{module}``", "-" * (len(module) + 4), "")
        for name, count in sorted(modules[module]):
            value = getattr(import_module(module), name)
            yield f"* ``{name}{_signature(value)}``, {count} rules: {_summary(value)}".rstrip(": ")
            yield from _members(value)


def _users() -> Counter[tuple[str, str]]:
    """Return the number of rules that import each name, by the module that defines it and by name."""
    homes = {name: module for shared in (authoring, site_authoring) for module, name in _imports(shared)}
    return Counter(
        (homes[name] if module in (authoring.__name__, site_authoring.__name__) else module, name)
        for rule in catalogue().values()
        for module, name in _imports(import_module(rule.check.__module__))
    )


def _imports(module: ModuleType) -> Iterator[tuple[str, str]]:
    """Yield the modules of the package, and the names, that a module imports."""
    for node in ast.walk(ast.parse(inspect.getsource(module))):
        if isinstance(node, ast.ImportFrom) and node.module is not None and node.module.startswith("sitescan."):
            yield from ((node.module, alias.name) for alias in node.names)


def _members(value: Any) -> Iterator[str]:
    """Yield the public methods and properties of a class of the page, such as the document."""
    if inspect.isclass(value) and value.__module__.startswith("sitescan.document."):
        members = {name: member for name, member in vars(value).items() if not name.startswith("_")}
        listed = [
            f"  * ``{name}{_signature(member)}``: {_summary(getattr(member, 'fget', getattr(member, 'func', member)))}"
            for name, member in sorted(members.items())
            if inspect.isfunction(member) or isinstance(member, property | cached_property)
        ]
        yield from ("", *listed, "") if listed else ()


def _signature(value: Any) -> str:
    try:
        return str(inspect.signature(value)) if inspect.isfunction(value) else ""
    except ValueError:
        return ""


def _summary(value: Any) -> str:
    """Return the first sentence of the documentation of a function or class."""
    described = inspect.isfunction(value) or inspect.isclass(value)
    text = (inspect.getdoc(value) or "") if described else ""
    # A name that is clear in its module leads nowhere on this page.
    plain = _ROLE.sub(r"``\1``", text.partition("\n\n")[0])
    return " ".join(plain.split()).replace("|", "\\|").replace("*", "\\*")
