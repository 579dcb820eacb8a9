"""Folders of real pages with all that they load, made ready to be served or to be read without the service."""

import mimetypes
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from attrs import frozen

from sitescan.document.document import Document
from sitescan.document.loading.outline_extractor import outline
from sitescan.model.exchange import Exchange, Page, Source
from sitescan.standards.css_imports import css_imports
from sitescan.standards.http_headers import Headers
from sitescan.standards.urls import resolve
from tests.site import Answered, Site

_PAGES = (".html", ".htm", ".xhtml")
_TYPES = {
    ".htm": "text/html",
    ".xhtml": "application/xhtml+xml",
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".txt": "text/plain; charset=utf-8",
    ".woff": "font/woff",
    ".woff2": "font/woff2",
    ".webp": "image/webp",
    ".avif": "image/avif",
    ".webmanifest": "application/manifest+json",
}
_SUFFIXES = (
    *(".html", ".htm", ".css", ".js", ".svg", ".png", ".jpg", ".gif", ".webp", ".avif"),
    *(".woff", ".woff2", ".ttf"),
)
_LARGEST_FILE = 8_000_000
#: A smaller file is a fragment or a redirect.
_SMALLEST_PAGE = 200

_LINK = re.compile(rb"<link\b[^>]{0,2000}>", re.IGNORECASE)
_ELSEWHERE = re.compile(rb"(href\s*=\s*[\"']?\s*)(?:https?:)?//[^\"'\s>]+", re.IGNORECASE)


@frozen
class RealPages:
    """
    Pages and the files that they load.

    :ivar paths: the paths of the pages.
    :ivar answers: everything that is served, by path.
    """

    paths: Sequence[str]
    answers: Mapping[str, Answered]


@frozen
class FolderSite:
    """
    A site in a folder.

    :ivar name: the path of the folder.
    :ivar paths: the paths of the pages that are looked at.
    :ivar answers: everything that the site serves, by path.
    """

    name: str
    paths: tuple[str, ...]
    answers: dict[str, Answered]


def served(prefix: str, root: Path, most: int, smallest: int = 1500) -> RealPages:
    """
    Return at most so many pages of a folder, spread evenly, and what they load from it.

    A stylesheet of another host, which cannot be reached, is replaced by one of the page's own host that does not
    exist, so that a browser and the scanner judge the same page.

    :param prefix: the beginning of all paths.
    :param smallest: the size of the smallest file that counts as a page, in bytes.
    """
    answers: dict[str, Answered] = {}
    pages: list[str] = []
    for path in sorted(root.rglob("*")):
        inner = path.relative_to(root)
        if path.suffix not in _SUFFIXES or "node_modules" in inner.parts or not _is_servable(path, 4_000_000):
            continue
        name = f"{prefix}/{inner.as_posix()}"
        page = path.suffix in (".html", ".htm")
        body = _LINK.sub(_to_own_host, path.read_bytes()) if page else path.read_bytes()
        answers[name] = Answered(body, 200, (("Content-Type", _content_type(path)),))
        if page and path.stat().st_size > smallest:
            pages.append(name)
    return RealPages(pages[:: max(1, len(pages) // most)][:most], answers)


def sites(folder: Path, most: int) -> Iterator[FolderSite]:
    """
    Return the sites of a folder: one for each inner folder with an ``index.html``, and one for the pages beside them.

    :param most: the maximum number of pages of a site, spread evenly over all of them.
    """
    roots = sorted({path.parent for path in folder.rglob("index.htm*") if "node_modules" not in path.parts})
    roots = [root for root in roots if not any(other in root.parents for other in roots)]
    if folder not in roots:
        roots.append(folder)
    for root in roots:
        inner = [other for other in roots if other != root and root in other.parents]
        files = [
            path
            for path in sorted(root.rglob("*"))
            if _is_servable(path, _LARGEST_FILE) and not any(other in path.parents for other in inner)
        ]
        names = {path: f"/{path.relative_to(root).as_posix()}" for path in files}
        answers = {names[path]: file_answer(path) for path in files}
        for name in [name for name in answers if name.endswith(("/index.html", "/index.htm"))]:
            answers.setdefault(name[: name.rindex("/") + 1], answers[name])
        pages = [
            names[path] for path in files if path.suffix.lower() in _PAGES and path.stat().st_size >= _SMALLEST_PAGE
        ]
        if pages:
            chosen = pages[:: max(1, len(pages) // most)][:most]
            yield FolderSite(root.relative_to(folder.parent).as_posix(), tuple(chosen), answers)


def file_answer(path: Path, *headers: tuple[str, str]) -> Answered:
    """Return a file as a server sends it."""
    return Answered(path.read_bytes(), 200, (("Content-Type", _content_type(path)), *headers))


def document(site: Site, path: str) -> Document:
    """Return a page with its stylesheets as the scanner reads them, without running the service."""
    url = site.origin + path
    headers = Headers(site.pages[path].headers)
    exchange = Exchange(requested=url, url=url, status=200, headers=headers)
    page = Page(exchange=exchange, body=site.pages[path].body)
    waiting = list(outline(Document(page), links=0, resources=1000).stylesheets)
    sheets: dict[str, Source] = {}
    while waiting:
        wanted = waiting.pop(0)
        if wanted not in sheets and wanted.startswith(site.origin):
            sheets[wanted] = _sheet(site, wanted)
            imports = css_imports(sheets[wanted].body.decode("utf-8", "replace"))
            waiting.extend(found for name in imports if (found := resolve(wanted, name)) is not None)
    return Document(page, sheets.values())


def _sheet(site: Site, url: str) -> Source:
    path = url.removeprefix(site.origin).partition("?")[0]
    answer = site.pages.get(path)
    if answer is None:
        return Source(url=url, problem="it answered 404", gone=True)
    return Source(url=url, body=answer.body, content_type=dict(answer.headers)["Content-Type"])


def _is_servable(path: Path, largest: int) -> bool:
    return path.is_file() and path.stat().st_size <= largest


def _content_type(path: Path) -> str:
    known = _TYPES.get(path.suffix.lower())
    return known or mimetypes.guess_type(path.name)[0] or "application/octet-stream"


def _to_own_host(link: "re.Match[bytes]") -> bytes:
    return _ELSEWHERE.sub(rb"\1/elsewhere.css", link[0]) if b"stylesheet" in link[0].lower() else link[0]
