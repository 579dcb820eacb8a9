"""The computed style of one element, https://www.w3.org/TR/css-cascade-5/#value-stages."""

from collections.abc import Callable, Mapping
from functools import cached_property, wraps
from types import MappingProxyType
from typing import Any, TypeVar

from sitescan.document.css.colors import BLACK, TRANSPARENT, Color, color
from sitescan.document.css.custom_properties import Variables, is_undecided
from sitescan.document.css.declarations import INHERITED, INITIAL, Pending, Value
from sitescan.document.css.lengths import Relative, length, number
from sitescan.document.css.logical_properties import LOGICAL, physical
from sitescan.document.css.media import DESKTOP, Screen
from sitescan.document.css.shorthands import expand_shorthand
from sitescan.document.css.validity import is_valid

T = TypeVar("T")

#: Properties that are computed with the style; an element that declares none of them has the values of its parent.
_PASSED_ON = frozenset({"all", "color", "color-scheme", "font-family", "font-size", "font-weight", "visibility"})

_MEDIUM = 16.0
_FIXED = 13 / 16
_KEYWORDS: Mapping[str, float] = MappingProxyType(
    {
        "xx-small": 9.0,
        "x-small": 10.0,
        "small": 13.0,
        "medium": 16.0,
        "large": 18.0,
        "x-large": 24.0,
        "xx-large": 32.0,
        "xxx-large": 48.0,
    }
)
#: https://drafts.csswg.org/css-display/#transformations
_BLOCKIFIED: Mapping[str, str] = MappingProxyType(
    {"inline-block": "block", "inline-flex": "flex", "inline-grid": "grid", "inline-table": "table", "inline": "block"}
    | {f"table-{part}": "block" for part in "row cell row-group header-group footer-group column caption".split()}
)

#: The values of properties that are not declared, for elements other than the root.
_UNDECLARED: dict[str, str] = {**INITIAL, **dict.fromkeys(INHERITED, "inherit")}


class Style:
    """
    The computed style of an element. A value that depends on layout is ``None``.

    Elements share a style if their declarations and the styles of their parents are the same.

    :param declared: the winning declarations in the order in which they were applied; ``None`` for a property that may
        be declared by a rule or not.
    :param browser: the declarations of the user agent style sheet, for ``revert``.
    :ivar parent: the style of the parent; ``None`` for the root.
    :param registered: the custom properties that the page registers, for the root.
    :ivar screen: the screen that the page is displayed on.
    """

    def __init__(
        self,
        declared: Mapping[str, Value | None],
        browser: Mapping[str, str],
        parent: "Style | None",
        own_variables: Mapping[str, str],
        registered: Variables | None = None,
        screen: Screen = DESKTOP,
    ) -> None:
        self._given = declared, browser, own_variables, registered
        self._declared = declared
        self._browser = browser
        self.parent = parent
        self._texts: dict[str, str | None] = {}
        # By the function of the style or the shorthand with variables that they are results of.
        self._results: dict[object, Any] = {}
        inherited = parent.variables if parent is not None else registered
        self.variables: Variables = (
            Variables(inherited, own_variables) if own_variables or inherited is None or inherited.resets else inherited
        )
        self.root: Style = parent.root if parent is not None else self
        self.screen = screen
        if not LOGICAL.isdisjoint(declared):
            self._declared = physical(declared, self.get("writing-mode"), self.get("direction"))
        if parent is not None and _PASSED_ON.isdisjoint(declared):
            self.fixed_width: bool = parent.fixed_width
            self.absolute_size: bool = parent.absolute_size
            self.dark: bool = parent.dark
            self.font_size: float | None = parent.font_size
            self.font_weight: float | None = parent.font_weight
            self.color: Color | None = parent.color
            self.visibility: str | None = parent.visibility
        else:
            self._compute()

    def _compute(self) -> None:
        """Compute the properties that inherited values depend on. The style of the parent is complete at this point."""
        self.fixed_width = (self.get("font-family") or "").strip().lower() == "monospace"
        self.absolute_size = False
        #: Whether the element has dark colors although the user prefers light ones, as the page offers no others.
        schemes = (self.get("color-scheme") or "").split()
        self.dark = "dark" in schemes and "light" not in schemes
        self.font_size = self._font_size()
        self.font_weight = self._font_weight()
        self.color = self._color()
        self.visibility = self.get("visibility")

    def within(self, parent: "Style | None", screen: Screen) -> "Style":
        """Return the style of the element if its parent had another style, on another screen."""
        declared, browser, own_variables, registered = self._given
        return Style(declared, browser, parent, own_variables, registered, screen)

    def displayed(self, display: str) -> "Style":
        """Return the style of the element if its ``display`` was another."""
        declared, browser, own_variables, registered = self._given
        return Style({**declared, "display": display}, browser, self.parent, own_variables, registered, self.screen)

    def get(self, name: str) -> str | None:
        """Return the specified value of a property, with keywords in lower case; ``None`` if it is not known."""
        if name in self._texts:
            return self._texts[name]
        if name in self._declared or self.parent is None or "all" in self._declared:
            value = self._specified(name)
        else:
            # Most properties of most elements are not declared.
            value = _UNDECLARED.get(name, "")
        if value == "inherit":
            value = self._inherited(name)
        self._texts[name] = value
        return value

    def declares(self, name: str) -> bool:
        """Return whether a property is declared for the element itself."""
        return name in self._declared

    def declares_any(self, names: frozenset[str]) -> bool:
        """
        Return whether any of several properties may be declared for the element itself.

        If none is, those that are not inherited have their initial values.
        """
        return not names.isdisjoint(self._declared) or "all" in self._declared

    def differs(self, other: "Style", names: frozenset[str]) -> bool:
        """Return whether one of several properties is declared with another value in another style of the element."""
        declared = self._declared.keys() | other._declared.keys()
        return "all" in declared or any(self.get(name) != other.get(name) for name in names & declared)

    def _inherited(self, name: str) -> str | None:
        """Return the value of the nearest ancestor that does not inherit the property."""
        style = self.parent
        passed: list[Style] = []
        while style is not None:
            value = style._texts[name] if name in style._texts else style._specified(name)
            if value != "inherit":
                break
            passed.append(style)
            style = style.parent
        else:
            value = INITIAL.get(name, "")
        for descendant in passed:
            descendant._texts[name] = value
        return value

    def _specified(self, name: str) -> str | None:
        """Return the declared value of a property; ``inherit`` for the value of the parent."""
        if name in self._declared:
            declared = self._declared[name]
        elif "all" in self._declared:
            declared = self._declared["all"]
        else:
            # Equivalent to "unset".
            return _UNDECLARED.get(name, "") if self.parent is not None else INITIAL.get(name, "")
        if declared is None:
            return None
        value = self._substituted(name, declared)
        if value is None:
            return None
        if value == "revert":
            value = self._browser.get(name, "unset")
        if value == "revert-layer":
            return None
        if value == "unset":
            value = "inherit" if name in INHERITED else "initial"
        if value == "inherit" and self.parent is None:
            value = "initial"
        return INITIAL.get(name, "") if value == "initial" else value

    def _substituted(self, name: str, declared: Value) -> str | None:
        """
        Return a declared value with its variables substituted; ``unset`` if the result is not valid.

        ``None`` if only a browser can compute it. The content of a pseudo-element is read by its parts.
        """
        if isinstance(declared, Pending):
            shorthand = declared.shorthand, declared.text
            if shorthand not in self._results:
                text = self.variables.fill(declared.text)
                is_known = text is None or not is_undecided(text)
                self._results[shorthand] = dict(expand_shorthand(declared.shorthand, text or "")) if is_known else None
            values = self._results[shorthand]
            return str(values.get(declared.longhand, "unset")) if values is not None else None
        value = self.variables.fill(declared) if "var(" in declared.lower() else declared
        if not value or (value is not declared and "(" not in value and not is_valid(name, value)):
            # Invalid at computed-value time, https://www.w3.org/TR/css-variables-1/#invalid-at-computed-value-time.
            return "unset"
        if name == "content":
            return value
        return (None if is_undecided(value) else value) if "(" in value else value.lower()

    def _font_size(self) -> float | None:
        """
        Return the font size in pixels. Browsers show text of fixed width smaller.

        https://www.w3.org/TR/css-fonts-4/#font-size-prop
        """
        outer = self.parent.font_size if self.parent is not None else _MEDIUM
        fixed_outer = self.parent is not None and self.parent.fixed_width
        fixed_size = self.parent.absolute_size if self.parent is not None else False
        self.absolute_size = fixed_size
        value = self._specified("font-size")
        if value is None or outer is None:
            return None
        scale = 1.0 if self.fixed_width is fixed_outer else (_FIXED if self.fixed_width else 1 / _FIXED)
        if value == "inherit":
            return outer if self.absolute_size else outer * scale
        if value in _KEYWORDS:
            self.absolute_size = False
            return _KEYWORDS[value] * (_FIXED if self.fixed_width else 1.0)
        if value in ("smaller", "larger"):
            size: float | None = outer * 1.2 if value == "larger" else outer / 1.2
            relative = True
        else:
            root = self.root.font_size if self.root is not self else _MEDIUM
            size = length(value, self._relative(outer, root if root is not None else _MEDIUM, outer))
            relative = value.endswith(("em", "%")) and not value.endswith("rem") and "(" not in value
        if not relative:
            self.absolute_size = True
        if size is None:
            return None
        return size * scale if relative and not self.absolute_size else size

    def _font_weight(self) -> float | None:
        value = self._specified("font-weight")
        outer = self.parent.font_weight if self.parent is not None else 400.0
        if value == "inherit":
            return outer
        if value in ("normal", "bold"):
            return 400.0 if value == "normal" else 700.0
        if value in ("bolder", "lighter"):
            return None if outer is None else _relative_weight(outer, value)
        return None if value is None else number(value)

    def _color(self) -> Color | None:
        value = self._specified("color")
        outer = self.parent.color if self.parent is not None else BLACK
        if value in ("inherit", "currentcolor"):
            return outer
        if value == "-quirk":
            return self.root.color if self.root is not self else BLACK
        return None if value is None or outer is None else color(value, outer, dark=self.dark)

    def color_of(self, name: str) -> Color | None:
        """Return the value of a property that is a color; ``None`` if it is not known."""
        value = self.get(name)
        if value is None or self.color is None:
            return None
        return color(value, self.color, dark=self.dark) if value else TRANSPARENT

    @cached_property
    def background(self) -> Color | None:
        """The background color; ``None`` if it is not known."""
        return self.color_of("background-color")

    @cached_property
    def display(self) -> str | None:
        """The computed value of ``display``; ``None`` if it is not known."""
        value = self.get("display")
        if value is None or value in ("none", "contents"):
            return value
        taken_out = self.get("position") in ("absolute", "fixed") or (self.get("float") or "none") != "none"
        around = self.parent.display if self.parent is not None and "display" in self.parent.__dict__ else None
        in_flex = around is not None and around.removeprefix("inline-") in ("flex", "grid")
        return _BLOCKIFIED.get(value, value) if taken_out or in_flex or self.parent is None else value

    def pixels(self, name: str, percent: float | None = None) -> float | None:
        """
        Return the value of a property that is a length, in pixels; ``None`` if it is none or depends on layout.

        :param percent: the length that 100% stands for; ``None`` if it depends on layout.
        """
        return self.to_pixels(self.get(name), percent)

    def to_pixels(self, value: str | None, percent: float | None = None) -> float | None:
        """Return the length that a text denotes, in pixels; ``None`` if it denotes none or depends on layout."""
        size, root = self.font_size, self.root.font_size
        if not value or size is None or root is None:
            return None
        return length(value, self._relative(size, root, percent))

    def _relative(self, em: float, rem: float, percent: float | None) -> Relative:
        return Relative(em, rem, percent, self.screen.width, self.screen.height)

    def number(self, name: str, default: float) -> float | None:
        """Return the value of a property that is a number, or a default if it is not declared; ``None`` if unknown."""
        value = self.get(name)
        if value is None:
            return None
        if not value:
            return default
        found = number(value)
        return default if found is None and "(" not in value else found


def cached_by_style(function: Callable[[Style], T]) -> Callable[[Style], T]:
    """Decorate a function of a style, so that its result is kept with the style, which many elements share."""

    @wraps(function)
    def cached(style: Style) -> T:
        found = style._results.get(function, _MISSING)
        if found is _MISSING:
            found = style._results[function] = function(style)
        result: T = found
        return result

    return cached


#: Marks a result that has not been computed.
_MISSING: Any = object()


def _relative_weight(outer: float, value: str) -> float:
    """Return the weight of ``bolder`` or ``lighter``, https://www.w3.org/TR/css-fonts-4/#relative-weights."""
    if value == "bolder":
        return 400.0 if outer < 350 else 700.0 if outer < 550 else max(outer, 900.0)
    return min(outer, 100.0) if outer < 550 else 400.0 if outer < 750 else 700.0
