"""Golden files of each report format, which ``python -m tests.report.test_golden [NAME ...]`` rewrites."""

import re
import sys
from pathlib import Path

import pytest

from sitescan.report.formats import FORMATS
from tests.report.reports import small_report

GOLDEN = Path(__file__).parent / "golden"


@pytest.mark.parametrize("name", FORMATS)
def test_report_equals_golden_file(name: str) -> None:
    """Each format is byte for byte the golden file, so that a change is made on purpose and seen in review."""
    golden = GOLDEN / f"report.{name}"
    rewrite = f"after a look at the difference: python -m tests.report.test_golden {name}"
    expected = golden.read_bytes().decode() if golden.exists() else ""
    # Parts of long lines show where a difference is.
    assert _parts(FORMATS[name].write([small_report()])) == _parts(expected), rewrite


def _parts(text: str) -> list[str]:
    return re.split(r"(?<=[>}\n])", text)


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for name in sys.argv[1:] or FORMATS:
        (GOLDEN / f"report.{name}").write_text(FORMATS[name].write([small_report()]), "utf-8", newline="")
