"""
Compare estimated load times and scores with Lighthouse's simulated throttling.

    python evaluation/load_time.py FOLDER [--pages N] [--program FOLDER] [--kept FOLDER]

Serves each site of ``FOLDER`` (``evaluation/folders.py``) and ``N`` pages of it; Lighthouse 13.5 and this service look
at the same server, one page after the other. Every other page is served compressed. ``--program`` names a folder in
which Lighthouse is installed already, ``--kept`` one for its reports: a page whose report it has is not audited again,
so that a change of the model is measured without the noise of another run. Packages are seldom complete, so what a page
loads from other hosts is asked from its own, and what is not there is served empty: else each would wait for, and
complain of, what visitors do not meet.

A line for each page: first contentful paint, largest contentful paint and weight, theirs and ours, and the category
scores. The last line sums up: for each figure the rank correlation (Spearman's), the median and the 90th percentile
of the relative error, and the pages; the rank correlations of the scores. Weight is told once more for the pages where
Lighthouse loaded nothing that this service did not name, since what scripts load is not seen here.

Lighthouse's figures are a simulation as well, but one that starts from what Chromium did on this machine: it takes the
processor time of each task as it was measured and multiplies it by four. On a slow or busy machine its paints are later
and its performance score is lower; ours do not depend on the machine. So compare correlations, and errors only of runs
on a machine with nothing else to do.
"""

import argparse
import json
import os
import re
import statistics
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote, urlsplit

from attrs import frozen

sys.path.insert(0, str(Path(__file__).parents[1]))

from evaluation.folders import sites
from evaluation.lighthouse_program import audited, served
from evaluation.real_pages import npm
from sitescan.document.document import Document
from sitescan.document.loading.outline_extractor import outline
from sitescan.model.exchange import Exchange, Page
from sitescan.standards.http_headers import Headers
from tests.running import Running, running
from tests.site import Answered, serving

_OPTIONS = ("--rate-limit", "0", "--allow-private", "127.0.0.0/8", "--set", "resources=300", "--set", "pictures=300")
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
    What both say of a page: figures (milliseconds, bytes) and scores by name.

    :ivar more: how many files Lighthouse loaded that the page does not name.
    """

    page: str
    theirs: Mapping[str, float]
    ours: Mapping[str, float]
    more: int


@frozen
class _Lighthouse:
    """
    Lighthouse and, where there is a folder for them, the reports that it has made.

    :ivar program: the folder of its package.
    """

    program: Path
    kept: Path | None

    def of(self, page: str, url: str) -> Any:
        """What it says of a page, now or before; ``None`` where it could not load it."""
        file = self.kept / f"{quote(page, safe='')}.json" if self.kept is not None else None
        if file is not None and file.is_file():
            return json.loads(file.read_text())
        report = audited(self.program, url, f"--only-categories={','.join(_CATEGORIES)}")
        if file is not None and report is not None:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(json.dumps(report))
        return report


def main() -> None:
    """Serve, let both look, compare."""
    parser = argparse.ArgumentParser(description=__doc__.strip().splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--pages", type=int, default=2, help="pages of each site")
    parser.add_argument("--program", type=Path, help="the folder of an installed Lighthouse")
    parser.add_argument("--kept", type=Path, help="a folder for Lighthouse's reports, which are used again")
    arguments = parser.parse_args()
    program = arguments.program or npm("lighthouse", "13.5")
    if program is None:
        print("Lighthouse cannot be had from npm: nothing to do.")
        return
    found: list[Compared] = []
    with running(*_OPTIONS) as service:
        for one in _compared(arguments.folder, arguments.pages, _Lighthouse(program, arguments.kept), service):
            found.append(one)
            rows = {name: [round(one.theirs[name]), round(one.ours[name])] for name in one.theirs}
            print(json.dumps({"page": one.page, "more files": one.more, **rows}), flush=True)
    print(json.dumps({"pages": len(found), "load": round(os.getloadavg()[2], 1), **dict(_summary(found))}))


def _compared(folder: Path, most: int, lighthouse: "_Lighthouse", service: Running) -> Iterator[Compared]:
    number = 0
    for site in sites(folder, most):
        for path in site.paths:
            number += 1
            answers = _completed(site.answers, path)
            with serving(served(answers, well=number % 2 == 0)) as server:
                url = server.origin + quote(path)
                theirs = lighthouse.of(site.name + path, url)
                answer = service.scan(url, path="/api/v1/scan?include=evidence")
            if theirs is None or answer.status != 200 or (one := _of(site.name + path, theirs, answer.json)) is None:
                print(
                    json.dumps({"page": site.name + path, "not compared": theirs is None or answer.status}), flush=True
                )
            else:
                yield one


def _completed(answers: Mapping[str, Answered], path: str) -> Mapping[str, Answered]:
    """A site in which everything is there that a page names."""
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


def _of(page: str, theirs: Any, ours: Any) -> Compared | None:
    """What both say; ``None`` where one has no figure."""
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
    """What the server was asked for, which had another port when a report was kept."""
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
    """Spearman's; ``None`` where all are alike."""
    ranks = [_ranks([one.theirs[name] for one in found]), _ranks([one.ours[name] for one in found])]
    if any(len(set(one)) < 2 for one in ranks):
        return None
    return round(statistics.correlation(*ranks), 3)


def _ranks(values: Sequence[float]) -> list[float]:
    """The rank of each value; those that are alike share theirs."""
    ordered = sorted(values)
    return [ordered.index(value) + (ordered.count(value) - 1) / 2 for value in values]


if __name__ == "__main__":
    main()
