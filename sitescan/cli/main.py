"""The entry point of the command ``sitescan`` and its subcommands."""

import argparse
import os
import sys
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, date, datetime
from pathlib import Path

from sitescan.cli.arguments import TERMINAL, parser
from sitescan.cli.configuration import Configuration, configuration
from sitescan.cli.exit_codes import ExitCode, UsageProblem
from sitescan.cli.gates import read_baseline, verdict
from sitescan.cli.targets import TargetFailed, is_url, local_report
from sitescan.cli.terminal import Painter, terminal
from sitescan.model.report import Report
from sitescan.rendering.rendering_errors import RendererUnavailable
from sitescan.report.formats import FORMATS
from sitescan.report.rule_texts import cost, generic, labels
from sitescan.report.visible_text import one_line, visible_json
from sitescan.report.wording import counted
from sitescan.rules.catalogue import catalogue

_INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            # The parent process has closed it.
            setattr(sys, name, Path(os.devnull).open("w"))  # noqa: SIM115 - open until the process ends
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            # Terminals without UTF-8 get escapes, and file names that are not valid text can be printed.
            stream.reconfigure(errors="backslashreplace")
    try:
        return _run(given)
    except (RendererUnavailable, UsageProblem) as problem:
        _print_error(f"sitescan: {one_line(str(problem))}")
        return ExitCode.USAGE
    except KeyboardInterrupt:
        _print_error("sitescan: interrupted")
        return _INTERRUPTED
    except BrokenPipeError:
        # The reader of the output has closed it.
        _discard_output()
        return ExitCode.PASSED
    except Exception:  # noqa: BLE001 - an internal error must not look like a failed gate
        traceback.print_exc()
        return ExitCode.INTERNAL


def _run(given: list[str]) -> int:
    if given[:1] == ["serve"]:
        os.execv(sys.executable, [sys.executable, "-m", "twisted", "sitescan", *given[1:]])  # noqa: S606 - the same interpreter
    arguments = parser().parse_args(given)
    commands: Mapping[str, Callable[[argparse.Namespace], int]] = {
        "scan": _scan,
        "fix": _fix,
        "batch": _batch,
        "rules": _rules,
        "explain": _explain,
    }
    return commands[arguments.command](arguments)


def _scan(arguments: argparse.Namespace) -> int:
    configured = configuration(arguments, Path.cwd())
    baseline = read_baseline(configured.baseline) if configured.baseline else None
    _check_rules_and_outputs(configured)
    found = _reports(configured)
    reports = [one for one in found.values() if isinstance(one, Report)]
    if reports or not found:
        _write(reports, configured)
    codes = [ExitCode.PASSED]
    today = datetime.fromtimestamp(time.time(), UTC).date()
    _warn_of_expired(configured, today)
    for target, outcome in found.items():
        if isinstance(outcome, TargetFailed):
            _print_error(f"sitescan: {one_line(target)}: {one_line(str(outcome))}")
            codes.append(outcome.code)
            continue
        judged = verdict(outcome, configured, baseline, today)
        for rule, reason in judged.ignored:
            _print_error(f"ignored: {one_line(target)}: {rule}: {one_line(reason)}")
        if judged.known:
            _print_error(f"known: {one_line(target)}: {counted(judged.known, 'issue', 'issues')} of the baseline")
        for issue in judged.new:
            _print_error(f"new: {one_line(target)}: {issue.rule}: {issue.title}")
        for left_out in judged.left_out:
            _print_error(f"not counted: {one_line(target)}: {one_line(left_out)}")
        for failure in judged.failures:
            _print_error(f"failed: {one_line(target)}: {one_line(failure)}")
            codes.append(ExitCode.GATE_FAILED)
    # The most severe one: internal error, usage, unreachable, gate, passed.
    return max(codes, key=[0, 1, 3, 2, 4].index)


def _reports(configured: Configuration) -> Mapping[str, Report | TargetFailed]:
    """Return the report on each target in the given order, or the reason why there is none."""
    found: dict[str, Report | TargetFailed] = {}
    progress = _Progress(len(configured.targets))
    for target in configured.targets:
        if not is_url(target):
            try:
                found[target] = local_report(target, configured, time.time())
            except TargetFailed as failed:
                found[target] = failed
            progress.advance()
    urls = [target for target in configured.targets if is_url(target)]
    if urls:
        # Local files need no reactor, whose modules take long to import.
        from sitescan.cli.remote import Interrupted, remote_reports  # noqa: PLC0415

        try:
            found |= remote_reports(urls, configured, progress.advance)
        except Interrupted:
            raise KeyboardInterrupt from None
    progress.end()
    return {target: found[target] for target in configured.targets}


def _batch(arguments: argparse.Namespace) -> int:
    # The other commands need no reactor, whose modules take long to import.
    from sitescan.cli.batch import batch  # noqa: PLC0415
    from sitescan.cli.remote import Interrupted  # noqa: PLC0415

    try:
        return batch(arguments)
    except Interrupted:
        _print_error("sitescan: the same command goes on where this one was interrupted")
        raise KeyboardInterrupt from None


def _fix(arguments: argparse.Namespace) -> int:
    if arguments.server:
        # Local files need no reactor, whose modules take long to import.
        from sitescan.cli.remote import Interrupted  # noqa: PLC0415
        from sitescan.cli.server_command import print_server_file  # noqa: PLC0415

        try:
            return print_server_file(arguments)
        except Interrupted:
            raise KeyboardInterrupt from None
    from sitescan.cli.fix_command import fix  # noqa: PLC0415 - the process pool takes long to import

    return fix(arguments)


class _Progress:
    """Shows the number of finished pages, on a terminal only."""

    def __init__(self, total: int) -> None:
        self._total, self._done = total, 0
        self._shown = sys.stderr.isatty() and not os.environ.get("CI")
        self._show()

    def advance(self) -> None:
        """Count a finished page and update the line."""
        self._done += 1
        self._show()

    def end(self) -> None:
        """Clear the line."""
        if self._shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()

    def _show(self) -> None:
        if self._shown:
            sys.stderr.write(f"\r\x1b[KScanning: {self._done} of {self._total} done")
            sys.stderr.flush()


def _check_rules_and_outputs(configured: Configuration) -> None:
    for one in configured.ignored:
        if one.rule not in catalogue():
            raise UsageProblem(f"ignore: unknown rule {one.rule!r}")
    for _, path in configured.outputs:
        place = Path(path)
        if place.is_dir() or not os.access(place if place.exists() else place.parent, os.W_OK):
            raise UsageProblem(f"output: {path} cannot be written")


def _write(reports: Sequence[Report], configured: Configuration) -> None:
    for form, path in configured.outputs:
        try:
            Path(path).write_text(_text(form, reports, configured, Painter(False)), "utf-8", "replace", newline="")
        except OSError as problem:
            raise UsageProblem(f"output: {path}: {problem.strerror}") from None
    painter = Painter(sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb")
    _print(_text(configured.format, reports, configured, painter))


def _text(form: str, reports: Sequence[Report], configured: Configuration, painter: Painter) -> str:
    if form == TERMINAL:
        return terminal(reports, painter, timing=configured.timing)
    return FORMATS[form].write(reports)


def _warn_of_expired(configured: Configuration, today: date) -> None:
    for one in configured.ignored:
        if one.expired(today):
            _print_error(f"expired on {one.until}, so it counts again: {one.rule}: {one_line(one.reason)}")


def _rules(arguments: argparse.Namespace) -> int:
    if arguments.json:
        from sitescan.web.wire import rule_json  # noqa: PLC0415 - takes long to import

        rules = [rule_json(rule) for rule in catalogue().values()]
        _print(visible_json({"rules": rules}, indent=2) + "\n")
        return ExitCode.PASSED
    width = max(map(len, catalogue()))
    lines = [
        f"{rule.id:{width}}  {rule.severity.value:7}  {rule.share:>3}%  {rule.title}\n" for rule in catalogue().values()
    ]
    _print("".join(lines))
    return ExitCode.PASSED


def _explain(arguments: argparse.Namespace) -> int:
    rule = catalogue().get(arguments.rule)
    if rule is None:
        near = [name for name in catalogue() if arguments.rule.lower() in name]
        hint = f"; did you mean {', '.join(near[:5])}?" if near and arguments.rule else "; `sitescan rules` lists them"
        raise UsageProblem(f"unknown rule {arguments.rule!r}{hint}")
    parts = [
        f"{rule.title} ({rule.id})",
        f"{' or '.join(one.value for one in rule.severities)}, costs {cost(rule)} of the points left in {labels(rule)}",
        generic(rule.description),
        f"Fix: {rule.recommendation}\n{generic(rule.how_to_fix)}",
        "\n  ".join(("Sources:", *rule.sources)),
    ]
    if rule.covers:
        parts.append("\n  ".join(("Same check in other tools:", *rule.covers)))
    _print("\n\n".join(parts) + "\n")
    return ExitCode.PASSED


def _print(text: str) -> None:
    """Write to standard output; a full disk is a problem of the user's choice and not an internal error."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as problem:
        _discard_output()
        raise UsageProblem(f"standard output: {problem.strerror}") from None


def _discard_output() -> None:
    """Discard unwritten output, so that Python does not report the same error again when it exits."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _print_error(text: str) -> None:
    sys.stderr.write(text + "\n")
    sys.stderr.flush()
