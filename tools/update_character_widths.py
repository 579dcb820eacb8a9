"""
Write sitescan/standards/data/character_widths.json anew, with the Unicode tables of the Python that runs this.

Each Python has the tables of another version of Unicode, but a title has to be as wide on all of them.
"""

import json
import sys
import unicodedata
from collections.abc import Callable
from pathlib import Path

DATA = Path(__file__).parents[1] / "sitescan/standards/data/character_widths.json"


def ranges(selected: Callable[[str], bool]) -> list[list[int]]:
    """Return the first and last code points of each run of selected characters."""
    found: list[list[int]] = []
    for code in range(sys.maxunicode + 1):
        if not selected(chr(code)):
            continue
        if found and found[-1][1] == code - 1:
            found[-1][1] = code
        else:
            found.append([code, code])
    return found


def main() -> None:
    """Write the table."""
    table = {
        "unicode": unicodedata.unidata_version,
        "zero": ranges(lambda character: unicodedata.category(character) in {"Mn", "Me", "Cf"}),
        "wide": ranges(
            lambda character: (
                unicodedata.category(character) != "Cn" and unicodedata.east_asian_width(character) in {"W", "F"}
            )
        ),
    }
    DATA.write_text(json.dumps(table, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
