"""Whether an item has what Google asks for, and what it lacks."""

from collections.abc import Iterator

from sitescan.document.structured_data.item_properties import has
from sitescan.document.structured_data.items import Item
from sitescan.document.structured_data.rich_results import features
from sitescan.document.structured_data.special_requirements import advised, beyond


def lacking(item: Item) -> Iterator[tuple[str, str]]:
    """What keeps an item from being shown: words for it, and the page of Google's documentation."""
    found: dict[str, str] = {}
    meant = list(features(item))
    for feature in meant:
        for requirement in feature.required:
            if not has(item, requirement):
                found.setdefault(f"no {_named(requirement)}", feature.source)
    for said in beyond(item) if meant else ():
        found.setdefault(said, meant[0].source)
    yield from found.items()


def unused(item: Item) -> list[str]:
    """The properties that Google recommends for an item and that it does not have."""
    wanted = (requirement for feature in features(item) for requirement in feature.recommended)
    missing = [one for one in dict.fromkeys(wanted) if not has(item, one)]
    # What lacks an author lacks the author's address as well.
    told = [one for one in missing if one.partition(".")[0] == one or one.partition(".")[0] not in missing]
    return [_named(one) for one in told] + list(advised(item))


def _named(requirement: str) -> str:
    *others, last = requirement.split("|")
    return f"{', '.join(others)} or {last}" if others else last
