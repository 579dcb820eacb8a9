"""The command ``sitescan site``, which examines a whole site and keeps what it finds in a folder."""

import argparse
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from attrs import frozen
from msgspec.structs import replace

from sitescan import __version__
from sitescan.cli.arguments import SITE_FORMATS, TERMINAL
from sitescan.cli.batch_queue import Shard, read_urls
from sitescan.cli.configuration import LOOPBACK, choice, names_own_site, settings_from
from sitescan.cli.exit_codes import ExitCode, UsageProblem
from sitescan.cli.local_pages import is_folder
from sitescan.cli.output import print_error, print_text
from sitescan.cli.progress_line import ProgressLine
from sitescan.cli.site_failures import rule_failed
from sitescan.cli.site_folder import FolderPages, folder_state
from sitescan.cli.site_formats import site_text
from sitescan.cli.site_gates import SiteGates, failures, fixed_faults, site_gates
from sitescan.cli.site_options import (
    check_applies,
    checked_url,
    crawl_limits,
    crawl_options,
    max_seconds,
    outputs,
    site_options,
)
from sitescan.cli.site_results import HTML, JSON, earlier_report, read_site_report, write_site_files
from sitescan.cli.targets import advice, is_url
from sitescan.errors import ScanFailed
from sitescan.model.site_report import SiteReport
from sitescan.report.site_comparison import past_result, site_changes
from sitescan.report.site_file_names import with_files
from sitescan.report.site_wording import unread
from sitescan.report.visible_text import one_line
from sitescan.report.wording import counted
from sitescan.scoring import SCORING_VERSION
from sitescan.site.frontier import CrawlLimits, Frontier
from sitescan.site.page_source import PageSource, completed, crawl
from sitescan.site.reporting import site_report
from sitescan.site.store import DATABASE, Store, StoreProblem, opened_store, remove_empty

#: Options that don't say what is examined, or how.
_NOT_OF_THE_CRAWL = frozenset(
    "output format fresh jobs rate max_time min_score min_pages max fail_on baseline against".split()
)

#: Options that are about the report.
_OF_THE_REPORT = ("format", "min_score", "min_pages", "max", "fail_on", "baseline", "against")

#: The number of results that a folder keeps.
_RESULTS = 24

#: Options that only apply to a site on the web.
WEB_OPTIONS = (
    *("sitemap", "no_sitemap", "map", "subdomains", "also", "drop_param", "keep_param", "robots", "rate", "jobs"),
    *("cookie_file", "header", "insecure", "user_agent", "allow_private", "render"),
)


@frozen(kw_only=True)
class SiteOutput:
    """
    Where the report goes, and what is asked of it.

    :ivar folder: the folder of the results.
    :ivar form: the format that is printed.
    :ivar files: the format and the path of each other file.
    :ivar earlier: the report that the folder has; ``None`` if there is none.
    :ivar against: the report to compare with; ``None`` if there is none.
    """

    folder: Path
    form: str
    files: Sequence[tuple[str, Path]] = ()
    gates: SiteGates
    earlier: SiteReport | None = None
    against: SiteReport | None = None

    def write(self, store: Store, target: str, left_out: Mapping[str, int]) -> ExitCode:
        """Write the report on a site, print it, and return whether the gates let it pass."""
        report = self._dated(with_files(site_report(store, target, left_out)))
        write_site_files(report, self.folder)
        for form, path in self.files:
            try:
                path.write_text(site_text(report, form), "utf-8", "replace", newline="")
            except OSError as problem:
                raise UsageProblem(f"output: {path}: {problem.strerror}") from None
        print_text(site_text(report, self.form))
        if self.form == TERMINAL:
            folder = one_line(str(self.folder))
            print_text(f"\nTables: sitescan site pages {folder} > pages.csv; also site issues and site links")
            print_text(f"\nReport: {one_line(str(self.folder / HTML))}\n")
        failed = list(failures(report, self.gates))
        for fixed in fixed_faults(report, self.gates):
            print_error(one_line(fixed))
        for failure in failed:
            print_error(f"failed: {one_line(failure)}")
        if why := unread(report):
            print_error(f"sitescan: {one_line(why)}")
            return ExitCode.UNREACHABLE
        return ExitCode.GATE_FAILED if failed else ExitCode.PASSED

    def _dated(self, report: SiteReport) -> SiteReport:
        """Return a report with its date, the earlier results in the folder, and what changed."""
        dated = replace(
            report,
            scanned_at=datetime.fromtimestamp(int(time.time()), UTC),
            sitescan_version=__version__,
            scoring_version=SCORING_VERSION,
        )
        if self.earlier is not None and self.earlier.target == report.target and self.earlier.examined:
            history = (*self.earlier.history, past_result(self.earlier))
            dated = replace(dated, history=history[1 - _RESULTS :])
        return dated if self.against is None else replace(dated, changes=site_changes(self.against, dated))


def site(arguments: argparse.Namespace) -> ExitCode:
    """Run the command; the same command continues one that was interrupted or killed."""
    given = site_options(arguments, Path.cwd())
    limits, output, target = crawl_limits(given), site_output(given), str(given["target"])
    try:
        if not is_url(target) and target.lower().endswith((".warc", ".warc.gz")):
            return _archive(given, limits, output)
        check_applies(given, ("shard",), "only for an archive")
        if is_url(target):
            return _web(given, [target], limits, output)
        if Path(target).is_file():
            return _web(given, _listed(target), limits, output)
        return _folder(given, limits, output)
    except StoreProblem as problem:
        raise UsageProblem(f"output: {output.folder}: {problem}") from None


def site_output(given: Mapping[str, Any]) -> SiteOutput:
    """
    Return where the report goes.

    :raises UsageProblem: if a value is invalid, or the folder has such files of somebody else.
    """
    folder, files = outputs(given)
    # Earlier reports are read first, because one may be the report that is written.
    baseline = read_site_report(Path(given["baseline"]), "baseline ") if "baseline" in given else None
    against = read_site_report(Path(given["against"]), "against ") if "against" in given else None
    # A folder without a database may have such files of somebody else.
    for name in (HTML, JSON) if not (folder / DATABASE).exists() else ():
        if (folder / name).exists():
            raise UsageProblem(f"output: {folder}: it has another {name}; name a folder of its own")
    return SiteOutput(
        folder=folder,
        files=files,
        form=choice("format", given.get("format", TERMINAL), SITE_FORMATS),
        gates=site_gates(given, baseline),
        earlier=earlier_report(folder),
        against=against,
    )


def _listed(target: str) -> Sequence[str]:
    """
    Return the URLs in a file.

    :raises UsageProblem: if it has something else.
    """
    urls = tuple(read_urls(Path(target), Shard()))
    if not urls or not all(map(is_url, urls)):
        raise UsageProblem(f"{target}: it is neither a folder nor a list of URLs; `sitescan scan` examines one page")
    return urls


def _folder(given: Mapping[str, Any], limits: CrawlLimits, output: SiteOutput) -> ExitCode:
    target, without = str(given["target"]), output.folder.resolve()
    check_applies(given, WEB_OPTIONS, "only for a URL")
    if not is_folder(Path(target)):
        raise UsageProblem(f"{target}: it is not a folder{advice(target)}")
    base = checked_url("base: ", given["base"]) if "base" in given else ""
    if "?" in base:
        raise UsageProblem(f"base: {one_line(base)}: it is not the address of a folder")
    pages = FolderPages(target, base, without, settings_from(given, 1, 1))
    if not pages.pages:
        raise UsageProblem(f"{target}: there is no .html, .htm or .xhtml file in it")
    is_over = _timer(given)
    with opened_store(output.folder, _key(given, folder_state(Path(target), without)), fresh="fresh" in given) as store:
        code = examine(pages, Frontier(limits), store, output, target, is_over)
        return ExitCode.UNREACHABLE if store.problems() else code


def _archive(given: Mapping[str, Any], limits: CrawlLimits, output: SiteOutput) -> ExitCode:
    # What folders don't need takes long to import.
    from sitescan.cli.site_archive import examined  # noqa: PLC0415
    from sitescan.cli.site_parts import ArchivePart, examined_part, part_in  # noqa: PLC0415
    from sitescan.site.archive import ArchivePages, ArchiveServer, index_archive  # noqa: PLC0415
    from sitescan.site.warc import ArchiveProblem, archive_digest  # noqa: PLC0415

    path, settings, is_over = Path(given["target"]), settings_from(given, 1, 1), _timer(given)
    check_applies(given, (*WEB_OPTIONS, "base"), "not for an archive")
    if find_spec("warcio") is None:
        raise UsageProblem("archives are read with warcio: pip install 'sitescan[warc]'")
    try:
        options = {name: value for name, value in given.items() if name not in ("target", "shard")}
        key = _key(options, [archive_digest(path)])
        part = None
        if "shard" in given:
            check_applies(given, _OF_THE_REPORT, "not with --shard; `sitescan site merge` reports on all parts")
            shard = Shard.parse(given["shard"])
            part = ArchivePart(whole=key, index=shard.index, count=shard.count, limits=limits)
            key = part.key
        present = part_in(output.folder)
        if present not in (None, part) and "fresh" not in given:
            raise StoreProblem(f"it has part {present.name} of a site; name a folder of its own, or add --fresh")
        with opened_store(output.folder, key, fresh="fresh" in given) as store:
            contents = index_archive(ArchiveServer(store, path, settings.script_bytes))
            pages = ArchivePages(store, contents, partial(examined, path, output.folder, settings))
            if part is None:
                return examine(pages, Frontier(limits, pages.refuses), store, output, contents.start, is_over)
            progress = ProgressLine(_examined())
            for record in examined_part(part, pages, is_over):
                progress.advance(record.url, 0)
            progress.show()
            return ExitCode.PASSED
    except ArchiveProblem as problem:
        raise UsageProblem(f"{path}: {problem}") from None


def examine(
    source: PageSource,
    frontier: Frontier,
    store: Store,
    output: SiteOutput,
    target: str,
    is_over: Callable[[], bool] = lambda: False,
) -> ExitCode:
    """Examine the pages of a site that are at hand, and write the report."""
    progress = ProgressLine(_examined())
    completed(crawl(source, frontier, store, rule_failed, done=progress.advance, is_over=is_over))
    progress.show()
    return output.write(store, target, frontier.left_out)


def _timer(given: Mapping[str, Any]) -> Callable[[], bool]:
    """Return a function that returns whether the given time is over."""
    until = time.monotonic() + max_seconds(given)
    return lambda: time.monotonic() >= until


def _web(given: Mapping[str, Any], urls: Sequence[str], limits: CrawlLimits, output: SiteOutput) -> ExitCode:
    # Folders need no reactor, whose modules take long to import.
    from sitescan.cli.remote import Interrupted, failed_target, on_reactor  # noqa: PLC0415
    from sitescan.site.web_crawl import EndedCrawl, crawl_web  # noqa: PLC0415

    target = urls[0]
    check_applies(given, ("base",), "only for a folder")
    for url in urls:
        checked_url("", url)
    options = crawl_options(given, urls)
    private = LOOPBACK if names_own_site([target]) else ()
    settings, progress = settings_from(given, options.jobs, options.jobs, private=private), ProgressLine(_examined())
    with opened_store(output.folder, _key(given, urls), fresh="fresh" in given) as store:
        try:
            ended: EndedCrawl = on_reactor(
                lambda reactor: crawl_web(
                    reactor,
                    target,
                    store,
                    settings=settings,
                    limits=limits,
                    options=options,
                    failed=rule_failed,
                    done=progress.advance,
                )
            )
        except Interrupted:
            print_error("sitescan: the same command goes on where this one was interrupted")
            raise KeyboardInterrupt from None
        except ScanFailed as failure:
            remove_empty(output.folder, store)
            failed = failed_target(failure)
            print_error(f"sitescan: {one_line(target)}: {one_line(str(failed))}")
            return failed.code
        finally:
            progress.show()
        code = output.write(store, str(given["target"]), ended.left_out)
    if ended.undone:
        pages = counted(len(ended.undone), "page was", "pages were")
        print_error(
            f"sitescan: {pages} not examined: this machine was too busy, or the scan broke. Run the command again"
        )
    return ExitCode.UNREACHABLE if ended.undone else code


def _key(given: Mapping[str, Any], files: Iterable[str]) -> str:
    """
    Return a text that is the same if the same files are examined in the same way by the same version.

    It does not contain the options, which may be credentials.
    """
    options = sorted((name, value) for name, value in given.items() if name not in _NOT_OF_THE_CRAWL)
    state = blake2b(repr(options).encode(), digest_size=16)
    for line in files:
        state.update(line.encode())
    return f"{__version__} {state.hexdigest()}"


def _examined() -> Callable[[int, str, int], str]:
    """Return the line for a number of pages, the URL of the last one, and the number of known ones."""
    started = time.monotonic()

    def line(done: int, url: str, known: int) -> str:
        of = f" of {known:,}" if known > done else ""
        rate = done / max(time.monotonic() - started, 0.001)
        return f"Examined: {done:,}{of}, {rate:.1f} a second: {one_line(url)}"

    return line
