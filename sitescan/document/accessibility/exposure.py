"""The exposure of elements: on the screen, in the accessibility tree, to the keyboard."""

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from functools import cache, cached_property

from attrs import field, frozen
from bs4.element import Tag

from sitescan.document.css.cascade import Styles
from sitescan.document.css.computed_style import Style, cached_by_style
from sitescan.document.tree import HTML, SVG, Nearest, attr, children

#: Elements that browsers never render, and elements whose content is a fallback.
_NEVER = frozenset(
    "base basefont datalist head link meta noembed noframes noscript param rp script style template title".split()
)
#: The only elements of SVG that are rendered where they stand: browsers render no unknown ones.
_RENDERED_SVG = frozenset(
    "a circle ellipse foreignobject g image line path polygon polyline rect svg switch text textpath tspan use".split()
)
_FALLBACK = frozenset({"audio", "iframe", "video"})
_MAYBE_FALLBACK = frozenset({"canvas", "object"})
#: Elements rendered by more than their style, elements that affect their children's rendering, and hiding attributes.
_DEPENDING = _NEVER | {"area", "input"}
_SHOWING = _FALLBACK | _MAYBE_FALLBACK | {"details"}
_FORM_CONTROLS = frozenset({"button", "fieldset", "input", "select", "textarea", "option", "optgroup"})
#: Values of ``display`` of boxes that size containment, and so ``content-visibility``, applies to.
_CONTAINED = frozenset(
    "block flex flow-root grid inline-block inline-flex inline-grid list-item table-caption table-cell".split()
)
_HIDING_ATTRIBUTES = frozenset({"aria-hidden", "inert"})
#: Elements that may be focusable, and attributes that may make others so.
_MAY_TAKE_FOCUS = frozenset("a area audio button iframe input select summary textarea video".split())
_FOCUS_ATTRIBUTES = frozenset({"contenteditable", "tabindex"})


@frozen
class RenderingState:
    """
    The rendering state of an element; ``None`` where only a browser can determine it.

    :ivar rendered: whether the element takes part in the layout.
    :ivar visible: whether the element is painted: rendered, and not ``visibility: hidden``.
    :ivar removed: whether ``aria-hidden`` removes the element from the accessibility tree.
    :ivar inert: whether the element is inert.
    :ivar exposed: whether the element is certainly in the accessibility tree.
    :ivar hidden: whether it is certainly not in the accessibility tree.
    """

    rendered: bool | None = True
    visible: bool | None = True
    removed: bool = False
    inert: bool = False
    exposed: bool = field(init=False)
    hidden: bool = field(init=False)

    @exposed.default
    def _is_exposed(self) -> bool:
        return self.visible is True and not self.removed and not self.inert

    @hidden.default
    def _is_hidden(self) -> bool:
        return self.visible is False or self.removed or self.inert


#: A page has few distinct states.
_shared_state = cache(RenderingState)
_EVERYWHERE, _NOWHERE = _shared_state(), _shared_state(False, False)


class Exposure:
    """The state of each element of a page, computed in one pass in document order."""

    def __init__(self, elements: Iterable[Tag], styles: Styles) -> None:
        self._styles = styles
        self._states: dict[int, RenderingState] = {}
        self._maps: set[str] = set()
        self._map_elements = Nearest(lambda tag: tag.name == "map")
        self._skipping: set[int] = set()
        self._elements = elements = list(elements)
        self._skipping.update(map(id, styles.where(_skips_contents)))
        for element in elements:
            if element.name == "img":
                self._maps.add(attr(element, "usemap", "").removeprefix("#"))
        for element in elements:
            self._states[id(element)] = self._state(element)

    def state(self, tag: Tag) -> RenderingState:
        """Return the rendering state of an element; the content of a ``template`` is not rendered."""
        return self._states.get(id(tag), _NOWHERE)

    def skips_contents(self, tag: Tag) -> bool:
        """Return whether an element shows neither its texts nor its children, if it is rendered."""
        return id(tag) in self._skipping

    def hidden(self, tag: Tag) -> bool:
        """Return whether an element is certainly not in the accessibility tree."""
        return self.state(tag).hidden

    def exposed(self, tag: Tag) -> bool:
        """Return whether an element is certainly in the accessibility tree."""
        return self.state(tag).exposed

    def focusable(self, tag: Tag) -> bool:
        """
        Return whether an element is certainly focusable.

        https://html.spec.whatwg.org/multipage/interaction.html#focusable-area
        """
        state = self.state(tag)
        return state.visible is True and not state.inert and self.takes_focus(tag)

    def takes_focus(self, tag: Tag) -> bool:
        """Return whether an element would be focusable if it were rendered."""
        name = tag.name
        if name not in _MAY_TAKE_FOCUS and _FOCUS_ATTRIBUTES.isdisjoint(tag.attrs):
            return False
        if name in ("button", "input", "select", "textarea"):
            return not self.disabled(tag) and not (name == "input" and attr(tag, "type", "").lower() == "hidden")
        if tabindex(tag) is not None or name == "iframe":
            return True
        if name in ("a", "area"):
            return "href" in tag.attrs or (tag.namespace == SVG and "xlink:href" in tag.attrs)
        if name in ("audio", "video"):
            return "controls" in tag.attrs
        if name == "summary":
            return tag.parent is not None and tag.parent.name == "details" and tag is summary(tag.parent)
        return attr(tag, "contenteditable", "false").strip().lower() in ("", "true", "plaintext-only")

    def disabled(self, tag: Tag) -> bool:
        """
        Return whether a form control is disabled, by its own attribute or by a ``fieldset``.

        https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#enabling-and-disabling-form-controls:-the-disabled-attribute
        """
        return tag.name in _FORM_CONTROLS and ("disabled" in tag.attrs or id(tag) in self._in_disabled_fieldsets)

    @cached_property
    def _in_disabled_fieldsets(self) -> AbstractSet[int]:
        """The ids of the elements inside of disabled fieldsets, but not inside of their first legends."""
        found: set[int] = set()
        legends: dict[int, Tag | None] = {}
        for element in self._elements:
            parent = id(element.parent)
            if parent in found or (parent in legends and element is not legends[parent]):
                found.add(id(element))
            if element.name == "fieldset" and "disabled" in element.attrs:
                legends[id(element)] = next((child for child in children(element) if child.name == "legend"), None)
        return found

    def tabbable(self, tag: Tag) -> bool:
        """Return whether the Tab key certainly reaches an element."""
        index = tabindex(tag)
        return (index is None or index >= 0) and self.focusable(tag)

    def _state(self, tag: Tag) -> RenderingState:
        parent = tag.parent
        outer = _EVERYWHERE if parent is None or parent.parent is None else self._states.get(id(parent), _NOWHERE)
        if outer is _NOWHERE:
            return _NOWHERE
        if id(parent) in self._skipping:
            return _NOWHERE
        style, attributes = self._styles.of(tag), tag.attrs
        if outer is _EVERYWHERE and self._depends_on_style_alone(tag):
            return _by_style(style)
        rendered = _and(outer.rendered, self._rendered(tag, style))
        if rendered is False:
            return _NOWHERE
        visible = _and(rendered, _visible(style))
        removed = outer.removed or (
            "aria-hidden" in attributes and attr(tag, "aria-hidden", "").strip().lower() == "true"
        )
        inert = outer.inert or "inert" in attributes
        if rendered and visible and not removed and not inert:
            return _EVERYWHERE
        return _shared_state(rendered, visible, removed, inert)

    def _depends_on_style_alone(self, tag: Tag) -> bool:
        """Return whether style alone determines the state of an element whose ancestors are all exposed."""
        parent = tag.parent
        return (
            tag.name not in _DEPENDING
            and tag.namespace == HTML
            and _HIDING_ATTRIBUTES.isdisjoint(tag.attrs)
            and (parent is None or parent.name not in _SHOWING)
        )

    def _rendered(self, tag: Tag, style: Style) -> bool | None:
        """Return whether an element is rendered, if its parent is."""
        name, parent = tag.name, tag.parent
        if name in _NEVER and tag.namespace == HTML:
            return False
        if tag.namespace == SVG and name.lower() not in _RENDERED_SVG:
            return False
        if name == "input" and attr(tag, "type", "").lower() == "hidden":
            return False
        if name == "area":
            around = self._map_elements.around(tag)
            return around is not None and attr(around, "name", attr(around, "id", "")) in self._maps
        if parent is not None and not _renders_child(tag, parent):
            return None if parent.name in _MAYBE_FALLBACK else False
        return None if style.display is None else style.display != "none"


def _renders_child(tag: Tag, parent: Tag) -> bool:
    """Return whether an element's parent renders its children; a closed ``details`` renders its summary alone."""
    if parent.name == "details" and "open" not in parent.attrs:
        return tag is summary(parent)
    return parent.name not in _FALLBACK and parent.name not in _MAYBE_FALLBACK


def summary(details: Tag) -> Tag | None:
    """Return the ``summary`` of a ``details`` element: its first child of that name."""
    return next((child for child in children(details) if child.name == "summary"), None)


@cached_by_style
def _by_style(style: Style) -> RenderingState:
    """Return the state of an element that style alone determines."""
    rendered = None if style.display is None else style.display != "none"
    if rendered is False:
        return _NOWHERE
    visible = _and(rendered, _visible(style))
    return _EVERYWHERE if rendered and visible else _shared_state(rendered, visible)


def _skips_contents(style: Style) -> bool:
    """Return whether a box skips its contents, https://www.w3.org/TR/css-contain-2/#content-visibility."""
    return style.get("content-visibility") == "hidden" and style.display in _CONTAINED


def _visible(style: Style) -> bool | None:
    return None if style.visibility is None else style.visibility not in ("hidden", "collapse")


def _and(first: bool | None, second: bool | None) -> bool | None:
    if first is False or second is False:
        return False
    return None if first is None or second is None else True


def tabindex(tag: Tag) -> int | None:
    """Return the ``tabindex`` of an element, or ``None`` if it has no valid one."""
    written = attr(tag, "tabindex")
    if written is None or len(written) > 20:
        return None
    digits = written.strip()
    try:
        return int(digits) if digits.isascii() and "_" not in digits else None
    except ValueError:
        return None
