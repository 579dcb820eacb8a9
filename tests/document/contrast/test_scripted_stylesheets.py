"""Scripts that add stylesheets to a page."""

import pytest

from sitescan.document.contrast.scripted_stylesheets import adds_stylesheets
from sitescan.document.contrast.text_contrast import text_contrasts
from sitescan.document.document import Document
from sitescan.model.exchange import Source
from tests.document.pages import document

PALE = "<!doctype html><title>Pears</title><style>p {{ color: #bbb }}</style>{}<p>All about pears.</p>"
FONTS = "https://fonts.googleapis.com/css2?family=Pear"


@pytest.mark.parametrize(
    ("adds", "script"),
    [
        (True, 'document.write("<link rel=stylesheet href=/pears.css>")'),
        (True, 'document.writeln(\'<link rel="stylesheet" href="css/pears.css?1">\')'),
        (True, 'let a = document.createElement("link"); a.rel = "stylesheet"; a.href = "/pears.css"'),
        (False, 'let a = document.createElement("link"); a.rel = "stylesheet"; a.href = name + ".chunk.css"'),
        (False, f'let a = document.createElement("link"); a.rel = "stylesheet"; a.href = "{FONTS}"'),
        (True, 'window.document.write("<link rel=stylesheet href=/pears.css>")'),
        (False, 'open().document.write("<link rel=stylesheet href=/pears.css>")'),
        (False, 'popup.document.write("<link rel=stylesheet href=/print.css>")'),
        (False, 'document.querySelector("[rel=stylesheet]").href = "/pears.css"'),
        (False, 'document.write("<img src=/stylesheet.png>")'),
        (False, f'document.write("<link rel=stylesheet href=/pears.css>"){" " * 200_000}'),
    ],
)
def test_page_scripts(script: str, *, adds: bool) -> None:
    """The colors of texts are unknown if a script of the page adds a stylesheet."""
    page = document(PALE.format(f"<script>{script}</script>"))
    assert adds_stylesheets(page) is adds
    contrasts = text_contrasts(page)
    assert (len(contrasts.measured), contrasts.not_judged) == ((0, 1) if adds else (1, 0))


@pytest.mark.parametrize(
    ("adds", "script"),
    [
        (True, 'document.write("<link rel=stylesheet href=/pears.css>")'),
        (False, 'load = () => { let a = document.createElement("link"); a.rel = "stylesheet"; a.href = "/pears.css" }'),
    ],
)
def test_script_files(script: str, *, adds: bool) -> None:
    """A file adds a stylesheet only if it does so when it is loaded, not in a function."""
    file = Source(url="https://example.com/a.js", body=script.encode(), content_type="text/javascript")
    page = document(PALE.format('<script src="/a.js"></script><script type="text/plain">a</script>'))
    assert adds_stylesheets(Document(page.page, scripts=[file])) is adds
