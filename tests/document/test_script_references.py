"""The modules that inline modules import, directly or by an import map."""

import pytest

from sitescan.document.script_references import imported_modules
from tests.document.pages import document

_MAP = '<script type="importmap">{"imports": {"pears": "/lib/pears.js", "bad": 3}}</script>'


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
