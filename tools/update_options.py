"""Write the table of options in ``docs/options.rst`` from ``sitescan/configuration/settings.py``."""

import re
from collections.abc import Iterator
from pathlib import Path

from sitescan import __version__
from sitescan.configuration.settings import OPTIONS, Option

PAGE = Path(__file__).parents[1] / "docs/options.rst"
BEGINNING = ".. The table is written by tools/update_options.py.\n\n"
END = "\n.. End of the table.\n"

#: A word with punctuation of code inside, such as an endpoint string or a path, or a flag.
_CODE = re.compile(r"(?<!\S)(?:--[a-z-]+\b|\S*[:/=]\w\S*?)(?=[.,;]*(?:\s|$))")


def table() -> str:
    """Return the table as reStructuredText."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield from (".. list-table::", "   :header-rows: 1", "   :widths: 20 14 66", "")
    yield from ("   * - Option", "     - Default", "     - Meaning")
    for option in OPTIONS.values():
        yield f"   * - ``{'--' * bool(option.group)}{option.spelling}``"
        yield f"     - {_default(option)}"
        meaning = _CODE.sub(r"``\g<0>``", option.help)
        yield f"     - {meaning}{' Can be repeated.' * option.repeat}"


def _default(option: Option) -> str:
    shown = option.shown_default.replace(__version__.partition(".dev")[0], "VERSION")
    return f"``{shown}``" if shown else "none"


if __name__ == "__main__":
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGINNING)
    PAGE.write_text(f"{before}{BEGINNING}{table()}{END}{rest.partition(END)[2]}", encoding="utf-8")
