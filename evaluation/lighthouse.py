"""
Compare estimated load times, scores and performance issues with Lighthouse.

DATA is a folder of sites. Lighthouse (``--program``, version 12 or 13 of the npm package) and the service look at the
same server, one page after the other; every other page is served compressed and with a long cache lifetime. Reports of
Lighthouse are kept in ``DATA/reports``, if that folder exists, and used again, so that a change is measured without
the noise of another run. Files of other hosts are replaced by files of the page's own host; files that do not exist
are served empty.

``first``, ``largest`` and ``weight`` compare first and largest contentful paint and the weight of the page: rank
correlation (Spearman's), median and 90th percentile of the relative error. ``score ranks`` are the rank correlations
of the category scores. ``audits`` counts, by audit, the files or pages that both report, that one reports, and the
pages without any. Files that Lighthouse did not load are left out.

Lighthouse simulates throttling from the processor time that it measures, so its paints depend on the machine: compare
correlations, and errors only of runs on a quiet machine. Other differences are intended: Lighthouse counts the savings
of minification after compression, knows the layout, and reports smaller images and pages of fewer elements.
"""

import argparse
import gzip
import json
import os
import re
import shutil
import statistics
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote, urljoin, urlsplit

from attrs import frozen

from evaluation.real_pages import document, sites
from evaluation.results import Results, Unavailable
from evaluation.service import service
from sitescan.document.loading.outline_extractor import outline
from tests.chromium import CHROMIUM
from tests.site import Answered, Site, serving

SAMPLE = "lighthouse"
MOST = 2

_FIGURES = {"first": "first-contentful-paint", "largest": "largest-contentful-paint", "weight": "total-byte-weight"}
_CATEGORIES = ("performance", "accessibility", "seo")
_RUN_SECONDS = 180
_CHROME_FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'"
)
_TEXT = (".html", ".htm", ".css", ".js", ".svg", ".json")

_KINDS = {"script": "text/javascript", "stylesheet": "text/css", "frame": "text/html", "font": "font/woff2"}
_DOT = b"GIF89a\1\0\1\0\x80\0\0\0\0\0\xff\xff\xff!\xf9\4\1\0\0\0\0,\0\0\0\0\1\0\1\0\0\2\2D\1\0;"
_ELSEWHERE = re.compile(
    rb"(<(?:script|img|source|iframe|link(?=[^>]{1,500}(?:stylesheet|icon|preload)))\b[^>]{1,500}?"
    rb"\b(?:src|href)\s*=\s*[\"']?\s*)(?:https?:)?//",
    re.IGNORECASE,
)


#: The ``names`` of each audit, older ones first, and the performance ``rules`` for the same fault. Both tools report
#: the ``page``, or else files, of which those with a ``suffix`` are compared.
_AUDITS = json.loads(Path(__file__).with_name("lighthouse_audits.json").read_text())


@frozen
class _Compared:
    """The figures and scores of a page by both tools."""

    theirs: Mapping[str, float]
    ours: Mapping[str, float]


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of this evaluation."""
    parser.add_argument("--program", type=Path, help="the folder of the npm package lighthouse")


def run(options: argparse.Namespace, results: Results) -> None:
    """Look at each page with both tools and compare."""
    found: list[_Compared] = []
    audits = {group["names"][0]: {"both": 0, "lighthouse": 0, "sitescan": 0, "neither": 0} for group in _AUDITS}
    with service(results, resources=300, pictures=300) as started:
        for site in sites(options.data):
            for number, path in enumerate(results.cases(site.paths)):
                name = site.name + path
                with serving(_served(_completed(site.answers, path), well=number % 2 == 1)) as server:
                    url = server.origin + quote(path)
                    theirs = _lighthouse(options, name, url)
                    answer = started.answer(url)
                ours = answer.json if answer.status == 200 else None
                compared = _compared(theirs, ours) if theirs is not None and ours is not None else None
                if compared is None:
                    results.leave_out(name, "one of the tools has no figures")
                    continue
                found.append(compared)
                differences = dict(_compare_audits(theirs["audits"], ours, url, audits))
                rows = {name: [round(compared.theirs[name]), round(compared.ours[name])] for name in compared.theirs}
                results.show(page=name, figures=rows, audits=differences)
    results.figures |= {**_summary(found), "audits": audits, "load": round(os.getloadavg()[2], 1)}


def _lighthouse(options: argparse.Namespace, name: str, url: str) -> Any:
    """Return the report of Lighthouse on a page, now or before; ``None`` if it could not load the page."""
    folder = options.data / "reports"
    file = folder / f"{quote(name, safe='')}.json"
    if file.is_file():
        return json.loads(file.read_text(encoding="utf-8"))
    if options.program is None or shutil.which("node") is None or not CHROMIUM.exists():
        raise Unavailable("Lighthouse is run by Node.js in Chromium, and --program names its folder")
    made = audited(options.program, url, f"--only-categories={','.join(_CATEGORIES)}")
    if made is None:
        return None
    made = _reduced(made)
    if folder.is_dir():
        file.write_text(json.dumps(made, indent=1) + "\n", encoding="utf-8")
    return made


def audited(program: Path, url: str, *options: str) -> Any:
    """
    Run Lighthouse and return its report on a page; ``None`` if it could not load the page.

    :param program: the folder of the npm package.
    """
    command = ["node", str(program / "cli/index.js"), url, "--quiet", "--no-enable-error-reporting", "--output=json"]
    command += ["--output-path=stdout", f"--chrome-flags={_CHROME_FLAGS}", *options]
    environment = {**os.environ, "CHROME_PATH": str(CHROMIUM)}
    try:
        done = subprocess.run(
            command, env=environment, capture_output=True, text=True, timeout=_RUN_SECONDS, check=False
        )
        made = json.loads(done.stdout)
    except (ValueError, subprocess.TimeoutExpired):
        return None
    return None if made.get("runtimeError") else made


def _reduced(made: Any) -> Any:
    """Return the parts of a report that are compared, with URLs without their origin."""
    wanted = {*_FIGURES.values(), "network-requests", *(name for group in _AUDITS for name in group["names"])}
    return {
        "categories": {name: {"score": made["categories"][name]["score"]} for name in _CATEGORIES},
        "audits": {
            name: {
                **{key: audit[key] for key in ("score", "scoreDisplayMode", "numericValue") if key in audit},
                "items": [
                    {"url": _path(url), "size": item.get("transferSize")}
                    for item in (audit.get("details") or {}).get("items", ())
                    if isinstance(item, dict) and item.get("source", "network") == "network" and (url := _url(item))
                ],
            }
            for name, audit in made["audits"].items()
            if name in wanted
        },
    }


def _url(item: Mapping[str, Any]) -> str:
    url = item.get("url") or (item.get("sourceLocation") or {}).get("url")
    return url if isinstance(url, str) and url.startswith("http") else ""


def _path(url: str) -> str:
    """Return a URL without its origin, since the port of the server differs from run to run."""
    return urlsplit(url)._replace(scheme="", netloc="").geturl()


def _served(answers: Mapping[str, Answered], *, well: bool) -> dict[str, Answered]:
    """Return files as a server sends them with compression and a long cache lifetime, or without."""
    found = {}
    for path, answer in answers.items():
        page = path.endswith((".html", ".htm"))
        lifetime = "no-cache" if page else "max-age=31536000" if well else "max-age=3600"
        fields, body = (*answer.headers, ("Cache-Control", lifetime)), answer.body
        if well and path.endswith(_TEXT):
            fields, body = (*fields, ("Content-Encoding", "gzip"), ("Vary", "Accept-Encoding")), gzip.compress(body)
        found[path] = Answered(body, 200, fields)
    return found


def _completed(answers: Mapping[str, Answered], path: str) -> Mapping[str, Answered]:
    """Return a site that has every file that a page names."""
    body = _ELSEWHERE.sub(rb"\1/elsewhere/", answers[path].body)
    page = Answered(body, 200, answers[path].headers)
    sent = document(Site("http://127.0.0.1", {quote(path): page}), quote(path))
    loaded = outline(sent, links=0, resources=1000).resources
    missing = {
        name: Answered(b"" if kind in _KINDS else _DOT, 200, (("Content-Type", _KINDS.get(kind, "image/gif")),))
        for name, kind in ((urlsplit(file.url).path, file.kind) for file in loaded)
        if name not in answers and unquote(name) not in answers
    }
    known = {quote(name, safe="/%:@!$&'()*+,;=~"): answer for name, answer in answers.items()}
    return {**known, **missing, quote(path): page}


def _compared(theirs: Any, ours: Any) -> _Compared | None:
    """Return the figures of a page; ``None`` if a tool has none."""
    categories = {category["category"]: category for category in ours["categories"]}
    estimates = (issue for issue in categories["performance"]["facts"] if issue["rule"] == "performance/load-estimate")
    estimate, audits = next(estimates, None), theirs["audits"]
    scored = [theirs["categories"][name]["score"] for name in _CATEGORIES]
    if estimate is None or None in scored or any("numericValue" not in audits[name] for name in _FIGURES.values()):
        return None
    facts = estimate["occurrences"][0]["facts"]
    scores = dict(zip(_CATEGORIES, (100 * score for score in scored), strict=True))
    return _Compared(
        {name: audits[audit]["numericValue"] for name, audit in _FIGURES.items()} | scores,
        {"first": facts["first_paint"], "largest": facts["largest_paint"], "weight": facts["weight"]}
        | {name: categories[name]["score"] for name in _CATEGORIES},
    )


def _summary(found: Sequence[_Compared]) -> dict[str, Any]:
    """Return the agreement of figures and scores over all pages."""
    figures: dict[str, Any] = {}
    for name in _FIGURES if found else ():
        errors = sorted(abs(page.ours[name] - page.theirs[name]) / page.theirs[name] for page in found)
        middle, late = statistics.median(errors), errors[min(len(errors) - 1, int(len(errors) * 0.9))]
        figures[name] = {"rank": _rank_correlation(found, name), "pages": len(found)}
        figures[name] |= {"median error": round(middle, 3), "p90 error": round(late, 3)}
    return {**figures, "score ranks": {name: _rank_correlation(found, name) for name in _CATEGORIES}}


def _rank_correlation(found: Sequence[_Compared], name: str) -> float | None:
    """Return Spearman's rank correlation; ``None`` if a tool has the same figure for all pages."""
    theirs, ours = [page.theirs[name] for page in found], [page.ours[name] for page in found]
    if len(set(theirs)) < 2 or len(set(ours)) < 2:
        return None
    return round(statistics.correlation(_ranks(theirs), _ranks(ours)), 3)


def _ranks(values: Sequence[float]) -> list[float]:
    """Return the rank of each value; equal values share theirs."""
    ordered = sorted(values)
    return [ordered.index(value) + (ordered.count(value) - 1) / 2 for value in values]


def _compare_audits(
    theirs: Mapping[str, Any], ours: Any, page: str, counts: Mapping[str, dict[str, int]]
) -> Iterator[tuple[str, Any]]:
    """Count what the audits and the rules report, and return the differences."""
    loaded = {item["url"] for item in theirs["network-requests"]["items"]}
    (found,) = (
        (*category["issues"], *category["facts"])
        for category in ours["categories"]
        if category["category"] == "performance"
    )
    by_rule = {issue["rule"].partition("/")[2]: issue for issue in found}
    for group in _AUDITS:
        audit: Any = next((theirs[name] for name in group["names"] if name in theirs), {"score": 1, "items": ()})
        judged = audit.get("scoreDisplayMode") not in ("error", "notApplicable")
        score = audit["score"] if judged else 1
        issues = [by_rule[rule] for rule in group["rules"] if rule in by_rule]
        if group.get("page"):
            lighthouse = {_path(page)} if score is not None and score < 1 else set()
            sitescan = {_path(page)} if issues else set()
        else:
            urls = {item["url"] for item in audit["items"]} if score != 1 else set()
            lighthouse = {url for url in urls if url.partition("?")[0].endswith(group.get("suffix", ""))}
            sitescan = {_path(url) for issue in issues for url in _named(issue, page)} & loaded
        count = counts[group["names"][0]]
        count["both"] += len(lighthouse & sitescan)
        count["lighthouse"] += len(lighthouse - sitescan)
        count["sitescan"] += len(sitescan - lighthouse)
        count["neither"] += not (lighthouse | sitescan)
        if lighthouse != sitescan:
            only = {"lighthouse": sorted(lighthouse - sitescan)[:8], "sitescan": sorted(sitescan - lighthouse)[:8]}
            yield group["names"][0], only


def _named(issue: Mapping[str, Any], page: str) -> Iterator[str]:
    """Return the files that an issue is about: that of its element or of its detail, or else the page."""
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
