"""The formats in which ``sitescan site`` prints the report on a site."""

from sitescan.cli.site_summary import site_summary
from sitescan.model.site_report import SiteReport
from sitescan.report.formats import FORMATS
from sitescan.report.site_as_pages import pages_with_faults
from sitescan.report.site_html import site_html
from sitescan.report.site_json import site_json
from sitescan.report.site_markdown import site_markdown
from sitescan.report.site_tables import faults_csv


def site_text(report: SiteReport, name: str) -> str:
    """Return the report in a format, one of :data:`sitescan.cli.arguments.SITE_FORMATS`."""
    if name == "json":
        return site_json(report).decode()
    if name == "html":
        return site_html(report)
    if name == "markdown":
        return site_markdown(report)
    if name == "csv":
        return faults_csv(report)
    if name in FORMATS:
        return FORMATS[name].write(pages_with_faults(report))
    return "".join(f"{line}\n" for line in site_summary(report))
