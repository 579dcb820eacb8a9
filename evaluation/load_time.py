"""
Compare estimated load times and scores with Lighthouse's simulated throttling.

DATA is a folder of sites. Lighthouse 13.5 and the scanner look at the same server, one page after another; every second
page is served compressed. ``--kept`` names a folder for Lighthouse's reports: a page whose report is there is not
audited again, so that a change of the model is measured without the noise of another run. What a page loads from other
hosts is asked from its own, and what does not exist is served empty.

For each figure the rank correlation (Spearman's), the median and the 90th percentile of the relative error, and the
pages are printed, and the rank correlations of the scores; weight once more for the pages of which Lighthouse loaded no
file that the report does not name, since what scripts load is not seen by the scanner. Lighthouse multiplies the
processor time of each task on this machine by four: compare errors only of runs on a quiet machine.
"""

import argparse
import json
import os
import re
import statistics
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote, urlsplit

from attrs import frozen

from evaluation.lighthouse_program import add_program_option, audited, installed, served
from evaluation.real_pages import sites
from evaluation.results import Results
from evaluation.service import report, service
from sitescan.document.document import Document
from sitescan.document.loading.outline_extractor import outline
from sitescan.model.exchange import Exchange, Page
from sitescan.standards.http_headers import Headers
from tests.site import Answered, serving

SAMPLE = "site"

_FIGURES = {"first": "first-contentful-paint", "largest": "largest-contentful-paint", "weight": "total-byte-weight"}
_CATEGORIES = ("performance", "accessibility", "seo")

_KINDS = {"script": "text/javascript", "stylesheet": "text/css", "frame": "text/html", "font": "font/woff2"}
_DOT = b"GIF89a\1\0\1\0\x80\0\0\0\0\0\xff\xff\xff!\xf9\4\1\0\0\0\0,\0\0\0\0\1\0\1\0\0\2\2D\1\0;"
_ELSEWHERE = re.compile(
    rb"(<(?:script|img|source|iframe|link(?=[^>]{1,500}(?:stylesheet|icon|preload)))\b[^>]{1,500}?"
    rb"\b(?:src|href)\s*=\s*[\"']?\s*)(?:https?:)?//",
    re.IGNORECASE,
)


@frozen
class Compared:
    """
    The figures (milliseconds, bytes) and scores of both tools for a page, by name.

    :ivar more: the number of files that Lighthouse loaded and the report does not name.
    """

    page: str
    theirs: Mapping[str, float]
    ours: Mapping[str, float]
    more: int


@frozen
class _Lighthouse:
    """
    Lighthouse, and the folder in which its reports are kept.

    :ivar program: the folder of its package.
    """

    program: Path
    kept: Path | None

    def report(self, page: str, url: str) -> Any:
        """Return the report on a page; ``None`` if it could not load the page."""
        file = self.kept / f"{quote(page, safe='')}.json" if self.kept is not None else None
        if file is not None and file.is_file():
            return json.loads(file.read_text())
        report = audited(self.program, url, f"--only-categories={','.join(_CATEGORIES)}")
        if file is not None and report is not None:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(json.dumps(report))
        return report


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of this evaluation."""
    add_program_option(parser)
    parser.add_argument("--most", type=int, default=2, help="compare so many pages of a site at most")
    parser.add_argument("--kept", type=Path, help="a folder for Lighthouse's reports, which are used again")


def run(options: argparse.Namespace, results: Results) -> None:
    """Load each page with both tools and compare."""
    lighthouse = _Lighthouse(installed(options.program), options.kept)
    found: list[Compared] = []
    pages = [(site, path) for site in sites(options.data, options.most) for path in site.paths]
    with service(results, resources=300, pictures=300) as started:
        for number, (site, path) in enumerate(results.cases(pages)):
            name = site.name + path
            with serving(served(_completed(site.answers, path), well=number % 2 == 1)) as server:
                url = server.origin + quote(path)
                theirs, ours = lighthouse.report(name, url), report(started, url)
            if ours is None:
                results.fail(f"{name} could not be scanned")
            elif theirs is None or (one := _compared(name, theirs, ours)) is None:
                results.leave_out(name, "one of the tools has no figures")
            else:
                found.append(one)
                rows = {figure: [round(one.theirs[figure]), round(one.ours[figure])] for figure in one.theirs}
                results.show(page=name, more_files=one.more, **rows)
    results.figures |= {"load": round(os.getloadavg()[2], 1), **dict(_summary(found))}


def _completed(answers: Mapping[str, Answered], path: str) -> Mapping[str, Answered]:
    """Return the files of a site, with an empty one for each missing file that a page names."""
    body = _ELSEWHERE.sub(rb"\1/elsewhere/", answers[path].body)
    url = "http://127.0.0.1" + quote(path)
    exchange = Exchange(requested=url, url=url, status=200, headers=Headers(answers[path].headers))
    loaded = outline(Document(Page(exchange=exchange, body=body)), links=0, resources=1000).resources
    missing = {
        name: Answered(b"" if one.kind in _KINDS else _DOT, 200, (("Content-Type", _KINDS.get(one.kind, "image/gif")),))
        for one in loaded
        if (name := urlsplit(one.url).path) not in answers and unquote(name) not in answers
    }
    # A server is asked for the paths of URLs.
    known = {quote(name, safe="/%:@!$&'()*+,;=~"): answer for name, answer in answers.items()}
    return {**known, **missing, quote(path): Answered(body, 200, answers[path].headers)}


def _compared(page: str, theirs: Any, ours: Any) -> Compared | None:
    """Return the figures of both tools; ``None`` if one of them has none."""
    categories = {one["category"]: one for one in ours["categories"]}
    issues = categories["performance"]["issues"]
    estimate = next((one for one in issues if one["rule"] == "performance/load-estimate"), None)
    audits = theirs["audits"]
    scored = [theirs["categories"][name]["score"] for name in _CATEGORIES]
    if estimate is None or None in scored or any("numericValue" not in audits[name] for name in _FIGURES.values()):
        return None
    facts = estimate["occurrences"][0]["facts"]
    known = {_asked(one["facts"]["url"]) for one in estimate["occurrences"]}
    requests = [one for one in audits["network-requests"]["details"]["items"] if one.get("transferSize")]
    loaded = {_asked(one["url"]) for one in requests if one["url"].startswith("http")}
    scores = dict(zip(_CATEGORIES, (100 * score for score in scored), strict=True))
    return Compared(
        page,
        {name: audits[audit]["numericValue"] for name, audit in _FIGURES.items()} | scores,
        {"first": facts["first_paint"], "largest": facts["largest_paint"], "weight": facts["weight"]}
        | {name: categories[name]["score"] for name in _CATEGORIES},
        len(loaded - known - {"/favicon.ico"}),
    )


def _asked(url: str) -> str:
    """Return path and query of a URL; the port differs between runs."""
    return urlsplit(url)._replace(scheme="", netloc="").geturl()


def _summary(found: Sequence[Compared]) -> Iterator[tuple[str, Any]]:
    named = [one for one in found if not one.more]
    for name, pages in (*((name, found) for name in _FIGURES), ("weight, all files named", named)):
        figure = name.partition(",")[0]
        errors = sorted(abs(one.ours[figure] - one.theirs[figure]) / one.theirs[figure] for one in pages)
        if len(pages) > 1:
            yield (
                name,
                {
                    "rank": _rank_correlation(pages, figure),
                    "median error": round(statistics.median(errors), 3),
                    "p90 error": round(errors[min(len(errors) - 1, int(len(errors) * 0.9))], 3),
                    "pages": len(pages),
                },
            )
    if len(found) > 1:
        yield "score ranks", {name: _rank_correlation(found, name) for name in _CATEGORIES}


def _rank_correlation(found: Sequence[Compared], name: str) -> float | None:
    """Return Spearman's rank correlation; ``None`` if all values are equal."""
    ranks = [_ranks([one.theirs[name] for one in found]), _ranks([one.ours[name] for one in found])]
    if any(len(set(one)) < 2 for one in ranks):
        return None
    return round(statistics.correlation(*ranks), 3)


def _ranks(values: Sequence[float]) -> list[float]:
    """Return the rank of each value; equal values share theirs."""
    ordered = sorted(values)
    return [ordered.index(value) + (ordered.count(value) - 1) / 2 for value in values]
