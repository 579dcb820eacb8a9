"""Folders of real pages with all that they load, made ready to be served or to be read without the service."""

import mimetypes
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from attrs import evolve, frozen

from sitescan.document.document import Document
from sitescan.document.loading.outline_extractor import outline
from sitescan.model.exchange import Exchange, Page, Source
from sitescan.standards.css.stylesheet_reader import leading_imports
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
_LARGEST_FILE = 8_000_000
#: A smaller file is a fragment or a redirect.
_SMALLEST_PAGE = 200

_LINK = re.compile(rb"<link\b[^>]{0,2000}>", re.IGNORECASE)
_ELSEWHERE = re.compile(rb"(href\s*=\s*[\"']?\s*)(?:https?:)?//[^\"'\s>]+", re.IGNORECASE)


@frozen
class FolderSite:
    """
    A site in a folder.

    :ivar name: the path of the folder.
    :ivar paths: the paths of the pages.
    :ivar answers: everything that the site serves, by path.
    """

    name: str
    paths: tuple[str, ...]
    answers: dict[str, Answered]


def served(root: Path, smallest: int = 1500) -> FolderSite:
    """
    Return all HTML pages of a folder as one site.

    A stylesheet of another host, which cannot be reached, is replaced by one of the page's own host that does not
    exist, so that a browser and the scanner judge the same page.

    :param smallest: the size of the smallest file that counts as a page, in bytes.
    """
    site = _site("", root, _files(root), smallest)
    for name in [name for name in site.answers if name.endswith((".html", ".htm"))]:
        answer = site.answers[name]
        site.answers[name] = evolve(answer, body=_LINK.sub(_to_own_host, answer.body))
    return evolve(site, paths=tuple(path for path in site.paths if not path.endswith(".xhtml")))


def sites(folder: Path) -> Iterator[FolderSite]:
    """Return the sites of a folder: one for each inner folder with an ``index.html``, and one for the other pages."""
    indexes = (path for path in _files(folder) if path.name in ("index.html", "index.htm"))
    roots = sorted({path.parent for path in indexes if "node_modules" not in path.parts})
    roots = [root for root in roots if not any(other in root.parents for other in roots)]
    for root in (*roots, *({folder} - set(roots))):
        inner = {other for other in roots if root in other.parents}
        files = [path for path in _files(root) if not inner.intersection(path.parents)]
        site = _site(root.relative_to(folder.parent).as_posix(), root, files, _SMALLEST_PAGE)
        if site.paths:
            yield site


def _files(root: Path) -> list[Path]:
    """Return the files of a folder that can be served."""
    return [path for path in sorted(root.rglob("*")) if path.is_file() and path.stat().st_size <= _LARGEST_FILE]


def _site(name: str, root: Path, files: Sequence[Path], smallest: int) -> FolderSite:
    names = {path: f"/{path.relative_to(root).as_posix()}" for path in files}
    answers = {names[path]: file_answer(path) for path in files}
    for index in [path for path in answers if path.endswith(("/index.html", "/index.htm"))]:
        answers.setdefault(index[: index.rindex("/") + 1], answers[index])
    pages = (path for path in files if path.suffix.lower() in _PAGES and path.stat().st_size >= smallest)
    paths = (names[path] for path in pages)
    return FolderSite(name, tuple(path for path in paths if "/node_modules/" not in path), answers)


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
            imports = leading_imports(sheets[wanted].body)
            references = (resolve(wanted, found.reference) for found in imports)
            waiting.extend(filter(None, references))
    return Document(page, sheets.values())


def _sheet(site: Site, url: str) -> Source:
    path = url.removeprefix(site.origin).partition("?")[0]
    answer = site.pages.get(path)
    if answer is None:
        return Source(url=url, problem="it answered 404", gone=True)
    return Source(url=url, body=answer.body, content_type=dict(answer.headers)["Content-Type"])


def _content_type(path: Path) -> str:
    known = _TYPES.get(path.suffix.lower())
    return known or mimetypes.guess_type(path.name)[0] or "application/octet-stream"


def _to_own_host(link: "re.Match[bytes]") -> bytes:
    return _ELSEWHERE.sub(rb"\1/elsewhere.css", link[0]) if b"stylesheet" in link[0].lower() else link[0]
