"""The roles of WAI-ARIA (``standards/data/aria_roles.json``): what each supports, requires, contains and allows."""

from collections.abc import Mapping
from types import MappingProxyType

from attrs import field, frozen

from sitescan.standards.data_files import data_of


def _attributes(names: str) -> frozenset[str]:
    return frozenset(f"aria-{name}" for name in names.split())


def _names(names: str) -> frozenset[str]:
    return frozenset(names.split())


@frozen(kw_only=True)
class AriaRole:
    """
    A role, including its inherited characteristics.

    :ivar supports: supported states and properties other than the global ones.
    :ivar requires: required states and properties.
    :ivar inside: the required context roles, of which one is needed; empty if the role is allowed anywhere.
    :ivar owns: the required owned elements, of which one is needed; empty if the element may be empty.
    :ivar from_content: whether the role supports names from content.
    :ivar nameless: whether the role prohibits naming.
    :ivar leaf: whether the children of the role are presentational.
    :ivar deprecated: whether the role is deprecated.
    """

    supports: frozenset[str] = field(default="", converter=_attributes)
    requires: frozenset[str] = field(default="", converter=_attributes)
    inside: frozenset[str] = field(default="", converter=_names)
    owns: frozenset[str] = field(default="", converter=_names)
    from_content: bool = False
    nameless: bool = False
    leaf: bool = False
    deprecated: bool = False


#: All non-abstract roles: https://www.w3.org/TR/wai-aria-1.2/#role_definitions,
#: https://w3c.github.io/aria/#role_definitions, https://www.w3.org/TR/dpub-aria-1.1/ and
#: https://www.w3.org/TR/graphics-aria-1.0/.
ROLES: Mapping[str, AriaRole] = MappingProxyType(
    {name: AriaRole(**characteristics) for name, characteristics in data_of("aria_roles").items()}
)

#: Roles that may be nested between a container and the elements that it must own.
GROUPING: frozenset[str] = frozenset({"group", "rowgroup"})

#: Roles of form fields, which need a name.
#: https://www.w3.org/TR/wai-aria-1.2/#namefromauthor
FIELDS: frozenset[str] = frozenset(
    {
        "checkbox",
        "combobox",
        "listbox",
        "menuitemcheckbox",
        "menuitemradio",
        "radio",
        "searchbox",
        "slider",
        "spinbutton",
        "switch",
        "textbox",
    }
)

#: Roles of form fields that are chosen, switched or moved, so that nothing is entered.
CHOICES: frozenset[str] = frozenset(
    {"checkbox", "listbox", "menuitemcheckbox", "menuitemradio", "radio", "slider", "switch"}
)
