"""How a rule's texts are filled in: plain ``{fact}`` fields, plurals, sizes and times."""

from collections.abc import Mapping, Sequence
from decimal import ROUND_HALF_UP, Decimal
from string import Formatter
from typing import Any

from sitescan.model.report import Fact

_UNITS = ("bytes", "KB", "MB", "GB")
_WHOLE, _TENTHS = Decimal("1"), Decimal("0.1")


class _Texts(Formatter):
    """
    Three format specifications beside Python's own.

    ``{count:# image has|# images have}`` chooses by number, ``#`` standing for it; of three forms, the first is for 0;
    ``{bytes:size}`` writes bytes for people; ``{seconds:time}`` writes seconds for people.
    Only plain names are fields: no attributes, no indexes, so that a text can reach nothing else.
    """

    def get_field(self, field_name: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        return kwargs[field_name], field_name

    def format_field(self, value: Any, format_spec: str) -> str:
        if "|" in format_spec:
            *none, one, many = format_spec.split("|")
            form = none[0] if none and not value else one if value == 1 else many
            return form.replace("#", f"{value:,}")
        if format_spec == "size":
            return size(value)
        if format_spec == "time":
            return f"{round(value * 1000)} ms" if value < 1 else f"{value:.1f} s"
        return format(value, format_spec)


def size(count: float) -> str:
    """
    A number of bytes for people, in the decimal units that browsers' tools use.

    Halves are rounded up, as the page's script does it.

    >>> size(1250), size(100_500)
    ('1.3 KB', '101 KB')
    """
    number, unit = float(count), 0
    while number >= 1000 and unit < len(_UNITS) - 1:
        number, unit = number / 1000, unit + 1
    digits = _WHOLE if unit == 0 or number >= 100 else _TENTHS
    return f"{Decimal(number).quantize(digits, ROUND_HALF_UP)} {_UNITS[unit]}"


def sooner(milliseconds: int) -> str:
    """
    A gain of time for people, to the tenth of a second: an estimate is no finer.

    >>> sooner(1250), sooner(20)
    ('about 1.3 s sooner', 'under 0.1 s sooner')
    """
    tenths = (milliseconds + 50) // 100
    return f"about {tenths / 10:.1f} s sooner" if tenths else "under 0.1 s sooner"


def fill(text: str, facts: Mapping[str, Fact]) -> str:
    """
    A text with its fields filled in.

    :raises KeyError: where the text names a fact that was not given.
    """
    return _Texts().vformat(text, (), facts)
