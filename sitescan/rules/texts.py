"""Fill in the texts of rules: ``{fact}`` fields, plurals, sizes and times."""

from collections.abc import Mapping, Sequence
from decimal import ROUND_HALF_UP, Decimal
from functools import lru_cache
from string import Formatter
from typing import Any

from sitescan.model.report import Fact

_UNITS = ("bytes", "KB", "MB", "GB")
_WHOLE, _TENTHS = Decimal("1"), Decimal("0.1")


@lru_cache(maxsize=1024)
def _parts(text: str) -> Sequence[tuple[str, str | None, str]]:
    """Split a text into literals, each with the field that follows it and the format of the field."""
    return tuple((written, field, form or "") for written, field, form, _ in Formatter().parse(text))


def _formatted(value: Any, form: str) -> str:
    if "|" in form:
        *none, one, many = form.split("|")
        chosen = none[0] if none and not value else one if value == 1 else many
        return chosen.replace("#", f"{value:,}")
    if form == "size":
        return size(value)
    if form == "time":
        return f"{round(value * 1000)} ms" if value < 1 else in_seconds(round(value * 1000))
    return format(value, form)


def listed(words: Sequence[str]) -> str:
    """
    Return words, at least one, as a list in a sentence.

    >>> listed(["a", "b", "c"])
    'a, b and c'
    """
    *others, last = words
    return " and ".join(filter(None, (", ".join(others), last)))


def size(count: float) -> str:
    """
    Return a number of bytes for people, in the decimal units that the developer tools of browsers use.

    Halves are rounded up, like in the script of the report page.

    >>> size(1250), size(100_500)
    ('1.3 KB', '101 KB')
    """
    number, unit = float(count), 0
    while number >= 1000 and unit < len(_UNITS) - 1:
        number, unit = number / 1000, unit + 1
    digits = _WHOLE if unit == 0 or number >= 100 else _TENTHS
    return f"{Decimal(number).quantize(digits, ROUND_HALF_UP)} {_UNITS[unit]}"


def in_seconds(milliseconds: int) -> str:
    """
    Return a time for people, to a tenth of a second; halves are rounded up, like in the script of the report page.

    >>> in_seconds(2250)
    '2.3 s'
    """
    return f"{(milliseconds + 50) // 100 / 10:.1f} s"


def sooner(milliseconds: int) -> str:
    """
    Return a gain of time for people, to a tenth of a second, because it is an estimate.

    >>> sooner(1250), sooner(20)
    ('about 1.3 s sooner', 'under 0.1 s sooner')
    """
    return f"about {in_seconds(milliseconds)} sooner" if milliseconds >= 50 else "under 0.1 s sooner"


def fill(text: str, facts: Mapping[str, Fact]) -> str:
    """
    Return a text with its fields filled in, in the syntax of :meth:`str.format` with three more formats.

    ``{count:# image has|# images have}`` chooses by number, ``#`` standing for it; of three forms, the first is for 0;
    ``{bytes:size}`` writes bytes for people; ``{seconds:time}`` writes seconds for people.
    Only plain names are fields: no attributes, no indexes, so that a text can reach nothing else.

    :raises KeyError: where the text names a fact that was not given.
    """
    return "".join(
        [written + ("" if field is None else _formatted(facts[field], form)) for written, field, form in _parts(text)]
    )
