"""Values in structured data: whether they are of a kind that their property takes."""

import re
from collections.abc import Iterator

from sitescan.document.items import Item, Value, local
from sitescan.document.places import shorten
from sitescan.document.vocabulary import vocabulary

_DATE = re.compile(
    r"-?[0-9]{4}(?:-?[0-9]{2}(?:-?[0-9]{2})?)?"
    r"(?:[T ][0-9]{2}(?::?[0-9]{2}(?::?[0-9]{2}(?:[.,][0-9]{1,9})?)?)?\s?(?:Z|z|UTC|[+-][0-9]{2}(?::?[0-9]{2})?)?)?"
)
_TIME = re.compile(r"T?[0-9]{2}(?::?[0-9]{2}(?::?[0-9]{2}(?:[.,][0-9]{1,9})?)?)?(?:Z|[+-][0-9]{2}(?::?[0-9]{2})?)?")
_DURATION = re.compile(r"P(?=.)(?:[0-9.,]+[YMWD]){0,4}(?:T(?:[0-9.,]+[HMS]){1,3})?(?:/.*)?", re.IGNORECASE)
_NUMBER = re.compile(r"\s*[+-]?[0-9]+(?:[.,][0-9]+)?\s*")
_CURRENCY = re.compile(r"[A-Z]{3}")
_CURRENCIES = frozenset({"priceCurrency", "currency", "salaryCurrency", "currenciesAccepted"})
_READ = 200


def odd_values(item: Item) -> Iterator[str]:
    """What stands in an item's properties that cannot be read as what they take, in words."""
    if not item.ours:
        return
    for name, values in item.properties.items():
        for value in values[:_READ]:
            said = _odd(name, value)
            if said:
                yield f"{name}: {said}"
                break


def _odd(name: str, value: Value) -> str:
    if not isinstance(value, str) or not value.strip():
        return ""
    written = value.strip()[:_READ]
    if name in _CURRENCIES:
        fits = _CURRENCY.fullmatch(written) or name == "currenciesAccepted"
        return "" if fits else f"{shorten(written)} is no code of ISO 4217, such as EUR"
    kinds = set(vocabulary().kinds(name))
    if not kinds or "Text" in kinds:
        return ""
    plain = kinds & {"Date", "DateTime", "Time", "Number", "Integer", "Float", "Boolean", "URL", "Duration"}
    members = [member for kind in kinds for member in vocabulary().members.get(kind, ())]
    if members and len(plain) == 0 and all(kind in vocabulary().members for kind in kinds):
        return "" if local(written) in members else _unknown(written, members)
    return _odd_plain(written, plain) if plain in (kinds, {"Duration"}) else ""


def _odd_plain(written: str, kinds: set[str]) -> str:
    """What is odd about a text where only dates, numbers, addresses and the like are taken."""
    if kinds & {"URL", "Boolean"}:
        space = kinds == {"URL"} and re.search(r"\s", written)
        return f"{shorten(written)} is no address" if space else ""
    if kinds & {"Number", "Integer", "Float"}:
        return "" if _NUMBER.fullmatch(written) else f"{shorten(written)} is no number"
    if kinds == {"Duration"}:
        return "" if _DURATION.fullmatch(written) else f"{shorten(written)} is no duration of ISO 8601, such as PT30M"
    dated = kinds & {"Date", "DateTime"} and _DATE.fullmatch(written)
    timed = "Time" in kinds and _TIME.fullmatch(written)
    return "" if dated or timed else f"{shorten(written)} is no date of ISO 8601, such as 2026-03-31"


def _unknown(written: str, members: list[str]) -> str:
    meant = next((member for member in members if member.lower() == local(written).lower()), "")
    hint = f"; {meant} is meant" if meant else ""
    return f"{shorten(written)} is not one of the values of Schema.org{hint}"
