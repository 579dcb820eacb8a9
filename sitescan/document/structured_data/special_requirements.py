"""Google's requirements beyond the presence of properties."""

from collections.abc import Callable, Iterator

from sitescan.document.source_location import shorten
from sitescan.document.structured_data.item_properties import MOST, has, inner, words
from sitescan.document.structured_data.items import Item
from sitescan.document.structured_data.rich_result_types import CAROUSEL, REVIEWED
from sitescan.document.structured_data.vocabulary import is_a, vocabulary
from sitescan.standards.lazy_pattern import lazy_pattern

_NUMBER = lazy_pattern(r"\s*(-?[0-9]{1,9}(?:[.,][0-9]{1,9})?)\s*")
_LONGEST_AUTHOR = 100
#: "By Ann", or "Ann, editor": a job begins with a lower-case letter, unlike a second author or "Jr.".
#: https://developers.google.com/search/docs/appearance/structured-data/article#author-bp
_NOT_ONLY_A_NAME = lazy_pattern(
    r"(?i:(?:posted |written )?by) \S|[^,]{1,100}, (?!(?:and|de[lr]?|d[aiu]|e[lt]?|l[ae]|und|v[ao]n|y) )[a-z]{4}"
)
_RENTAL_IMAGES = 8
#: The properties whose value describes their own item; an empty string for an item that is no value.
_ABOUT_THE_PARENT = ("", "review", "reviews", "aggregateRating")


def unmet(item: Item) -> Iterator[str]:
    """Iterate over descriptions of unmet requirements."""
    for kind, check in _CHECKS.items():
        if any(is_a(item_type, kind) for item_type in item.types):
            yield from check(item)


def advised(item: Item) -> Iterator[str]:
    """Iterate over descriptions of recommendations that an item does not follow."""
    if "BreadcrumbList" in item.types:
        steps = [step for step in item.properties.get("itemListElement", ()) if isinstance(step, Item)]
        # Google's documentation calls both required, but its test tool only warns about the first.
        if any(not (step.id or has(step, "item|url")) for step in steps[:-1][:MOST]):
            yield "item in every step but the last"
        if len(steps) == 1:
            yield "a second step"
    if _is(item, "Article"):
        named = words(item, "author") or next((words(author, "name") for author in inner(item, "author")), "")
        if _NOT_ONLY_A_NAME.match(named):
            yield f"an author with the name alone, without other words ({shorten(named)})"


def _breadcrumbs(item: Item) -> Iterator[str]:
    values = item.properties.get("itemListElement", [])
    steps = [step for step in values if isinstance(step, Item)]
    if values and not steps:
        yield "itemListElement is not a list of ListItem"
    for number, step in enumerate(steps[:MOST], 1):
        if step.reference and step.id:
            continue
        if not has(step, "name") and not any(
            # A reference that still has no properties names an item of another page, where nobody looks for a name.
            isinstance(target, Item) and has(target, "name")
            for target in step.properties.get("item", ())
        ):
            yield f"step {number} has no name and no item.name"
        if not has(step, "position"):
            yield f"step {number} has no position"


def _carousel(item: Item) -> Iterator[str]:
    """Check a list of carousel items; other lists have no requirements."""
    steps = [step for step in inner(item, "itemListElement") if "ListItem" in step.types]
    shown = [(number, step, thing) for number, step in enumerate(steps, 1) for thing in inner(step, "item")]
    kinds = dict.fromkeys(
        next((carousel_type for carousel_type in CAROUSEL if _is(thing, carousel_type)), thing.name)
        for _, _, thing in shown
    )
    if not any(kind in CAROUSEL for kind in kinds):
        return
    if len(steps) < 2:
        yield "a carousel needs two items"
    if len(kinds) > 1:
        yield f"items of different types: {shorten(', '.join(kinds))}"
    for number, step, thing in shown:
        if not has(step, "position"):
            yield f"item {number} has no position"
        if not has(step, "url") and not has(thing, "url"):
            yield f"item {number} has no url"


def _job(item: Item) -> Iterator[str]:
    remote = "TELECOMMUTE" in item.properties.get("jobLocationType", ())
    if remote and not has(item, "jobLocation") and not has(item, "applicantLocationRequirements"):
        yield "no applicantLocationRequirements, which a job without jobLocation needs"
    elif not remote and not has(item, "jobLocation"):
        yield "no jobLocation"
    elif has(item, "jobLocation") and not has(item, "jobLocation.address"):
        yield "no jobLocation.address"
    elif has(item, "jobLocation") and not has(item, "jobLocation.address.addressCountry"):
        yield "no jobLocation.address.addressCountry"


def _recipe(item: Item) -> Iterator[str]:
    if has(item, "nutrition.calories") and not has(item, "recipeYield"):
        yield "no recipeYield, which nutrition.calories needs"


def _product(item: Item) -> Iterator[str]:
    for offer in inner(item, "offers"):
        if "Offer" in offer.types and not has(offer, "price|priceSpecification.price"):
            yield "an offer has no price"


def _event(item: Item) -> Iterator[str]:
    modes = item.properties.get("eventAttendanceMode", ())
    if any(isinstance(mode, str) and mode.endswith("OnlineEventAttendanceMode") for mode in modes):
        return
    for place in inner(item, "location")[:1]:
        if "VirtualLocation" not in place.types and not has(place, "address"):
            yield "no location.address"


def _answers(item: Item) -> Iterator[str]:
    for question in inner(item, "mainEntity"):
        title = shorten(words(question, "name"))
        which = f"the question {title}" if title else "a question"
        if not title:
            yield "a question has no name"
        if not has(question, "answerCount"):
            yield f"{which} has no answerCount"
        if not has(question, "acceptedAnswer|suggestedAnswer") and _number(question, "answerCount", None) != 0:
            yield f"{which} has no acceptedAnswer or suggestedAnswer"
        if not all(
            has(answer, "text") for name in ("acceptedAnswer", "suggestedAnswer") for answer in inner(question, name)
        ):
            yield f"{which} has an answer without text"


def _flashcards(item: Item) -> Iterator[str]:
    for question in inner(item, "hasPart"):
        for name in ("text", "acceptedAnswer", "eduQuestionType"):
            if not has(question, name):
                yield f"a question has no {name}"


def _review(item: Item) -> Iterator[str]:
    if not has(item, "positiveNotes|negativeNotes|reviewRating.ratingValue"):
        yield "no reviewRating.ratingValue"
    if len(words(item, "author")) >= _LONGEST_AUTHOR:
        yield f"the author is longer than {_LONGEST_AUTHOR} characters"
    yield from _reviewed(item)
    for rating in inner(item, "reviewRating"):
        yield from _range(rating)


def _rating(item: Item) -> Iterator[str]:
    counts = [(name, _number(item, name, None)) for name in ("reviewCount", "ratingCount")]
    known = [(name, count) for name, count in counts if count is not None]
    if known and all(count <= 0 for _, count in known):
        yield f"{known[0][0]} is {known[0][1]:g}, but a rating needs at least 1"
    yield from _reviewed(item)
    yield from _range(item)


def _reviewed(item: Item) -> Iterator[str]:
    """Check the item that a review or rating is about, and whether Google shows reviews of its type."""
    if item.parent is None and not has(item, "itemReviewed"):
        yield "no itemReviewed"
    elif item.parent is None and not has(item, "itemReviewed.name"):
        yield "no itemReviewed.name"
    about = inner(item, "itemReviewed") if item.parent is None else [item.parent]
    for thing in about if item.role in _ABOUT_THE_PARENT else ():
        known = all(kind in vocabulary().types for kind in thing.types)
        if thing.types and known and not any(is_a(kind, *REVIEWED) for kind in thing.types):
            yield f"Google shows no reviews or ratings for {shorten(' and '.join(thing.types))}"


def _range(item: Item) -> Iterator[str]:
    """Check that a rating is within its scale, which is 1 to 5 by default."""
    value, best = _number(item, "ratingValue", None), _number(item, "bestRating", 5.0)
    worst = _number(item, "worstRating", 1.0)
    if value is None or best is None or worst is None:
        return
    # Sites that do not declare a scale often count from 0.
    lowest = worst if "worstRating" in item.properties else 0.0
    if not min(lowest, best) <= value <= max(lowest, best):
        yield f"ratingValue {value:g} is not between {lowest:g} and {best:g}"


def _returns(item: Item) -> Iterator[str]:
    limited = words(item, "returnPolicyCategory").endswith("MerchantReturnFiniteReturnWindow")
    if limited and not has(item, "merchantReturnDays"):
        yield "no merchantReturnDays, which MerchantReturnFiniteReturnWindow needs"


def _rental(item: Item) -> Iterator[str]:
    images = len(item.properties.get("image", ()))
    if 0 < images < _RENTAL_IMAGES:
        yield f"fewer than {_RENTAL_IMAGES} images"


def _paywall(item: Item) -> Iterator[str]:
    selector = words(item, "cssSelector")
    if selector and not selector.startswith("."):
        yield f"cssSelector {shorten(selector)} is not a class selector"


_CHECKS: dict[str, Callable[[Item], Iterator[str]]] = {
    "AggregateRating": _rating,
    "BreadcrumbList": _breadcrumbs,
    "Event": _event,
    "ItemList": _carousel,
    "JobPosting": _job,
    "MerchantReturnPolicy": _returns,
    "MerchantReturnPolicySeasonalOverride": _returns,
    "Product": _product,
    "QAPage": _answers,
    "Quiz": _flashcards,
    "Recipe": _recipe,
    "Review": _review,
    "VacationRental": _rental,
    "WebPageElement": _paywall,
}


def _is(item: Item, kind: str) -> bool:
    return any(is_a(item_type, kind) for item_type in item.types)


def _number(item: Item, name: str, default: float | None) -> float | None:
    """Return a plain number, or ``None`` if the value is a percentage, a fraction or not a number."""
    for value in item.properties.get(name, ()):
        if isinstance(value, int | float) and not isinstance(value, bool):
            return float(value)
        match = _NUMBER.fullmatch(value) if isinstance(value, str) else None
        return float(match[1].replace(",", ".")) if match else None
    return default
