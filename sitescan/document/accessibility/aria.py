"""The states and properties of WAI-ARIA: names, value types, and the global ones."""

import re
from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType
from typing import Any

from attrs import frozen

from sitescan.standards.data_files import data_of


class ValueType(Enum):
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

    kind: ValueType
    words: frozenset[str] = frozenset()
    least: int | None = None

    @property
    def expected(self) -> str:
        """A description of the allowed values, for reports."""
        if self.least is not None:
            return f"{self.kind.value} of at least {self.least}"
        if not self.words:
            return self.kind.value
        *words, last = sorted(self.words)
        return f"{', '.join(words)} or {last}" if words else last

    def accepts(self, value: str) -> bool:
        """Return whether a value is valid; an empty value is the same as a missing attribute."""
        value = value.strip()
        if not value or self.kind in (ValueType.STRING, ValueType.ID, ValueType.IDS):
            return True
        if self.kind is ValueType.INTEGER:
            # As a float, which has no limit of digits.
            whole = re.fullmatch(r"[+-]?[0-9]+", value) is not None
            return whole and (self.least is None or float(value) >= self.least)
        if self.kind is ValueType.NUMBER:
            return re.fullmatch(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?", value) is not None
        if self.kind is ValueType.TOKENS:
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

_WORDS: Mapping[ValueType, frozenset[str]] = MappingProxyType(
    {
        ValueType.BOOLEAN: frozenset({"true", "false"}),
        ValueType.OPTIONAL_BOOLEAN: frozenset({"true", "false", "undefined"}),
        ValueType.TRISTATE: frozenset({"true", "false", "mixed", "undefined"}),
    }
)


_TABLE: Mapping[str, Mapping[str, Any]] = data_of("aria_attributes")

#: Every state and property of WAI-ARIA 1.2 and of the 1.3 draft.
#: https://www.w3.org/TR/wai-aria-1.2/#state_prop_def https://w3c.github.io/aria/#state_prop_def
ATTRIBUTES: Mapping[str, Attribute] = MappingProxyType(
    {
        name: Attribute(ValueType[about["kind"]], frozenset(about.get("words", "").split()), about.get("least"))
        for name, about in _TABLE.items()
    }
)

#: The global states and properties, including those whose global use is deprecated.
#: https://www.w3.org/TR/wai-aria-1.2/#global_states
GLOBAL: frozenset[str] = frozenset(name for name, about in _TABLE.items() if about.get("global"))

#: Attributes that are not allowed on roles that prohibit naming, and those that the role generic prohibits as well.
#: https://w3c.github.io/aria/#prohibitedattributes
NAMING: frozenset[str] = frozenset({"aria-label", "aria-labelledby", "aria-braillelabel"})
DESCRIBING_ROLES: frozenset[str] = frozenset({"aria-roledescription", "aria-brailleroledescription"})

#: Global states and properties that ARIA 1.2 has deprecated on other roles than these.
#: https://www.w3.org/TR/wai-aria-1.2/#global_states
DEPRECATED_ELSEWHERE: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        name: frozenset(about["not_deprecated_on"].split())
        for name, about in _TABLE.items()
        if "not_deprecated_on" in about
    }
)
