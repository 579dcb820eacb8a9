"""The least width of lines that are not broken."""

from math import inf

import pytest

from sitescan.document.layout.line_widths import least_line_width, least_row_width, most_room
from tests.document.layout.bounds import page
from tests.document.pages import marked

_LINE = "p = 1"
_IN_BLOCK = f"<pre id=x style='font:20px monospace'><code style='display:block;{{}}'>{_LINE}</code>\n</pre>"


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        (f"<pre id=x style='font:20px Menlo,monospace'>{_LINE}</pre>", 50),
        (f"<pre id=x style='font:20px monospace'>{_LINE}\n{_LINE}; p\n{_LINE}</pre>", 80),
        (f"<pre id=x style='font:20px monospace'>p <b>=</b> <i hidden>2, 3, 4</i>1{'  '}</pre>", 50),
        (f"<pre id=x style='font:20px monospace'>{_LINE}<br>{_LINE}</pre>", 50),
        ("<pre id=x style='font:20px monospace'>p = <b style='font-size:10px'>1</b></pre>", 25),
        (f"<pre id=x style='font:20px monospace'>{_LINE}\u0301\u200b</pre>", 50),
        (f"<div id=x style='font:20px serif;white-space:nowrap'> {_LINE}\n  2 </div>", 42),
        (f"<pre id=x style='font:20px monospace;letter-spacing:-1px'>{_LINE}</pre>", 0),
        (f"<pre id=x style='font:20px monospace;white-space:pre-wrap'>{_LINE}</pre>", 0),
        (f"<pre id=x style='font:20px monospace'>{_LINE}<b style='white-space:normal'>{_LINE}</b></pre>", 0),
        (f"<pre id=x style='font:20px monospace'>{_LINE}<span style='display:block'>{_LINE}</span></pre>", 0),
        (f"<pre id=x style='font:20px monospace'>{_LINE}<b style='position:absolute'>{_LINE}</b></pre>", 0),
        (f"<pre id=x style='font:20px monospace'>{_LINE}<b style='float:left'>{_LINE}</b></pre>", 0),
        ("<pre id=x style='font:20px monospace'></pre>", 0),
        (_IN_BLOCK.format(""), 50),
        (_IN_BLOCK.format("padding:9px;margin-left:9px"), 50),
        (_IN_BLOCK.format("margin-left:-9em"), 0),
        (_IN_BLOCK.format("overflow-x:auto"), 0),
        (_IN_BLOCK.format("max-width:9px"), 0),
        (_IN_BLOCK.format("position:relative;left:-9em"), 0),
        (_IN_BLOCK.format("columns:2"), 0),
        (_IN_BLOCK.format("transform:scale(.1)"), 0),
        (_IN_BLOCK.format("white-space:normal"), 0),
    ],
)
def test_least_line_width(html: str, expected: float) -> None:
    """The letters of the longest line count, if nothing in the box can break it or take a part of it out of it."""
    made = page(html)
    assert least_line_width(made, marked(made)) == pytest.approx(expected)


_CELL = "<td style='padding:0 3px'>Pears"


@pytest.mark.parametrize(
    ("style", "table", "expected"),
    [
        ("white-space:nowrap", f"<table><tr>{_CELL}<tr>{_CELL}{_CELL}</table>", 72),
        ("white-space:nowrap", f"<table><tr>{_CELL}<td hidden>Plums</table>", 36),
        ("white-space:nowrap", f"<table style='table-layout:fixed'><tr>{_CELL}</table>", 0),
        ("white-space:nowrap", f"<table style='display:block'><tr>{_CELL}</table>", 0),
        ("white-space:nowrap", f"<table><tr>{_CELL}<td style='max-width:0;overflow:hidden'>Plums</table>", 36),
        ("white-space:nowrap", "Pears", 0),
        ("", f"<table><tr>{_CELL}</table>", 6),
    ],
)
def test_least_row_width(style: str, table: str, expected: float) -> None:
    """The cells of the widest row count, if they widen the table."""
    made = page(f"<div id=x style='font:20px serif;{style}'>{table}</div>")
    assert least_row_width(made, marked(made)) == pytest.approx(expected)


_BOX = "<div id=x style='{}'>Pears</div>"


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        (_BOX.format("padding:0 10px"), 1260),
        (f"<div style='display:flex;width:600px'>{_BOX.format('')}</div>", None),
        (f"<div style='display:flex;width:600px'>{_BOX.format('width:100%')}</div>", 600),
        (f"<div style='display:flex;width:600px'><div style='max-width:50%'>{_BOX.format('')}</div></div>", 600),
        (f"<div style='width:600px'>{_BOX.format('float:left')}</div>", None),
        (f"<div style='width:600px'>{_BOX.format('float:left;width:50%')}</div>", 600),
        (f"<div style='width:600px'>{_BOX.format('float:left;width:max-content')}</div>", None),
        (f"<div style='width:600px'>{_BOX.format('display:inline-block')}</div>", None),
        (f"<div style='float:left'>{_BOX.format('width:100%')}</div>", None),
        (f"<div style='width:600px;min-width:700px'>{_BOX.format('')}</div>", 700),
        (f"<div style='min-width:700px'><div style='width:600px;min-width:100px'>{_BOX.format('')}</div></div>", 700),
        (f"<div style='width:600px;min-width:max-content'>{_BOX.format('')}</div>", inf),
        (f"<div style='width:600px;min-width:0'>{_BOX.format('')}</div>", 600),
        (f"<table style='width:600px'><tr><td>{_BOX.format('')}</table>", None),
        (f"<div style='width:600px;position:relative'>{_BOX.format('position:absolute;left:9px')}</div>", None),
    ],
)
def test_most_room(html: str, expected: float | None) -> None:
    """Block layout or widths of their own bound boxes; others grow with their content."""
    made = page(html)
    assert most_room(made, marked(made)) == expected
