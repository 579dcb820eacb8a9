"""
Enforce the suggested Content Security Policy of each page in Chromium.

DATA is a folder of sites. Every host is the site itself, so that nothing leaves this machine. Scripts run, and repeat
the nonce if the policy has one. ``violations`` counts what the policy blocks although the page's source loads it;
``by_scripts`` counts what scripts load, which no source shows, and handlers in attributes that are too many to be
listed, which the advice mentions.
"""

import argparse
import re
from collections.abc import Iterator
from urllib.parse import urlsplit

from playwright.sync_api import Error

from evaluation.real_pages import FolderSite, sites
from evaluation.results import Results, Unavailable
from sitescan.document.document import Document
from sitescan.document.loading.outline_extractor import outline
from sitescan.document.security.page_loads import inline_code
from sitescan.document.security.suggested_policy import blocked_handlers, suggested_policy
from sitescan.model.exchange import Exchange, Page, Source
from sitescan.standards.css_imports import css_imports
from sitescan.standards.http_headers import Headers
from sitescan.standards.urls import resolve
from tests.chromium import CHROMIUM
from tests.policy_browser import PolicyBrowser, enforce, policy_browsing
from tests.site import Site, serving

SAMPLE = "site"

_HOST = "http://www.example.com"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of this evaluation."""
    parser.add_argument("--most", type=int, default=20, help="load so many pages of a site at most")
    parser.add_argument("--all", action="store_true", help="print what scripts load as well")


def run(options: argparse.Namespace, results: Results) -> None:
    """Enforce the policy of each page."""
    if not CHROMIUM.exists():
        raise Unavailable(f"there is no Chromium at {CHROMIUM}")
    results.figures |= {"violations": 0, "by_scripts": 0}
    for site in sites(options.data, options.most):
        with serving(site.answers) as server, policy_browsing(int(server.origin.rpartition(":")[2])) as browser:
            for path in results.cases(site.paths):
                try:
                    by_source, by_scripts = _violations(browser, server, site, path)
                except (Error, RuntimeError):
                    results.leave_out(site.name + path, "the page redirects by itself")
                    continue
                finally:
                    server.pages[path] = site.answers[path]
                results.figures["violations"] += len(by_source)
                results.figures["by_scripts"] += len(by_scripts)
                if by_source or (options.all and by_scripts):
                    results.show(page=site.name + path, blocked=by_source, by_scripts=by_scripts)


def _suggestion(site: FolderSite, path: str) -> tuple[Document, str]:
    """Return a page with its stylesheets and scripts as the service reads them, and the policy that it suggests."""
    answer = site.answers[path]
    exchange = Exchange(requested=_HOST + path, url=_HOST + path, status=200, headers=Headers(answer.headers))
    page = Page(exchange=exchange, body=answer.body)
    found = outline(Document(page), links=0, resources=1000)
    sheets = dict(_sheets(site, [*found.stylesheets, *found.imports]))
    scripts = [
        Source(url=one.url, body=site.answers[one.url.removeprefix(_HOST).partition("?")[0]].body)
        for one in found.resources
        if one.kind == "script" and one.url.removeprefix(_HOST).partition("?")[0] in site.answers
    ]
    document = Document(page, sheets.values(), scripts=scripts)
    return document, suggested_policy(document)


def _sheets(site: FolderSite, urls: list[str]) -> Iterator[tuple[str, Source]]:
    seen: set[str] = set()
    while urls:
        url = urls.pop()
        answer = site.answers.get(url.removeprefix(_HOST).partition("?")[0])
        if url in seen or answer is None:
            continue
        seen.add(url)
        sheet = Source(url=url, body=answer.body, content_type="text/css")
        yield url, sheet
        imports = css_imports(sheet.body.decode("utf-8", "replace"))
        urls += [one for name in imports if (one := resolve(url, name)) is not None]


def _violations(browser: PolicyBrowser, server: Site, site: FolderSite, path: str) -> tuple[list[str], list[str]]:
    """Return the violations of the policy of a page by its source, and those by its scripts."""
    document, policy = _suggestion(site, path)
    handlers = blocked_handlers(document)
    in_attributes = any(one.directive == "script-src-attr" for one in inline_code(document))
    text = document.decoded.text
    enforce(server, path, _without_policies(text), policy)
    found, theirs = browser.sorted_violations(_HOST + path)
    named = text + "".join(sheet.body.decode("utf-8", "replace") for sheet in document.sheets.values())
    ours: list[str] = []
    for one in found:
        directive, _, url = one.partition(" ")
        # The parser also loads what a script writes into the page; the elements of the source have a nonce.
        if url == "inline":
            # Scripts such as jQuery set handler attributes to detect features.
            by_source = directive != "script-src-attr" or (in_attributes and not handlers)
        else:
            by_source = _named(url, named) and not (directive == "script-src-elem" and "'nonce-RANDOM'" in policy)
        (ours if by_source else theirs).append(one)
    return ours, theirs


def _named(url: str, text: str) -> bool:
    """Return whether the source of a page or stylesheet contains the file name of a URL."""
    parts = urlsplit(url)
    if url.startswith(_HOST):
        name = parts.path.rstrip("/").rpartition("/")[2]
        return bool(name) and name in text
    return f"{parts.hostname}{parts.path}" in text


def _without_policies(html: str) -> str:
    """Return the page without its own policies, which would block as well."""
    return re.sub(r"<meta[^<>]*content-security-policy[^<>]*>", "", html, flags=re.IGNORECASE)
