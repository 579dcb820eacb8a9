from collections.abc import Iterable, Iterator
from itertools import chain

from bs4.element import Tag

from sitescan.document.accessibility.aria_roles import ROLES
from sitescan.document.accessibility.controls import popups_of
from sitescan.document.accessibility.exposure import tabindex
from sitescan.document.css.computed_style import Style
from sitescan.document.layout.definite_sizes import definite_height, definite_width
from sitescan.document.layout.display import is_absolutely_positioned
from sitescan.document.layout.heights import heights
from sitescan.document.layout.line_widths import least_line_width, least_row_width, most_room
from sitescan.document.layout.measured_layout import measured_boxes
from sitescan.document.layout.off_screen import is_off_screen
from sitescan.document.layout.text_size import LEAST_LETTER, least_line_height, own_letters, wraps
from sitescan.document.tree import has_own_words, ids_around
from sitescan.rules.authoring import (
    Bad,
    Document,
    ElementChange,
    Finding,
    Findings,
    Good,
    Rule,
    Severity,
    attr,
    changed,
    elements,
)

#: The factor by which a text must be higher than its box, because the width of letters is an average.
_DOUBT = 1.2
#: The number of pixels beyond a box that matters, as in axe-core: less is a part of a letter or a border.
_BEYOND = 14
_PICTURES = frozenset("canvas embed iframe img object svg video".split())
#: The values of ``aria-haspopup`` for popups with items between which arrow keys move.
_POPUPS = frozenset({"true", "menu", "listbox", "tree", "grid"})
_SCROLLS = frozenset({"auto", "scroll"})


def check(document: Document) -> Findings:
    """Report boxes whose content is certainly larger and contains nothing focusable."""
    boxes = list(_scrolling(document))
    if not boxes:
        return
    focusable = [tag for tag in document.elements if _takes_tab(document, tag) or tag.name in ("embed", "object")]
    reached = ids_around((*focusable, *_active(document, focusable)))
    reached |= {id(popup) for popup in _popups(document, focusable)}
    shown = ids_around(tag for tag in document.elements if tag.name in _PICTURES or has_own_words(tag))
    for element in boxes:
        if id(element) not in shown and not has_own_words(element):
            # A scroll bar that the page draws itself.
            continue
        if _takes_tab(document, element) or element.name in ("body", "html", "textarea", "select"):
            continue
        if document.accessible.state(element).visible is True and id(element) not in reached:
            yield Finding(element, change=_fixed(document, element))


def _active(document: Document, focusable: Iterable[Tag]) -> Iterator[Tag]:
    """Yield the elements in which the focusable ones move by scripts while they keep the focus."""
    for tag in focusable:
        if "aria-activedescendant" in tag.attrs:
            yield from document.ids_of(tag).get(attr(tag, "aria-activedescendant", "").strip(), ())[:1]


def _popups(document: Document, focusable: Iterable[Tag]) -> Iterator[Tag]:
    """
    Yield the popups that the keyboard moves in: those of focusable comboboxes and menu buttons, and active ones.

    The combobox keeps the focus; a menu or list box gets it by a script and names its active item.

    https://www.w3.org/WAI/ARIA/apg/patterns/combobox/
    https://www.w3.org/WAI/ARIA/apg/patterns/menu-button/
    """
    yield from (tag for tag in document.having("aria-activedescendant") if "tabindex" in tag.attrs)
    for tag in focusable:
        opened = attr(tag, "aria-haspopup", "").strip().lower()
        if opened in _POPUPS or document.accessible.role(tag) == "combobox":
            yield from popups_of(document, tag)


def _scrolling(document: Document) -> Iterator[Tag]:
    """Return the boxes that scroll: as measured in a rendered page, or with content that is certainly larger."""
    if boxes := measured_boxes(document):
        for box in boxes:
            if box.tag is not None and box.styles and box.name != "#text":
                across, down = box.beyond
                scrolls = across > _BEYOND and box.styles["overflow-x"] in _SCROLLS
                if scrolls or (down > _BEYOND and box.styles["overflow-y"] in _SCROLLS):
                    yield box.tag
        return
    for element in document.styles.where(_scrolls) if document.styles.complete else ():
        style = document.styles.of(element)
        if (style.get("overflow-y") in _SCROLLS and _is_higher(document, element, style)) or (
            style.get("overflow-x") in _SCROLLS and _has_longer_line(document, element)
        ):
            yield element


def _is_higher(document: Document, element: Tag, style: Style) -> bool:
    """Return whether the content of a box is certainly higher than the box."""
    height = _height(style)
    return height is not None and (
        heights(document).least_content(element) > height + 1 or _text_height(document, element) > height * _DOUBT
    )


def _has_longer_line(document: Document, element: Tag) -> bool:
    """Return whether a line of code or a row of a table in a box is certainly longer than the box is wide."""
    line = least_line_width(document, element) or least_row_width(document, element)
    if not line:
        return False
    room = most_room(document, element)
    return room is not None and line > room + _BEYOND


def _scrolls(style: Style) -> bool:
    """Return whether a box on the screen scrolls overflowing content."""
    return any(style.get(f"overflow-{axis}") in _SCROLLS for axis in "xy") and not is_off_screen(style)


def _height(style: Style) -> float | None:
    """Return the height of a box in pixels, or ``None`` if it grows with its content or is lower than a line."""
    height = definite_height(style)
    return height if height is not None and height >= (style.font_size or 0.0) else None


def _fixed(document: Document, element: Tag) -> ElementChange:
    """Return the change of the element to a focusable region; an element whose role allows a name keeps its role."""
    role = document.accessible.role(element)
    if role in ROLES and not ROLES[role].nameless:
        return changed(element, "…", tabindex="0", aria_label="(what it shows)")
    return changed(element, "…", tabindex="0", role="region", aria_label="(what it shows)")


def _takes_tab(document: Document, tag: Tag) -> bool:
    return document.accessible.takes_focus(tag) and (tabindex(tag) or 0) >= 0


def _text_height(document: Document, box: Tag) -> float:
    """Return the minimum height of the text in a box of a fixed width, in any layout; 0 if it may be clipped."""
    width = definite_width(document.styles.of(box))
    if not width:
        return 0.0
    area = 0.0
    for tag in chain((box,), elements(box)):
        style = document.styles.of(tag)
        if document.accessible.state(tag).visible is not True:
            continue
        if tag is not box and (is_absolutely_positioned(style) or style.get("overflow-y") != "visible"):
            return 0.0
        if wraps(style) and "-" not in (style.get("letter-spacing") or ""):
            area += own_letters(tag) * LEAST_LETTER * (style.font_size or 0.0) * least_line_height(style)
    return area / width


_TEXT = "Sweet pears. " * 36
_LINES = "pear = fruit;\n" * 30

_CODE = '<pre style="overflow: auto; font: 16px monospace">' + "pear = <b>fruit</b>; " * 4 + "</pre>"

_ROW = f"<table>{2 * ('<tr>' + 2 * '<td>Sweet pears, sweet plums, sweet figs and apples')}</table>"

_LONG = f'<span style="white-space: nowrap">{"Sweet pears, " * 30}</span>'

RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Scrollable areas can't be reached with the keyboard",
    passed="Scrollable areas can be reached with the keyboard",
    needs=lambda document: document.painted,
    description=(
        "{count:# area scrolls but contains|# areas scroll but contain} nothing that can receive keyboard focus. At "
        "least in Safari, people who don't use a mouse can't scroll to the hidden part and read it (WCAG 2.2, 2.1.1 "
        "Keyboard, level A)."
    ),
    recommendation='Give each scrollable element tabindex="0", a role and a name.',
    how_to_fix='For example: <div class="scrolls" tabindex="0" role="region" aria-label="Terms of use">...</div>',
    sources=(
        "https://www.w3.org/WAI/WCAG22/Understanding/keyboard",
        "https://www.w3.org/WAI/standards-guidelines/act/rules/0ssw9k/",
    ),
    covers=(
        "act:0ssw9k",
        "axe:scrollable-region-focusable",
    ),
    examples=(
        Bad(f'<div style="height: 100px; width: 300px; overflow: auto">{"Green pears are sweet. " * 60}</div>'),
        Bad('<ul style="height: 30px; overflow: auto"><li>Pears<li>Apples<li>Plums</ul>'),
        Bad('<div style="height: 30px; overflow: auto"><p>Pears<p>Or <a href="/" tabindex="-1">apples</a></div>'),
        Bad(f'<div style="height: 100px; width: 500px; overflow: auto"><h1>Pears</h1><p>{_TEXT * 2}</p></div>'),
        Bad('<div style="max-height: 40px; overflow: auto">Pears<br>Apples<br>Plums</div>'),
        Bad('<pre style="max-height: 40px; overflow: auto">Pears\nApples\nPlums\nFigs</pre>'),
        Bad('<p style="max-height: 40px; overflow: auto">Pears<br>Apples<br>Plums</p>'),
        Bad(f'<div style="width: 400px"><div>{_CODE}</div></div>'),
        Bad(
            f'<style>div{{width:99px}}code{{display:block}}</style><div><pre style="overflow:auto"><code>{"pear" * 15}'
        ),
        Good(f'<div style="width: 600px; padding: 9px"><div>{_CODE}</div></div>'),
        Good(f'<div style="display: flex; width: 400px"><div>{_CODE}</div></div>'),
        Bad(f'<div style="display: flex; width: 400px"><div style="width: 100%">{_CODE}</div></div>'),
        Good(f'<div style="width: 400px"><style>pre {{ white-space: pre-wrap }}</style>{_CODE}</div>'),
        Bad(f'<div style="width: 300px; overflow-x: auto; white-space: nowrap">{_TEXT}</div>'),
        Bad(f'<div style="width: 300px; overflow-x: auto; white-space: nowrap">{_ROW}</div>'),
        Good(f'<div style="width: 300px; overflow-x: auto">{_ROW}</div>'),
        Good('<ul style="height: 30px; overflow: auto; display: flex"><li>Pears<li>Apples<li>Plums</ul>'),
        Good('<ul style="height: 30px; overflow: auto; columns: 3"><li>Pears<li>Apples<li>Plums</ul>'),
        Good('<div style="height: 30px; overflow: auto"><style>p { float: left }</style><p>Pears<p>Apples</div>'),
        Good('<div style="height: 40px; overflow: auto; line-height: 0.5">Pears<br>Apples<br>Plums</div>'),
        Good('<ul style="height: 60px; overflow: auto"><li>Pears<li>Apples<li hidden>Plums<li hidden>Figs</ul>'),
        Good(f'<pre style="overflow: auto; font: 16px monospace; width: 400px">{_LINES}</pre>'),
        Good(
            '<div style="overflow: auto; width: 9px; white-space: nowrap"><template><img width="99"></template></div>'
        ),
        Good(f'<ul style="overflow: auto; white-space: nowrap; width: 300px">{"<li>Green pears</li>" * 30}</ul>'),
        Good(f'<div tabindex="0" style="height: 100px; overflow: auto">{"Green pears are sweet. " * 60}</div>'),
        Good(f'<div style="height: 100px; overflow: auto"><a href="/">{"Pears are sweet. " * 80}</a></div>'),
        Good(
            '<ul style="overflow: auto; width: 200px">'
            '<li style="overflow: hidden; text-overflow: ellipsis; white-space: nowrap">'
            f"<b>Sweet</b> {'pears, ' * 30}</ul>"
        ),
        Good(f'<div style="overflow: auto; width: 300px"><div style="overflow: clip">{_LONG}</div></div>'),
        Good(
            '<div style="height: 60px; width: 300px; overflow: auto"><ul style="height: 50px; overflow: hidden">'
            f"{'<li>Green pears</li>' * 30}</ul></div>"
        ),
        Good(
            '<input role="combobox" aria-label="Kind" aria-expanded="true" aria-controls="a">'
            '<ul id="a" role="listbox" style="height: 30px; overflow: auto"><li role="option">Pears'
            '<li role="option">Apples<li role="option">Plums</ul>'
        ),
        Good(
            '<input aria-label="Kind" aria-activedescendant="b"><ul style="height: 30px; overflow: auto"><li>Pears'
            '<li id="b">Apples<li>Plums</ul>'
        ),
        Bad(
            '<input aria-activedescendant="b"><ul style="height: 30px; overflow: auto"><li>Pears<li>Figs<li>Plums</ul>'
        ),
        Bad('<ul style="max-block-size: 30px; overflow-block: auto"><li>Pears<li>Apples<li>Plums</ul>'),
        Good('<ul style="height: 30px; overflow: auto; translate: -9999px"><li>Pears<li>Apples<li>Plums</ul>'),
        Good(
            '<button type="button" aria-haspopup="menu" aria-controls="a">Kind</button>'
            '<ul id="a" role="menu" style="height: 30px; overflow: auto"><li role="menuitem">Pears'
            '<li role="menuitem">Apples<li role="menuitem">Plums</ul>'
        ),
        Good(
            '<ul role="listbox" tabindex="-1" aria-activedescendant="p" style="height: 30px; overflow: auto">'
            '<li role="option" id="p">Pears<li role="option">Apples<li role="option">Plums</ul>'
        ),
        Bad(
            '<button type="button" aria-haspopup="dialog" aria-controls="a">Kinds</button>'
            '<ul id="a" style="height: 30px; overflow: auto"><li>Pears<li>Apples<li>Plums</ul>'
        ),
        Good(f'<div style="height: 100px">{"Green pears are sweet. " * 60}</div>'),
        Good('<div style="height: 100px; overflow: auto">Green pears</div>'),
        Good(f'<div style="overflow: auto">{"Green pears are sweet. " * 60}</div>'),
    ),
)
