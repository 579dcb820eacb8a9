"""Validation of structured data values against the types that their properties expect."""

import re
from calendar import monthrange
from collections.abc import Iterator

from sitescan.document.source_location import shorten
from sitescan.document.structured_data.items import Item, Value, local
from sitescan.document.structured_data.vocabulary import vocabulary
from sitescan.standards.lazy_pattern import lazy_pattern

_DATE = lazy_pattern(
    r"-?([0-9]{4})(?:-?([0-9]{2})(?:-?([0-9]{2}))?)?"
    r"(?:[T ]([0-9]{2})(?::?([0-9]{2})(?::?([0-9]{2})(?:[.,][0-9]{1,9})?)?)?"
    r"\s?(?:Z|z|UTC|[+-][0-9]{2}(?::?[0-9]{2})?)?)?"
)
_MONTHS, _HOURS, _MINUTES = 12, 24, 60
_TIME = lazy_pattern(r"T?[0-9]{2}(?::?[0-9]{2}(?::?[0-9]{2}(?:[.,][0-9]{1,9})?)?)?(?:Z|[+-][0-9]{2}(?::?[0-9]{2})?)?")
_DURATION = lazy_pattern(r"P(?=.)(?:[0-9.,]+[YMWD]){0,4}(?:T(?:[0-9.,]+[HMS]){1,3})?(?:/.*)?", re.IGNORECASE)
_NUMBER = lazy_pattern(r"\s*[+-]?[0-9]+(?:[.,][0-9]+)?\s*")
#: https://schema.org/price: digits and a decimal point, without currency or thousands separator.
_PRICE = lazy_pattern(r"[0-9]+(?:\.[0-9]+)?")
_PRICES = frozenset({"price", "lowPrice", "highPrice", "minPrice", "maxPrice"})
#: https://developers.google.com/search/docs/appearance/structured-data/review-snippet#rating
_RATINGS = frozenset({"bestRating", "ratingValue", "worstRating"})
_COMMA = lazy_pattern("[0-9]+,[0-9]+")
_CURRENCY = lazy_pattern(r"[A-Z]{3}")
_CURRENCIES = frozenset({"priceCurrency", "currency", "salaryCurrency", "currenciesAccepted"})
#: Schema.org names values of this vocabulary in the descriptions of its enumerations,
#: https://schema.org/BusinessFunction.
_GOOD_RELATIONS = "http://purl.org/goodrelations/v1#"
#: Words, and no file whose name contains a space.
_WORDS = lazy_pattern(r"[^\s/.:]+(?:\s+[^\s/.:]+)+")
_READ = 200


def invalid_values(item: Item) -> Iterator[str]:
    """Iterate over descriptions of invalid property values of an item."""
    if not item.ours:
        return
    for name, values in item.properties.items():
        for value in values[:_READ]:
            problem = _problem(name, value)
            if problem:
                yield f"{name}: {problem}"
                break


def _problem(name: str, value: Value) -> str:
    if not isinstance(value, str) or not value.strip():
        return ""
    written = value.strip()[:_READ]
    if name in _CURRENCIES:
        fits = _CURRENCY.fullmatch(written) or name == "currenciesAccepted"
        return "" if fits else f"{shorten(written)} is not an ISO 4217 code such as EUR"
    if name in _PRICES:
        return "" if _PRICE.fullmatch(written) else f"{shorten(written)} is not a price such as 19.90"
    if name in _RATINGS and _COMMA.fullmatch(written):
        return f"{shorten(written)} has a comma in place of the decimal point"
    kinds = set(vocabulary().kinds(name))
    if not kinds or "Text" in kinds:
        return ""
    plain = kinds & {"Date", "DateTime", "Time", "Number", "Integer", "Float", "Boolean", "URL", "Duration"}
    members = [member for kind in kinds for member in vocabulary().members.get(kind, ())]
    if members and len(plain) == 0 and all(kind in vocabulary().members for kind in kinds):
        return "" if local(written) in members or written.startswith(_GOOD_RELATIONS) else _unknown(written, members)
    if "URL" in plain and plain != kinds and _WORDS.fullmatch(written):
        return f"{shorten(written)} is not a URL"
    return _plain_problem(written, plain) if plain in (kinds, {"Duration"}) else ""


def _plain_problem(written: str, kinds: set[str]) -> str:
    """Return a description of an invalid value of a property that expects dates, numbers, URLs and the like."""
    if kinds & {"URL", "Boolean"}:
        space = kinds == {"URL"} and re.search(r"\s", written)
        return f"{shorten(written)} is not a URL" if space else ""
    if kinds & {"Number", "Integer", "Float"}:
        return "" if _NUMBER.fullmatch(written) else f"{shorten(written)} is not a number"
    if kinds == {"Duration"}:
        return "" if _DURATION.fullmatch(written) else f"{shorten(written)} is not an ISO 8601 duration such as PT30M"
    dated = _DATE.fullmatch(written) if kinds & {"Date", "DateTime"} else None
    timed = "Time" in kinds and _TIME.fullmatch(written)
    if kinds == {"Time"} and not timed:
        return f"{shorten(written)} is not an ISO 8601 time such as 09:30"
    if dated is None and not timed:
        return f"{shorten(written)} is not an ISO 8601 date such as 2026-03-31"
    return "" if timed or dated is None or _exists(dated) else f"the date or time {shorten(written)} doesn't exist"


def _exists(dated: re.Match[str]) -> bool:
    """Return whether the date is in the calendar and the time on the clock: not 30 February, not 25:00."""
    year, month, day, hour, minute, second = (int(part) if part else None for part in dated.groups())
    if month is not None and not 1 <= month <= _MONTHS:
        return False
    if month is not None and day is not None and not 1 <= day <= monthrange(year or 4, month)[1]:
        return False
    # ISO 8601 allows 24:00 for midnight and a 60th second for leap seconds.
    return (hour or 0) <= _HOURS and (minute or 0) < _MINUTES and (second or 0) <= _MINUTES


def _unknown(written: str, members: list[str]) -> str:
    intended = next((member for member in members if member.lower() == local(written).lower()), "")
    hint = f"; {intended} is meant" if intended else ""
    return f"{shorten(written)} is not one of the values of Schema.org{hint}"
