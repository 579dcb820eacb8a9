import re
from collections.abc import Sequence

from bs4.element import Tag

from sitescan.rules.authoring import (
    HTML,
    Bad,
    Document,
    ElementChange,
    Finding,
    Findings,
    Good,
    Rule,
    Severity,
    SourceDocument,
    attr,
    changed,
    lazy_pattern,
)
from sitescan.standards.data_files import data_of

_BLOCKS = "div h1 h2 h3 h4 h5 h6 hr p"
_ROWS = "tbody tfoot thead tr"
_CELLS = "td th"

#: The elements on which each attribute is obsolete.
#: https://html.spec.whatwg.org/multipage/obsolete.html#non-conforming-features
_OBSOLETE = {name: frozenset(elements.split()) for name, elements in data_of("obsolete_attributes").items()}

#: Attributes that browsers do something with, or that another attribute has to replace: they can't just be removed.
_EFFECTIVE = frozenset(
    "align alink background bgcolor border bordercolor bottommargin cellpadding cellspacing clear color compact event "
    "for frame frameborder height hspace leftmargin link marginheight marginwidth noshade nowrap rev rightmargin rules "
    "scope scrolling size text topmargin type valign vlink vspace width".split()
)
#: Attributes that a style can replace: the elements, the values, and the style.
#: https://html.spec.whatwg.org/multipage/rendering.html#tables-2
_STYLES = tuple(
    (name, frozenset(elements.split()), lazy_pattern(values, re.IGNORECASE), style)
    for name, elements, values, style in (
        ("align", f"{_BLOCKS} {_ROWS} {_CELLS}", r"(left|right|center|justify)", r"text-align: \1"),
        ("valign", f"{_ROWS} {_CELLS}", r"(top|middle|bottom|baseline)", r"vertical-align: \1"),
        (
            "bgcolor",
            f"body table {_ROWS} {_CELLS}",
            r"(#[0-9a-f]{6}|black|gray|silver|white)",
            r"background-color: \1",
        ),
        ("width", f"table {_CELLS}", r"([1-9][0-9]{0,4})", r"width: \1px"),
        ("width", f"table {_CELLS}", r"([1-9][0-9]{0,4}%)", r"width: \1"),
        ("height", f"table {_ROWS} {_CELLS}", r"([1-9][0-9]{0,4})", r"height: \1px"),
        ("nowrap", _CELLS, r".*", "white-space: nowrap"),
        ("frameborder", "iframe", r"0|no", "border: 0"),
    )
)


def check(document: SourceDocument) -> Findings:
    """Report attributes that HTML no longer has."""
    used = _OBSOLETE.keys() & document.by_attribute.keys()
    for element in document.having(*(name for name in used if _is_obsolete(document, name))):
        if element.namespace != HTML:
            continue
        found = [name for name in element.attrs if element.name in _OBSOLETE.get(name, ())]
        if found:
            yield Finding(element, detail=", ".join(found), change=_without(element, found))


def _is_obsolete(document: Document, name: str) -> bool:
    """Return whether an attribute is obsolete on any of the elements that have it."""
    return any(element.name in _OBSOLETE[name] for element in document.having(name))


def _without(element: Tag, found: Sequence[str]) -> ElementChange | None:
    """Return the change of obsolete attributes to a style; ``None`` if one of them has no equivalent style."""
    removed: dict[str, str | None] = dict.fromkeys(found)
    if "name" in found and element.name == "a" and "id" not in element.attrs:
        removed["id"] = attr(element, "name", "")
    styles = [*filter(None, (_style(element, name) for name in found))]
    if len(styles) < len(_EFFECTIVE & {*found}):
        return None
    if styles:
        # The style of the element wins, as it does over attributes.
        removed["style"] = "; ".join(filter(None, (*styles, attr(element, "style", "").strip())))
    return changed(element, **removed)


def _style(element: Tag, name: str) -> str:
    """Return the style that does what an attribute does; empty if there is none."""
    value = attr(element, name, "").strip()
    for attribute, elements, values, style in _STYLES:
        if attribute == name and element.name in elements and (match := values.fullmatch(value)):
            return match.expand(style).lower()
    return ""


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    share=0,
    title="Attributes are obsolete",
    passed="Attributes are part of current HTML",
    scope="tag",
    description=(
        "{count:# element has|# elements have} attributes that HTML has made obsolete. Most of them set looks, which "
        "stylesheets do better: they adapt to phones, zoom and dark mode. Others can be replaced or have no effect."
    ),
    recommendation="Remove these attributes, and set looks in the stylesheet.",
    how_to_fix=(
        "align becomes text-align, valign vertical-align, bgcolor background-color, border and cellpadding border and "
        'padding of the cells, frameborder="0" border: 0, width and height the same in CSS. For <a name="pears">, put '
        'id="pears" on the heading.'
    ),
    sources=("https://html.spec.whatwg.org/multipage/obsolete.html#non-conforming-features",),
    examples=(
        Bad('<table border="1" cellpadding="4"><tr><td align="right" width="50%">2</td></tr></table>'),
        Bad('<body bgcolor="white" text="black"><p align="center">Pears</p></body>'),
        Bad('<p><a name="pears">Pears</a></p>'),
        Bad('<script language="javascript">1</script>'),
        Bad('<iframe title="Map" src="map.html" frameborder="0" style="width: 100%"></iframe>'),
        Bad('<table><tr><td align="right" valign="Top" width="50%" nowrap>2</td></tr></table>'),
        Good('<img src="pears.jpg" alt="" width="80" height="60"><input name="q" type="search"><ol type="a"></ol>'),
        Good('<svg width="8" height="8"><text align="end"></text></svg><p data-align="center" id="pears">Pears</p>'),
        Good('<table><tr><th scope="col" abbr="kg">Kilograms</th></tr></table>'),
    ),
)
