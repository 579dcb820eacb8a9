"""Golden files of each report format, which ``python -m tests.report.test_golden`` rewrites."""

from pathlib import Path

import pytest

from sitescan.report.formats import FORMATS
from tests.report.reports import small_report

GOLDEN = Path(__file__).parent / "golden"


@pytest.mark.parametrize("name", FORMATS)
def test_report_equals_golden_file(name: str) -> None:
    """Each format is byte for byte the golden file, so that a change is made on purpose and seen in review."""
    assert FORMATS[name].write([small_report()]) == (GOLDEN / f"report.{name}").read_bytes().decode()


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for form in FORMATS.values():
        (GOLDEN / f"report.{form.name}").write_text(form.write([small_report()]), "utf-8", newline="")
