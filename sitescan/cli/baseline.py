"""Earlier reports: which issues of a report they already have."""

import os
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

from sitescan.cli.exit_codes import UsageProblem
from sitescan.configuration.regular_file import read_regular
from sitescan.rules.catalogue import current_id
from sitescan.standards.lazy_pattern import lazy_pattern
from sitescan.standards.urls import InvalidTarget, parse_target

_ESCAPE, _UNRESERVED = lazy_pattern("%([0-9A-Fa-f]{2})"), lazy_pattern(r"[A-Za-z0-9._~-]")

#: The number of occurrences of each issue, by the id of its rule and by its title.
Counts = Mapping[str, int]

#: The counts of each page, by its key.
Baseline = Mapping[str, Counts]

#: A report without evidence has no count of occurrences; later reports can't have more.
_UNKNOWN = 1_000_000_000


class WrittenPlace(Struct, frozen=True):
    """A place of an issue; in a report without evidence, there are none."""

    line: int | None = None


class WrittenIssue(Struct, frozen=True, rename="camel"):
    """
    An issue of a written report.

    :ivar rule: the id of its rule; empty in a report without evidence.
    :ivar share: what it costs; ``None`` in a report without evidence.
    """

    title: str
    severity: str = ""
    rule: str = ""
    count: int = 0
    share: int | None = None
    occurrences: list[WrittenPlace] = []


class WrittenCategory(Struct, frozen=True, rename="camel"):
    """
    A category of a written report.

    :ivar score: its score; ``None`` if somebody has removed it.
    """

    issues: list[WrittenIssue]
    label: str = ""
    score: int | None = None
    counted: bool = True


class WrittenReport(Struct, frozen=True, rename="camel"):
    """
    A report that ``--format json`` or the API has written, possibly shortened by somebody.

    :ivar scoring_version: the version of the formula of its scores; empty in a report without evidence.
    """

    url: str
    categories: list[WrittenCategory]
    overall_score: int | None = None
    scoring_version: str = ""

    @property
    def issues(self) -> list[WrittenIssue]:
        """The issues of all categories."""
        return [issue for category in self.categories for issue in category.issues]

    @property
    def counts(self) -> Counts:
        """The number of occurrences of each issue; an issue of a rule that another one has taken over is part of it."""
        counts = Counter[str]()
        for issue in self.issues:
            counts.update(dict.fromkeys({current_id(issue.rule), issue.title} - {""}, issue.count or _UNKNOWN))
        return counts


def page_key(target: str) -> str:
    """
    Return what is equal in the spellings of a target: a URL in its normal form, or the absolute path of a file.

    https://www.rfc-editor.org/rfc/rfc3986#section-6.2
    """
    try:
        url = parse_target(target).url
    except InvalidTarget:
        return target if "://" in target else os.path.normpath(Path(target).absolute())
    return _ESCAPE.sub(_normal_escape, url)


def _normal_escape(escape: re.Match[str]) -> str:
    character = chr(int(escape[1], 16))
    return character if _UNRESERVED.fullmatch(character) else escape[0].upper()


def is_known(before: Counts, rule: str, title: str, count: int) -> bool:
    """Return whether an issue has no more occurrences than before."""
    return count <= max(before.get(rule, 0), before.get(title, 0))


def read_baseline(path: str) -> Baseline:
    """
    Return the baseline in a file of reports.

    :raises UsageProblem: if the file can't be read or is something else.
    """
    return {page_key(report.url): report.counts for report in read_reports(path, "baseline ")}


def read_reports(path: str, subject: str = "") -> Sequence[WrittenReport]:
    """
    Read a file with a report or an array of reports.

    :param subject: what the file is, before its name in a message.
    :raises UsageProblem: if it can't be read or is something else.
    """
    try:
        content = msgspec.json.decode(read_regular(Path(path)), type=WrittenReport | list[WrittenReport])
    except OSError as problem:
        raise UsageProblem(f"{subject}{path}: {problem.strerror}") from None
    except (ValueError, RecursionError):
        raise UsageProblem(f"{subject}{path}: not a JSON report") from None
    return content if isinstance(content, list) else [content]
