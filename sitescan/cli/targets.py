"""The targets of a command line, and reports on local files."""

import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import islice
from mimetypes import MimeTypes
from pathlib import Path

from attrs import evolve

from sitescan.cli.configuration import Configuration
from sitescan.cli.cpu_limit import CpuTimeExceeded, cpu_limit
from sitescan.cli.exit_codes import ExitCode, UsageProblem
from sitescan.cli.local_pages import HERE, LocalPage, is_folder, pages_of
from sitescan.configuration.regular_file import read_regular
from sitescan.configuration.settings import Settings
from sitescan.configuration.settings_sources import did_you_mean
from sitescan.local.folder_server import FileServer, FolderServer
from sitescan.local.offline import analyse_file
from sitescan.model.exchange import Exchange
from sitescan.model.report import Report
from sitescan.rules.judge import KEPT
from sitescan.standards.lazy_pattern import lazy_pattern
from sitescan.standards.urls import InvalidTarget, parse_target

_URL = lazy_pattern(r"https?://", re.I)
#: A host with or without a port and a path, but no name of a file.
_HOST = lazy_pattern(
    r"(?:(?P<here>localhost|127\.0\.0\.1)|[\w-]+(?:\.[\w-]+)*\.(?!html?$|xhtml$|php$|txt$)[a-z]{2,63})(?::\d{1,5})?(?:/.*)?",
    re.I,
)

#: How similar the name of another file must be to be suggested, and the number of files that are looked at.
_ALIKE, _MOST_LISTED = 0.8, 1000

#: The part of a file that shows whether it is a text, and the byte order marks of texts that may contain NUL.
_HEAD, _UTF_16 = 1024, (b"\xff\xfe", b"\xfe\xff")

#: White space, NUL (half of a space in UTF-16) and the bytes of byte order marks.
_BLANK = b" \t\r\n\f\0\xef\xbb\xbf\xff\xfe"

#: Media types by the suffix of a file; Python's own list lacks these.
_MEDIA_TYPES = {
    **MimeTypes().types_map[True],
    ".xhtml": "application/xhtml+xml",
    **dict.fromkeys((".md", ".markdown"), "text/markdown"),
}
_PAGE_TYPES = frozenset({"text/html", "application/xhtml+xml"})

#: The beginning of a page whose name doesn't say that it is one: a tag, or code of a server or a template.
_BEGINNING = lazy_pattern(rb"(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\s*(?:<[!?%a-z]|\{[%{#])", re.I)


class TargetFailed(Exception):
    """
    There is no report on a target; the message is the reason.

    :ivar code: the exit code for this target.
    """

    def __init__(self, code: ExitCode, reason: str) -> None:
        # Both are arguments, so that it can be sent to another process.
        super().__init__(code, reason)
        self.code = code

    def __str__(self) -> str:
        return str(self.args[1])


def is_url(target: str) -> bool:
    """Return whether a target is a URL rather than a local file."""
    return _URL.match(target) is not None


def local_targets(target: str) -> Mapping[str, LocalPage | None]:
    """
    Return the pages that a target names, by the names that reports have; standard input is no page.

    :raises TargetFailed: if it names none.
    """
    if target == "-":
        return {target: None}
    found = {target if page.path == Path(target) else str(page.path): page for page in pages_of(target)}
    if not found:
        no_page = "there is no .html, .htm or .xhtml file in it"
        reason = no_page if is_folder(Path(target)) else f"no file matches{advice(target)}"
        raise TargetFailed(ExitCode.USAGE, reason)
    return found


def local_report(
    name: str, page: LocalPage | None, configured: Configuration, now: float, read: set[Path] | None = None
) -> Report:
    """
    Return the report on a file or on standard input; stylesheets and scripts are read from the folder of the file.

    :param name: the name of the file in the report.
    :param page: the file; ``None`` for standard input.
    :param read: a set to which the stylesheets and scripts that are read are added.
    :raises TargetFailed: if it can't be read or examining it takes too long.
    """
    settings = configured.settings
    if page is None:
        if sys.stdin is None:
            raise TargetFailed(ExitCode.UNREACHABLE, "standard input is closed")
        body = page_text(sys.stdin.buffer.read(settings.page_bytes + 1), settings.page_bytes, "standard input")
        report = analysed(body, configured.base or HERE, None, settings, now)
        return evolve(report, url=configured.base or "stdin")
    _, address = page.addresses(configured.base)
    body = read_page(page.path, settings.page_bytes)
    server = server_of(page, configured.base, settings, read)
    return evolve(analysed(body, address, server, settings, now), url=name)


def server_of(page: LocalPage, base: str, settings: Settings, read: set[Path] | None = None) -> FolderServer:
    """
    Return the server of the folder of a page.

    :param base: the address of what was named; empty if it isn't known.
    :param read: a set to which the files that are read are added.
    """
    return FolderServer(
        folder=page.folder,
        root=page.addresses(base)[0],
        most=settings.script_bytes,
        is_whole=page.listed or bool(base),
        is_placed=bool(base),
        read=set() if read is None else read,
    )


def read_page(path: Path, most: int) -> bytes:
    """
    Return the bytes of a page.

    :param most: the maximum size in bytes.
    :raises TargetFailed: if it can't be read or is no page.
    """
    target = str(path)
    try:
        body = page_text(read_regular(path, most + 1), most, target)
    except (OSError, ValueError) as problem:
        reason = problem.strerror if isinstance(problem, OSError) and problem.strerror else str(problem)
        raise TargetFailed(ExitCode.UNREACHABLE, f"{reason}{advice(target)}") from None
    if not _is_page(path, body):
        raise TargetFailed(ExitCode.UNREACHABLE, "it is not an HTML page; the name of a page ends in .html")
    return body


def _is_page(path: Path, body: bytes) -> bool:
    """Return whether a text is a page: by its name, or by its beginning if the name doesn't say what it is."""
    media_type = _MEDIA_TYPES.get(path.suffix.lower(), "text/plain")
    begins_so = _BEGINNING.match(body[:_HEAD].replace(b"\0", b"")) is not None
    return media_type in _PAGE_TYPES or (media_type == "text/plain" and begins_so)


def advice(target: str) -> str:
    """Return what to write instead of a target that can't be read, as the end of a sentence."""
    if is_folder(Path(target)):
        return f"; give a page in it, such as {Path(target, 'index.html')}"
    if found := _HOST.fullmatch(target):
        return f"; for the site, write {'http' if found['here'] else 'https'}://{target}"
    path = Path(target)
    try:
        near = [str(entry) for entry in islice(path.parent.iterdir(), _MOST_LISTED) if entry != path]
        return did_you_mean(target, near, _ALIKE)
    except (OSError, ValueError):
        return ""


def analysed(
    body: bytes,
    address: str,
    server: FileServer | None,
    settings: Settings,
    now: float,
    *,
    fixes: int = KEPT,
    facts: bool = False,
    received: Exchange | None = None,
) -> Report:
    """
    Return the report on a page that was read from a file; the parameters are those of :func:`analyse_file`.

    :param address: the address that it is served from.
    :raises TargetFailed: if examining it takes too long.
    :raises UsageProblem: if it can't be served from that address.
    """
    try:
        parse_target(address)
    except InvalidTarget as problem:
        raise UsageProblem(f"base: {problem}") from None
    with within_cpu_time(settings):
        return analyse_file(
            address, body, server, scanned_at=now, parser=settings.parser, fixes=fixes, facts=facts, received=received
        )


@contextmanager
def within_cpu_time(settings: Settings) -> Iterator[None]:
    """
    Limit the processor time of examining a page.

    :raises TargetFailed: if it takes too long.
    """
    seconds = settings.examine_seconds
    try:
        with cpu_limit(seconds):
            yield
    except CpuTimeExceeded:
        reason = f"examining the page took more than {seconds:g} s of processor time"
        raise TargetFailed(ExitCode.UNREACHABLE, reason) from None


def page_text(body: bytes, most: int, name: str) -> bytes:
    """
    Return the bytes of a page, which is a text.

    :param most: the maximum size in bytes.
    :param name: the page, in a message.
    :raises TargetFailed: if it is larger, is no text, or has no text: a command before this one has probably failed.
    """
    if len(body) > most:
        raise TargetFailed(
            ExitCode.UNREACHABLE, f"{name} is larger than {most:,} bytes; --set page-bytes=SIZE raises the limit"
        )
    if b"\0" in body[:_HEAD] and not body.startswith(_UTF_16):
        raise TargetFailed(ExitCode.UNREACHABLE, "it is not a text file, so it can't be an HTML page")
    if not body.strip(_BLANK):
        raise TargetFailed(ExitCode.UNREACHABLE, "it is empty, so it is no page")
    return body
