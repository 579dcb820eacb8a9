"""The modules that inline modules import, directly or by an import map."""

import pytest

from sitescan.document.script_references import imported_modules, mapped_integrity
from tests.document.pages import document

_MAP = (
    '<script type="importmap">{"imports": {"pears": "/lib/pears.js", "bad": 3}, '
    '"integrity": {"/lib/pears.js": "sha384-x"}}</script>'
)


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


@pytest.mark.parametrize("text", ["{", "[]", '{"integrity": []}', "3", ""])
def test_invalid_maps(text: str) -> None:
    """A map that is not valid maps nothing."""
    assert mapped_integrity(document(f'<script type="importmap">{text}</script>')) == {}


def test_integrity() -> None:
    """The keys of the map are URL references."""
    assert mapped_integrity(document(_MAP)) == {"https://example.com/lib/pears.js": "sha384-x"}


@pytest.mark.parametrize(
    "text", [" " * 400_000, "import " * 60_000, "/*" * 200_000, ";//\n" * 100_000, "import" + " " * 400_000]
)
def test_hostile_scripts_are_read_in_linear_time(text: str) -> None:
    """A script that repeats the beginning of a declaration is read at once; quadratic work would take minutes."""
    assert imported_modules(document(f'<script type="module">{text}</script>')) == ()


def test_folders_of_maps() -> None:
    """A name in a folder of the map is in that folder, or in the longest one."""
    folders = '{"imports": {"fruit/": "/f/", "fruit/red/": "/r/"}}'
    script = 'import "fruit/pear.js"; import "fruit/red/apple.js"; import "nut/a.js"'
    page = document(f'<script type="importmap">{folders}</script><script type="module">{script}</script>')
    assert [module.url for module in imported_modules(page)] == [
        "https://example.com/f/pear.js",
        "https://example.com/r/apple.js",
    ]
