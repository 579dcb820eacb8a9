"""Loops that walk through a text by matches, which end on any text."""

from collections.abc import Callable
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitescan.document.css.plain_declarations import block_declarations
from sitescan.document.css.plain_selectors import needed_names, plain_selectors
from sitescan.document.document import Document
from sitescan.document.links.references import srcset_urls
from sitescan.document.parsing.encoding import prescan
from sitescan.document.shadow_texts import shadow_texts
from sitescan.document.structured_data.json_ld import json_ld
from sitescan.standards.cache_control import parse_cache_control
from sitescan.standards.css.stylesheet_reader import leading_imports, read_stylesheet
from sitescan.standards.hsts import parse_hsts
from sitescan.standards.javascript import removable_bytes
from sitescan.standards.link_header import parse_link_header
from sitescan.standards.structured_fields import Malformed, parse_dictionary
from sitescan.standards.viewport import parse_viewport
from tests.document.pages import document


def _in_script(text: str) -> Document:
    return document(
        f"<div id=a></div><script>document.getElementById('a').attachShadow({{mode:'open'}});{text}</script>"
    )


def _fields(text: str) -> object:
    with suppress(Malformed):
        return parse_dictionary(text)
    return None


WALKERS: dict[str, Callable[[str], object]] = {
    "cache-control": parse_cache_control,
    "declarations": block_declarations,
    "encoding": lambda text: prescan(b"<meta " + text.encode()),
    "HSTS": parse_hsts,
    "imports": lambda text: list(leading_imports(text.encode())),
    "JSON-LD": lambda text: json_ld(document(f"<script type=application/ld+json>{text}</script>")),
    "Link": parse_link_header,
    "names": needed_names,
    "script": lambda text: removable_bytes(text.encode()),
    "selectors": plain_selectors,
    "shadow": lambda text: shadow_texts(_in_script(text)),
    "srcset": lambda text: list(srcset_urls(text)),
    "structured field": _fields,
    "stylesheet": read_stylesheet,
    "viewport": parse_viewport,
}

#: Texts on which Python's re before 3.11.5 matched possessive quantifiers wrongly, and similar texts.
TEXTS = [
    *(";*#(", "a;#b(c", "a{b:c}};d(e", "@import url(a);p(", 'p{display:none;{1;("', "p{a:b;{1;(", ":not(.a", "[a=']"),
    *(
        "/*",
        "/**",
        "*/",
        "<!--",
        "-->",
        "`${",
        "`$",
        "/[",
        "a/b/",
        "\\",
        "\\\n",
        '"\\',
        "'",
        "url(",
        "url(\\",
        "@",
        "@-",
        "@\\",
    ),
    *(
        '<a>;b="c',
        "<a>,,;,",
        'max-age="',
        ";;",
        " , ",
        "a 1x,(",
        '{["',
        "a=(",
        "a=:",
        "a;b;",
        "\t=\t",
        "=",
        "</",
        "</a <",
    ),
]


@pytest.mark.slow
@pytest.mark.parametrize("walker", WALKERS)
@pytest.mark.parametrize("text", TEXTS)
def test_unusual_text_is_read_to_end(walker: str, text: str) -> None:
    """An unusual text is read to its end; four characters in a style element once blocked a child for 25 seconds."""
    WALKERS[walker](text)
    WALKERS[walker](text * 50)


@pytest.mark.proof
@pytest.mark.parametrize("walker", WALKERS)
@given(text=st.lists(st.sampled_from([*TEXTS, *"abU+1 \n:;,{}()[]=.#>~*"]), max_size=30).map("".join))
def test_any_text_is_read_to_end(walker: str, text: str) -> None:
    """Any combination of unusual texts is read to its end."""
    WALKERS[walker](text)
