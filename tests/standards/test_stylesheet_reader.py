"""The reading of a stylesheet into the rules that the standard finds in it."""

from collections.abc import Sequence
from typing import Any

import pytest
import tinycss2
from hypothesis import example, given
from hypothesis import strategies as st

from sitescan.standards.css.import_rule import ImportRule
from sitescan.standards.css.stylesheet_items import AtRule, Broken, FontFace, Item, Keyframes, StyleBlock
from sitescan.standards.css.stylesheet_reader import read_stylesheet
from tests.document.css.eager_stylesheets import import_of

#: A text longer than any plain rule that is matched at once.
_LONG = "x" * 300_000

_PIECES = (
    *("a", "b", " ", "\n", "\t", ";", "{", "}", "(", ")", "[", "]", '"', "'", "/", "*", "/*", "*/", "<!--", "-->", ","),
    *("@media", "@import", "@font-face", "@x", "url(", "URL( ", "xurl(", "\\url(", "l(", "calc(", ".", "#", ":", "@"),
    *(
        "\\61",
        "\\\n",
        "\\a\n",
        "\\7",
        "5rl(",
        "!",
        "é",
        "--",
        "0",
        "{a:b}",
        'url("x")',
        "url(http://e/*x*/)",
        '"s\\"t"',
    ),
    *(
        ":not(.a)",
        "(((a)))",
        "((((b))))",
        "/* x * y **/",
        "\r\n",
        "\f",
        "\0",
        "p{a:b;c:url(data:a/b;c,d)}",
        "@media x{",
    ),
)


def _shown(items: Sequence[Item]) -> list[Any]:
    """Return the parts of rules that tests compare."""
    return [
        (item.prelude, item.body)
        if isinstance(item, StyleBlock)
        else (f"@{item.keyword}", item.prelude, *_shown(item.items))
        if isinstance(item, AtRule)
        else item.loads[0].reference
        if isinstance(item, ImportRule)
        else "broken"
        for item in items
    ]


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        (";*#(", ["broken"]),
        ("a;#b(c", ["broken"]),
        ("a{b:c}};d(e", [("a", "b:c"), "broken"]),
        ("@import url(a);p(", ["a", "broken"]),
        ('p{display:none;{1;("', [("p", 'display:none;{1;("')]),
        ("@media{}}(", [("@media", ""), "broken"]),
        ("@media{a{b:c}d}e{f:g}", [("@media", "", ("a", "b:c"), "broken"), ("e", "f:g")]),
        ("}}{", [("}}", "")]),
        ("a{(}", [("a", "(}")]),
        ("a{b:c", [("a", "b:c")]),
        ("a{b:url(x'y)}c{}", [("a", "b:url(x'y)"), ("c", "")]),
        ("a{b:url(x{y;\\)})}c{}", [("a", "b:url(x{y;\\)})"), ("c", "")]),
        ("a{b:xurl(')')}c{}", [("a", "b:xurl(')')"), ("c", "")]),
        ("a{b:'x\ny:z}c{}", [("a", "b:'x\ny:z"), ("c", "")]),
        ("a{b:'\\61\n}'}c{}", [("a", "b:'\\61\n}'"), ("c", "")]),
        ("a{b:((((}))))}c{}", [("a", "b:((((}))))"), ("c", "")]),
        ("/*/a{}*/b{/*}*/}/*", [("b", "/*}*/")]),
        ("<!--a{}-->b{}", [("a", ""), ("b", "")]),
        ("@x{a{b{c:d}}}e{}", [("@x", ""), ("e", "")]),
        ('"', ["broken"]),
        ("\\", ["broken"]),
        ("url(", ["broken"]),
        ("/*", []),
        ("", []),
    ],
)
def test_rules(text: str, rules: Sequence[object]) -> None:
    """A malformed text is split into the rules that browsers find."""
    assert _shown(read_stylesheet(text)) == rules


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        (f"a{{b:{_LONG}}}c{{}}", [("a", f"b:{_LONG}"), ("c", "")]),
        (f".{_LONG}{{b:c}}d{{}}", [(f".{_LONG}", "b:c"), ("d", "")]),
        (f"@import '{_LONG}';d{{}}", [_LONG, ("d", "")]),
        (f"@x{{a{{{_LONG}}}}}d{{}}", [("@x", ""), ("d", "")]),
    ],
    ids=["body", "prelude", "import", "block"],
)
def test_long_rules(text: str, rules: Sequence[object]) -> None:
    """A rule of hundreds of kilobytes, such as one with an embedded picture, is split like any other rule."""
    items = read_stylesheet(text)
    assert _shown(items) == rules
    assert all(item.plain for item in items if isinstance(item, StyleBlock))


def _serialized(css: Any) -> str:
    tokens = tinycss2.parse_component_value_list(css, skip_comments=True) if isinstance(css, str) else css
    written: str = tinycss2.serialize(tokens)
    return written


def _by_tokens(text: str) -> list[object]:
    found: list[object] = []
    leading = True
    for rule in tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True):
        keyword = rule.lower_at_keyword if rule.type == "at-rule" else ""
        imported = import_of(rule.prelude) if keyword == "import" and leading and rule.content is None else None
        if rule.type == "qualified-rule":
            found.append((_serialized(rule.prelude), _serialized(rule.content)))
        elif imported is not None:
            found.append(imported.url)
        elif keyword == "font-face" and rule.content is not None:
            found.append(_serialized(rule.content))
        elif rule.type == "at-rule":
            found.append((keyword, _serialized(rule.prelude).strip(), rule.content is not None))
        else:
            found.append("broken")
        leading = leading and keyword in ("charset", "layer", "import") and (keyword != "layer" or rule.content is None)
    return found


def _by_text(text: str) -> list[object]:
    return [_part(item) for item in read_stylesheet(text)]


def _part(item: Item) -> object:
    match item:
        case StyleBlock():
            return _serialized(item.prelude), _serialized(item.body)
        case AtRule():
            return item.keyword, _serialized(item.prelude).strip(), item.has_block
        case FontFace():
            return _serialized(item.body)
        case Keyframes():
            return "keyframes", item.name, True
        case ImportRule():
            return item.reference
        case Broken():
            return "broken"


@given(st.lists(st.sampled_from(_PIECES), max_size=25).map("".join))
@example('p{display:none;{1;("')
@example("\\\nurl(*:not(.a)")
@example('\\a\nurl(url("x")p{a:b;c:url(data:a/b;c,d)}')
def test_same_rules_as_tinycss2(text: str) -> None:
    """The rules of any text are those that tinycss2 finds in it, token by token."""
    assert _by_text(text) == _by_tokens(text)
