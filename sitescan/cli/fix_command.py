"""The command ``sitescan fix``, which applies fixes to local files or prints them as a diff."""

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path, PurePath

from attrs import field, frozen

from sitescan.cli.configuration import settings_from
from sitescan.cli.exit_codes import FixExitCode, UsageProblem
from sitescan.cli.fix_options import NETWORK, check_options, check_selected, selects
from sitescan.cli.local_pages import LocalPage, NotReplaced, pages, replace_file
from sitescan.cli.output import print_error
from sitescan.cli.page_processes import in_processes
from sitescan.cli.targets import TargetFailed, analysed, is_url, read_page, server_of
from sitescan.configuration.settings import Settings
from sitescan.fixing import FixedPage, fix_page, fixes
from sitescan.model.fix import Fix
from sitescan.model.report import Issue, Report
from sitescan.report.fault_key import masked
from sitescan.report.file_paths import path_from_top
from sitescan.report.gains import top_fixes
from sitescan.report.priorities import place, priority
from sitescan.report.visible_text import one_line
from sitescan.rules.catalogue import catalogue
from sitescan.rules.judge import KEPT_OF_ANSWERS
from sitescan.standards.unified_diff import Lines

#: The repeated lines and the rules that are named at most.
_NAMED = 10
#: More entries than a report has.
_ALL = 1000
_LONGEST = 100


@frozen(kw_only=True)
class FixRun:
    """
    One run of the command.

    :ivar diff: whether the changes are printed and no file is written.
    :ivar unsafe: whether fixes that need a person are applied, too.
    :ivar select: the rules, or categories of rules, whose fixes are applied; empty for all.
    :ivar base: the address that the file or the folder is served from; empty if it isn't known.
    """

    diff: bool = False
    unsafe: bool = False
    select: tuple[str, ...] = ()
    base: str = ""
    settings: Settings = Settings()

    def selects(self, rule: str) -> bool:
        """Return whether the command is about a rule."""
        return selects(self.select, rule)

    def wants(self, rule: str, fix: Fix) -> bool:
        """Return whether to apply a fix."""
        return self.selects(rule) and (fix.safe or self.unsafe)


@frozen(kw_only=True)
class Outcome:
    """
    What happened to one page.

    :ivar problem: the reason why it was not fixed; empty if it was.
    :ivar diff: the changes, if they are printed.
    :ivar changes: the changed lines.
    :ivar fixed: the number of fixed occurrences by rule.
    :ivar left: the number of occurrences that are left, by rule; only issues that cost points.
    :ivar left_at: the place of the first of them, by rule, as ``path:line:column``.
    :ivar worth: the points of the overall score that doing what the report advises would bring back, by rule.
    :ivar refused: the rules whose fixes were taken back.
    :ivar unsafe: the number of fixes that ``--unsafe`` would apply, by rule.
    """

    path: Path
    problem: str = ""
    diff: bytes = b""
    changes: tuple[Lines, ...] = ()
    fixed: Counter[str] = field(factory=Counter)
    left: Counter[str] = field(factory=Counter)
    left_at: Mapping[str, str] = field(factory=dict)
    worth: Mapping[str, float] = field(factory=dict)
    refused: frozenset[str] = frozenset()
    unsafe: Counter[str] = field(factory=Counter)


def fix(arguments: argparse.Namespace) -> int:
    """Run the command and return its exit code."""
    run = FixRun(
        diff=arguments.diff,
        unsafe=arguments.unsafe,
        select=tuple(arguments.select or ()),
        base=arguments.base or "",
        settings=settings_from({}, 1, 1),
    )
    check_options(arguments, NETWORK, "only with --server")
    if any(map(is_url, arguments.targets)):
        raise UsageProblem("fix changes local files; for the headers of a URL, use --server")
    if run.base and len(arguments.targets) > 1:
        raise UsageProblem("base: it is the address of one file or folder; name only one")
    check_selected(run.select)
    found = list(pages(arguments.targets))
    if not found:
        print_error("sitescan: no .html, .htm or .xhtml files were found")
    outcomes = []
    for outcome in in_processes(partial(fix_file, run=run), found):
        outcomes.append(outcome)
        if outcome.problem:
            print_error(f"sitescan: {one_line(str(outcome.path))}: {one_line(outcome.problem)}")
        sys.stdout.buffer.write(outcome.diff)
    sys.stdout.flush()
    for line in summary(outcomes, run):
        print_error(line)
    if any(outcome.problem for outcome in outcomes):
        return FixExitCode.FAILED
    remains = any(outcome.changes for outcome in outcomes) if run.diff else any(outcome.left for outcome in outcomes)
    return FixExitCode.REMAINS if remains and not arguments.exit_zero else FixExitCode.DONE


def fix_file(page: LocalPage, run: FixRun) -> Outcome:
    """Fix one page, and write it unless only the changes are wanted."""
    path = page.path
    _, address = page.addresses(run.base)
    server = server_of(page, run.base, run.settings)

    def examine(body: bytes) -> Report:
        return analysed(body, address, server, run.settings, 0.0, fixes=KEPT_OF_ANSWERS)

    try:
        body = read_page(path, run.settings.page_bytes)
        fixed = fix_page(body, examine, run.wants)
        after = fixed.lines.body
        if after != body and not run.diff:
            replace_file(path, body, after)
    except (TargetFailed, NotReplaced) as problem:
        return Outcome(path=path, problem=str(problem))
    return _outcome(path, fixed, run)


def _outcome(path: Path, page: FixedPage, run: FixRun) -> Outcome:
    issues = [
        issue for result in page.report.categories for issue in result.issues if run.selects(issue.rule) and issue.share
    ]
    return Outcome(
        path=path,
        diff=page.lines.diff(_name_in_diff(path)) if run.diff else b"",
        changes=tuple(page.lines.changes()),
        fixed=page.fixed,
        left=Counter({issue.rule: issue.count for issue in issues}),
        left_at={issue.rule: _first_place(path, issue) for issue in issues},
        worth={issue.rule: entry.points for entry in top_fixes(page.report, _ALL) for _, issue in entry.issues},
        refused=page.refused,
        unsafe=Counter(rule for rule, fix in fixes(page.report) if run.selects(rule) and not fix.safe),
    )


def _first_place(path: Path, issue: Issue) -> str:
    at = issue.occurrences[0].place if issue.occurrences else None
    return f"{path}:{at.line}:{max(1, at.column)}" if at is not None and at.line else str(path)


def _name_in_diff(path: Path) -> str:
    """Return the path of a page from the top of its repository, as in Git, or from the current folder."""
    return (path_from_top(path) or PurePath(*path.resolve().parts[1:])).as_posix()


def summary(outcomes: Sequence[Outcome], run: FixRun) -> Iterator[str]:
    """Yield lines that say what was fixed, and at last what it takes to fix the rest."""
    fixed, left = _total(outcome.fixed for outcome in outcomes), _total(outcome.left for outcome in outcomes)
    unsafe = _total(outcome.unsafe for outcome in outcomes if not run.unsafe)
    changed = sum(bool(outcome.changes) for outcome in outcomes)
    yield from _rules("Would fix" if run.diff else "Fixed", fixed)
    refused = Counter(rule for outcome in outcomes for rule in outcome.refused)
    yield from _rules("Not fixed, because it would cause another issue", refused)
    verb = "would be fixed" if run.diff else "fixed"
    yield f"{_many(fixed.total(), 'problem')} {verb} in {_many(changed, 'file')}, {left.total():,} left."
    if unsafe:
        yield f"{_many(unsafe.total(), 'more fix', 'more fixes')} available with --unsafe; check what they change."
    yield from _repeated(outcomes)
    yield from _remaining(outcomes, left, unsafe)


def _remaining(outcomes: Sequence[Outcome], left: Counter[str], unsafe: Counter[str]) -> Iterator[str]:
    """Yield what it takes to fix what is left, in the order in which a report says what to do first."""
    worth: dict[str, float] = {}
    for outcome in outcomes:
        for rule, points in outcome.worth.items():
            worth[rule] = worth.get(rule, 0.0) + points

    def order(rule: str) -> tuple[tuple[bool, int], float, int]:
        points = worth.get(rule, 0.0)
        return place(priority(rule), points), -points, -left[rule]

    first = {rule: at for outcome in reversed(outcomes) for rule, at in outcome.left_at.items()}
    ordered = sorted(left, key=order)
    for number, rule in enumerate(ordered[:_NAMED], 1):
        terms = catalogue()[rule]
        how = "See what --unsafe changes." if unsafe[rule] else terms.recommendation
        yield f"Left: {number}. {left[rule]:,} x {terms.title} ({rule}), first at {one_line(first[rule])}. {how}"
    if len(ordered) > _NAMED:
        yield f"Left: {_many(len(ordered) - _NAMED, 'more rule')}"


def _rules(label: str, counts: Counter[str]) -> Iterator[str]:
    for rule, count in counts.most_common(_NAMED):
        yield f"{label}: {count:,} x {catalogue()[rule].title} ({rule})"
    if len(counts) > _NAMED:
        yield f"{label}: {_many(len(counts) - _NAMED, 'more rule')}"


def _repeated(outcomes: Sequence[Outcome]) -> Iterator[str]:
    """Yield the changes that are alike in several files, which a template probably makes."""
    alike: dict[tuple[str, str], list[dict[tuple[str, str], None]]] = {}
    for outcome in outcomes:
        in_file: dict[tuple[str, str], dict[tuple[str, str], None]] = {}
        for before, after in ((_text(change.before), _text(change.after)) for change in outcome.changes):
            in_file.setdefault((masked(before), masked(after)), {})[before, after] = None
        for key, changes in in_file.items():
            alike.setdefault(key, []).append(changes)
    for files in sorted(alike.values(), key=len, reverse=True)[:_NAMED]:
        if len(files) > 1:
            same = len({change for changes in files for change in changes}) == 1
            before, after = next(iter(files[0]))
            yield (
                f"{'The same change' if same else 'A change like this'} in {len(files):,} files; if a template makes "
                "them, change it there:"
            )
            yield f"  - {_shown(before)}"
            yield f"  + {_shown(after)}"


def _text(lines: bytes) -> str:
    return " ".join(lines.decode("utf-8", "replace").split())


def _shown(lines: str) -> str:
    text = one_line(lines)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def _total(counts: Iterable[Counter[str]]) -> Counter[str]:
    total = Counter[str]()
    for counter in counts:
        total.update(counter)
    return total


def _many(count: int, one: str, several: str = "") -> str:
    return f"{count:,} {one if count == 1 else several or one + 's'}"
