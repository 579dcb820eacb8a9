"""The rich results that Google shows for an item, and those that it no longer shows."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial

from attrs import frozen

from sitescan.document.structured_data.items import Item
from sitescan.document.structured_data.rich_result_types import FEATURES, Feature
from sitescan.document.structured_data.vocabulary import is_a, vocabulary

_BLOG = "https://developers.google.com/search/blog/"
_UPDATES = "https://developers.google.com/search/updates"


def features(item: Item) -> Iterator[Feature]:
    """Iterate over the features for which an item qualifies; the steps of a how-to qualify for none."""
    root = item
    while root.parent is not None:
        root = root.parent
    if not item.ours or _is_how_to(root):
        return
    seen: set[int] = set()
    for kind in item.types:
        for feature in _features_of(kind) if kind in vocabulary().types else ():
            if id(feature) not in seen and _qualifies(item, feature):
                seen.add(id(feature))
                yield feature


@cache
def _features_of(kind: str) -> Sequence[Feature]:
    """Return the features for a type of the vocabulary."""
    return [feature for feature in FEATURES if is_a(kind, *feature.types) and not is_a(kind, *feature.but)]


def _qualifies(item: Item, feature: Feature) -> bool:
    """Return whether an item's parent and its properties are those that a feature requires."""
    if feature.inside:
        placed = item.parent is not None and any(is_a(kind, *feature.inside) for kind in item.parent.types)
    else:
        placed = feature.nested or item.parent is None
    return placed and (not feature.marks or not item.properties.keys().isdisjoint(feature.marks))


def _always(_: Item) -> bool:
    return True


def _on_its_own(item: Item) -> bool:
    return item.parent is None


def _is_how_to(item: Item) -> bool:
    """Return whether an item is a how-to. To Google, unlike Schema.org, a Recipe is no HowTo."""
    return "HowTo" in item.types and not any(is_a(kind, "Recipe") for kind in item.types)


def _was_shown_as_how_to(item: Item) -> bool:
    return item.parent is None and _is_how_to(item)


def _is_for_nothing(item: Item) -> bool:
    return item.parent is None and not any(features(item))


def _of_a_site(item: Item) -> bool:
    return item.parent is not None and "WebSite" in item.parent.types


def _is_practice(item: Item) -> bool:
    return any(kind in ("Multiple choice", "Checkbox") for kind in item.properties.get("eduQuestionType", ()))


@frozen(kw_only=True)
class Retired:
    """
    A rich result that Google no longer shows.

    :ivar type: the type of the items, including its subtypes.
    :ivar what: a description of the result.
    :ivar until: when Google stopped showing it.
    :ivar source: the URL of Google's announcement.
    :ivar shown: returns whether an item of the type qualified.
    """

    type: str
    what: str
    until: str
    source: str
    shown: Callable[[Item], bool] = _always


_retired_2025 = partial(Retired, until="the summer of 2025", source=_BLOG + "2025/06/simplifying-search-results")

RETIRED = (
    Retired(
        type="HowTo",
        what="how-to results",
        until="13 September 2023",
        source=_BLOG + "2023/08/howto-faq-changes",
        shown=_was_shown_as_how_to,
    ),
    Retired(type="FAQPage", what="questions and answers", until="7 May 2026", source=_UPDATES),
    Retired(
        type="SearchAction",
        what="a search box below a site's name",
        until="21 November 2024",
        source=_BLOG + "2024/10/sitelinks-search-box",
        shown=_of_a_site,
    ),
    Retired(type="Question", what="practice problems", until="January 2026", source=_UPDATES, shown=_is_practice),
    _retired_2025(type="ClaimReview", what="fact checks"),
    _retired_2025(type="CourseInstance", what="details of courses"),
    _retired_2025(type="Occupation", what="estimated salaries", shown=_on_its_own),
    _retired_2025(type="SpecialAnnouncement", what="special announcements"),
    _retired_2025(type="Vehicle", what="vehicles for sale", shown=_is_for_nothing),
)
"""
The rich results that Google no longer shows, by its announcements.

Those of the summer of 2025 were announced on 12 June and their documentation removed on 9 September.
Book actions were announced then as well, but are still documented.
"""


def retired(item: Item) -> Iterator[tuple[str, Retired]]:
    """Iterate over the retired rich results for which an item qualified, each with the type of the item."""
    for kind in item.types if item.ours else ():
        for result in RETIRED:
            if kind in vocabulary().types and is_a(kind, result.type) and result.shown(item):
                yield kind, result
