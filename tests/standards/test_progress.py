"""Loops that read text by matches: they advance or raise an error, so that they end on any text."""

from collections.abc import Callable

import pytest

from sitescan.document.css.plain_declarations import block_declarations
from sitescan.document.document import Document
from sitescan.document.links.references import srcset_urls
from sitescan.document.parsing.encoding import prescan
from sitescan.document.shadow_texts import shadow_texts
from sitescan.model.exchange import Exchange, Page
from sitescan.rules.performance import css_import
from sitescan.standards.css.stylesheet_reader import leading_imports
from sitescan.standards.hsts import parse_hsts
from sitescan.standards.javascript import removable_bytes
from sitescan.standards.link_header import parse_link_header
from sitescan.standards.progress import NoProgress, advanced

_URL = "https://example.com/"


def _document(html: str) -> Document:
    return Document(Page(exchange=Exchange(requested=_URL, url=_URL, status=200), body=html.encode()))


def _declared(body: str) -> list[tuple[str, str]]:
    return [(declaration.name, str(declaration.value)) for declaration in block_declarations(body)]


def _imports_found(css: str) -> list[object]:
    return [found.facts["imported"] for found in css_import.check(_document(f"<style>{css}</style>"))]


def _shadow_texts(script: str) -> list[str]:
    return list(shadow_texts(_document(f"<div id=a></div><script>{script}</script>")).values())


def _links(value: str) -> list[tuple[str, dict[str, str]]]:
    return [(link.target, dict(link.parameters)) for link in parse_link_header(value)]


def _max_age(value: str) -> int | None:
    policy = parse_hsts(value)
    return policy.max_age if policy is not None else None


@pytest.mark.parametrize(
    ("read", "text", "found"),
    [
        (_declared, "color:red;(", [("color", "red")]),
        (_declared, "color:red;;(color:blue", [("color", "red")]),
        (_declared, 'color:red;"', [("color", "red")]),
        (_declared, ";*color:red;:", []),
        (_declared, "color:rgb((((0))));", [("color", "rgb((((0))))")]),
        (_imports_found, "@import;@import url(a.css);*#(", [_URL + "a.css"]),
        (_imports_found, "<!---->@layer a;@import 'b.css' (", [_URL + "b.css"]),
        (_shadow_texts, "document.getElementById('a').attachShadow({mode:'open'}).textContent='x';;(", []),
        (_shadow_texts, "document.getElementById('a').attachShadow({mode:'open'}).textContent='x';\n ", ["x"]),
        (
            lambda text: [found.reference for found in leading_imports(text.encode())],
            '@import "";<!---->@import url(b)print;@import url( )x;p(',
            ["b"],
        ),
        (lambda text: [found.reference for found in leading_imports(text.encode())], "@import url(a);p(", ["a"]),
        (lambda text: list(srcset_urls(text)), "a 1x (x,y),b (,c", ["a", "b"]),
        (lambda text: list(srcset_urls(text)), " ,,a,,b ((,", ["a,,b"]),
        (lambda text: prescan(text.encode()), "<meta / = charset=utf-8", "utf-8"),
        (lambda text: prescan(text.encode()), "<<a b='<meta charset=utf-8>", None),
        (_max_age, "max-age=1;;;\t ; a = b", 1),
        (_max_age, 'max-age = "1" (', None),
        (_links, ",,;<a>;", []),
        (_links, " ,x,<b>;;=;rel=x,<c", [("b", {"": "", "rel": "x"})]),
        (_links, r'<a>;rel="x\"y";,<b>;rel="x', [("a", {"rel": 'x"y', "": ""}), ("b", {"rel": ""})]),
        (lambda text: removable_bytes(text.encode()), "/[/*]/ // x\n", 4),
        (lambda text: removable_bytes(text.encode()), "`${`${\n", 0),
        (lambda text: removable_bytes(text.encode()), "/* a */\na/* b\n", 0),
    ],
)
def test_hostile_text_is_read_to_end(read: Callable[[str], object], text: str, found: object) -> None:
    """A hostile text is read to its end, and its valid parts are found."""
    assert read(text) == found


def test_unclosed_comments() -> None:
    """A script full of unclosed comments is not split into tokens, and no bytes of it count as removable."""
    assert removable_bytes(b"a/*\n" * 250_000) == 0


def test_advancing_step() -> None:
    """A step that advances returns the new position."""
    assert advanced(3, 4) == 4


@pytest.mark.parametrize("after", [3, 2])
def test_step_without_progress_raises(after: int) -> None:
    """A step that does not advance raises an error instead of continuing a loop without end."""
    with pytest.raises(NoProgress, match="position 3"):
        advanced(3, after)
