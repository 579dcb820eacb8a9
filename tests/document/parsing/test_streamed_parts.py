"""Parts of a page that React sends later are judged as visitors see them."""

import pytest

from sitescan.local.offline import analyse

_HEAD = "<!doctype html><html lang=en><title>Pears</title>"
_START = f"{_HEAD}<body><!--$?--><template id='B:0'></template><p>Wait</p><!--/$-->"
_PART = "<div hidden id='S:0'><main><h1>Pears</h1><img src=a.png></main></div>"


def _rules(html: str) -> set[str]:
    report = analyse("https://pears.example/", headers={"Content-Type": "text/html"}, body=html.encode())
    return {issue.rule for category in report.categories for issue in category.issues}


@pytest.mark.parametrize("call", ['$RC("B:0","S:0")', "$RR('B:0', 'S:0', [])"])
def test_part(call: str) -> None:
    """A part that a script moves into its place has headings and landmarks, and faults."""
    found = _rules(f"{_START}{_PART}<script>{call}</script>")
    assert "accessibility/image-alt" in found
    assert not found & {"accessibility/main-missing", "seo/h1-missing", "accessibility/headings-missing"}


@pytest.mark.parametrize("call", ["", '$RC("B:0","S:1")', '$RX("B:0","S:0")'])
def test_hidden(call: str) -> None:
    """A hidden element that no such script names stays hidden."""
    assert "accessibility/image-alt" not in _rules(f"{_START}{_PART}<script>{call}</script>")
