"""Real pages with all that they load: those of a folder, and those of packages that are installed for it."""

import json
import mimetypes
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from attrs import frozen

from sitescan.document.document import Document
from sitescan.model.exchange import Exchange, Headers, Page, Source
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


@frozen
class RealPages:
    """
    Pages to be served.

    :ivar paths: the paths of the pages.
    :ivar answers: everything that is served, by path.
    """

    paths: Sequence[str]
    answers: Mapping[str, Answered]


def folder(directory: Path) -> RealPages:
    """The pages of a folder."""
    return _served("/pages", directory, 10_000)


def packages() -> RealPages:
    """The pages of the packages; those that cannot be installed are left out."""
    paths: list[str] = []
    answers: dict[str, Answered] = {}
    for name, root in (*_npm(), *debian()):
        found = _served(f"/{name}", root, _PER_PACKAGE)
        paths.extend(found.paths)
        answers.update(found.answers)
    return RealPages(paths, answers)


def document(site: Site, path: str) -> Document:
    """A page with its stylesheets as the scanner would have them, without the service."""
    url = site.origin + path
    body = site.pages[path].body
    headers = Headers(site.pages[path].headers)
    exchange = Exchange(requested=url, url=url, status=200, headers=headers)
    sheets = [
        Source(url=site.origin + name, body=answer.body, content_type="text/css")
        for name, answer in site.pages.items()
        if name.endswith(".css")
    ]
    return Document(Page(exchange=exchange, body=body), sheets)


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


def _served(prefix: str, root: Path, most: int) -> RealPages:
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
        answers[name] = Answered(path.read_bytes(), 200, (("Content-Type", kind),))
        if page and path.stat().st_size > 1500:
            pages.append(name)
    step = max(1, len(pages) // most)
    return RealPages(pages[::step][:most], answers)
