"""The files of a report on a site, in the folder of its database."""

import os
from pathlib import Path

from sitescan.cli.exit_codes import UsageProblem
from sitescan.configuration.regular_file import read_regular
from sitescan.model.site_report import SiteReport
from sitescan.report.site_file_names import with_files
from sitescan.report.site_html import site_html
from sitescan.report.site_json import read_site_json, site_json
from sitescan.site.store import DATABASE

#: The names of the files.
JSON, HTML = "site.json", "index.html"


def write_site_files(report: SiteReport, folder: Path) -> None:
    """
    Write the report as JSON and as HTML, in new files: those that are there may be links.

    :raises UsageProblem: if they can't be written.
    """
    for name, data in ((JSON, site_json(report)), (HTML, site_html(report).encode("utf-8", "replace"))):
        new = folder / f"{name}.new"
        try:
            new.unlink(missing_ok=True)
            with new.open("xb") as file:
                file.write(data)
            os.replace(new, folder / name)  # noqa: PTH105 - in one step, so that a killed command leaves a whole file
        except OSError as problem:
            raise UsageProblem(f"output: {folder / name}: {problem.strerror}") from None


def site_file(path: Path) -> Path:
    """Return the file of a report, which may be named by its folder."""
    return path / JSON if path.is_dir() else path


def read_site_report(path: Path, subject: str = "") -> SiteReport:
    """
    Return the report in a folder, or in its file ``site.json``.

    :param subject: what it is, before its name in a message.
    :raises UsageProblem: if it can't be read or is something else.
    """
    file = site_file(path)
    try:
        return with_files(read_site_json(read_regular(file)))
    except OSError as problem:
        if isinstance(problem, FileNotFoundError) and file.with_name(DATABASE).exists():
            raise UsageProblem(f"{subject}{path}: it has no report yet; the command that began it goes on") from None
        raise UsageProblem(f"{subject}{file}: {problem.strerror}") from None
    except (ValueError, RecursionError):
        raise UsageProblem(f"{subject}{file}: not the report of a site by this version of sitescan") from None
