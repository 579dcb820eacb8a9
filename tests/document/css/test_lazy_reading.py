"""Stylesheets are parsed only as far as a page needs, with the same styles as if all of them were parsed."""

from collections.abc import Mapping
from typing import Any, cast

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sitescan.document.css.cascade import Styles
from sitescan.document.css.computed_style import Style
from sitescan.document.css.declarations import KEPT
from sitescan.document.css.media import Screen
from sitescan.document.css.rule_index import RuleIndex
from sitescan.document.css.selector_nodes import nodes, present_names
from sitescan.document.css.stylesheets import RuleFilter, StyleRules
from sitescan.document.document import Document
from sitescan.model.exchange import Exchange, Page, Source
from sitescan.standards.urls import resolve
from tests.document.css.eager_stylesheets import EagerStyleRules

pytestmark = pytest.mark.slow

_URL = "https://example.com/"
_HTML = (
    b"<!doctype html><html lang=en><title>Pears</title><body class='a b'><main id=x><p class=a>x<b class='b c' id=y>y"
    b"</b><a href=/ class='md:c 1/2'>z</a></p><ul class=c><li>1<li class=a>2<li>3</ul><input class=b disabled>"
    b"<svg><text class=a>t</text></svg></main>"
)
_PAGE = Document(Page(exchange=Exchange(requested=_URL, url=_URL, status=200), body=_HTML))


def compare(first: str, second: str = "") -> None:
    """
    Check that each element has the same styles whether a stylesheet is read lazily or as a whole.

    :param second: the text of ``b.css``, for imports.
    """
    sheets = {
        f"{_URL}{name}.css": Source(
            url=f"{_URL}{name}.css", body=text.encode("utf-8", "replace"), content_type="text/css"
        )
        for name, text in (("a", first), ("b", second))
    }
    tree = nodes(_PAGE.elements)
    eager = EagerStyleRules(Screen(), sheets, resolve)
    lazy = StyleRules((Screen(),), sheets, resolve, RuleFilter(present_names(tree.values())))
    for rules in (eager, lazy):
        rules.read_external(f"{_URL}a.css")
    mine = Styles(tree, RuleIndex(lazy.rules), complete=lazy.complete)
    theirs = Styles(tree, RuleIndex(cast("Any", eager.rules)), complete=eager.complete)
    assert mine.complete == theirs.complete
    for element in _PAGE.elements:
        assert _facts(mine.of(element)) == _facts(theirs.of(element)), element
        assert _facts(mine.focused(element)) == _facts(theirs.focused(element))
        for name in ("before", "after", "first-line", "placeholder"):
            assert _facts(mine.pseudo(element, name)) == _facts(theirs.pseudo(element, name))


def _facts(style: Style | None) -> Mapping[str, object]:
    """Return every value of a style."""
    if style is None:
        return {}
    found: dict[str, object] = {name: (style.get(name), style.declares(name)) for name in sorted(KEPT)}
    custom = {f"--{name}": style.variables.get(f"--{name}") for name in "abc"}
    return found | custom | {"size": style.font_size, "weight": style.font_weight, "color": style.color}


_NAMES = st.sampled_from(["a", "b", "c", "x", "y", "absent", "nowhere", r"md\:c", r"\31 \/2", r"\61", r"a\,b", "é"])
_SIMPLE = st.one_of(
    st.builds("{}{}".format, st.sampled_from([".", "#", ".", ""]), _NAMES),
    st.sampled_from(
        "* p b li a:hover li:first-child :focus ::before :after a::before:hover [class] [class~=a] [href='/'] :root "
        ":not(.absent) :is(.a,.absent) :where(#x) :nth-child(2n+1) :nth-child(2_of_.a) :has(>.b) :hover:not(.a) "
        'svg|text *|* & :unknown ::unknown -->p u+a .5 :not(&) [a=")"] p:not([class*="("])'.split()
    ).map(lambda text: text.replace("_", " ")),
)
_COMBINED = st.lists(
    st.one_of(
        _SIMPLE, st.sampled_from([" ", " > ", "+", "~", ",", ", ", "/**/", "\n", ">>", "||", "(", ")", "]", '"', "\\"])
    ),
    min_size=1,
    max_size=6,
).map("".join)
_VALUES = st.sampled_from(
    [
        *("red", " #fff ", "#00F", "RED", "1px", "calc(1px+2px)", "calc(1px + (2em*3))", "var(--a)", "var( --b , 2px)"),
        *(
            '"a;b}c"',
            "'it\\'s'",
            '"bad\n',
            "url(a;b)",
            "url( 'a)' )",
            "url(a'b)",
            "bold 1e3px/1.5 'A', b",
            "inherit",
            "0",
        ),
        *(
            "1px solid rgb(1,2,3)",
            "none !important",
            "red!IMPORTANT",
            "red !ie",
            "a b c",
            "{}",
            "1-1",
            ".5.5",
            "\\72 ed",
        ),
        *("u+4", "50%", "1.5", "bold", "700", "", "}", ")", "]", "(]", "/*;*/red", "\\", "color-mix(in srgb,red,#00f)"),
        *(
            "none",
            "block",
            "hidden",
            "larger",
            "-webkit-box",
            "absolute",
            "url(",
            "12px/2 a\\62 c",
            "--",
            "+.5em",
            "1E3",
        ),
        *("var(--a)var(--b)", "-var(--a)", "#", "a#b", "1#a", "@x", "a\tb", "1px\n2px", "e", "2e", "2e-x", "url(a b)"),
    ]
)
_PROPERTIES = st.sampled_from(
    "color background background-color font font-size font-weight display --a --b --c COLOR *color _color outline "
    "border border-top visibility content all opacity col\\6fr unknown transition".split()
)
_DECLARATION = st.builds("{}{}{}".format, _PROPERTIES, st.sampled_from([":", ": ", " : ", "", "/**/:"]), _VALUES)
_BLOCK: st.SearchStrategy[str] = st.deferred(
    lambda: st.lists(st.one_of(_DECLARATION, _DECLARATION, _DECLARATION, _RULE), max_size=4).map(";".join)
)
_PRELUDES = st.sampled_from(
    [
        *(
            "@media screen",
            "@media print",
            "@media (min-width:1px) and (hover)",
            "@media not all",
            "@media (min-width:9999px)",
        ),
        *(
            "@supports (display:grid)",
            "@supports not (display:grid)",
            "@supports selector(:is(a))",
            "@layer one",
            "@layer",
        ),
        *("@layer two.three", "@layer one, two", "@scope (.a) to (.b)", "@scope", "@container (width>1px)"),
        *("@font-face", "@keyframes k"),
        *("@media screen;", "@layer three, one;", "@layer two;", "@import 'b.css';", "@import url(b.css) layer(two);"),
        *(
            "@charset 'utf-8';",
            "@MEDIA screen",
            "@m\\65 dia screen",
            "@media (",
            "@media )",
            "@5",
            "@",
            "@page",
            "@unknown x;",
        ),
        *(
            "@import url( b.css ) screen;",
            "@import 'b.css' print;",
            "@import 'b.css' supports(display:grid);",
            "@import",
        ),
    ]
)
_RULE: st.SearchStrategy[str] = st.deferred(
    lambda: st.one_of(
        st.builds("{}{{{}}}".format, _COMBINED, _BLOCK),
        st.builds("{}{{{}}}".format, _COMBINED, _BLOCK),
        st.builds("{}{{{}}}".format, _PRELUDES, _SHEET),
        _PRELUDES,
    )
)
_NOISE = st.sampled_from(
    [
        "",
        " ",
        "\n",
        "/* { */",
        "<!--",
        "-->",
        ";",
        "}",
        ")",
        "/*",
        '"',
        "\\",
        "{",
        "@",
        "url(",
        "\0",
        "\r\n",
        "\f",
        "{}",
        "]",
    ]
)
_SHEET: st.SearchStrategy[str] = st.lists(st.one_of(_RULE, _RULE, _RULE, _NOISE), max_size=5).map("".join)


#: Valid rules, nearly each of which changes the look of the page.
_VALID = st.lists(
    st.builds(
        "{}{}{{{}:{}{}}}{}".format,
        st.sampled_from(
            ["", "", "", "@media screen{", "@layer one{", "@layer two{", "@media print{", ".a{", "@scope{"]
        ),
        st.lists(
            st.lists(
                st.builds(
                    "{}{}".format,
                    st.sampled_from(
                        ["*", "p", "b", "li", ".a", ".b", ".c", "#x", "#y", ".absent", r".md\:c", r".\31\/2"]
                    ),
                    st.sampled_from(
                        [
                            "",
                            "",
                            ":not(.absent)",
                            ":is(.a,.absent)",
                            ":not(.a)",
                            "[class]",
                            ":hover",
                            "::before",
                            ":focus",
                            ":nth-child(2)",
                            ":not([class='(absent'])",
                            ":where(:not(.absent .b))",
                            ":active",
                            "::after",
                        ]
                    ),
                ),
                min_size=1,
                max_size=2,
            ).map(" ".join),
            min_size=1,
            max_size=3,
        ).map(", ".join),
        st.sampled_from(["color", "font-size", "--a", "display", "background", "font"]),
        st.sampled_from(
            ["red", "#00f", "1px", "var(--a)", "calc(1px+2px)", "block", "2em 'a'", "-1px", "u+4", "1e1px"]
        ),
        st.sampled_from(
            ["", "", "!important", ";color:green", ";&{color:navy}", ";.b{color:navy}", ";p:not(&){color:navy}"]
        ),
        st.sampled_from(["", "", "}", "}}", "/* } */"]),
    ),
    min_size=1,
    max_size=8,
).map("".join)


@given(_VALID)
@example("p:not(.absent){color:red}")
@example(".absent{p:not(&){color:red}}")
@example("p:not(:is(.absent)){color:red}")
@example("li:not([title='.absent'],.absent){color:red}")
@example(r".md\:c.\31\/2{color:red}")
@example("p{color:red}p:hover{color:blue}p:active,b{color:green}")
@example("p{--a:1px+2px;font-size:calc(1px+2px);color:u+4}")
@example("p{font-size:1e1px;line-height:1.5.5;font:10px/2'a'}")
@example(r"p{background:\75rl(a{b);color:red}b{color:green}")
@example(r"p{background:u\72l(a'b);color:red}b{color:green}")
@example(r"p{background:\\url(a);color:red}b{color:green}")
@example("@media screen{<!-- p{color:red} --> b{color:green}}<!-- li{color:red} -->")
@example("b+u+a{color:red}p,u+b{color:blue}b{color:green}")
def test_valid_stylesheets(text: str) -> None:
    """Elements have the same styles as if all of a valid stylesheet were parsed."""
    compare(text)


@given(_SHEET, _SHEET)
@example("p{color:red}", "")
@example(".absent{p:not(&){color:red}}", "")
@example(".absent{@layer one{p{color:red}}}@layer two{p{color:blue}}@layer one{p{color:green}}", "")
@example("@import 'b.css' layer;p{color:red}", "@layer x{p{color:blue!important}}")
@example("*,::before{box-sizing:border-box}p::before{box-sizing:border-box}", "")
@example('p{color:red;color:"x\n;color:blue}b{color:green}', "")
@example("p{background:url(a b{}) ;color:red}b{color:green}", "")
@example("p:not(.x{color:red}) , b{color:green}", "")
@example("@media screen{p{color:red}} }b{color:green}li{color:blue}", "")
def test_arbitrary_stylesheets(first: str, second: str) -> None:
    """Elements have the same styles as if all of the stylesheets were parsed, valid or not."""
    compare(first, second)


@given(st.text(alphabet="abx.#[]=\"'>+~:(){}@,; \\\n*-!1%/&url", max_size=60))
@example('"\\1\n')
@example("'\\abcdef\n")
def test_arbitrary_text(text: str) -> None:
    """Elements have the same styles as if all of the text were parsed, even if it is no stylesheet."""
    compare(f"{text}p{{color:red}}.a{{color:blue}}")
    compare(f"@media screen{{{text}p{{color:red}}}}.a{{{text}")
