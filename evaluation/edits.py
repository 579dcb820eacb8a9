"""
Count the places of issues that have an edit, and what the edits of a page do.

DATA is a folder of sites. ``places`` are those with a line, ``edits`` those of them with an edit, and ``safe`` those
whose edit needs no person; ``without`` counts the others by rule. All safe fixes of a page are applied as the command
does it (``gone``, ``left``, ``new``, ``fell``, ``refused``), and once by the patch of its report (``patches``,
``patch_new``, ``patch_fell``), which nothing takes back.

``charged`` are the issues that cost points: how many there are, how many have an edit, and how many have one or lines
for a server, which ``sitescan fix --server`` prints; the others are counted by rule. ``charged_when_served`` is the
same for the sites on a server: with ``--served``, they are served over HTTPS on loopback, as nginx does when it is
installed from Debian, and other hosts answer with a small file of the kind that is asked for. There, an issue has an
edit if its report has a patch for it, or if it is gone or occurs less often once all fixes of the file are applied.
This needs the right to listen on ports 80 and 443.
"""

import argparse
import gzip
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from attrs import Factory, asdict, define, evolve

from evaluation.fixed_pages import examiner
from evaluation.origins import ADDRESS, Reply, Request, certificates, listening
from evaluation.real_pages import FolderSite, sites
from evaluation.results import Results
from evaluation.service import Service, issues, service
from sitescan.cli.targets import TargetFailed
from sitescan.document.edits.page_patch import byte_edits, independent
from sitescan.fixing import fix_page, fixes, occurrences
from sitescan.model.report import Report
from sitescan.rules.catalogue import catalogue
from sitescan.standards.unified_diff import EditedLines

SAMPLE = "fixed_pages"

_SHOWN = 20
_OWN = "www.example.com"
_BASE = f"https://{_OWN}/"
_OTHERS = re.compile(rb"//([a-z0-9-]{1,60}(?:\.[a-z0-9-]{1,60}){0,4}\.[a-z]{2,20})(?=[/\"'?#\s])")
_HTML = "text/html; charset=utf-8"
#: The files of other hosts, by the suffix or the name of their path; ``css2`` is the second interface of Google Fonts.
_ELSEWHERE = {
    **dict.fromkeys(("css", "css2"), ("text/css", b".elsewhere { color: black }")),
    "js": ("text/javascript", b"window.elsewhere = true;"),
}
_SEARCHED = 500_000
_PAGE_ELSEWHERE = (
    b"<!doctype html><html lang=en><title>Pears elsewhere</title><h1>Pears</h1><p>All about pears.</p></html>"
)


@define
class _Charged:
    """Issues that cost points."""

    issues: int = 0
    with_edit: int = 0
    with_edit_or_setting: int = 0
    without: Counter[str] = Factory(Counter)

    def add(self, rules: Iterable[str], edited: Collection[str]) -> None:
        """Count the issues of a page, of which some rules have an edit."""
        for rule in rules:
            is_helped = rule in edited or catalogue()[rule].setting is not None
            self.issues += 1
            self.with_edit += rule in edited
            self.with_edit_or_setting += is_helped
            self.without[rule] += not is_helped

    @property
    def figures(self) -> dict[str, Any]:
        """The counts, with the most frequent rules first."""
        return {**asdict(self), "without": dict((+self.without).most_common())}


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the option for sites on a server."""
    parser.add_argument("--served", action="store_true", help="also count the issues of the sites on a server")


def run(options: argparse.Namespace, results: Results) -> None:
    """Examine each page, and again with its fixes."""
    names = "issues issues_with_edits places edits safe gone left new fell patches patch_new patch_fell".split()
    counts = Counter(dict.fromkeys(names, 0))
    without, refused = Counter[str](), Counter[str]()
    charged, when_served = _Charged(), _Charged()
    for site in sites(options.data):
        folder = options.data.parent / site.name
        with ExitStack() as stack:
            started = stack.enter_context(_served(site, results)) if options.served else None
            for path in results.cases(site.paths):
                body, examine = site.answers[path].body, examiner(folder, path, _BASE)
                try:
                    before = examine(body)
                    fixed = fix_page(body, examine, lambda _, fix: fix.safe)
                    patched = examine(_patched(body, before)) if before.patch else None
                except TargetFailed as problem:
                    results.leave_out(path, str(problem))
                    continue
                _count_places(before, counts, without)
                edited = {rule for rule, _ in fixes(before)}
                charged.add(
                    (issue.rule for result in before.categories for issue in result.issues if issue.share), edited
                )
                if started is not None:
                    every = fix_page(body, examine, lambda *_: True).lines.body
                    _count_served(started, site, path, every, when_served)
                refused.update(fixed.refused)
                counts["gone"] += fixed.fixed.total()
                counts["left"] += sum(fix.safe and rule not in fixed.refused for rule, fix in fixes(fixed.report))
                counts["new"] += _new(before, fixed.report).total()
                counts["fell"] += _fell(before, fixed.report)
                if patched is not None:
                    counts["patches"] += 1
                    counts["patch_new"] += _new(before, patched).total()
                    counts["patch_fell"] += _fell(before, patched)
                    if new := _new(before, patched):
                        results.show(page=path, patch_new=dict(new))
    most = dict((+without).most_common(_SHOWN))
    results.figures |= {**counts, "refused": dict(refused), "without": most, "charged": charged.figures}
    if options.served:
        results.figures["charged_when_served"] = when_served.figures


@contextmanager
def _served(site: FolderSite, results: Results) -> Iterator[Service]:
    """Serve a site and the hosts that it names, and run the service, for the length of a block."""
    others = {name.decode() for answer in site.answers.values() for name in _OTHERS.findall(answer.body[:_SEARCHED])}
    hosts = dict.fromkeys(sorted({_OWN, *others}), ADDRESS)
    with certificates(hosts) as issued:
        answer = partial(_reply, site)
        with (
            listening(ADDRESS, 80, None, answer),
            listening(ADDRESS, 443, issued.good, answer),
            service(results, hosts, ca_file=issued.ca_file) as started,
        ):
            yield started


def _reply(site: FolderSite, request: Request) -> Reply:
    """Return the response of nginx as Debian installs it, which compresses pages and names its version."""
    url, shared = urlsplit(request.url), [("Access-Control-Allow-Origin", "*")]
    if url.scheme == "http":
        return Reply(301, [("Location", request.url.replace("http", "https", 1))])
    found = site.answers.get(url.path)
    if url.hostname != _OWN:
        kind, body = _ELSEWHERE.get(re.split(r"[./]", url.path)[-1], (_HTML, _PAGE_ELSEWHERE))
    elif found is None:
        return Reply(404, [("Content-Type", "text/html")], b"<h1>404 Not Found</h1>")
    else:
        kind, body = dict(found.headers)["Content-Type"], found.body
    headers = [("Server", "nginx/1.26.3"), ("Content-Type", kind), *(shared if url.hostname != _OWN else ())]
    if not kind.startswith("text/html"):
        return Reply(200, headers, body)
    return Reply(200, [*headers, ("Content-Encoding", "gzip"), ("Vary", "Accept-Encoding")], gzip.compress(body))


def _count_served(started: Service, site: FolderSite, path: str, fixed: bytes, charged: _Charged) -> None:
    """Count the issues of a page on a server: those that its patch, or all fixes of its file remove have an edit."""
    before = started.report(_BASE + path[1:])
    answer = site.answers[path]
    site.answers[path] = evolve(answer, body=fixed)
    after = started.report(_BASE + path[1:])
    site.answers[path] = answer
    if before is not None and after is not None:
        was, now = _charged_counts(before), _charged_counts(after)
        fewer = {rule for rule, count in was.items() if now[rule] < count}
        patched = {issue["rule"] for issue in issues(before) if issue.get("patch")}
        charged.add(was, fewer | patched)


def _charged_counts(report: Any) -> Counter[str]:
    return Counter({issue["rule"]: issue["count"] for issue in issues(report) if issue.get("share")})


def _count_places(report: Report, counts: Counter[str], without: Counter[str]) -> None:
    for issue in (issue for result in report.categories for issue in result.issues):
        placed = [found for found in issue.occurrences if found.place is not None and found.place.line]
        counts["issues"] += bool(placed)
        fixes = [occurrence.fix for occurrence in placed if occurrence.fix is not None]
        counts["issues_with_edits"] += bool(fixes)
        counts["places"] += len(placed)
        counts["edits"] += len(fixes)
        counts["safe"] += sum(fix.safe for fix in fixes)
        without[issue.rule] += len(placed) - len(fixes)


def _new(before: Report, after: Report) -> Counter[str]:
    """Return how much more often each issue occurs."""
    return occurrences(after) - occurrences(before)


def _fell(before: Report, after: Report) -> int:
    """Return the number of scores that are lower."""
    return sum(new.score < old.score for old, new in zip(before.categories, after.categories, strict=True))


def _patched(body: bytes, report: Report) -> bytes:
    """Return a page with the edits of the patch of its report."""
    chosen = independent((rule, fix) for rule, fix in fixes(report) if fix.safe and fix.is_utf_8)
    return EditedLines(body).edited(edit for _, fix in chosen for edit in byte_edits(fix)).body
