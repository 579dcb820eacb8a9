"""The states and properties of WAI-ARIA: names, value types, and the global ones."""

import re
from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType

from attrs import frozen


class Kind(Enum):
    """The value types, https://www.w3.org/TR/wai-aria-1.2/#propcharacteristic_value."""

    BOOLEAN = "true or false"
    OPTIONAL_BOOLEAN = "true, false or undefined"
    TRISTATE = "true, false or mixed"
    ID = "one id"
    IDS = "ids"
    INTEGER = "a whole number"
    NUMBER = "a number"
    STRING = "text"
    TOKEN = "one of the listed words"  # noqa: S105 - no password
    TOKENS = "some of the listed words"


@frozen
class Attribute:
    """
    A state or property.

    :ivar kind: the value type.
    :ivar words: the allowed tokens, if the type is a token or a list of tokens.
    :ivar least: the lowest whole number that has a meaning.
    """

    kind: Kind
    words: frozenset[str] = frozenset()
    least: int | None = None

    @property
    def expected(self) -> str:
        """A description of the allowed values, for reports."""
        if self.least is not None:
            return f"{self.kind.value} of at least {self.least}"
        if not self.words:
            return self.kind.value
        *others, last = sorted(self.words)
        return f"{', '.join(others)} or {last}" if others else last

    def accepts(self, value: str) -> bool:
        """Return whether a value is valid; an empty value is the same as a missing attribute."""
        value = value.strip()
        if not value or self.kind in (Kind.STRING, Kind.ID, Kind.IDS):
            return True
        if self.kind is Kind.INTEGER:
            # As a float, which has no limit of digits.
            whole = re.fullmatch(r"[+-]?[0-9]+", value) is not None
            return whole and (self.least is None or float(value) >= self.least)
        if self.kind is Kind.NUMBER:
            return re.fullmatch(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?", value) is not None
        if self.kind is Kind.TOKENS:
            return self.words.issuperset(value.lower().split())
        return value.lower() in (self.words or _WORDS[self.kind])


#: Initial values of required states and properties in most widgets, for the markup suggested in reports.
INITIAL: Mapping[str, str] = MappingProxyType(
    {
        "aria-checked": "false",
        "aria-controls": "(the id of the list)",
        "aria-expanded": "false",
        "aria-level": "2",
        "aria-selected": "false",
        "aria-valuenow": "0",
    }
)

_WORDS: Mapping[Kind, frozenset[str]] = MappingProxyType(
    {
        Kind.BOOLEAN: frozenset({"true", "false"}),
        Kind.OPTIONAL_BOOLEAN: frozenset({"true", "false", "undefined"}),
        Kind.TRISTATE: frozenset({"true", "false", "mixed", "undefined"}),
    }
)


def _words(kind: Kind, words: str) -> Attribute:
    return Attribute(kind, frozenset(words.split()))


#: The lowest whole numbers with a meaning; -1 says that a count is unknown.
_LEAST: Mapping[str, int] = MappingProxyType(
    dict.fromkeys(("colindex", "colspan", "level", "posinset", "rowindex"), 1)
    | dict.fromkeys(("colcount", "rowcount", "setsize"), -1)
    | {"rowspan": 0}
)
_KINDS: Mapping[Kind, str] = MappingProxyType(
    {
        Kind.BOOLEAN: "atomic busy disabled modal multiline multiselectable readonly required",
        Kind.OPTIONAL_BOOLEAN: "expanded grabbed hidden selected",
        Kind.TRISTATE: "checked pressed",
        Kind.ID: "activedescendant",
        Kind.IDS: "actions controls describedby details errormessage flowto labelledby owns",
        Kind.NUMBER: "valuemax valuemin valuenow",
        Kind.STRING: (
            "braillelabel brailleroledescription colindextext description keyshortcuts label placeholder "
            "roledescription rowindextext valuetext"
        ),
    }
)

#: Every state and property of WAI-ARIA 1.2 and of the 1.3 draft.
#: https://www.w3.org/TR/wai-aria-1.2/#state_prop_def https://w3c.github.io/aria/#state_prop_def
ATTRIBUTES: Mapping[str, Attribute] = MappingProxyType(
    {f"aria-{name}": Attribute(kind) for kind, names in _KINDS.items() for name in names.split()}
    | {f"aria-{name}": Attribute(Kind.INTEGER, least=least) for name, least in _LEAST.items()}
    | {
        "aria-autocomplete": _words(Kind.TOKEN, "inline list both none"),
        "aria-current": _words(Kind.TOKEN, "page step location date time true false"),
        "aria-dropeffect": _words(Kind.TOKENS, "copy execute link move none popup"),
        "aria-haspopup": _words(Kind.TOKEN, "false true menu listbox tree grid dialog"),
        "aria-invalid": _words(Kind.TOKEN, "grammar false spelling true"),
        "aria-live": _words(Kind.TOKEN, "assertive off polite"),
        "aria-orientation": _words(Kind.TOKEN, "horizontal undefined vertical"),
        "aria-relevant": _words(Kind.TOKENS, "additions all removals text"),
        "aria-sort": _words(Kind.TOKEN, "ascending descending none other"),
    }
)

#: The global states and properties, including those whose global use is deprecated.
#: https://www.w3.org/TR/wai-aria-1.2/#global_states
GLOBAL: frozenset[str] = frozenset(
    f"aria-{name}"
    for name in (
        "actions atomic braillelabel brailleroledescription busy controls current describedby description details "
        "disabled dropeffect errormessage flowto grabbed haspopup hidden invalid keyshortcuts label labelledby live "
        "owns relevant roledescription"
    ).split()
)

#: Attributes that are not allowed on roles that prohibit naming, and those that the role generic prohibits as well.
#: https://w3c.github.io/aria/#prohibitedattributes
NAMING: frozenset[str] = frozenset({"aria-label", "aria-labelledby", "aria-braillelabel"})
DESCRIBING_ROLES: frozenset[str] = frozenset({"aria-roledescription", "aria-brailleroledescription"})

_VALIDATED = (
    "application checkbox columnheader combobox gridcell listbox radiogroup rowheader searchbox slider spinbutton "
    "switch textbox tree treegrid"
)
#: Global states and properties that ARIA 1.2 has deprecated on other roles than these.
#: https://www.w3.org/TR/wai-aria-1.2/#global_states
DEPRECATED_ELSEWHERE: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "aria-disabled": frozenset(
            (
                "application button checkbox columnheader combobox grid gridcell group link listbox menu menubar "
                "menuitem menuitemcheckbox menuitemradio option radio radiogroup row rowheader scrollbar searchbox "
                "separator slider spinbutton switch tab tablist textbox toolbar tree treegrid treeitem"
            ).split()
        ),
        "aria-dropeffect": frozenset(),
        "aria-errormessage": frozenset(_VALIDATED.split()),
        "aria-grabbed": frozenset(),
        "aria-haspopup": frozenset(
            (
                "application button columnheader combobox gridcell link menuitem menuitemcheckbox menuitemradio "
                "rowheader searchbox slider tab textbox treeitem"
            ).split()
        ),
        "aria-invalid": frozenset(_VALIDATED.split()),
    }
)
