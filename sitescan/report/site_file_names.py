"""The report on a folder whose address isn't known, with its pages named as its files."""

import re
from collections.abc import Callable, Iterable
from urllib.parse import unquote

from msgspec.structs import replace

from sitescan.model.site_report import SiteReport
from sitescan.standards.lazy_pattern import lazy_pattern
from sitescan.standards.urls import UNKNOWN_HOST

_ROOT = f"https://{UNKNOWN_HOST}/"

#: An address in a sentence.
_WRITTEN = lazy_pattern(rf"https://{re.escape(UNKNOWN_HOST)}/([^\s\"'<>]*)")


def named_as_files(folder: str) -> Callable[[str], str]:
    """Return a function that returns a text in which each address that isn't known is a file in a folder."""
    return lambda text: _WRITTEN.sub(lambda url: f"{folder.rstrip('/')}/{unquote(url[1])}", text)


def with_files(report: SiteReport) -> SiteReport:
    """
    Return a report in which each address that isn't known is a file in the target.

    Texts that say how to fix something keep the address, which is to be replaced there.
    """
    if not any(page.url.startswith(_ROOT) for page in report.pages):
        return report
    in_files = named_as_files(report.target)

    def all_in_files(texts: Iterable[str]) -> tuple[str, ...]:
        return tuple(map(in_files, texts))

    return replace(
        report,
        pages=tuple(replace(page, url=in_files(page.url), redirect=in_files(page.redirect)) for page in report.pages),
        faults=tuple(
            replace(
                fault,
                pages=all_in_files(fault.pages),
                example=replace(fault.example, url=in_files(fault.example.url)),
                summary=in_files(fault.summary),
            )
            for fault in report.faults
        ),
        issues=tuple(
            replace(
                issue,
                target=in_files(issue.target),
                pages=all_in_files(issue.pages),
                description=in_files(issue.description),
            )
            for issue in report.issues
        ),
    )
