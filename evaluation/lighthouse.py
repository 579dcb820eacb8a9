"""
Compare the report with Lighthouse 13.5, audit by audit, where both decide.

DATA is a folder of sites. Every other page is served well (compressed, cacheable for a year), every other one badly
(as it is, for an hour). Lighthouse's browser reaches nothing but loopback; its desktop preset without throttling is
used, since what is compared does not depend on speed. Where both tools name files, files are compared, else pages; a
file that its browser did not load, such as a lazy image, is left out. ``audits`` counts for each audit what both tools
found, what only one of them found, and the pages on which neither found anything.

They differ by intent: Lighthouse counts what minifying saves of a compressed file, the scanner of the file itself;
Lighthouse knows the displayed size of each image and which images are off the screen; it ignores the compression of
SVG, calls 800 elements many where the scanner takes 1,500, and calls blocking what takes time on this machine. It
needs Node.js 22.19.
"""

import argparse
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote, urljoin

from attrs import frozen

from evaluation.lighthouse_program import add_program_option, audited, installed, served
from evaluation.real_pages import sites
from evaluation.results import Results
from evaluation.service import report, service
from tests.site import serving

SAMPLE = "site"


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
    Compared(("server-response-time", "document-latency-insight"), ("response-slow",), files=False),
    Compared(("lcp-lazy-loaded", "lcp-discovery-insight"), ("lazy-first-image",), files=False),
    Compared(("prioritize-lcp-image", "lcp-discovery-insight"), ("hero-priority",), files=False),
)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of this evaluation."""
    add_program_option(parser)
    parser.add_argument("--most", type=int, default=1, help="compare so many pages of a site at most")


def run(options: argparse.Namespace, results: Results) -> None:
    """Audit each page with both tools and compare."""
    program = installed(options.program)
    figures = {one.audits[0]: {"both": 0, "lighthouse": 0, "sitescan": 0, "neither": 0} for one in _COMPARED}
    pages = [(site, path) for site in sites(options.data, options.most) for path in site.paths]
    with service(results, resources=300, pictures=300) as started:
        for number, (site, path) in enumerate(results.cases(pages)):
            with serving(served(site.answers, well=number % 2 == 0)) as server:
                url = server.origin + quote(path)
                theirs, ours = _audited(program, url), report(started, url)
            if ours is None:
                results.fail(f"{site.name}{path} could not be scanned")
            elif theirs is None:
                results.leave_out(site.name + path, "Lighthouse could not load the page")
            else:
                results.figures["lighthouse"] = theirs["lighthouseVersion"]
                differences = dict(_compare(theirs["audits"], _performance_issues(ours), url, figures))
                results.show(page=site.name + path, served="badly" if number % 2 else "well", **differences)
    agreed = sum(one["both"] + one["neither"] for one in figures.values())
    differing = sum(one["lighthouse"] + one["sitescan"] for one in figures.values())
    results.figures |= {"agree": agreed, "differ": differing, "audits": figures}


def _audited(program: Path, url: str) -> Any:
    """Return the report of Lighthouse on a page; ``None`` if it could not load the page."""
    audits = "network-requests," + ",".join(
        dict.fromkeys(name for one in _COMPARED for name in one.audits if _has(program, name))
    )
    return audited(program, url, "--preset=desktop", "--throttling-method=provided", f"--only-audits={audits}")


def _has(program: Path, audit: str) -> bool:
    return any((program / "core/audits").rglob(f"{audit}.js"))


def _performance_issues(ours: Any) -> dict[str, Any]:
    (found,) = (one["issues"] for one in ours["categories"] if one["category"] == "performance")
    return {issue["rule"].partition("/")[2]: issue for issue in found}


def _compare(
    theirs: Mapping[str, Any], ours: Mapping[str, Any], page: str, figures: Mapping[str, dict[str, int]]
) -> Iterator[tuple[str, Any]]:
    """Count, and return what only one of the tools found in the files that the browser loaded."""
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
    """Return the files that fail an audit."""
    if audit["score"] == 1:
        return
    for item in audit.get("details", {}).get("items", ()):
        if item.get("source", "network") != "network":  # what a script threw
            continue
        url = item.get("url") or (item.get("sourceLocation") or {}).get("url")
        if isinstance(url, str) and url.startswith("http"):
            yield url


def _named(issue: Mapping[str, Any], page: str) -> Iterator[str]:
    """Return the files of an issue: the one of its element, or the one that it names; else the page itself."""
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
