"""Properties of structured data items, in any syntax."""

from collections.abc import Sequence

from sitescan.document.structured_data.items import Item, Value
from sitescan.document.structured_data.vocabulary import is_a

#: The maximum number of values of one property that are examined.
MOST = 100


def has(item: Item, requirement: str) -> bool:
    """
    Return whether an item meets a requirement.

    The syntax of requirements is documented in
    :class:`sitescan.document.structured_data.rich_result_types.Feature`.
    A reference to an item elsewhere is assumed to meet it.
    """
    return any(_follow(item, path.split(".")) for path in requirement.split("|"))


def inner(item: Item, name: str) -> list[Item]:
    """Return the items among the values of a property, without references to items described elsewhere."""
    return [value for value in _values(item, name) if isinstance(value, Item) and not (value.reference and value.id)]


def words(item: Item, name: str) -> str:
    """Return the first text among the values of a property, or an empty string."""
    return next((value.strip() for value in _values(item, name) if isinstance(value, str) and value.strip()), "")


def _values(item: Item, name: str) -> Sequence[Value]:
    """
    Return the values of a property. A Role stands for the values of the property of the same name that it has.

    https://schema.org/Role
    """
    found: list[Value] = []
    for value in item.properties.get(name, ())[:MOST]:
        role = isinstance(value, Item) and name in value.properties and any(is_a(kind, "Role") for kind in value.types)
        found += value.properties[name] if role else [value]
    return found[:MOST]


def _follow(item: Item, path: Sequence[str]) -> bool:
    holders: list[Value] = [item]
    for number, name in enumerate(path):
        found: list[Value] = []
        for holder in holders[:MOST]:
            if not isinstance(holder, Item):
                # A text in place of an item cannot be examined further.
                return True
            if number and holder.reference and holder.id:
                return True
            found += [value for value in _values(holder, name) if not _blank(value)]
        holders = found
    return bool(holders)


def _blank(value: Value) -> bool:
    return isinstance(value, str) and not value.strip()
