"""The table of axe-core's rules in the documentation is true."""

import re
from pathlib import Path

from sitescan.rules.catalogue import catalogue

_TABLE = Path(__file__).parents[2] / "docs" / "axe.rst"
_ROW = re.compile(r"^   \* - ``([a-z-]+)``\n     - (.*)$", re.MULTILINE)


def test_the_table_names_every_counterpart() -> None:
    """What a rule says that it covers stands in the table, and the table names nothing else."""
    rows = dict(_ROW.findall(_TABLE.read_text()))
    covered: dict[str, set[str]] = {name: set() for name in rows}
    for rule in catalogue().values():
        for cover in rule.covers:
            if cover.startswith("axe:"):
                covered.setdefault(cover.removeprefix("axe:"), set()).add(rule.id)
    for name, ours in covered.items():
        assert name in rows
        if ours:
            assert ours == set(re.findall(r"``([a-z]+/[a-z0-9-]+)``", rows[name])), name
        else:
            assert len(rows[name]) > 20, f"{name}: why not?"
