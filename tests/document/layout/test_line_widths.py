"""The least width of lines that are not broken."""

import pytest

from sitescan.document.layout.line_widths import least_line_width
from tests.document.layout.bounds import page
from tests.document.pages import marked

_LINE = "p = 1"


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
    ],
)
def test_least_line_width(html: str, expected: float) -> None:
    """The letters of the longest line count, if nothing in the box can break it or take a part of it out of it."""
    made = page(html)
    assert least_line_width(made, marked(made)) == pytest.approx(expected)
