"""Whether an item has a property, however the page writes it."""

from collections.abc import Sequence

from sitescan.document.structured_data.items import Item, Value

#: Values of one property that are looked at.
MOST = 100


def has(item: Item, requirement: str) -> bool:
    """
    Whether a requirement is met.

    :class:`sitescan.document.structured_data.rich_result_types.Feature` says how it is written.

    A reference to an item elsewhere is trusted to meet it.
    """
    return any(_follow(item, path.split(".")) for path in requirement.split("|"))


def inner(item: Item, name: str) -> list[Item]:
    """The items that are values of a property, those left out that are described elsewhere."""
    values = item.properties.get(name, ())[:MOST]
    return [one for one in values if isinstance(one, Item) and not (one.reference and one.id)]


def words(item: Item, name: str) -> str:
    """The first text that is a value of a property; empty where there is none."""
    return next((one.strip() for one in item.properties.get(name, ()) if isinstance(one, str) and one.strip()), "")


def _follow(item: Item, path: Sequence[str]) -> bool:
    holders: list[Value] = [item]
    for number, name in enumerate(path):
        found: list[Value] = []
        for holder in holders[:MOST]:
            if not isinstance(holder, Item):
                # A text in place of an item is all that there is to know of it.
                return True
            if number and holder.reference and holder.id:
                return True
            found += [one for one in holder.properties.get(name, ()) if not _blank(one)]
        holders = found
    return bool(holders)


def _blank(value: Value) -> bool:
    return isinstance(value, str) and not value.strip()
