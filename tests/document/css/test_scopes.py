"""Rules in ``@scope`` apply to the elements of their scope, up to its limits."""

import pytest

from sitescan.document.document import Document
from sitescan.document.tree import attr
from sitescan.model.exchange import Exchange, Page

_URL = "https://example.com/"
_HTML = """<!doctype html><html lang=en><title>Pears</title><style>%s</style>
<main id=main class=box><p id=outer>x<div class=card id=root><p id=inner>x<section id=part><p id=deep>x
<div class=limit id=limit><p id=past>x</div></section></div></main>"""


def _hidden(css: str) -> set[str]:
    """Return the ids of the elements whose own ``display`` the styles make unknown, as they do in a scope."""
    page = Page(exchange=Exchange(requested=_URL, url=_URL, status=200), body=(_HTML % css).encode())
    document = Document(page)
    return {attr(element, "id", "") for element in document.having("id") if document.styles.of(element).display is None}


@pytest.mark.parametrize(
    ("css", "hidden"),
    [
        ("@scope (.card) { p { display: none } }", "inner deep past"),
        ("@scope (.card) to (.limit) { p, .limit { display: none } }", "inner deep"),
        ("@scope (.card) to (:scope > section) { p { display: none } }", "inner"),
        ("@scope (.card) to (> section) { p { display: none } }", "inner"),
        ("@scope (.card) to (:scope > .limit) { p { display: none } }", "inner deep past"),
        ("@scope (.card) { :scope { display: none } }", "root"),
        ("@scope (.card) { & { display: none } }", "root"),
        ("@scope (.card) { .card { display: none } }", ""),
        ("@scope (.card) { > p { display: none } }", "inner"),
        ("@scope (.card) { .box p { display: none } }", ""),
        ("@scope (.card) { .box :scope p { display: none } }", "inner deep past"),
        ("@scope (.box) { @scope (.card) { > p { display: none } } }", "inner"),
        ("@scope (.limit) { @scope (.card) { p { display: none } } }", ""),
        (".box { @scope (& > .card) { > p { display: none } } }", "inner"),
        (".card { @scope (& > .card) { p { display: none } } }", ""),
        ("@scope (.card) to (.limit) { section { p { display: none } } }", "deep"),
        ("@scope (.card) { @media screen { > p { display: none } } }", "inner"),
        ("@scope .card { p { display: none } }", ""),
        ("@scope (.card) until (.limit) { p { display: none } }", ""),
        ("@scope (:nonsense) { p { display: none } }", ""),
        ("@scope { p { display: none } }", "outer inner deep past"),
    ],
)
def test_a_rule_in_a_scope_applies_to_its_elements(css: str, hidden: str) -> None:
    """What a rule in a scope hides isn't taken for visible, and nothing else is taken for hidden."""
    assert _hidden(css) == set(hidden.split())


@pytest.mark.parametrize(("script", "visible"), [("<script src=/cards.js></script>", True), ("", False)])
def test_custom_elements_are_defined_if_the_page_has_a_script(script: str, visible: bool) -> None:
    """What is hidden until a custom element is defined is visible once a script has defined it."""
    html = f"<style>:not(:defined) {{ display: none }}</style><pear-card>Pears</pear-card>{script}"
    document = Document(Page(exchange=Exchange(requested=_URL, url=_URL, status=200), body=html.encode()))
    assert document.accessible.exposed(document.all("pear-card")[0]) is visible
