"""
Enforce the Content Security Policy that is suggested for each page of a folder in Debian's Chromium.

    python evaluation/policies.py FOLDER [--most N] [--all]

A folder with an ``index.html`` is a site, pages elsewhere are pages of one site; at most N (default 20) pages of a
site are loaded. Every host is the site itself, so nothing leaves this machine. Scripts run and repeat the
nonce where the policy has one. Each page on which the policy blocked something that the page's source loads is one
line; what scripts asked for while they ran is counted apart, since no source shows it, and so are scripts in
attributes that are too many to be listed, of which the advice speaks (``--all`` prints both).
One JSON line comes last: ``pages``, ``violations``, ``by_scripts``, and ``left``: pages that lead elsewhere by
themselves before they can be looked at.
"""

import argparse
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parent))

from folders import FolderSite, sites

from sitescan.document.document import Document
from sitescan.document.loading.outline_extractor import outline
from sitescan.document.security.page_loads import inline_code
from sitescan.document.security.suggested_policy import blocked_handlers, suggested_policy
from sitescan.model.exchange import Exchange, Page, Source
from sitescan.standards.css_imports import css_imports
from sitescan.standards.http_headers import Headers
from sitescan.standards.urls import resolve
from tests.policy_browser import CHROMIUM, PolicyBrowser, enforce, policy_browsing
from tests.site import Site, serving

_HOST = "http://www.example.com"


def suggestion(site: FolderSite, path: str) -> tuple[Document, str]:
    """A page with the stylesheets and scripts of its site as the service would have read them, and its policy."""
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


def violations(browser: PolicyBrowser, server: Site, site: FolderSite, path: str) -> tuple[list[str], list[str]]:
    """What the policy of a page blocks of its source, and what it blocks of what its scripts ask for."""
    document, policy = suggestion(site, path)
    handlers = blocked_handlers(document)
    in_attributes = any(one.directive == "script-src-attr" for one in inline_code(document))
    text = document.decoded.text
    enforce(server, path, _without_policies(text), policy)
    found, theirs = browser.sorted_violations(_HOST + path)
    named = text + "".join(sheet.body.decode("utf-8", "replace") for sheet in document.sheets.values())
    ours = []
    for one in found:
        directive, _, url = one.partition(" ")
        # The parser also asks for what a script writes into the page; what is in the source has its nonce.
        if url == "inline":
            # jQuery, for one, sets such an attribute to see what the browser makes of it.
            by_source = directive != "script-src-attr" or (in_attributes and not handlers)
        else:
            by_source = _named(url, named) and not (directive == "script-src-elem" and "'nonce-RANDOM'" in policy)
        (ours if by_source else theirs).append(one)
    server.pages[path] = site.answers[path]
    return ours, theirs


def _named(url: str, text: str) -> bool:
    """Whether the source of a page or stylesheet names the file of a URL."""
    parts = urlsplit(url)
    if url.startswith(_HOST):
        name = parts.path.rstrip("/").rpartition("/")[2]
        return bool(name) and name in text
    return f"{parts.hostname}{parts.path}" in text


def _without_policies(html: str) -> str:
    """The page without policies of its own, which would block as well."""
    return re.sub(r"<meta[^<>]*content-security-policy[^<>]*>", "", html, flags=re.IGNORECASE)


def main() -> None:
    """Enforce the policies."""
    parser = argparse.ArgumentParser(description=__doc__.strip().splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--most", type=int, default=20, help="pages of one site")
    parser.add_argument("--all", action="store_true", help="print what scripts asked for as well")
    arguments = parser.parse_args()
    if not CHROMIUM.exists():
        print(f"skipped: there is no Chromium at {CHROMIUM}", file=sys.stderr)
        return
    pages = blocked = by_scripts = left = 0
    for site in sites(arguments.folder, arguments.most):
        with serving(site.answers) as server, policy_browsing(int(server.origin.rpartition(":")[2])) as browser:
            for path in site.paths:
                try:
                    ours, theirs = violations(browser, server, site, path)
                except RuntimeError:
                    # The page has gone to another address meanwhile.
                    server.pages[path] = site.answers[path]
                    left += 1
                    continue
                pages, blocked, by_scripts = pages + 1, blocked + len(ours), by_scripts + len(theirs)
                if ours or (arguments.all and theirs):
                    print(json.dumps({"page": site.name + path, "blocked": ours, "by_scripts": theirs}), flush=True)
    print(json.dumps({"pages": pages, "violations": blocked, "by_scripts": by_scripts, "left": left}))


if __name__ == "__main__":
    main()
