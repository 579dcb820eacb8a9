"""The properties required and recommended by Google that an item lacks."""

from collections.abc import Iterator, Sequence

from sitescan.document.structured_data.item_properties import has
from sitescan.document.structured_data.items import Item
from sitescan.document.structured_data.rich_results import features
from sitescan.document.structured_data.special_requirements import unmet


def lacking(item: Item) -> Iterator[tuple[str, str]]:
    """Iterate over the reasons why Google does not show an item, each with the URL of Google's documentation."""
    found: dict[str, str] = {}
    matching = list(features(item))
    for feature in matching:
        for requirement in _outermost([name for name in feature.required if not has(item, name)]):
            found.setdefault(f"no {_named(requirement)}", feature.source)
    for reason in unmet(item) if matching else ():
        found.setdefault(reason, matching[0].source)
    yield from found.items()


def unused(item: Item) -> list[str]:
    """Return the recommended properties that an item lacks."""
    wanted = (requirement for feature in features(item) for requirement in feature.recommended)
    missing = [requirement for requirement in dict.fromkeys(wanted) if not has(item, requirement)]
    return [_named(requirement) for requirement in _outermost(missing)]


def _outermost(missing: Sequence[str]) -> list[str]:
    """Return the missing properties without those of missing items: without an author, its name isn't listed."""
    return [name for name in missing if "." not in name or name.partition(".")[0] not in missing]


def _named(requirement: str) -> str:
    *names, last = requirement.split("|")
    return f"{', '.join(names)} or {last}" if names else last
