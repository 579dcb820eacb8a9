"""
Apply every fix that a report shows, scan again, and count the effects.

DATA is a folder of sites, which are served over HTTPS on loopback; this needs the right to listen on ports 80 and 443.
Each fix is applied alone: the fixed markup in place of the first occurrence, a response header that the whole site
sends, or an element of the head for a page without one. ``not_gone`` counts the fixes that leave the issue,
``new_issues`` and ``new_infos`` the issues that a fix brings, ``score_fell`` the fixes that lower a score, and
``not_applied`` those for which the source does not show the end of the element.
"""

import argparse
import gzip
import re
import secrets
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from attrs import frozen

from evaluation.origins import Reply, Stage, staging
from evaluation.real_pages import sites
from evaluation.results import Results
from evaluation.service import Service, issues, service
from sitescan.document.change import PLACEHOLDER
from sitescan.document.parsing.encoding import decode
from tests.applied_fixes import apply_markup, fixed_line

SAMPLE = "site"
MOST = 5

_HOST = "https://www.example.com"
_HTML = ("Content-Type", "text/html; charset=utf-8")
#: Header fields that can be sent exactly as the advice shows them.
_HEADERS = frozenset(
    "content-security-policy strict-transport-security x-content-type-options x-frame-options referrer-policy "
    "permissions-policy cross-origin-opener-policy cross-origin-embedder-policy cross-origin-resource-policy "
    "cache-control".split()
)
_HEADER = re.compile(r"([A-Z][A-Za-z-]+): (\S[^\n]*)")
_ELEMENT = re.compile(r"(?:<(?:meta|link)\b[^<>]*>)+|<title>[^<>]*</title>")
#: Placeholders in the markup of a fix, and words to put in their place.
_WORDS = {"(language code)": "en", "(what to fill in)": "name"}
#: Rules about the files of a page, not about its HTML.
_OF_FILES = ("performance/cache-lifetime",)


@frozen
class FollowedAdvice:
    """
    A page after a fix.

    :ivar kind: ``markup``, ``header`` or ``head``.
    :ivar shown: the fix as the report shows it.
    :ivar body: the page; ``None`` if the fix cannot be applied.
    :ivar sent: the header field that the server sends.
    """

    rule: str
    kind: str
    shown: str
    body: bytes | None
    headers: tuple[tuple[str, str], ...]
    sent: tuple[str, str] | None = None

    def replies(self, before: "_Replies", path: str) -> "_Replies":
        """Return the site with the fix; a header is sent with every response, or with the files if it is about them."""
        after = _Replies(before)
        if self.sent is not None:
            for at, reply in before.items():
                after[at] = Reply(reply.status, _set(reply.headers, self.sent), reply.body)
        after[path] = before[path] if self.rule in _OF_FILES else Reply(200, self.headers, self.body or b"")
        return after


class _Replies(dict[str, Reply]):
    """The responses of a site: a query is ignored, text is compressed, and each response has its own nonce."""

    def get(self, path: str, default: Any = None) -> Any:
        """Return the response to a path."""
        reply = super().get(path) or super().get(path.partition("?")[0], default)
        kind = dict(reply.headers).get("Content-Type", "")
        if not kind.startswith(("text/", "application/javascript", "application/json", "image/svg")):
            return reply
        nonce = secrets.token_urlsafe(16)
        headers = [(name, value.replace("nonce-RANDOM", f"nonce-{nonce}")) for name, value in reply.headers]
        body = reply.body.replace(b"nonce=RANDOM", f"nonce={nonce}".encode())
        headers += [("Content-Encoding", "gzip"), ("Vary", "Accept-Encoding")]
        return Reply(reply.status, headers, gzip.compress(body, mtime=0))


def run(options: argparse.Namespace, results: Results) -> None:
    """Apply the fixes of each page."""
    names = ("applied", "gone", "not_gone", "new_issues", "new_infos", "score_fell", "not_applied")
    counts = Counter(dict.fromkeys(names, 0))
    with (
        staging([_HOST + "/", _HOST.replace("https", "http") + "/"]) as stage,
        service(results, stage.hosts, ca_file=stage.ca_file) as started,
    ):
        for site in sites(options.data):
            answers = site.answers.items()
            replies = _Replies({at: Reply(answer.status, answer.headers, answer.body) for at, answer in answers})
            for path in results.cases(site.paths):
                # All pages are UTF-8, so that a fix changes nothing else.
                text = decode(replies[path].body, dict(replies[path].headers)["Content-Type"]).text
                replies[path] = Reply(200, (_HTML,), text.encode())
                stage.replies = replies
                _try_fixes(started, stage, site.name, path, counts, results)
    results.figures |= counts


def _try_fixes(started: Service, stage: Stage, site: str, path: str, counts: Counter[str], results: Results) -> None:
    original = stage.replies
    assert isinstance(original, _Replies)
    before = started.report(_HOST + path, site + path)
    if before is None:
        return
    for fix in _fixes(before, original[path]):
        if fix.body is None:
            counts["not_applied"] += 1
            continue
        stage.replies = fix.replies(original, path)
        after = started.report(_HOST + path, f"{site}{path} after {fix.shown}")
        stage.replies = original
        if after is None:
            continue
        effects = _effects(fix, before, after)
        counts["applied"] += 1
        counts["gone" if effects["gone"] else "not_gone"] += 1
        counts.update({name: len(effects[name]) for name in ("new_issues", "new_infos")})
        counts["score_fell"] += bool(effects["score_fell"])
        if not effects["gone"] or effects["new_issues"] or effects["score_fell"]:
            results.show(page=site + path, rule=fix.rule, kind=fix.kind, shown=fix.shown[:300], **effects)


def _fixes(found: Any, page: Reply) -> Iterator[FollowedAdvice]:
    """Return each fix that a report shows for a page."""
    for issue in issues(found):
        shown = fixed_line(issue["howToFix"])
        if shown:
            yield _markup(issue, shown, page)
        lines = issue["howToFix"].split("\n")
        for line in lines:
            header = _HEADER.fullmatch(line)
            if header is not None and header[1].lower() in _HEADERS and "..." not in line:
                yield _header(issue, header[1], header[2], page)
        elements = "\n".join(line for line in lines if _ELEMENT.fullmatch(line))
        if issue["rule"].endswith("-missing") and elements:
            yield _in_head(issue, elements, page)


def _markup(issue: Mapping[str, Any], shown: str, page: Reply) -> FollowedAdvice:
    decoded = decode(page.body, dict(page.headers)["Content-Type"])
    place = issue["occurrences"][0]
    html = None
    if place["line"]:
        markup = shown
        for words, word in _WORDS.items():
            markup = markup.replace(words, word)
        markup = PLACEHOLDER.sub(lambda found: found[0].strip("()"), markup)
        html = apply_markup(decoded.text, place["line"], place["column"], markup)
    body = html.encode("utf-8", "xmlcharrefreplace") if html is not None else None
    return FollowedAdvice(issue["rule"], "markup", shown, body, (_HTML,))


def _header(issue: Mapping[str, Any], name: str, value: str, page: Reply) -> FollowedAdvice:
    body = page.body
    if "nonce-RANDOM" in value:
        body = re.sub(rb"(<|&lt;)(script|link)\b", rb"\1\2 nonce=RANDOM", body, flags=re.IGNORECASE)
    headers = _set(page.headers, (name, value))
    return FollowedAdvice(issue["rule"], "header", f"{name}: {value}", body, headers, (name, value))


def _set(headers: Sequence[tuple[str, str]], header: tuple[str, str]) -> tuple[tuple[str, str], ...]:
    return (*((name, value) for name, value in headers if name.lower() != header[0].lower()), header)


def _in_head(issue: Mapping[str, Any], elements: str, page: Reply) -> FollowedAdvice:
    html = decode(page.body, dict(page.headers)["Content-Type"]).text
    at = re.search(r"<head\b[^>]*>", html, re.IGNORECASE)
    body = (html[: at.end()] + elements + html[at.end() :]).encode() if at is not None else None
    return FollowedAdvice(issue["rule"], "head", elements, body, (_HTML,))


def _scores(found: Any) -> dict[str, int]:
    return {category["category"]: category["score"] for category in found["categories"]}


def _effects(fix: FollowedAdvice, before: Any, after: Any) -> dict[str, Any]:
    """Return whether the issue is gone, which issues are new, and which scores fell."""
    was, now = ({issue["rule"]: issue for issue in issues(found)} for found in (before, after))
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
