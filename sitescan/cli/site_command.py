"""The command ``sitescan site``, which examines a whole site and keeps what it finds in a folder."""

import argparse
import os
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import Any

from sitescan import __version__
from sitescan.cli.batch_queue import Shard, read_urls
from sitescan.cli.configuration import LOOPBACK, choice, names_own_site, number, settings_from
from sitescan.cli.exit_codes import ExitCode, UsageProblem
from sitescan.cli.local_pages import is_folder
from sitescan.cli.output import print_error, print_text
from sitescan.cli.site_folder import FolderCrawl, folder_state
from sitescan.cli.site_gates import SiteGates, failures, site_gates
from sitescan.cli.site_options import (
    check_applies,
    crawl_limits,
    headers,
    mapped,
    max_seconds,
    parameters,
    site_options,
)
from sitescan.cli.site_results import HTML, JSON, read_site_report, write_site_files
from sitescan.cli.site_summary import site_summary
from sitescan.cli.targets import advice, is_url
from sitescan.errors import ScanFailed
from sitescan.report.visible_text import one_line
from sitescan.report.wording import counted
from sitescan.site.frontier import CrawlLimits, Frontier
from sitescan.site.reporting import site_report
from sitescan.site.store import DATABASE, Store, StoreProblem, opened_store
from sitescan.standards.urls import InvalidTarget, parse_target

#: Options that don't say what is examined, or how.
_NOT_OF_THE_CRAWL = frozenset("output fresh jobs rate max_time min_score max fail_on baseline".split())

#: Options that only apply to a site on the web.
WEB_OPTIONS = (
    *("sitemap", "no_sitemap", "map", "subdomains", "drop_param", "keep_param", "robots", "rate", "jobs"),
    *("cookie_file", "header", "insecure", "user_agent", "allow_private", "render"),
)


def site(arguments: argparse.Namespace) -> ExitCode:
    """Run the command; the same command continues one that was interrupted or killed."""
    given = site_options(arguments, Path.cwd())
    output = Path(given.get("output", "sitescan-site"))
    limits = crawl_limits(given)
    # The baseline is read first, because it may be the report that is written.
    baseline = read_site_report(Path(given["baseline"]), "baseline ") if "baseline" in given else None
    gates = site_gates(given, baseline)
    # A folder without a database may have such files of somebody else.
    for name in (HTML, JSON) if not (output / DATABASE).exists() else ():
        if (output / name).exists():
            raise UsageProblem(f"output: {output}: it has another {name}; name a folder of its own")
    target = str(given["target"])
    try:
        if is_url(target):
            return _web(given, [target], limits, output, gates)
        if Path(target).is_file():
            return _web(given, _listed(target), limits, output, gates)
        return _folder(given, limits, output, gates)
    except StoreProblem as problem:
        raise UsageProblem(f"output: {output}: {problem}") from None


def _listed(target: str) -> Sequence[str]:
    """
    Return the URLs in a file.

    :raises UsageProblem: if it has something else.
    """
    urls = tuple(read_urls(Path(target), Shard()))
    if not urls or not all(map(is_url, urls)):
        raise UsageProblem(f"{target}: it is neither a folder nor a list of URLs; `sitescan scan` examines one page")
    return urls


def _folder(given: Mapping[str, Any], limits: CrawlLimits, output: Path, gates: SiteGates) -> ExitCode:
    target, without = str(given["target"]), output.resolve()
    check_applies(given, WEB_OPTIONS, "only for a URL")
    if not is_folder(Path(target)):
        raise UsageProblem(f"{target}: it is not a folder{advice(target)}")
    frontier, progress = Frontier(limits), _Progress()
    until = time.monotonic() + max_seconds(given)
    crawl = FolderCrawl(
        target, str(given.get("base", "")), without, settings_from(given, 1, 1), lambda: time.monotonic() >= until
    )
    if not crawl.pages:
        raise UsageProblem(f"{target}: there is no .html, .htm or .xhtml file in it")
    with opened_store(output, _key(given, folder_state(Path(target), without)), fresh="fresh" in given) as store:
        for _ in crawl.run(frontier, store):
            progress.advance()
        progress.end()
        code = _reported(store, target, frontier.left_out, output, gates)
        return ExitCode.UNREACHABLE if store.problems() else code


def _web(
    given: Mapping[str, Any], urls: Sequence[str], limits: CrawlLimits, output: Path, gates: SiteGates
) -> ExitCode:
    # Folders need no reactor, whose modules take long to import.
    from sitescan.cli.remote import Interrupted, failed_target, on_reactor  # noqa: PLC0415
    from sitescan.cli.site_web import WebCrawl  # noqa: PLC0415

    target = urls[0]
    check_applies(given, ("base",), "only for a folder")
    try:
        is_own = parse_target(target).is_localhost
    except InvalidTarget as problem:
        raise UsageProblem(f"{one_line(target)}: {problem}") from None
    jobs, progress = number("jobs", given.get("jobs", 4), least=1), _Progress()
    crawl = WebCrawl(
        target=target,
        urls=urls[1:],
        settings=settings_from(given, jobs, jobs, private=LOOPBACK if names_own_site([target]) else ()),
        headers=headers(given, target),
        insecure="insecure" in given,
        jobs=jobs,
        obeys=choice("robots", given.get("robots", "report" if is_own else "obey"), ("obey", "report")) == "obey",
        sitemaps=() if "no_sitemap" in given else tuple(given["sitemap"].split()) if "sitemap" in given else None,
        mapped=mapped(given),
        subdomains="subdomains" in given,
        parameters=parameters(given),
        rate=number("rate", given.get("rate", 0 if is_own else 5)),
        most_seconds=max_seconds(given),
        done=progress.advance,
    )
    with opened_store(output, _key(given, urls), fresh="fresh" in given) as store:
        try:
            frontier = on_reactor(lambda reactor: crawl.run(reactor, partial(Frontier, limits), store))
        except Interrupted:
            print_error("sitescan: the same command goes on where this one was interrupted")
            raise KeyboardInterrupt from None
        except ScanFailed as failure:
            failed = failed_target(failure)
            print_error(f"sitescan: {one_line(target)}: {one_line(str(failed))}")
            return failed.code
        finally:
            progress.end()
        code = _reported(store, str(given["target"]), frontier.left_out, output, gates)
    if crawl.undone:
        pages = counted(len(crawl.undone), "page was", "pages were")
        print_error(
            f"sitescan: {pages} not examined: this machine was too busy, or the scan broke. Run the command again"
        )
    return ExitCode.UNREACHABLE if crawl.undone else code


def _reported(store: Store, target: str, left_out: Mapping[str, int], output: Path, gates: SiteGates) -> ExitCode:
    """Write the report on a site, print its summary, and return whether the gates let it pass."""
    report = site_report(store, target, left_out)
    write_site_files(report, output)
    print_text("".join(f"{line}\n" for line in site_summary(report)))
    code = ExitCode.PASSED
    for failure in failures(report, gates):
        print_error(f"failed: {one_line(failure)}")
        code = ExitCode.GATE_FAILED
    return code


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


class _Progress:
    """Shows the number of pages, on a terminal only."""

    def __init__(self) -> None:
        self._done = 0
        self._shown = sys.stderr.isatty() and not os.environ.get("CI")

    def advance(self) -> None:
        """Count a page and update the line."""
        self._done += 1
        if self._shown:
            sys.stderr.write(f"\r\x1b[KExamined: {self._done:,}")
            sys.stderr.flush()

    def end(self) -> None:
        """Clear the line."""
        if self._shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
