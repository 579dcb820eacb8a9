"""Whether an item has what Google asks for, and what it lacks."""

import re
from collections.abc import Iterator, Sequence

from sitescan.document.items import Item, Value
from sitescan.document.places import shorten
from sitescan.document.rich_results import features
from sitescan.document.vocabulary import is_a

_NUMBER = re.compile(r"\s*(-?[0-9]{1,9}(?:[.,][0-9]{1,9})?)\s*")
_MOST = 100


def lacking(item: Item) -> Iterator[tuple[str, str]]:
    """What keeps an item from being shown: words for it, and the page of Google's documentation."""
    for feature in features(item):
        for requirement in feature.required:
            if not has(item, requirement):
                yield f"no {_named(requirement)}", feature.source
        for said in _beyond(item):
            yield said, feature.source


def unused(item: Item) -> list[str]:
    """The properties that Google recommends for an item and that it does not have."""
    wanted = (requirement for feature in features(item) for requirement in feature.recommended)
    steps = [one for one in item.properties.get("itemListElement", ()) if isinstance(one, Item)]
    # Google's documentation calls it required, its test tool only warns.
    bare = "BreadcrumbList" in item.types and any(not (step.id or has(step, "item|url")) for step in steps[:-1][:_MOST])
    return [_named(one) for one in wanted if not has(item, one)] + (["item in every step but the last"] if bare else [])


def has(item: Item, requirement: str) -> bool:
    """Whether a requirement is met; a reference to an item elsewhere is trusted to meet it."""
    return any(_follow(item, path.split(".")) for path in requirement.split("|"))


def _follow(item: Item, path: Sequence[str]) -> bool:
    holders: list[Value] = [item]
    for number, name in enumerate(path):
        found: list[Value] = []
        for holder in holders[:_MOST]:
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


def _named(requirement: str) -> str:
    return " or ".join(requirement.split("|"))


def _beyond(item: Item) -> Iterator[str]:
    """What else is asked for, beyond the presence of properties."""
    kinds = item.types
    if "BreadcrumbList" in kinds:
        yield from _breadcrumbs(item)
    elif "JobPosting" in kinds:
        yield from _job(item)
    elif "Recipe" in kinds:
        if has(item, "nutrition.calories") and not has(item, "recipeYield"):
            yield "no recipeYield, which nutrition.calories needs"
    elif "Product" in kinds:
        yield from _offers(item)
    elif "Event" in kinds and not _online(item):
        yield from _event(item)
    elif "QAPage" in kinds or "FAQPage" in kinds:
        yield from _questions(item, frequent="FAQPage" in kinds)
    elif "AggregateRating" in kinds or "EmployerAggregateRating" in kinds:
        yield from (_reviewed(item) if item.parent is None else ())
        yield from _range(item)
    elif any(is_a(kind, "Review") for kind in kinds):
        yield from _review(item)


def _breadcrumbs(item: Item) -> Iterator[str]:
    values = item.properties.get("itemListElement", [])
    steps = [one for one in values if isinstance(one, Item)]
    if values and not steps:
        yield "itemListElement is no list of ListItem"
    for number, step in enumerate(steps[:_MOST], 1):
        if step.reference and step.id:
            continue
        if not has(step, "name") and not any(
            isinstance(one, Item) and (has(one, "name") or one.reference) for one in step.properties.get("item", ())
        ):
            yield f"step {number} has no name and no item.name"
        if not has(step, "position"):
            yield f"step {number} has no position"


def _job(item: Item) -> Iterator[str]:
    remote = "TELECOMMUTE" in item.properties.get("jobLocationType", ())
    if remote and not has(item, "jobLocation") and not has(item, "applicantLocationRequirements"):
        yield "no applicantLocationRequirements, which a job without jobLocation needs"
    elif not remote and not has(item, "jobLocation"):
        yield "no jobLocation"
    elif has(item, "jobLocation") and not has(item, "jobLocation.address"):
        yield "no jobLocation.address"


def _offers(item: Item) -> Iterator[str]:
    for offer in item.properties.get("offers", ())[:_MOST]:
        if isinstance(offer, Item) and "Offer" in offer.types and not has(offer, "price|priceSpecification.price"):
            yield "an offer has no price"


def _event(item: Item) -> Iterator[str]:
    for place in item.properties.get("location", ()):
        if isinstance(place, Item) and not place.reference and "VirtualLocation" not in place.types:
            if not has(place, "address"):
                yield "no location.address"
            return


def _online(item: Item) -> bool:
    modes = item.properties.get("eventAttendanceMode", ())
    return any(isinstance(mode, str) and mode.endswith("OnlineEventAttendanceMode") for mode in modes)


def _questions(item: Item, *, frequent: bool) -> Iterator[str]:
    for question in item.properties.get("mainEntity", ())[:_MOST]:
        if not isinstance(question, Item) or (question.reference and question.id):
            continue
        title = next((shorten(one) for one in question.properties.get("name", ()) if isinstance(one, str)), "")
        which = f"the question {title}" if title.strip() else "a question"
        if not title.strip():
            yield "a question has no name"
        if frequent and not has(question, "acceptedAnswer.text"):
            yield f"{which} has no acceptedAnswer.text"
        if not frequent and not has(question, "answerCount"):
            yield f"{which} has no answerCount"


def _review(item: Item) -> Iterator[str]:
    pros_and_cons = has(item, "positiveNotes|negativeNotes")
    if not pros_and_cons and not has(item, "reviewRating.ratingValue"):
        yield "no reviewRating.ratingValue"
    if item.parent is None:
        yield from _reviewed(item)
    for rating in item.properties.get("reviewRating", ())[:_MOST]:
        if isinstance(rating, Item):
            yield from _range(rating)


def _reviewed(item: Item) -> Iterator[str]:
    if not has(item, "itemReviewed"):
        yield "no itemReviewed"
    elif not has(item, "itemReviewed.name"):
        yield "no itemReviewed.name"


def _range(item: Item) -> Iterator[str]:
    """A rating outside of its scale, which is 1 to 5 unless said otherwise."""
    value, best = _number(item, "ratingValue", None), _number(item, "bestRating", 5.0)
    worst = _number(item, "worstRating", 1.0)
    if value is None or best is None or worst is None:
        return
    # Sites that say nothing of the scale often count from 0.
    lowest = worst if "worstRating" in item.properties else 0.0
    if not min(lowest, best) <= value <= max(lowest, best):
        yield f"ratingValue {value:g} is not between {lowest:g} and {best:g}"


def _number(item: Item, name: str, default: float | None) -> float | None:
    """A plain number; ``None`` where what stands there is a percentage, a fraction or no number."""
    for value in item.properties.get(name, ()):
        if isinstance(value, int | float) and not isinstance(value, bool):
            return float(value)
        match = _NUMBER.fullmatch(value) if isinstance(value, str) else None
        return float(match[1].replace(",", ".")) if match else None
    return default
