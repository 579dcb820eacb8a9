"""The architecture, beyond the layers of pyproject.toml: the libraries that modules import, and what they load."""

import ast
import inspect
import pkgutil
import re
import sys
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Any

import pytest
from attrs import frozen

ROOT = Path(__file__).parents[1]

#: The folders of ``sitescan.document`` in their order. The modules beside the folders are shared by all of them.
ROOMS = (
    *("parsing", "scripts", "css", "layout", "language", "indexing", "structured_data", "links", "accessibility"),
    *("contrast", "loading", "security", "site_facts", "conformance", "edits"),
)

#: The packages of rules, whose modules are named by their ids.
CATEGORIES = tuple(
    f"sitescan.rules.{name}" for name in ("seo", "accessibility", "performance", "security", "links", "site")
)

#: Libraries that only these packages may import.
RESERVED = {
    "treq": ("sitescan.egress",),
    "twisted.web.client": ("sitescan.egress",),
    "twisted.internet.endpoints": ("sitescan.egress", "sitescan.state", "sitescan.options", "sitescan.serving"),
    "txredisapi": ("sitescan.state",),
    "klein": ("sitescan.web",),
    "werkzeug": ("sitescan.web",),
    "bs4": ("sitescan.document", "sitescan.rules"),
}

#: The private names of libraries that are used, by the only module that may use names of that library. The comment on
#: each entry gives the reason why no public name serves.
PRIVATE = {
    # ``IReactorSocket.adoptStreamPort`` makes a port that changes the mode of a UNIX socket's file, and deletes it
    # at the end. The file belongs to the process that bound the socket.
    "sitescan.serving.inherited_sockets": {"twisted.internet.unix.Port": {"_fromListeningDescriptor", "_bindPath"}},
}

#: Names of the standard library that begin with an underscore, but are documented or only annotate.
DOCUMENTED = {"_exit", "_ArgumentGroup"}

#: Optional packages: the package that is imported, then its extra and its distribution.
EXTRAS = {
    "txredisapi": ("redis", "txredisapi"),
    "prometheus_client": ("metrics", "prometheus-client"),
    "mcp": ("mcp", "mcp"),
    "warcio": ("warc", "warcio"),
    "lsprotocol": ("lsp", "lsprotocol"),
    "pygls": ("lsp", "pygls"),
    "pytest": ("pytest", "pytest"),
}


@frozen
class Import:
    """An import: the full name of the imported object, and whether it is imported as the module is loaded."""

    name: str
    at_load: bool


@cache
def modules() -> dict[str, tuple[Import, ...]]:
    """Return every module of the package by name, with all its imports at any depth, those for typing included."""
    found = {}
    for path in sorted((ROOT / "sitescan").rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = imports(path)
    return found


def imports(path: Path) -> tuple[Import, ...]:
    """Return all imports of a file."""
    return tuple(_imports(ast.parse(path.read_text(encoding="utf-8")), at_load=True))


def _imports(node: ast.AST, *, at_load: bool) -> Iterator[Import]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import):
            yield from (Import(alias.name, at_load) for alias in child.names)
        elif isinstance(child, ast.ImportFrom):
            yield from (Import(f"{child.module}.{alias.name}", at_load) for alias in child.names)
        else:
            inside = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
            yield from _imports(child, at_load=at_load and not inside)


def own(module: str, *, at_load: bool = False) -> set[str]:
    """
    Return the modules of the package that a module imports.

    :param at_load: whether only imports count that are done as the module is loaded.
    """
    found = set()
    for imported in modules()[module]:
        if below(imported.name, "sitescan") and imported.at_load >= at_load:
            # `from package import module` names a module, `from module import thing` does not.
            found.add(imported.name if imported.name in modules() else imported.name.rpartition(".")[0])
    return found


def below(name: str, *packages: str) -> bool:
    """Return whether a name is one of the packages, or is inside one."""
    return any(name == package or name.startswith(f"{package}.") for package in packages)


def test_document_folders_import_no_later_folder() -> None:
    """No folder of the document imports a later folder: layout, for example, is computed without contrast."""
    places = {f"sitescan.document.{folder}": place for place, folder in enumerate(ROOMS)}
    wrong = [
        (module, name)
        for module in modules()
        for name in own(module)
        if places.get(room(name), -1) > places.get(room(module), len(ROOMS))
    ]
    assert not wrong
    assert {room(module) for module in modules() if room(module).startswith("sitescan.document.")} >= places.keys()


def room(module: str) -> str:
    """Return the folder of a module of ``sitescan.document``; empty for a module beside the folders."""
    parts = module.split(".")
    return ".".join(parts[:3]) if parts[:2] == ["sitescan", "document"] and len(parts) > 3 else ""


def test_reserved_libraries() -> None:
    """Some libraries are imported only by the packages in ``RESERVED``, such as HTTP clients by ``egress``."""
    wrong = [
        (module, imported.name)
        for library, stations in RESERVED.items()
        for module, found in modules().items()
        for imported in found
        if below(imported.name, library) and not below(module, *stations)
    ]
    assert not wrong


def test_no_module_level_reactor_import() -> None:
    """No module imports the reactor as it is loaded, which would decide which reactor runs."""
    wrong = [
        module
        for module, found in modules().items()
        for imported in found
        if imported.at_load and below(imported.name, "twisted.internet.reactor")
    ]
    assert not wrong


def test_reactors_have_interfaces() -> None:
    """Every reactor and clock is annotated with the interface that is needed of it."""
    wrong = [
        f"{path.name}:{node.lineno}"
        for path in (ROOT / "sitescan").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.arg | ast.AnnAssign)
        and node.annotation is not None
        and ast.unparse(node.annotation) in ("Any", "object")
        and re.search(
            r"(?:^|[_.])(?:reactor|clock)$", node.arg if isinstance(node, ast.arg) else ast.unparse(node.target)
        )
    ]
    assert not wrong


def test_no_circular_imports() -> None:
    """No modules import each other in a circle, not even lazily."""
    order = TopologicalSorter({module: own(module) for module in modules()})
    try:
        order.prepare()
    except CycleError as circle:
        pytest.fail(" <- ".join(circle.args[1]))


def test_module_names_are_unique() -> None:
    """Each module has a unique name, which identifies it in a traceback, except rules, which a category identifies."""
    named = Counter(
        module.rpartition(".")[2]
        for module in modules()
        if not below(module, *CATEGORIES) and not (ROOT / module.replace(".", "/")).is_dir()
    )
    assert not [name for name, times in named.items() if times > 1]


def test_local_pages_load_no_twisted() -> None:
    """The commands for local pages, which editors run for each file, don't load Twisted, which takes long."""
    assert not using_twisted(["sitescan.cli.scan_command", "sitescan.cli.fix_command"], at_load=True)


def test_command_loads_little() -> None:
    """``sitescan --version`` is answered at once: what starts the command loads no package that isn't Python's."""
    reached = reachable(["sitescan.cli.main"], at_load=True)
    used = {imported.name.partition(".")[0] for module in reached for imported in modules()[module] if imported.at_load}
    assert used <= {"sitescan", *sys.stdlib_module_names}


def using_twisted(starts: Iterable[str], *, at_load: bool) -> set[str]:
    """Return the modules that import Twisted, among some modules and those that they import."""
    return {
        module
        for module in reachable(starts, at_load=at_load)
        if any(below(imported.name, "twisted") and imported.at_load >= at_load for imported in modules()[module])
    }


def reachable(starts: Iterable[str], *, at_load: bool) -> set[str]:
    """
    Return some modules and all that they import, directly or through others.

    :param at_load: whether only imports count that are done as a module is loaded.
    """
    reached: set[str] = set()
    waiting = list(starts)
    while waiting:
        module = waiting.pop()
        if module not in reached:
            reached.add(module)
            waiting.extend(own(module, at_load=at_load))
    return reached


def test_plugin_imports_only_service_maker() -> None:
    """The plugin imports only the service maker, because Twisted silently leaves out a plugin that fails to import."""
    (maker,) = imports(ROOT / "twisted/plugins/sitescan_plugin.py")
    assert maker.name == "twisted.application.service.ServiceMaker"
    assert not list((ROOT / "twisted").rglob("__init__.py")), "it would replace Twisted's own"


def test_requirements_match_imports() -> None:
    """The requirements in setup.py are exactly the distributions that the package imports."""
    names = {imported.name for found in modules().values() for imported in found}
    # Several distributions can have modules in one package, such as Twisted and this one, or all of zope.*.
    providers = [
        {canonical(provider) for provider in packages_distributions()[package]}
        for package in {name.partition(".")[0] for name in names} - {"sitescan", *EXTRAS} - sys.stdlib_module_names
    ]
    required = requirements()
    assert not [some for some in providers if not some & required], "imported, but not asked for"
    assert not required.difference(*providers), "asked for, but not imported"


def test_extras_are_imported_lazily() -> None:
    """
    An optional package is imported only when it is used, and the extra for tests has it.

    A module that no other one imports as it is loaded is there for its package.
    """
    extras = keyword("extras_require")
    loaded = {name for module in modules() for name in own(module, at_load=True)}
    for package, (extra, distribution) in EXTRAS.items():
        (version,) = [requirement for requirement in extras[extra] if requirement.startswith(f"{distribution}>=")]
        assert version in extras["test"]
        uses = [
            imported.at_load and module in loaded
            for module, found in modules().items()
            for imported in found
            if below(imported.name, package)
        ]
        assert uses
        assert not any(uses)


def test_every_dependency_is_documented() -> None:
    """The table in docs/architecture.rst contains every dependency."""
    text = (ROOT / "docs/architecture.rst").read_text(encoding="utf-8")
    table = text[text.index("\nDependencies\n") :]
    names = {"beautifulsoup4": "beautiful soup", "zope-interface": "zope.interface"}
    distributions = requirements() | {distribution for _, distribution in EXTRAS.values()}
    missing = [name for name in distributions if names.get(name, name) not in table.lower()]
    assert not missing


def requirements() -> set[str]:
    """Return the names in ``install_requires`` of setup.py."""
    return {canonical(re.split(r"[^\w.-]", text)[0]) for text in keyword("install_requires")}


def keyword(name: str) -> Any:
    """Return the argument that setup.py passes to setuptools by a name."""
    setup = ast.parse((ROOT / "setup.py").read_text(encoding="utf-8"))
    (value,) = (node.value for node in ast.walk(setup) if isinstance(node, ast.keyword) and node.arg == name)
    return ast.literal_eval(value)


def canonical(name: str) -> str:
    """Return the normalized name of a distribution."""
    return re.sub(r"[-_.]+", "-", name).lower()


def private(name: str) -> bool:
    """Return whether a name begins with one underscore."""
    return name.startswith("_") and not name.startswith("__")


def private_uses(tree: ast.AST, own: Collection[str]) -> Iterator[str]:
    """
    Yield the private names of other packages that a module uses.

    :param own: the private names that this package defines, which are not reported.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            module = getattr(node, "module", None) or ""
            if below(module, "sitescan"):
                continue
            names = [part for alias in node.names for part in f"{module}.{alias.name}".split(".")]
            yield from filter(private, names)
        elif isinstance(node, ast.Attribute) and private(node.attr):
            inherited = isinstance(node.value, ast.Call) and ast.unparse(node.value.func) == "super"
            if inherited or node.attr not in own:
                yield node.attr
        elif isinstance(node, ast.Call) and ast.unparse(node.func) in ("getattr", "hasattr", "setattr"):
            yield from (
                argument.value
                for argument in node.args
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str) and private(argument.value)
            )


def private_definitions(tree: ast.AST) -> Iterator[str]:
    """Yield the private names that a module defines: its own, and those of its classes."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and ast.unparse(node.value) == "self":
            yield node.attr


def test_no_private_names_of_libraries() -> None:
    """Only the modules in PRIVATE use private names of libraries, and they use all the names listed there."""
    trees = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts): ast.parse(path.read_text(encoding="utf-8"))
        for path in (ROOT / "sitescan").rglob("*.py")
    }
    own = {name for tree in trees.values() for name in private_definitions(tree)}
    used = {module: {*private_uses(tree, own)} - DOCUMENTED for module, tree in trees.items()}
    allowed = {module: set().union(*names.values()) for module, names in PRIVATE.items()}
    assert {module: names for module, names in used.items() if names} == allowed


@pytest.mark.parametrize(("library", "names"), [pair for found in PRIVATE.values() for pair in found.items()])
def test_private_names_exist(library: str, names: Collection[str]) -> None:
    """The private names that are used exist in the installed release of their library."""
    source = inspect.getsource(pkgutil.resolve_name(library))
    assert [name for name in names if name not in source] == []


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("from bs4.builder._html5lib import Element", ["_html5lib"]),
        ("from twisted.web.http import _DataLoss", ["_DataLoss"]),
        ("import bs4._typing", ["_typing"]),
        ("reactor._poller = 1", ["_poller"]),
        ("getattr(resolver, '_parseCall', None)", ["_parseCall"]),
        ("super()._own()", ["_own"]),
        ("from sitescan.fetch import _own; self._own; from __future__ import annotations", []),
    ],
)
def test_private_names_are_found(source: str, names: list[str]) -> None:
    """The search for private names finds every way to use them."""
    assert [*private_uses(ast.parse(source), {"_own"})] == names


#: Sides, sizes and borders of boxes in computed styles. Logical properties become these in the cascade alone, and where
#: a box is, how large it is and whether it is painted is answered by ``document/layout`` for all rules.
GEOMETRY = re.compile(
    r"(?:(?:min|max)-)?(?:width|height)|(?:border|inset|margin|outline|padding)(?:-.+)?|top|right|bottom|left"
)


def test_no_rule_reads_geometry_from_styles() -> None:
    """A rule that named a physical size or border would overlook what other rules know of it."""
    found = [
        f"{path.name}:{node.lineno}"
        for path in (ROOT / "sitescan" / "rules").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in ("get", "pixels")
        and node.args
        and isinstance(node.args[0], ast.Constant)
        and GEOMETRY.fullmatch(str(node.args[0].value))
    ]
    assert found == []


def test_class_names_mean_one_thing() -> None:
    """No class has the name of another one, so that its name says in a message or a search what it is."""
    defined = Counter(
        node.name
        for path in (ROOT / "sitescan").rglob("*.py")
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )
    assert [name for name, times in defined.items() if times > 1] == []
