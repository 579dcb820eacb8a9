"""Templates: what their marks cover, and which edits of them need a person."""

from time import process_time

import pytest

from sitescan.document.change import ElementChange, TextChange
from sitescan.document.edits.page_edits import PageEdits
from sitescan.document.template_marks import TemplateMarks
from tests.document.pages import document

IF, OUTPUT, CODE = "{% if n < 3 %}", "{{ title }}", "<?php echo 1 ?>"


@pytest.mark.parametrize(
    ("text", "covered"),
    [
        ("<p>Pears</p>", []),
        (f"<p>{IF}Pears{{% endif %}}</p>", [IF, "{% endif %}"]),
        (f"<a href='{OUTPUT}'>{CODE}</a>", [OUTPUT, CODE]),
        ("<%= pears %> ${pears}", ["<%= pears %>", "${pears}"]),
        ("---\ntitle: A < B\n---\n<p>Pears", ["---\ntitle: A < B\n---"]),
        ("+++\ntitle = 1\n+++\n", ["+++\ntitle = 1\n+++"]),
        (
            "{%- capture a -%}<title>b</title>{%- endcapture -%}c",
            ["{%- capture a -%}<title>b</title>{%- endcapture -%}"],
        ),
        ("{% raw %}{{ a }}{% endraw %}{{ b }}", ["{% raw %}{{ a }}{% endraw %}", "{{ b }}"]),
        ("{% capture a %}b", ["{% capture a %}"]),
        ("<p>{# a comment #}</p>", ["{# a comment #}"]),
        ("<script>f(`${a}`)</script><style>@media all{#a{color:red}#b{}}</style>", []),
        ("<script>f({% if a %}`${a}`{% endif %})</script>${b}", ["{% if a %}", "{% endif %}", "${b}"]),
        ("<?xml version='1.0'?><p>Pears</p>", []),
        ("<p>Pears</p><?php if ($n < 3) {", ["<?php if ($n < 3) {"]),
        ("<p>{% Pears {{ and ${ apples <% here", []),
    ],
)
def test_marks(text: str, covered: list[str]) -> None:
    """The marks of the common languages are found; those of scripts and styles that look alike are not."""
    assert [text[start:end] for start, end in TemplateMarks(text).ranges] == covered


@pytest.mark.parametrize(("start", "end", "touched"), [(0, 2, False), (0, 3, True), (5, 6, True), (6, 8, False)])
def test_touch(start: int, end: int, touched: bool) -> None:
    """A range is touched by a mark that it shares a character with."""
    assert TemplateMarks("ab{{}}cd").touch(start, end) is touched


@pytest.mark.parametrize(
    ("html", "name", "safe"),
    [
        ("<b>a</b>", "attributes", True),
        ("<b>a</b>", "removed", True),
        ("{% if a %}<b>a</b>{% endif %}", "attributes", True),
        ("{% if a %}<b>a</b>{% endif %}", "removed", False),
        ("<b class='{{ a }}'>a</b>", "attributes", False),
        ("{% capture a %}<b>a</b>{% endcapture %}", "attributes", False),
        ("---\na: b\n---\n<b>a</b>", "content", False),
    ],
)
def test_edits_of_elements(html: str, name: str, safe: bool) -> None:
    """In a template, an edit is safe if it changes attributes alone, of a tag without marks."""
    page = document(html.replace("<b", "<p>c<b", 1))
    values = {"attributes": {"id": "c"}, "removed": True, "content": "c"}
    fix = PageEdits(page).fix(ElementChange(tag=page.all("b")[0], safe=True, **{name: values[name]}))  # type: ignore[arg-type]  # the value of that name
    assert fix is not None
    assert fix.safe is safe


@pytest.mark.parametrize(
    ("html", "written", "safe"),
    [
        ("a &copy b</i>", "</i>", True),
        ("a &copy b</i>{{ c }}", "&copy", True),
        ("a &copy b</i>{{ c }}", "</i>", False),
        ("a {{ '&copy b' }}</i>", "&copy", False),
    ],
)
def test_edits_of_texts(html: str, written: str, safe: bool) -> None:
    """In a template, an edit is safe if it writes a character otherwise, outside of marks."""
    page = document(html)
    fix = PageEdits(page).fix(TextChange(at=page.decoded.text.index(written), written=written, safe=True))
    assert fix is not None
    assert fix.safe is safe


@pytest.mark.parametrize("part", ["{{", "{%", "${", "<%", "{% capture a %}", "<script>", "{{}}", "<?"])
def test_hostile_marks_take_linear_time(part: str) -> None:
    """A megabyte of opening marks is read in a moment."""
    begun = process_time()
    TemplateMarks(part * (1_000_000 // len(part)))
    assert process_time() - begun < 3


@pytest.mark.parametrize(
    ("before", "part", "end"),
    [
        ("", "<script ", "</script>"),
        ("", "<style ", "</style>"),
        ("<script>", "${ ", "}</script>"),
        ("<script>", "{# ", "</script>#}"),
        ("", "{% capture a %}", "{% endcapture %}"),
    ],
)
def test_one_end_of_many_marks_takes_linear_time(before: str, part: str, end: str) -> None:
    """An end that a megabyte of opening marks could share is searched for once."""
    begun = process_time()
    TemplateMarks(before + part * (1_000_000 // len(part)) + end)
    assert process_time() - begun < 3
