"""
Write sitescan/standards/data/language_subtags.txt anew from IANA's registry, as an npm package has it.

    npm pack language-subtag-registry && tar xzf language-subtag-registry-*.tgz
    python tools/update_language_subtags.py package

https://www.iana.org/assignments/language-subtag-registry
"""

import json
import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from string import ascii_lowercase
from textwrap import fill
from typing import Any

DATA = Path(__file__).parents[1] / "sitescan/standards/data/language_subtags.txt"


def subtags(registry: list[dict[str, Any]]) -> Iterator[str]:
    """Yield the primary language subtags, those of ranges one by one."""
    for entry in registry:
        if entry["Type"] != "language":
            continue
        first, _, last = entry["Subtag"].partition("..")
        if not last:
            yield first
        else:
            yield from (code for code in map("".join, product(ascii_lowercase, repeat=3)) if first <= code <= last)


def main() -> None:
    """Write the table: a first line with the date of the registry, then the subtags."""
    data = Path(sys.argv[1], "data/json")
    date = json.loads((data / "meta.json").read_text())["File-Date"]
    found = sorted(subtags(json.loads((data / "registry.json").read_text())))
    DATA.write_text(f"{date}\n{fill(' '.join(found), 120)}\n")


if __name__ == "__main__":
    main()
