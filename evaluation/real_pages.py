"""Real pages with all that they load: those of a folder, and those of packages that are installed for it."""

import argparse
import json
import mimetypes
import re
import subprocess
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from attrs import frozen

from sitescan.document.document import Document
from sitescan.document.loading.outline_extractor import outline
from sitescan.model.exchange import Exchange, Page, Source
from sitescan.standards.css_imports import css_imports
from sitescan.standards.http_headers import Headers
from sitescan.standards.urls import resolve
from tests.site import Answered, Site

#: Where packages are installed; nothing of them becomes part of the project.
CACHE = Path.home() / ".cache" / "sitescan-evaluation"

#: Template packages of npm: complete pages with their stylesheets.
_NPM = (
    "startbootstrap-agency startbootstrap-clean-blog startbootstrap-creative startbootstrap-freelancer "
    "startbootstrap-grayscale startbootstrap-landing-page startbootstrap-new-age startbootstrap-resume "
    "startbootstrap-sb-admin startbootstrap-sb-admin-2 startbootstrap-stylish-portfolio startbootstrap-one-page-wonder "
    "startbootstrap-coming-soon startbootstrap-simple-sidebar startbootstrap-blog-home html5-boilerplate"
).split()
#: Documentation packages of Debian.
_DEBIAN = "python3.11-doc git-doc debian-faq developers-reference python-flask-doc sqlite3-doc".split()
_SUFFIXES = (
    *(".html", ".htm", ".css", ".js", ".svg", ".png", ".jpg", ".gif", ".webp", ".avif"),
    *(".woff", ".woff2", ".ttf"),
)
_PER_PACKAGE = 6
_LARGEST = 4_000_000

_LINK = re.compile(rb"<link\b[^>]{0,2000}>", re.IGNORECASE)
_ELSEWHERE = re.compile(rb"(href\s*=\s*[\"']?\s*)(?:https?:)?//[^\"'\s>]+", re.IGNORECASE)


@frozen
class RealPages:
    """
    Pages to be served.

    :ivar paths: the paths of the pages.
    :ivar answers: everything that is served, by path.
    """

    paths: Sequence[str]
    answers: Mapping[str, Answered]


def add_page_options(parser: argparse.ArgumentParser) -> None:
    """Let whoever runs a program name a folder of pages, in addition to the packages or alone."""
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--alone", action="store_true", help="look at the pages of DIR alone")


def asked_pages(parser: argparse.ArgumentParser, arguments: argparse.Namespace) -> RealPages:
    """The pages that were asked for by these options."""
    if arguments.alone and arguments.folder is None:
        parser.error("--alone needs a folder")
    return served("/pages", arguments.folder, 10_000) if arguments.alone else real_pages(arguments.folder)


def real_pages(folder: Path | None) -> RealPages:
    """The pages of the packages and, where one is named, of a folder."""
    found = [packages()]
    if folder is not None:
        found.append(served("/pages", folder, 10_000))
    return _together(found)


def packages() -> RealPages:
    """The pages of the packages; those that cannot be installed are left out."""
    return _together(served(f"/{name}", root, _PER_PACKAGE) for name, root in (*_npm(), *debian()))


def _together(found: Iterable[RealPages]) -> RealPages:
    paths: list[str] = []
    answers: dict[str, Answered] = {}
    for one in found:
        paths.extend(one.paths)
        answers.update(one.answers)
    return RealPages(paths, answers)


def document(site: Site, path: str) -> Document:
    """A page with its stylesheets as the scanner would have them, without the service."""
    url = site.origin + path
    body = site.pages[path].body
    headers = Headers(site.pages[path].headers)
    exchange = Exchange(requested=url, url=url, status=200, headers=headers)
    page = Page(exchange=exchange, body=body)
    waiting = list(outline(Document(page), links=0, resources=1000).stylesheets)
    sheets: dict[str, Source] = {}
    while waiting:
        wanted = waiting.pop(0)
        if wanted not in sheets and wanted.startswith(site.origin):
            sheets[wanted] = _sheet(site, wanted)
            imports = css_imports(sheets[wanted].body.decode("utf-8", "replace"))
            waiting.extend(url for name in imports if (url := resolve(wanted, name)) is not None)
    return Document(page, sheets.values())


def _sheet(site: Site, url: str) -> Source:
    path = url.removeprefix(site.origin).partition("?")[0]
    if path not in site.pages:
        return Source(url=url, problem="it answered 404", gone=True)
    return Source(url=url, body=site.pages[path].body, content_type=dict(site.pages[path].headers)["Content-Type"])


def _npm() -> Iterator[tuple[str, Path]]:
    CACHE.mkdir(parents=True, exist_ok=True)
    for name in _NPM:
        root = npm(name)
        if root is not None:
            yield name, root / "dist" if (root / "dist").is_dir() else root


def npm(name: str, version: str = "") -> Path | None:
    """The folder of a package of npm, installed where it is not yet; any version is right where none is named."""
    root = CACHE / "node_modules" / name
    if not _is_there(root, version):
        asked = f"{name}@{version}" if version else name
        command = ["npm", "install", "--silent", "--ignore-scripts", "--no-audit", "--prefix", str(CACHE), asked]
        subprocess.run(command, check=False, capture_output=True)
    return root if _is_there(root, version) else None


def _is_there(root: Path, version: str) -> bool:
    about = root / "package.json"
    return about.is_file() and f"{json.loads(about.read_text())['version']}.".startswith(
        f"{version}." if version else ""
    )


def debian() -> Iterator[tuple[str, Path]]:
    """Each documentation package of Debian that can be had: its name, and where it is unpacked."""
    for name in _DEBIAN:
        root = unpacked(name)
        if root is not None:
            yield name, root


def unpacked(name: str) -> Path | None:
    """Where a package of Debian is unpacked, which need not be installed; ``None`` where it cannot be had."""
    root = CACHE / "debian" / name
    if not root.is_dir():
        root.mkdir(parents=True)
        subprocess.run(["apt-get", "download", "-q", name], check=False, capture_output=True, cwd=root)
        for package in root.glob("*.deb"):
            subprocess.run(["dpkg", "-x", package, root], check=False)
            package.unlink()
    return root if any(root.iterdir()) else None


def served(prefix: str, root: Path, most: int) -> RealPages:
    """The pages of a folder, so many at most, and all that they load from it, at paths that begin with the prefix."""
    answers: dict[str, Answered] = {}
    pages: list[str] = []
    for path in sorted(root.rglob("*")):
        if not path.is_file() or "node_modules" in path.relative_to(root).parts or path.stat().st_size > _LARGEST:
            continue
        if path.suffix not in _SUFFIXES:
            continue
        name = f"{prefix}/{path.relative_to(root).as_posix()}"
        page = path.suffix in (".html", ".htm")
        kind = "text/html" if page else mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        body = _at_home(path.read_bytes()) if page else path.read_bytes()
        answers[name] = Answered(body, 200, (("Content-Type", kind),))
        if page and path.stat().st_size > 1500:
            pages.append(name)
    step = max(1, len(pages) // most)
    return RealPages(pages[::step][:most], answers)


def _at_home(page: bytes) -> bytes:
    """
    A page whose stylesheets of other hosts are asked from its own, which does not have them.

    The hosts cannot be reached from here, which leaves open what the stylesheets say; a 404 says that there are none,
    so that a browser and the scanner judge the same page.
    """
    return _LINK.sub(
        lambda link: _ELSEWHERE.sub(rb"\1/elsewhere.css", link[0]) if _sheet_in(link[0]) else link[0], page
    )


def _sheet_in(link: bytes) -> bool:
    return b"stylesheet" in link.lower()
