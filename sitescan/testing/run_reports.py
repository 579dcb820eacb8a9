"""The reports on the pages that a test run has seen, those of all its processes together."""

from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec
from attrs import define, field

from sitescan.cli.configuration import choice
from sitescan.cli.exit_codes import UsageProblem
from sitescan.model.report import Report
from sitescan.report.formats import FORMATS
from sitescan.standards.page_urls import url_pattern
from sitescan.standards.urls import origin_of


@define
class RunReports:
    """Reports by their URLs; of a page that was seen several times, the first one."""

    _by_url: dict[str, Report] = field(factory=dict, init=False)

    def add(self, report: Report) -> None:
        """Add a report."""
        self._by_url.setdefault(report.url, report)

    def sent(self) -> list[bytes]:
        """Return the reports as they are sent to another process."""
        return [msgspec.json.encode(report) for report in self._by_url.values()]

    def receive(self, sent: Iterable[bytes]) -> None:
        """Add the reports of another process."""
        for report in sent:
            self.add(msgspec.json.decode(report, type=Report))

    @property
    def chosen(self) -> Sequence[Report]:
        """One report for each pattern of URLs, such as that of ``/pears/1`` and ``/pears/2``, in the order of URLs."""
        by_pattern: dict[tuple[str, str], Report] = {}
        for url in sorted(self._by_url):
            by_pattern.setdefault((origin_of(url), url_pattern(url)), self._by_url[url])
        return tuple(by_pattern.values())

    def write(self, form: str, path: Path) -> None:
        """
        Write the reports to a file.

        :raises OSError: if it can't be written.
        """
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(FORMATS[form].write(self.chosen), "utf-8", "replace", newline="")


def report_file(option: str) -> tuple[str, Path]:
    """
    Return the format and the file that an option ``FORMAT:PATH`` names; a path without a suffix is a folder.

    :raises UsageProblem: if it has another form, or there is no such format.
    """
    form, _, name = option.partition(":")
    choice("sitescan-report", form, tuple(FORMATS))
    if not name:
        raise UsageProblem(f"sitescan-report: {option!r} is not FORMAT:PATH, such as html:reports")
    path = Path(name)
    return form, path if path.suffix else path / ("index.html" if form == "html" else f"report.{form}")
