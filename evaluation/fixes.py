"""
Apply every fix that a report shows on the pages of a folder, scan again, and count what became of it.

    python evaluation/fixes.py FOLDER [--most N] [--all]

A folder with an ``index.html`` is a site, pages elsewhere are pages of one site; at most N (default 5) pages of a site
are scanned, over HTTPS on loopback, which takes the right to listen on ports 80 and 443. Each fix is applied alone: the
markup that a report shows as fixed, in place of the first occurrence; a response header that it names, sent by the
whole site; an element of the head that it names for a page without one. A promise that was broken is one line
(with ``--all`` every fix). One JSON line comes last: ``pages``, ``applied``, ``gone``, ``not_gone``, ``new_issues``,
``new_infos`` (issues that cost nothing), ``score_fell``, and ``not_applied`` where the source does not show what is to
be replaced.
"""

import argparse
import gzip
import json
import re
import secrets
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parent))

from attrs import frozen
from folders import FolderSite, sites
from stage import NETWORK, Reply, Stage, staging

from sitescan.document.encoding import decode
from sitescan.document.parse import parse
from tests.applied_fixes import apply_markup, fixed_line
from tests.running import Running, running

_HOST = "https://www.example.com"
_OPTIONS = ("--rate-limit", "0", "--host-requests", "0", "--allow-private", NETWORK)
#: Headers that a page may be sent with as they stand in a text.
_HEADERS = frozenset(
    "content-security-policy strict-transport-security x-content-type-options x-frame-options referrer-policy "
    "permissions-policy cross-origin-opener-policy cross-origin-embedder-policy cross-origin-resource-policy "
    "cache-control".split()
)
_HEADER = re.compile(r"([A-Z][A-Za-z-]+): (\S[^\n]*)")
_ELEMENT = re.compile(r"(?:<(?:meta|link)\b[^<>]*>)+|<title>[^<>]*</title>")
_WORDS = {"(language code)": "en", "(what to fill in)": "name"}
_OF_FILES = ("performance/cache-lifetime",)


@frozen
class Fix:
    """
    A page as a fix makes it.

    :ivar kind: ``markup``, ``header`` or ``head``.
    :ivar shown: what the report shows.
    :ivar body: the page; ``None`` where the source does not show what is to be replaced.
    :ivar sent: the header that the server sends.
    """

    rule: str
    kind: str
    shown: str
    body: bytes | None
    headers: tuple[tuple[str, str], ...]
    sent: tuple[str, str] | None = None

    def replies(self, before: "Replies", path: str) -> "Replies":
        """The site with the fix; a header is sent with every answer, or with the files where it is about those."""
        after = Replies(before)
        if self.sent is not None:
            for at, reply in before.items():
                after[at] = Reply(reply.status, _set(reply.headers, self.sent), reply.body)
        if self.rule not in _OF_FILES:
            after[path] = Reply(200, self.headers, self.body or b"")
        else:
            after[path] = before[path]
        return after


class Replies(dict[str, Reply]):
    """What a site answers: a query makes no other file, text is compressed, a nonce is another one each time."""

    def get(self, path: str, default: Any = None) -> Any:
        """The answer to a path."""
        reply = super().get(path) or super().get(path.partition("?")[0], default)
        kind = dict(reply.headers).get("Content-Type", "")
        if not kind.startswith(("text/", "application/javascript", "application/json", "image/svg")):
            return reply
        nonce = secrets.token_urlsafe(16)
        headers = [(name, value.replace("nonce-RANDOM", f"nonce-{nonce}")) for name, value in reply.headers]
        body = reply.body.replace(b"nonce=RANDOM", f"nonce={nonce}".encode())
        headers += [("Content-Encoding", "gzip"), ("Vary", "Accept-Encoding")]
        return Reply(reply.status, headers, gzip.compress(body, mtime=0))


def fixes(report: Any, page: Reply) -> Iterator[Fix]:
    """Each fix that a report shows for a page."""
    for category in report["categories"]:
        for issue in category["issues"]:
            shown = fixed_line(issue["howToFix"])
            if shown:
                yield _markup(issue, shown, page)
            for line in issue["howToFix"].split("\n"):
                header = _HEADER.fullmatch(line)
                if header is not None and header[1].lower() in _HEADERS and "..." not in line:
                    yield _header(issue, header[1], header[2], page)
            if issue["rule"].endswith("-missing") and (element := _elements(issue["howToFix"])):
                yield _in_head(issue, element, page)


def _markup(issue: Mapping[str, Any], shown: str, page: Reply) -> Fix:
    decoded = decode(page.body, dict(page.headers)["Content-Type"])
    place = issue["occurrences"][0]
    html = None
    if place["line"]:
        markup = shown
        for words, word in _WORDS.items():
            markup = markup.replace(words, word)
        html = apply_markup(decoded.text, place["line"], place["column"], markup)
    body = html.encode("utf-8", "xmlcharrefreplace") if html is not None else None
    return Fix(issue["rule"], "markup", shown, body, (("Content-Type", "text/html; charset=utf-8"),))


def _header(issue: Mapping[str, Any], name: str, value: str, page: Reply) -> Fix:
    body = page.body
    if "nonce-RANDOM" in value:
        body = re.sub(rb"(<|&lt;)(script|link)\b", rb"\1\2 nonce=RANDOM", body, flags=re.IGNORECASE)
    headers = _set(page.headers, (name, value))
    return Fix(issue["rule"], "header", f"{name}: {value}", body, headers, (name, value))


def _set(headers: Sequence[tuple[str, str]], header: tuple[str, str]) -> tuple[tuple[str, str], ...]:
    return (*((name, value) for name, value in headers if name.lower() != header[0].lower()), header)


def _elements(text: str) -> str:
    """The elements of a head that a text shows, those of its first lines that are nothing else."""
    lines = [line for line in text.split("\n") if _ELEMENT.fullmatch(line)]
    return "\n".join(lines)


def _in_head(issue: Mapping[str, Any], element: str, page: Reply) -> Fix:
    html = decode(page.body, dict(page.headers)["Content-Type"]).text
    head = parse(html).soup.find("head")
    at = re.search(r"<head\b[^>]*>", html, re.IGNORECASE)
    body = None
    if head is not None and at is not None:
        body = (html[: at.end()] + element + html[at.end() :]).encode()
    return Fix(issue["rule"], "head", element, body, (("Content-Type", "text/html; charset=utf-8"),))


def _issues(report: Any) -> dict[str, Any]:
    return {issue["rule"]: issue for category in report["categories"] for issue in category["issues"]}


def _scores(report: Any) -> dict[str, int]:
    return {category["category"]: category["score"] for category in report["categories"]}


def _scan(service: Running, url: str) -> Any:
    answer = service.scan(url, path="/api/v1/scan?include=evidence")
    return answer.json if answer.status == 200 else None


def _kept(fix: Fix, before: Any, after: Any) -> dict[str, Any]:
    """What became of a fix, promise by promise."""
    was, now = _issues(before), _issues(after)
    left = now.get(fix.rule)
    gone = left is None or (fix.kind == "markup" and left["count"] < was[fix.rule]["count"])
    new = [rule for rule in now if rule not in was]
    fell = {
        name: (score, _scores(after)[name]) for name, score in _scores(before).items() if _scores(after)[name] < score
    }
    return {
        "gone": gone,
        "new_issues": [rule for rule in new if now[rule]["share"]],
        "new_infos": [rule for rule in new if not now[rule]["share"]],
        "score_fell": fell,
    }


def examine(service: Running, stage: Stage, site: FolderSite, path: str, counts: Counter[str], *, every: bool) -> None:
    """Apply each fix of one page."""
    url = _HOST + path
    before_all = stage.replies
    page = before_all[path]
    before = _scan(service, url)
    if before is None:
        counts["not_scanned"] += 1
        return
    counts["pages"] += 1
    for fix in fixes(before, page):
        if fix.body is None:
            counts["not_applied"] += 1
            continue
        stage.replies = fix.replies(before_all, path)
        after = _scan(service, url)
        stage.replies = before_all
        if after is None:
            counts["not_scanned"] += 1
            continue
        kept = _kept(fix, before, after)
        counts["applied"] += 1
        counts["gone" if kept["gone"] else "not_gone"] += 1
        counts["new_issues"] += len(kept["new_issues"])
        counts["new_infos"] += len(kept["new_infos"])
        counts["score_fell"] += bool(kept["score_fell"])
        if every or not kept["gone"] or kept["new_issues"] or kept["score_fell"]:
            shown = {"page": site.name + path, "rule": fix.rule, "kind": fix.kind, "shown": fix.shown[:300]}
            print(json.dumps({**shown, **kept}), flush=True)


def main() -> None:
    """Apply the fixes."""
    parser = argparse.ArgumentParser(description=__doc__.strip().splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--most", type=int, default=5, help="pages of one site")
    parser.add_argument("--all", action="store_true", help="print every fix")
    arguments = parser.parse_args()
    counts: Counter[str] = Counter()
    with (
        staging([_HOST + "/", _HOST.replace("https", "http") + "/"]) as stage,
        running(*_OPTIONS, "--ca-file", str(stage.authority), known=stage.hosts) as service,
    ):
        for site in sites(arguments.folder, arguments.most):
            stage.replies = Replies(
                {path: Reply(one.status, one.headers, one.body) for path, one in site.answers.items()}
            )
            for path in site.paths:
                # As UTF-8 from the start, so that a fix changes nothing else.
                page = stage.replies[path]
                text = decode(page.body, dict(page.headers)["Content-Type"]).text
                stage.replies[path] = Reply(200, (("Content-Type", "text/html; charset=utf-8"),), text.encode())
                examine(service, stage, site, path, counts, every=arguments.all)
    names = (
        "pages",
        "applied",
        "gone",
        "not_gone",
        "new_issues",
        "new_infos",
        "score_fell",
        "not_applied",
        "not_scanned",
    )
    print(json.dumps({name: counts[name] for name in names}))


if __name__ == "__main__":
    main()
