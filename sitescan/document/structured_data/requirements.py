"""The properties required and recommended by Google that an item lacks."""

from collections.abc import Iterator

from sitescan.document.structured_data.item_properties import has
from sitescan.document.structured_data.items import Item
from sitescan.document.structured_data.rich_results import features
from sitescan.document.structured_data.special_requirements import advised, unmet


def lacking(item: Item) -> Iterator[tuple[str, str]]:
    """Iterate over the reasons why Google does not show an item, each with the URL of Google's documentation."""
    found: dict[str, str] = {}
    matching = list(features(item))
    for feature in matching:
        for requirement in feature.required:
            if not has(item, requirement):
                found.setdefault(f"no {_named(requirement)}", feature.source)
    for reason in unmet(item) if matching else ():
        found.setdefault(reason, matching[0].source)
    yield from found.items()


def unused(item: Item) -> list[str]:
    """Return the recommended properties that an item lacks."""
    wanted = (requirement for feature in features(item) for requirement in feature.recommended)
    missing = [requirement for requirement in dict.fromkeys(wanted) if not has(item, requirement)]
    # If the author is missing, its properties are not listed.
    outermost = [
        requirement
        for requirement in missing
        if requirement.partition(".")[0] == requirement or requirement.partition(".")[0] not in missing
    ]
    return [_named(requirement) for requirement in outermost] + list(advised(item))


def _named(requirement: str) -> str:
    *others, last = requirement.split("|")
    return f"{', '.join(others)} or {last}" if others else last
