"""What Google makes something of, and what it no longer does."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial

from attrs import frozen

from sitescan.document.structured_data.items import Item
from sitescan.document.structured_data.rich_result_types import FEATURES, Feature
from sitescan.document.structured_data.vocabulary import is_a, vocabulary

_BLOG = "https://developers.google.com/search/blog/"
_UPDATES = "https://developers.google.com/search/updates"


def features(item: Item) -> Iterator[Feature]:
    """The features that an item is for; a step of a how-to is for none."""
    root = item
    while root.parent is not None:
        root = root.parent
    if not item.ours or _is_how_to(root):
        return
    told: set[int] = set()
    for kind in item.types:
        for feature in _features_of(kind) if kind in vocabulary().types else ():
            if id(feature) not in told and _stands_right(item, feature):
                told.add(id(feature))
                yield feature


@cache
def _features_of(kind: str) -> Sequence[Feature]:
    """The features that are for a type of the vocabulary."""
    return [one for one in FEATURES if is_a(kind, *one.types) and not is_a(kind, *one.but)]


def _stands_right(item: Item, feature: Feature) -> bool:
    """Whether an item stands where the feature looks for it, and says what marks it."""
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
    """Whether an item is a how-to. A Recipe is a kind of HowTo to Schema.org, but a feature of its own to Google."""
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
    A kind of item that Google used to show.

    :ivar type: the type that it is for, with all that are kinds of it.
    :ivar what: what it was shown as.
    :ivar until: when that ended.
    :ivar source: where Google said so.
    :ivar shown: whether an item of the type was one of those that were shown.
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
What Google shows nothing of any more, as it announced at the addresses named.

What ended in the summer of 2025 was announced on 12 June and its documentation removed on 9 September.
Book actions were announced then as well, but are documented still.
"""


def retired(item: Item) -> Iterator[tuple[str, Retired]]:
    """What an item used to be shown as: its type, and what became of it."""
    for kind in item.types if item.ours else ():
        for story in RETIRED:
            if kind in vocabulary().types and is_a(kind, story.type) and story.shown(item):
                yield kind, story
