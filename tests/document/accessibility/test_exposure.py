"""Visibility and focusability of elements."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitescan.document.css.media import Screen, media_text
from tests.document.pages import document, marked

HIDDEN = [
    "<p hidden><b id=x>a",
    "<p style='display:none'><b id=x>a",
    "<p style='visibility:hidden'><b id=x>a",
    "<p inert><b id=x>a",
    "<p aria-hidden=true><b id=x aria-hidden=false>a",
    "<details><p id=x>a</p></details>",
    "<dialog><p id=x>a</p></dialog>",
    "<p popover id=x>a",
    "<p>a<noscript><b id=x>a</noscript>",
    "<template><b id=x>a</b></template><p id=y>",
    "<style>.a .b{display:none}</style><p class=a><b id=x class='c b'>a",
    "<style>@media screen and (min-width:600px){#x{display:none}}</style><p id=x>a",
    "<style>p{display:block}#x{display:none}</style><p id=x>a",
    "<style>.md\\:hidden{display:none}</style><p id=x class='md:hidden'>a",
    "<style>p:not(.a){display:none}</style><p id=x>a",
    "<style>@media (orientation:landscape){#x{display:none}}</style><p id=x>a",
    "<style>@supports (display:grid){#x{display:none}}</style><p id=x>a",
    "<style>i + #x{display:none}</style><i></i><i id=x>a",
    "<style>p{&.a{display:none}}</style><p class=a id=x>a",
    "<style>#x{--d:none;display:var(--d)}</style><p id=x>a",
    "<style>[data-a='1']{display:none!important}</style><p id=x data-a=1 style='display:block'>",
    "<input id=x type=hidden>",
    "<video><p id=x>a</p></video>",
    "<svg><defs><g id=x></g></defs></svg>",
]
SHOWN = [
    "<p id=x>a",
    "<p style='visibility:hidden'><b id=x style='visibility:visible'>a",
    "<details open><p id=x>a</p></details>",
    "<details><summary id=x>a</summary></details>",
    "<dialog open><p id=x>a</p></dialog>",
    "<style>div{&.a{display:none}}</style><p class=a id=x>a",
    "<style>#x{display:var(--d)}</style><p id=x>a",
    "<style>#x{display:block!important}</style><style>#x{display:none}</style><p id=x>a",
    "<style>@media print{#x{display:none}}</style><p id=x>a",
    "<style>@media (max-width:600px){#x{display:none}}</style><p id=x>a",
    "<style>#x:hover{display:none}</style><p id=x>a",
    "<style>#x::before{display:none}</style><p id=x>a",
    "<style>#x{display:none}#x{display:flex}</style><p id=x>a",
    "<style>.a > .b{display:none}</style><p class=a><i><b id=x class=b>a",
    "<style>/* #x{display:none} */ .y{content:'}'}</style><p id=x>a",
    "<style>.flex{display:flex}</style><p hidden class=flex id=x>a",
    "<p style='position:absolute;left:-9999px' id=x>a",
    "<style>@keyframes a{from{visibility:hidden}}</style><p id=x>a",
]
UNKNOWN = [
    "<style>@container (width > 30em){#x{display:none}}</style><p id=x>a",
    "<style>@scope (.a){#x{visibility:hidden}}</style><div class=a><p id=x>a</div>",
]


@pytest.mark.parametrize(
    ("html", "hidden", "exposed"),
    [
        *((html, True, False) for html in HIDDEN),
        *((html, False, True) for html in SHOWN),
        *((html, False, False) for html in UNKNOWN),
    ],
)
def test_exposure(html: str, hidden: bool, exposed: bool) -> None:
    """An element is hidden, exposed, or undecided without a browser."""
    page = document(html)
    if "template" in html:
        assert "x" not in page.by_id
        return
    assert page.accessible.hidden(marked(page)) is hidden
    assert page.accessible.exposed(marked(page)) is exposed


@pytest.mark.parametrize(
    ("html", "tabbable", "focusable"),
    [
        ("<a id=x href=/>a</a>", True, True),
        ("<a id=x>a</a>", False, False),
        ("<a id=x href=/ tabindex=-1>a</a>", False, True),
        ("<button id=x disabled>a</button>", False, False),
        ("<fieldset disabled><legend><input id=x></legend></fieldset>", True, True),
        ("<fieldset disabled><legend></legend><input id=x></fieldset>", False, False),
        ("<p id=x tabindex=0>a", True, True),
        ("<p id=x tabindex=a>a", False, False),
        ("<p id=x contenteditable>a", True, True),
        ("<p id=x contenteditable=false>a", False, False),
        ("<details><summary id=x>a</summary></details>", True, True),
        ("<summary id=x>a</summary>", False, False),
        ("<audio id=x controls></audio>", True, True),
        ("<p hidden><a id=x href=/>a</a>", False, False),
        ("<p inert><a id=x href=/>a</a>", False, False),
    ],
)
def test_focus(html: str, tabbable: bool, focusable: bool) -> None:
    """The keyboard reaches elements as in browsers."""
    page = document(html)
    assert page.accessible.tabbable(marked(page)) is tabbable
    assert page.accessible.focusable(marked(page)) is focusable


@given(st.text(alphabet="abx.#[]=\"'>+~:(){}@,; \\\n*-!1%", max_size=80))
def test_arbitrary_text(text: str) -> None:
    """Any text can be read as a stylesheet, a selector or a media query without an error."""
    for style in (text, f"p{{display:none;{text}", f"@media {text}", f"p{{color:var(--a);--a:{text}"):
        page = document(f"<style>{style}</style><p class=a id=x><b>b")
        for element in page.elements:
            page.styles.of(element).get("background-color")
    media_text(text, Screen())


@pytest.mark.cpu
@pytest.mark.parametrize(
    "html",
    [
        "<style>" + "{" * 100_000 + "</style><p id=x>",
        "<style>" + '"{;' * 50_000 + "</style><p id=x>",
        "<style>" + "/*" * 100_000 + "</style><p id=x>",
        "<style>" + "* * * * *{display:none}" * 4000 + "</style>" + "<p>" * 3000,
        "<style>" + ".a .b .c{display:none}" * 4000 + "</style>" + "<div class='a b c'>" * 2000,
        "<style>" + ":not(" * 50_000 + "{display:none}</style><p id=x>",
    ],
    ids=["braces", "strings", "comments", "universal", "descendants", "parentheses"],
)
def test_hostile_styles(html: str) -> None:
    """Visibility with hostile styles is computed within three seconds of CPU time."""
    page = document(html)
    started = time.process_time()
    for element in page.elements:
        page.accessible.hidden(element)
    assert time.process_time() - started < 3


def test_children_of_shadow_host() -> None:
    """The children of a shadow host are exposed if a slot shows them."""
    page = document("<div id=h><template shadowrootmode=open><slot></slot></template><p id=x>Pears</div>")
    assert page.accessible.exposed(marked(page, "h"))
    assert page.accessible.exposed(marked(page))
    page = document("<div id=h><template shadowrootmode=open></template><p id=x>Pears</div>")
    assert page.accessible.hidden(marked(page))
