"""The documentation's tables of other tools' rules."""

import re
from pathlib import Path

import pytest

from sitescan.rules.catalogue import catalogue

_DOCS = Path(__file__).parents[2] / "docs"
_ROW = re.compile(r"^   \* - ``([a-z0-9-]+)``\n(?:     - .*\n)*?     - (.*)$(?!\n     - )", re.MULTILINE)


@pytest.mark.parametrize("tool", ["act", "axe"])
def test_table_lists_every_counterpart(tool: str) -> None:
    """The table of a tool names exactly the rules that cover each of the tool's checks."""
    rows = dict(_ROW.findall((_DOCS / f"{tool}.rst").read_text()))
    covered: dict[str, set[str]] = {name: set() for name in rows}
    for rule in catalogue().values():
        for cover in rule.covers:
            if cover.startswith(f"{tool}:"):
                covered.setdefault(cover.partition(":")[2], set()).add(rule.id)
    for name, ours in covered.items():
        assert name in rows
        named = set(re.findall(r"``([a-z]+/[a-z0-9-]+)``", rows[name]))
        assert named <= set(catalogue())
        if ours:
            assert ours == named, name
        else:
            assert len(rows[name]) > 20, f"{name}: why not?"
