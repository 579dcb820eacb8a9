"""The command ``sitescan site``, which examines a whole site and keeps what it finds in a folder."""

import argparse
import os
import sys
from hashlib import blake2b
from pathlib import Path
from typing import Any

from sitescan import __version__
from sitescan.cli.configuration import number, settings_from
from sitescan.cli.exit_codes import ExitCode, UsageProblem
from sitescan.cli.local_pages import is_folder
from sitescan.cli.output import print_text
from sitescan.cli.site_folder import FolderCrawl, folder_state
from sitescan.cli.targets import advice
from sitescan.cli.site_summary import site_summary
from sitescan.site.frontier import CrawlLimits, Frontier
from sitescan.site.store import StoreProblem, opened_store

#: Options that don't say what is examined, or how.
_NOT_OF_THE_CRAWL = frozenset({"command", "output", "fresh"})


def site(arguments: argparse.Namespace) -> ExitCode:
    """Run the command; the same command continues one that was interrupted or killed."""
    given = {name: value for name, value in vars(arguments).items() if value not in (None, [])}
    output = Path(given.get("output", "sitescan-site"))
    limits = CrawlLimits(
        max_pages=number("max-pages", given.get("max_pages", 500), least=1),
        max_depth=number("max-depth", given["max_depth"]) if "max_depth" in given else None,
        include=tuple(given.get("include", ())),
        exclude=tuple(given.get("exclude", ())),
    )
    target = str(given["target"])
    if not is_folder(Path(target)):
        raise UsageProblem(f"{target}: it is not a folder{advice(target)}")
    frontier = Frontier(limits)
    without = output.resolve()
    crawl = FolderCrawl(target, str(given.get("base", "")), without, settings_from(given, 1, 1))
    if not crawl.pages:
        raise UsageProblem(f"{target}: there is no .html, .htm or .xhtml file in it")
    try:
        with opened_store(output, _key(given, target, without), fresh=bool(given.get("fresh"))) as store:
            progress = _Progress()
            for _ in crawl.run(frontier, store):
                progress.advance()
            progress.end()
            print_text("".join(f"{line}\n" for line in site_summary(store, frontier.left_out)))
            return ExitCode.UNREACHABLE if store.problems() else ExitCode.PASSED
    except StoreProblem as problem:
        raise UsageProblem(f"output: {output}: {problem}") from None


def _key(given: dict[str, Any], target: str, without: Path) -> str:
    """Return a text that is the same if the same files are examined in the same way by the same version."""
    state = blake2b(digest_size=16)
    for line in folder_state(Path(target), without):
        state.update(line.encode())
    options = sorted((name, value) for name, value in given.items() if name not in _NOT_OF_THE_CRAWL)
    return f"{__version__} {options} {state.hexdigest()}"


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
