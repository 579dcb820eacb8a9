"""Values that only a browser computes: they are valid, and known to nobody else."""

import pytest

from sitescan.document.css.declarations import KEPT
from sitescan.document.css.logical_properties import LOGICAL
from sitescan.document.css.shorthands import SHORTHANDS
from tests.document.pages import document, has_measured_text, marked

FUNCTIONS = (
    "--f()",
    "--f(1, red)",
    "if(style(--x: 1): none; else: block)",
    "IF(else: none)",
    "attr(data-d type(*))",
    "attr(data-d)",
    "inherit(--x)",
    "random-item(auto, none, block)",
    "var(--pending)",
    "var(--missing, --f())",
)


#: The longhands of each property that is read; logical ones become the physical ones.
_PROPERTIES = {
    name: longhands
    for name in sorted(KEPT - LOGICAL - {"all", "content"})
    if LOGICAL.isdisjoint(longhands := SHORTHANDS.get(name, (name,)))
}


@pytest.mark.parametrize("value", FUNCTIONS)
def test_unknown(value: str) -> None:
    """No property that is read has the value of an earlier declaration, of the fallback or of the function's text."""
    rules = "".join(f"#{name}{{{name}:{value}}}" for name in _PROPERTIES)
    marks = "".join(f"<p id={name}>Pears" for name in _PROPERTIES)
    page = document(f"<style>:root{{--pending:if(else:none)}}{rules}</style>{marks}")
    for name, longhands in _PROPERTIES.items():
        style = page.styles.of(marked(page, name))
        assert {longhand: style.get(longhand) for longhand in longhands} == dict.fromkeys(longhands)


@pytest.mark.parametrize(
    "name",
    [
        *("color", "background-color", "background", "display", "visibility", "opacity", "filter", "position"),
        *("clip-path", "font-size", "font-weight", "font", "text-shadow", "background-image", "content-visibility"),
        *("transform", "translate", "rotate", "scale", "text-indent", "mix-blend-mode", "-webkit-text-fill-color"),
        *("mask", "all"),
    ],
)
@pytest.mark.parametrize("value", FUNCTIONS)
def test_contrast(name: str, value: str) -> None:
    """The contrast of a text is not judged by the value before one that isn't known."""
    styles = ":root{--pending:if(else:none)}body{background:#fff}#t{color:#ccc;"
    assert has_measured_text(f"<style>{styles}}}</style><p id=t>Pears and plums")
    assert not has_measured_text(f"<style>{styles}{name}:{value}}}</style><p id=t data-d=none>Pears and plums")


@pytest.mark.parametrize(
    "styles",
    [
        "#t{opacity:calc(sibling-index() * .1)}",
        "#t{color:rgb(calc(sibling-index() * 10) 0 0)}",
        "#t{background:rgb(calc(sibling-count() * 10) 0 0)}",
        "#t{background:linear-gradient(--f(), #222)}",
        "#t{color:color-mix(in srgb, --f(), red)}",
        "#t{color:light-dark(--f(), red)}",
        "@supports (color: if(else: red)){#t{color:--f()}}",
    ],
)
def test_inside_of_values(styles: str) -> None:
    """A part of a value that isn't known makes the whole value unknown."""
    assert not has_measured_text(f"<style>body{{background:#fff}}#t{{color:#ccc}}{styles}</style><p id=t>Pears, plums")


def test_rules_after_a_function() -> None:
    """The rules of a page after a function of its author apply, and the declarations in it to nothing."""
    styles = "body{background:#fff}@function --f(--a){--b:1;result:#222}#t{color:#ccc}"
    assert has_measured_text(f"<style>{styles}</style><p id=t>Pears and plums")
