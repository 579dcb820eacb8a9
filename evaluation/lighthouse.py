"""
Compare the report with Lighthouse, audit by audit, where both decide.

    python evaluation/lighthouse.py [FOLDER ...] [--tool TOOL] [--seeds N] [--pages N] [--lighthouse VERSION]

Each ``FOLDER`` is a complete page: an ``index.html`` and what it loads. Without one the pages are those
that ``TOOL`` (``gen_page.py``) makes, with faults and without, and real pages of npm and Debian packages,
``N`` of each package. Lighthouse comes from npm into the cache of ``real_pages.py``; 12 is the newest
that Node.js 20 runs, and the last that still has every audit by its old name. Of the audits that
became insights in 13 both names stand in :data:`_COMPARED`.

Every other page is served well (compressed, cached for a year), every other badly (as it is, for an
hour). Lighthouse's browser reaches nothing but loopback, and its desktop preset without throttling is
used: what is compared does not depend on speed. Where both name files, files are compared, else pages; a
file that its browser did not load, being lazy, is left out. A line for each page tells the differences;
the last line sums up, for each audit: what both found, what only one did, and pages on which neither
found anything.

Where they differ by intent: Lighthouse counts what minifying saves of a compressed file, this service of the
file itself; it sees the layout, so it knows the size at which an image is shown and which lie off the screen;
it calls blocking what takes time on this machine; it does not look at SVG when it comes to compression, takes
800 elements for many where this service takes 1,500, and wants an image of 30 KB in a newer format as well.
Where a stylesheet of another host cannot be had, which is always so here, this service does not judge the
sizes of images.
"""

import argparse
import json
import mimetypes
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

from attrs import frozen

sys.path.insert(0, str(Path(__file__).parents[1]))

from evaluation.lighthouse_program import audited, served
from evaluation.real_pages import npm, packages
from tests.running import Running, running
from tests.site import Answered, serving

_TOOL = Path(__file__).parents[2] / "shared/tools/gen_page.py"
_SIZES = ((20, 3, 2, 1, 80), (100, 12, 5, 3, 80), (400, 24, 8, 4, 400))
_TEMPLATES = (
    "startbootstrap-freelancer",
    "startbootstrap-agency",
    "startbootstrap-clean-blog",
    "startbootstrap-resume",
)


@frozen
class Compared:
    """
    An audit that both decide.

    :ivar audits: its names, those of older versions first.
    :ivar rules: the rules that answer to it.
    :ivar files: whether both name the files.
    :ivar suffixes: the files that are compared; empty for all.
    """

    audits: tuple[str, ...]
    rules: tuple[str, ...]
    files: bool = True
    suffixes: tuple[str, ...] = ()


_COMPARED = (
    Compared(("uses-text-compression", "document-latency-insight"), ("compression-missing", "text-uncompressed")),
    Compared(("unminified-css",), ("css-unminified",)),
    Compared(("unminified-javascript",), ("js-unminified",)),
    Compared(("uses-long-cache-ttl", "cache-insight"), ("cache-lifetime",)),
    Compared(("modern-image-formats", "image-delivery-insight"), ("legacy-images",)),
    Compared(("uses-responsive-images", "image-delivery-insight"), ("image-oversized",)),
    Compared(("efficient-animated-content", "image-delivery-insight"), ("animated-gif",)),
    Compared(("render-blocking-resources", "render-blocking-insight"), ("blocking-scripts",), suffixes=(".js",)),
    Compared(("unsized-images", "cls-culprits-insight"), ("unsized-images",)),
    Compared(("offscreen-images",), ("lazy-missing",)),
    Compared(("errors-in-console",), ("broken-images", "broken-resources")),
    Compared(("font-display", "font-display-insight"), ("font-display",), files=False),
    Compared(("total-byte-weight",), ("total-weight",), files=False),
    Compared(("dom-size", "dom-size-insight"), ("dom-size", "dom-growing"), files=False),
    Compared(("redirects", "document-latency-insight"), ("redirects",), files=False),
    Compared(
        ("server-response-time", "document-latency-insight"), ("response-slow", "response-very-slow"), files=False
    ),
    Compared(("lcp-lazy-loaded", "lcp-discovery-insight"), ("lazy-first-image",), files=False),
    Compared(("prioritize-lcp-image", "lcp-discovery-insight"), ("hero-priority",), files=False),
)


@frozen
class Folder:
    """A page and all that belongs to it: its path, and what is served, by path."""

    name: str
    path: str
    answers: Mapping[str, Answered]


def main() -> None:
    """Serve each page, have both look at it, and compare."""
    parser = argparse.ArgumentParser(description=__doc__.strip().splitlines()[0])
    parser.add_argument("folders", type=Path, nargs="*")
    parser.add_argument("--tool", type=Path, default=_TOOL)
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--pages", type=int, default=1)
    parser.add_argument("--lighthouse", default="12")
    arguments = parser.parse_args()
    program = npm("lighthouse", arguments.lighthouse)
    if program is None:
        print("Lighthouse cannot be had from npm: nothing to do.")
        return
    figures = {one.audits[0]: {"both": 0, "lighthouse": 0, "sitescan": 0, "neither": 0} for one in _COMPARED}
    version, seen = "", 0
    with tempfile.TemporaryDirectory() as made, running(*_OPTIONS) as service:
        for number, page in enumerate(_pages(arguments, Path(made))):
            with serving(served(page.answers, well=number % 2 == 0)) as site:
                theirs = _audited(program, f"{site.origin}{page.path}")
                ours = _issues(service, f"{site.origin}{page.path}")
            if theirs is None or ours is None:
                print(json.dumps({"page": page.name, "not compared": "Lighthouse" if theirs is None else "sitescan"}))
                continue
            version, seen = theirs["lighthouseVersion"], seen + 1
            differences = dict(_compare(theirs["audits"], ours, f"{site.origin}{page.path}", figures))
            print(json.dumps({"page": page.name, "served": "badly" if number % 2 else "well", **differences}))
    agreed = sum(one["both"] + one["neither"] for one in figures.values())
    differing = sum(one["lighthouse"] + one["sitescan"] for one in figures.values())
    print(json.dumps({"lighthouse": version, "pages": seen, "agree": agreed, "differ": differing, "audits": figures}))


_OPTIONS = ("--rate-limit", "0", "--allow-private", "127.0.0.0/8", "--set", "resources=300", "--set", "pictures=300")


def _pages(arguments: argparse.Namespace, made: Path) -> Iterator[Folder]:
    if arguments.folders:
        yield from (Folder(folder.name, "/index.html", _answers(folder)) for folder in arguments.folders)
        return
    if arguments.tool.is_file():
        yield from _generated(arguments.tool, made, arguments.seeds)
    for name in _TEMPLATES:
        root = npm(name)
        if root is not None:
            root = root / "dist" if (root / "dist").is_dir() else root
            yield Folder(name, "/index.html", _answers(root))
    real = packages()
    by_package: dict[str, list[str]] = {}
    for path in real.paths:
        by_package.setdefault(path.split("/")[1], []).append(path)
    for name, paths in by_package.items():
        if not name.startswith("startbootstrap"):
            for path in islice(reversed(paths), arguments.pages):
                yield Folder(path, path, real.answers)


def _generated(tool: Path, made: Path, seeds: int) -> Iterator[Folder]:
    for seed in range(1, seeds + 1):
        for clean in (False, True):
            for kilobytes, images, scripts, styles, density in _SIZES:
                folder = made / f"{kilobytes}k-{seed}{'-clean' if clean else ''}"
                numbers = {"kb": kilobytes, "images": images, "scripts": scripts, "styles": styles, "seed": seed}
                numbers["density"] = density
                options = [text for name, value in numbers.items() for text in (f"--{name}", str(value))]
                command = [sys.executable, str(tool), str(folder), *options, *(["--clean"] if clean else [])]
                subprocess.run(command, check=True, capture_output=True)
                yield Folder(folder.name, "/index.html", _answers(folder))


def _answers(folder: Path) -> Mapping[str, Answered]:
    return {
        f"/{path.relative_to(folder).as_posix()}": Answered(path.read_bytes(), 200, (("Content-Type", _kind(path)),))
        for path in folder.rglob("*")
        if path.is_file()
    }


def _kind(path: Path) -> str:
    return mimetypes.guess_type(path.name)[0] or "application/octet-stream"


def _audited(program: Path, url: str) -> Any:
    """What Lighthouse says of a page; ``None`` where it could not load it."""
    audits = "network-requests," + ",".join(
        dict.fromkeys(name for one in _COMPARED for name in one.audits if _has(program, name))
    )
    return audited(program, url, "--preset=desktop", "--throttling-method=provided", f"--only-audits={audits}")


def _has(program: Path, audit: str) -> bool:
    return any((program / "core/audits").rglob(f"{audit}.js"))


def _issues(service: Running, url: str) -> dict[str, Any] | None:
    answer = service.scan(url, path="/api/v1/scan?include=evidence")
    if answer.status != 200:
        return None
    (found,) = (one["issues"] for one in answer.json["categories"] if one["category"] == "performance")
    return {issue["rule"].partition("/")[2]: issue for issue in found}


def _compare(
    theirs: Mapping[str, Any], ours: Mapping[str, Any], page: str, figures: Mapping[str, dict[str, int]]
) -> Iterator[tuple[str, Any]]:
    """Count, and tell what only one of them found; a file that the browser did not load is nobody's to judge."""
    loaded = {item["url"] for item in theirs["network-requests"]["details"]["items"]}
    for one in _COMPARED:
        audit = next((theirs[name] for name in one.audits if name in theirs), None)
        if audit is None or audit["scoreDisplayMode"] in ("error", "notApplicable"):
            audit = {"score": 1}
        issues = [ours[rule] for rule in one.rules if rule in ours]
        if one.files:
            lighthouse = {url for url in _urls(audit) if url.partition("?")[0].endswith(one.suffixes or "")}
            sitescan = {url for issue in issues for url in _named(issue, page)} & loaded
        else:
            lighthouse = {page} if audit["score"] is not None and audit["score"] < 1 else set()
            sitescan = {page} if issues else set()
        figure = figures[one.audits[0]]
        figure["both"] += len(lighthouse & sitescan)
        figure["lighthouse"] += len(lighthouse - sitescan)
        figure["sitescan"] += len(sitescan - lighthouse)
        figure["neither"] += not (lighthouse | sitescan)
        if lighthouse != sitescan:
            yield (
                one.audits[0],
                {"lighthouse": _short(lighthouse - sitescan), "sitescan": _short(sitescan - lighthouse)},
            )


def _urls(audit: Mapping[str, Any]) -> Iterator[str]:
    """The files that an audit finds fault with."""
    if audit["score"] == 1:
        return
    for item in audit.get("details", {}).get("items", ()):
        if item.get("source", "network") != "network":  # what a script threw
            continue
        url = item.get("url") or (item.get("sourceLocation") or {}).get("url")
        if isinstance(url, str) and url.startswith("http"):
            yield url


def _named(issue: Mapping[str, Any], page: str) -> Iterator[str]:
    """The files that an issue is about: the one of its element, or the one that it names; else the page itself."""
    for occurrence in issue["occurrences"]:
        detail = re.match(r"(https?://\S+?): ", str(occurrence["facts"].get("detail", "")))
        written = re.search(r"\s(?:src|href|data)=(?:\"([^\"]*)|'([^']*)|([^\s>]+))", occurrence["snippet"] or "")
        if detail:
            yield detail[1]
        elif written:
            yield urljoin(page, next(filter(None, written.groups()), ""))
        elif str(occurrence["snippet"]).startswith("http"):
            yield occurrence["snippet"].partition(" ")[0]
        else:
            yield page


def _short(urls: Iterable[str]) -> list[str]:
    return sorted(url.partition("://")[2].partition("/")[2] for url in urls)[:8]


if __name__ == "__main__":
    main()
