"""Parse errors of a page: the same as in browsers, with the places of the tags."""

import html5lib
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sitescan.document.conformance.parse_error import Kind
from sitescan.document.conformance.parse_errors import parse_errors
from sitescan.rules.judge import judge
from sitescan.rules.seo import content_swallowed, tags_mismatched
from tests.document.pages import document

#: Pages and their errors: kind, line, name, and the line of the other tag.
CASES = {
    "well formed": ("<div><p>a</p><ul><li>b<li>c</ul><table><tr><td>d</table></div>", []),
    "overlapping": ("<p><b>a\n<i>b</b>\nc</i></p>", [("overlap", 2, "i", 3)]),
    "formatting across paragraphs": ("<p><b>a</p>\n<p>b</b></p>", [("overlap", 1, "b", 2)]),
    "formatting around a paragraph": ("<b>a<p>b</b>\nc</p>", [("overlap", 1, "b", 1)]),
    "inline around a block": ("<span><div></span>\n</div>", [("overlap", 1, "span", 1)]),
    "heading": ("<h1>a\n</h2>", [("overlap", 1, "h1", 2)]),
    "form around rows": ("<table><form>\n<tr><td>a</form></table>", [("overlap", 1, "form", 2)]),
    "never closed": ("<div>\n<span>a\n</div>", [("unclosed", 2, "span", 0)]),
    "stray": ("<p>a</p>\n</p></div>", [("end-tag-stray", 2, "div", 0), ("end-tag-stray", 2, "p", 0)]),
    "outside of its cell": ("<div><table><tr><td></div>a</table></div>", [("end-tag-stray", 1, "div", 0)]),
    "implied rows": ("<table><tr><td>a</td></tr></tbody></table>", []),
    "paragraph": ("<p>a\n<div>b</div>\n</p>", [("paragraph-ended", 1, "p", 3)]),
    "nested link": ("<a href=/a>a\n<a href=/b>b</a></a>", [("link-nested", 2, "a", 1)]),
    "unclosed anchor": ("<a name=a>a\n<a href=/b>b</a>", [("unclosed", 1, "a", 2)]),
    "links in cells": ("<table><tr><td><a href=/a>a<td><a href=/b>b</a></table>", [("unclosed", 1, "a", 0)]),
    "nested form": ("<form>\n<form></form></form>", [("form-nested", 2, "form", 0)]),
    "cell without table": ("<div><td>a</div>", [("start-tag-ignored", 1, "td", 0)]),
    "second body": ("<body><p>a</p>\n<body class=b>", [("start-tag-ignored", 2, "body", 0)]),
    "text in a table": ("<table>\na<tr><td>b</table>", [("table-content", 2, "text", 0)]),
    "element in a row": ("<table><tr>\n<div>a</div><td>b</table>", [("table-content", 2, "div", 0)]),
    "reference in a row": ("<table><tr><td>b</td>\n&nbsp;</table>", [("table-content", 2, "text", 0)]),
    "script in a table": ("<table><script>1</script> <tr><td>b</table>", []),
    "content in the head": ("<head>\n<img><meta></head>\n<body></body>", [("head-ended", 2, "img", 2)]),
    "text in the head": ("<head><title>a</title>\nb</head><body></body>", [("head-ended", 2, "text", 2)]),
    "after the body": ("<body>a</body>\n<p>b", [("content-after-body", 2, "p", 0)]),
    "body ended twice": ("<body>a</body>\n</body>", [("end-tag-stray", 2, "body", 0)]),
    "SVG": ("<svg><g><path></svg><p>a</p>", []),
    "nested SVG": ("<svg><svg/><svg></g></svg></svg><p>a</p></b>", [("end-tag-stray", 1, "b", 0)]),
    "template": ("<template><tr><td>a</td></tr></template>", []),
    "script": ("<script>'</b>'</script><!-- </b> --><textarea></b></textarea>", []),
}


@pytest.mark.parametrize("name", CASES)
def test_tree(name: str) -> None:
    """Tags that browsers ignore, and elements that browsers close or move, are errors."""
    page, expected = CASES[name]
    errors = parse_errors(document(page))
    found = [(kind.value, error.at[0], error.name, error.other_line) for kind in Kind for error in errors.of(kind)]
    assert sorted(found) == sorted(expected)


_TAGS = (
    "<p>",
    "</p>",
    "<div>",
    "</div>",
    "<b>",
    "</b>",
    "<i>",
    "</i>",
    "<ul><li>",
    "</li>",
    "</ul>",
    "<span>",
    "</span>",
)
#: Errors of html5lib about end tags, and about elements that are open at the end of others or of the page.
_REFERENCE = frozenset(
    {
        *("unexpected-end-tag", "end-tag-too-early", "end-tag-too-early-named", "expected-closing-tag-but-got-eof"),
        *("adoption-agency-1.1", "adoption-agency-1.2", "adoption-agency-1.3", "adoption-agency-4.4"),
    }
)


@given(st.lists(st.sampled_from((*_TAGS, "a")), max_size=12).map("".join))
@settings(max_examples=300, deadline=None)
def test_reference(markup: str) -> None:
    """A page has an error exactly if html5lib reports one."""
    page = f"<!doctype html><html><head><title>a</title></head><body>{markup}</body></html>"
    parser = html5lib.HTMLParser()
    parser.parse(page)
    errors = parse_errors(document(page))
    found = [(kind, error) for kind in Kind for error in errors.of(kind)]
    assert bool(found) == any(code in _REFERENCE or "body" in str(facts) for _, code, facts in parser.errors), (
        parser.errors
    )


def test_place() -> None:
    """The place of an end tag is its own, and the place of an element has a selector as well."""
    errors = parse_errors(document("<p>a</p>\n  </div><i id=b>"))
    (stray,), (unclosed,) = errors.of(Kind.END_TAG_STRAY), errors.of(Kind.UNCLOSED)
    assert (errors.place(stray).line, errors.place(stray).column, errors.place(stray).snippet) == (2, 3, "</div>")
    assert (errors.place(unclosed).snippet, errors.place(unclosed).selector) == ("<i id=b>", "#b")


def test_long_page() -> None:
    """A page that is too long is not searched for parse errors."""
    page = document("<p></b>" + "a" * 1_000_000)
    assert page.tokenizer_errors is None
    assert not parse_errors(page).of(Kind.END_TAG_STRAY)


@pytest.mark.parametrize(
    ("markup", "safe"),
    [
        ("<table><col></a></table>", False),
        ("<a><table><col></a></table></a>", False),
        ("<table><tr></a></table>", True),
    ],
)
def test_end_tag_that_ends_columns(markup: str, safe: bool) -> None:
    """An end tag after a column ends the group of columns, so removing it is no safe edit."""
    errors = parse_errors(document(markup))
    (stray,) = errors.of(Kind.END_TAG_STRAY)
    change = errors.end_tag_change(stray)
    assert change is not None
    assert change.safe is safe


def test_unclosed_element_is_reported_once() -> None:
    """An unclosed element is reported by exactly one of two rules, depending on the content after it."""
    for markup in ("<p><b>a</p>", "<p><a href=/>a</p>", "<p><a name=a>a</p>", "<p><button>a</p>"):
        swallowed, mismatched = (
            judge(rule, document(markup)) for rule in (content_swallowed.RULE, tags_mismatched.RULE)
        )
        details = [str(found.facts["detail"]) for found in mismatched.occurrences] if mismatched is not None else []
        unclosed = any(detail.startswith("no end tag") for detail in details)
        assert unclosed is (swallowed is None), markup
