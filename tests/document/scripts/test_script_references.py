"""The modules that inline modules import, directly or by an import map."""

import pytest

from sitescan.document.loading.outline_extractor import outline
from sitescan.document.scripts.script_references import imported_modules, module_imports
from sitescan.document.security.page_loads import page_loads
from tests.document.pages import document

_MAP = '<script type="importmap">{"imports": {"pears": "/lib/pears.js", "sheet": "/a", "bad": 3}}</script>'


@pytest.mark.parametrize(
    ("script", "paths"),
    [
        ('import "./a.js"', ["a.js"]),
        ('import a, {b as c} from "/a.js";import*as d from"./d.js"', ["a.js", "d.js"]),
        ("// pears\n/* of **the** valley */\nimport { a,\n b } from 'pears'", ["lib/pears.js"]),
        ('import "unknown"; import "bad"', []),
        ('import("./later.js")', []),
        ('import.meta.url; import "./after.js"', []),
        ('let text = `\nimport "./text.js"\n`', []),
        ('important("./a.js")', []),
        ('import data from "data:text/javascript,1"', []),
    ],
)
def test_imports(script: str, paths: list[str]) -> None:
    """Every browser loads what is declared before any other code."""
    page = document(f'{_MAP}<script type="module">{script}</script>')
    assert [module.url for module in imported_modules(page)] == [f"https://example.com/{path}" for path in paths]


def test_classic_scripts() -> None:
    """A classic script imports nothing statically."""
    assert imported_modules(document('<script>import "./a.js"</script>')) == ()


@pytest.mark.parametrize(
    "text", [" " * 400_000, "import " * 60_000, "/*" * 200_000, ";//\n" * 100_000, "import" + " " * 400_000]
)
def test_hostile_scripts_are_read_in_linear_time(text: str) -> None:
    """A script that repeats the beginning of a declaration is read at once; quadratic work would take minutes."""
    assert imported_modules(document(f'<script type="module">{text}</script>')) == ()


_TYPED = [
    ('import a from "/a" with {type: "json"}', "json"),
    ("import a from '/a'with{'type':'json',}", "json"),
    ('import a from "/a" assert { type: "css" };', "style"),
    ('import a from "/a" with { type: "text" }', "text"),
    ('import a from "/a" with { type: "unknown" }', ""),
    ('import source a from "/a"', "wasm"),
    ('import source from "/a"', "module"),
    ('import {source} from "/a"', "module"),
    ('import defer * as a from "/a"', "module"),
    ('import a from "/a"; with (b) {}', "module"),
]


@pytest.mark.parametrize(("script", "destination"), _TYPED)
def test_types(script: str, destination: str) -> None:
    """The type of an imported module decides which file browsers load, and the next declaration is read."""
    page = document(f'<script type="module">{script}\nimport "/b"</script>')
    found = {module.url: module.destination for module in imported_modules(page)}
    assert found["https://example.com/a"] == destination
    assert found.get("https://example.com/b", "module") == "module"
    assert len(found) == (1 if "with (b)" in script else 2)


@pytest.mark.parametrize(
    ("script", "destinations"),
    [
        ('f(); import("/a", {with: {type: "json"}}); import("/b")', ["json", "module"]),
        ('f(); import("/a", { "with": { "type": "css" } })', ["style"]),
        ('f(); export {default} from "/a" with {type: "json"}', ["json"]),
    ],
)
def test_types_anywhere(script: str, destinations: list[str]) -> None:
    """Dynamic imports and exports have types, too."""
    assert [found.destination for found in module_imports(script, "module")] == destinations


@pytest.mark.parametrize(
    ("html", "destination"),
    [
        ('<script type="module">import a from "/a" with {type: "json"}</script>', "json"),
        (
            f'{_MAP}<script type="module">import a from "sheet" with {{type: "css"}}</script>',
            "style",
        ),
        ('<link rel="modulepreload" as="json" href="/a">', "json"),
        ('<link rel="modulepreload" as="style" href="/a">', "style"),
        ('<link rel="modulepreload" href="/a">', "module"),
    ],
)
def test_requests(html: str, destination: str) -> None:
    """The outline of a page asks for the kind of file that the import has."""
    assert outline(document(html), links=0, resources=9).destinations["https://example.com/a"] == destination


def test_policy() -> None:
    """A policy restricts a module by its type: data are connections, and stylesheets are styles."""
    html = (
        '<script type="module">import a from "/a" with {type: "json"}; import b from "/b" with {type: "css"}</script>'
    )
    loads = {load.url: load.directive for load in page_loads(document(html))}
    assert loads == {"https://example.com/a": "connect-src", "https://example.com/b": "style-src-elem"}
