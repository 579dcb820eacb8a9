"""Reports, which are the same on every Python, in every locale and in every time zone."""

import json
import subprocess
import sys
from itertools import islice
from pathlib import Path

import pytest

from tests.report_digests import FILE, digest, groups

_PARTS = 4
_GROUPS_IN_ANOTHER_ENVIRONMENT = 12

_PROGRAM = """
import json, sys
sys.path.insert(0, sys.argv[1])
from itertools import islice
from tests.report_digests import digest, groups
print(json.dumps({name: digest(pages) for name, pages in islice(groups(), 0, None, int(sys.argv[2]))}))
"""


def test_every_group_has_digest() -> None:
    """The stored digests cover every group of pages, including the examples of new rules."""
    assert [name for name, _ in groups()] == list(json.loads(FILE.read_text("utf-8")))


@pytest.mark.slow
@pytest.mark.parametrize("part", range(_PARTS))
def test_reports_have_stored_digests(part: int) -> None:
    """
    Reports have the stored digests on every machine.

    If a change of reports is meant, ``python -m tests.report_digests`` writes the digests anew.
    """
    expected = json.loads(FILE.read_text("utf-8"))
    found = {name: digest(pages) for name, pages in islice(groups(), part, None, _PARTS)}
    assert found == {name: expected[name] for name in found}


@pytest.mark.slow
@pytest.mark.parametrize(
    "environment",
    [
        {"PYTHONHASHSEED": "0", "LC_ALL": "C", "TZ": "Asia/Kathmandu", "PYTHONUTF8": "0"},
        {"PYTHONHASHSEED": "1", "LC_ALL": "tr_TR.UTF-8", "TZ": "America/St_Johns"},
    ],
    ids=["C", "Turkish"],
)
def test_reports_do_not_depend_on_the_environment(environment: dict[str, str]) -> None:
    """Reports do not depend on the hash seed, the locale or the time zone."""
    expected = json.loads(FILE.read_text("utf-8"))
    step = str(len(expected) // _GROUPS_IN_ANOTHER_ENVIRONMENT)
    command = [sys.executable, "-c", _PROGRAM, str(Path(__file__).parents[1]), step]
    printed = subprocess.run(command, env=environment, capture_output=True, check=True).stdout
    found = json.loads(printed)
    assert len(found) >= _GROUPS_IN_ANOTHER_ENVIRONMENT
    assert found == {name: expected[name] for name in found}
