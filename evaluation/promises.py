"""
Do literally what a report advises about the load of a page, scan again, and compare with what was promised.

DATA names the faults of each generated page: ``compression``, ``import``, ``font``, ``images`` (larger than a phone
shows them), ``legacy`` (of that size, as PNG), ``lazy`` (with either), ``redirects``, ``script`` and ``stylesheet``.
The advice of each issue that has a gain in time is followed alone, and then all steps of the plan together. A promise
is kept if the score rises within a point of what was announced (of the category for an issue, of the overall score for
the plan), and the main content appears within 15% of the announced time. ``cwebp`` makes the smaller images.
"""

import argparse
import gzip
import json
import random
import re
import shutil
import struct
import subprocess
import tempfile
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import define, evolve, field

from evaluation.results import Results, Unavailable
from evaluation.service import Service, issues, service
from sitescan.charging import LARGEST_PAINT
from sitescan.report.combined_fixes import PICTURES
from tests.site import HTML, Answered, serving

SAMPLE = "promises.json"

_CSS = ("Content-Type", "text/css; charset=utf-8")
_SCRIPT = ("Content-Type", "text/javascript; charset=utf-8")
_CACHED = ("Cache-Control", "public, max-age=31536000, immutable")
_PACKED = ("Content-Encoding", "gzip")
#: The width at which a phone shows a picture, in twice its own pixels.
_PHONE = 824
_WIDTH, _HEIGHT = 2000, 1200
#: The faults of pages that have a picture.
_IMAGES = frozenset({"images", "legacy"})
#: The tolerated difference in points, and of times.
_POINTS, _TIME = 1.0, 0.15


@define
class _Pages:
    """The files of a generated page, by path; the first request is for ``start``."""

    files: dict[str, Answered]
    start: str = "/"

    @property
    def html(self) -> str:
        """The source of the page."""
        return self.files["/"].body.decode()

    @html.setter
    def html(self, text: str) -> None:
        self.files["/"] = evolve(self.files["/"], body=text.encode())

    def copy(self) -> "_Pages":
        """Return the same files, to be changed."""
        return _Pages(dict(self.files), self.start)


def run(options: argparse.Namespace, results: Results) -> None:
    """Follow the advice on each generated page."""
    if shutil.which("cwebp") is None:
        raise Unavailable("smaller images are made by cwebp")
    cases = json.loads(options.data.read_text(encoding="utf-8"))
    counts = {"promises": 0, "kept": 0}
    with service(results) as started:
        for faults in results.cases(cases):
            pages = _generated(faults)
            before = _scanned(started, pages, faults)
            for rules, promised in _promises(before) if before is not None else ():
                mended = pages.copy()
                for rule in rules:
                    _ADVICE[rule](mended)
                after = _scanned(started, mended, f"{faults} without {rules}")
                if after is not None:
                    got = _outcome(after, before, overall=promised.overall)
                    counts["promises"] += 1
                    counts["kept"] += promised.is_kept(got)
                    if not promised.is_kept(got):
                        results.show(page=faults, rules=rules, promised=promised.figures, got=got)
    results.figures |= counts


@define
class _Promise:
    """
    What a report announces.

    :ivar points: the points that come back, of the overall score or of performance.
    :ivar paint: when the main content appears, in milliseconds.
    """

    points: float
    paint: float
    overall: bool
    figures: Sequence[float] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.figures = round(self.points, 1), round(self.paint)

    def is_kept(self, got: Sequence[float]) -> bool:
        """Return whether the outcome is as announced, within the tolerance; content that is in time has no time."""
        points, paint = got
        in_time = paint == 0 and self.paint <= 2500 * (1 + _TIME)
        return abs(points - self.points) <= _POINTS and (in_time or abs(paint - self.paint) <= _TIME * self.paint)


def _scanned(started: Service, pages: _Pages, case: object) -> Any:
    with serving(pages.files) as site:
        return started.report(site.origin + pages.start, str(case))


def _promises(report: Any) -> Iterator[tuple[Sequence[str], _Promise]]:
    """Yield the rules whose advice is followed together, and what that is said to bring back."""
    late = next((entry for entry in report["topFixes"] if "paintMs" in entry), None)
    if late is not None and set(late["rules"]) <= _ADVICE.keys():
        yield late["rules"], _Promise(late["points"], late["steps"][-1]["paintMs"], overall=True)
    announced = [issue for issue in issues(report) if issue["rule"] in _ADVICE and issue.get("gainMs")]
    # Pictures are one thing to do, for which the issue stands that gains most.
    pictures = [issue for issue in announced if issue["rule"] in PICTURES.rules]
    pictures.sort(key=lambda issue: -issue["gain"])
    for issue in announced:
        if issue not in pictures[1:]:
            yield (issue["rule"],), _Promise(issue["gain"], _paint(report) - issue["gainMs"], overall=False)


def _outcome(after: Any, before: Any, *, overall: bool) -> Sequence[float]:
    """Return by how many points a score has risen, and when the main content appears; 0 if it is in time."""
    rise = _score(after, overall=overall) - _score(before, overall=overall)
    return round(rise, 1), _paint(after)


def _score(report: Any, *, overall: bool) -> float:
    """Return the overall score before rounding, or that of performance."""
    scores = {result["category"]: result for result in report["categories"]}
    if not overall:
        return float(scores["performance"]["score"])
    counted = [_exact(result) for result in scores.values() if result["counted"]]
    return sum(counted) / len(counted)


def _exact(result: Any) -> float:
    score = 100.0
    for issue in result["issues"]:
        score *= 1 - issue["share"] / 100
    return score


def _paint(report: Any) -> float:
    for issue in issues(report):
        if issue["rule"] == LARGEST_PAINT:
            return float(issue["occurrences"][0]["facts"]["paint"] * 1000)
    return 0.0


# Generated pages.


def _generated(faults: Sequence[str]) -> _Pages:
    """Return a page with some faults; whatever is not at fault is as advised."""
    pages = _Pages({"/": Answered(_page(faults).encode(), 200, (("Content-Type", HTML),))})
    pages.files["/pear.css"] = Answered(_stylesheet(used=4000, unused=0).encode(), 200, (_CSS,))
    if "stylesheet" in faults:
        pages.files["/pear.css"] = Answered(_stylesheet(used=12_000, unused=240_000).encode(), 200, (_CSS,))
    if "import" in faults:
        pages.files["/main.css"] = Answered(b'@import "/pear.css";\nmain { margin: 1em }\n', 200, (_CSS,))
    if "script" in faults:
        pages.files["/pear.js"] = Answered(_words(200_000, "var pear%d = %d;\n").encode(), 200, (_SCRIPT,))
    if not _IMAGES.isdisjoint(faults):
        width = _WIDTH if "images" in faults else _PHONE
        photo = _photo(width, _HEIGHT * width // _WIDTH)
        pages.files["/pear.png"] = Answered(photo, 200, (("Content-Type", "image/png"),))
    if "font" in faults:
        pages.files["/pear.woff2"] = Answered(
            random.Random(1).randbytes(90_000), 200, (("Content-Type", "font/woff2"),)
        )
    for path in pages.files.keys() - {"/"}:
        answer = pages.files[path]
        pages.files[path] = evolve(answer, headers=(*answer.headers, _CACHED))
    if "compression" not in faults:
        _compress(pages)
    if "redirects" in faults:
        pages.start = "/old"
        for path, target in (("/old", "/older"), ("/older", "/oldest"), ("/oldest", "/")):
            pages.files[path] = Answered(b"", 301, (("Location", target),))
    return pages


def _page(faults: Sequence[str]) -> str:
    head = '<meta charset="utf-8"><title>Pear trees for small gardens</title><meta name="viewport" '
    head += 'content="width=device-width, initial-scale=1">'
    if "font" in faults:
        head += "<style>@font-face{font-family:Pear;src:url(/pear.woff2)}body{font-family:Pear}</style>"
    head += f'<link rel="stylesheet" href="/{"main" if "import" in faults else "pear"}.css">'
    if "script" in faults:
        head += '<script src="/pear.js"></script>'
    body = "<h1>Pear trees</h1>"
    if not _IMAGES.isdisjoint(faults):
        lazy = ' loading="lazy"' if "lazy" in faults else ""
        size = f'width="{_WIDTH}" height="{_HEIGHT}" style="max-width:100%;height:auto"'
        body += f'<img src="/pear.png"{lazy} {size} alt="A pear">'
    text = "".join(f'<p class="a{number}">Pear trees grow in small gardens, too.</p>' for number in range(200))
    return f'<!doctype html><html lang="en"><head>{head}</head><body><main>{body}{text}</main></body></html>'


def _stylesheet(used: int, unused: int) -> str:
    return _words(used, ".a%d { color: #%06x }\n") + _words(unused, ".other%d { color: #%06x }\n")


def _words(size: int, form: str) -> str:
    """Return lines that compress as code does."""
    chosen, lines, length = random.Random(2), list[str](), 0
    while length < size:
        lines.append(form % (len(lines) % 200 if form.startswith(".a") else len(lines), chosen.randrange(1 << 24)))
        length += len(lines[-1])
    return "".join(lines)


def _photo(width: int, height: int) -> bytes:
    """Return a PNG that compresses about as a photograph does: a gradient with noise."""
    chosen = random.Random(3)
    noise = [bytes(chosen.choices(range(12), k=3 * width)) for _ in range(8)]
    rows = bytearray()
    for y in range(height):
        shade = 60 + 120 * y // height
        rows += b"\0" + bytes(shade + part for part in noise[y * 7 % 8])
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(bytes(rows), 6)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data)) for name, data in chunks
    )


# Advice.


def _compress(pages: _Pages) -> None:
    for path, answer in pages.files.items():
        kind = dict(answer.headers).get("Content-Type", "")
        if kind.startswith("text/") and _PACKED not in answer.headers:
            pages.files[path] = Answered(gzip.compress(answer.body, mtime=0), 200, (*answer.headers, _PACKED))


def _edit(pages: _Pages, change: Callable[[str], str]) -> None:
    """Change the source of the page, and send it as before."""
    packed = _PACKED in pages.files["/"].headers
    text = gzip.decompress(pages.files["/"].body).decode() if packed else pages.html
    body = change(text).encode()
    pages.files["/"] = evolve(pages.files["/"], body=gzip.compress(body, mtime=0) if packed else body)


def _defer(pages: _Pages) -> None:
    _edit(pages, lambda text: text.replace("<script src", "<script defer src"))


def _display_text(pages: _Pages) -> None:
    _edit(pages, lambda text: text.replace("url(/pear.woff2)", "url(/pear.woff2);font-display:swap"))


def _link_imported(pages: _Pages) -> None:
    link = '<link rel="stylesheet" href="/pear.css"><link rel="stylesheet" href="/main.css">'
    _edit(pages, lambda text: text.replace('<link rel="stylesheet" href="/main.css">', link))
    pages.files["/main.css"] = evolve(pages.files["/main.css"], body=b"main { margin: 1em }\n", headers=(_CSS,))


def _redirect_once(pages: _Pages) -> None:
    pages.files["/old"] = Answered(b"", 301, (("Location", "/"),))


def _shrink_image(pages: _Pages) -> None:
    with tempfile.TemporaryDirectory() as folder:
        source, made = Path(folder, "pear.png"), Path(folder, "pear.webp")
        source.write_bytes(pages.files["/pear.png"].body)
        command = ["cwebp", "-quiet", "-q", "80", "-resize", str(_PHONE), "0", str(source), "-o", str(made)]
        subprocess.run(command, check=True)
        pages.files["/pear.webp"] = Answered(made.read_bytes(), 200, (("Content-Type", "image/webp"), _CACHED))
    _edit(pages, lambda text: text.replace("/pear.png", "/pear.webp"))


def _prefer_image(pages: _Pages) -> None:
    _edit(pages, lambda text: text.replace("<img ", '<img fetchpriority="high" '))


def _prefer_lazy_image(pages: _Pages) -> None:
    _edit(pages, lambda text: text.replace(' loading="lazy"', ' fetchpriority="high"'))


def _inline_styles(pages: _Pages) -> None:
    """Put the rules of the page's own classes into the page, and load its stylesheets at its end."""
    answers = [pages.files[path] for path in ("/main.css", "/pear.css") if path in pages.files]
    texts = [gzip.decompress(each.body) if _PACKED in each.headers else each.body for each in answers]
    used = "".join(line for text in texts for line in text.decode().splitlines(keepends=True) if "other" not in line)
    used = re.sub(r"@import[^;]*;", "", used)

    def change(text: str) -> str:
        (link,) = re.findall(r'<link rel="stylesheet"[^>]*>', text)
        text = text.replace(link, "").replace("</head>", f"<style>{used}</style></head>")
        return text.replace("</body>", f"{link}</body>")

    _edit(pages, change)


_ADVICE: Mapping[str, Callable[[_Pages], None]] = {
    "performance/blocking-scripts": _defer,
    "performance/blocking-stylesheets": _inline_styles,
    "performance/compression-missing": _compress,
    "performance/css-import": _link_imported,
    "performance/font-display": _display_text,
    "performance/hero-priority": _prefer_image,
    "performance/image-oversized": _shrink_image,
    "performance/large-images": _shrink_image,
    "performance/lazy-first-image": _prefer_lazy_image,
    "performance/legacy-images": _shrink_image,
    "performance/redirects": _redirect_once,
    "performance/text-uncompressed": _compress,
}
