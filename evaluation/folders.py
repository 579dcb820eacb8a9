"""Pages and complete sites in a folder, whatever its layout, made ready to be served."""

import mimetypes
from collections.abc import Iterator
from pathlib import Path

from attrs import frozen

from tests.site import Answered

_PAGES = (".html", ".htm", ".xhtml")
_TYPES = {
    ".html": "text/html",
    ".htm": "text/html",
    ".xhtml": "application/xhtml+xml",
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".woff2": "font/woff2",
    ".woff": "font/woff",
    ".webp": "image/webp",
    ".avif": "image/avif",
    ".webmanifest": "application/manifest+json",
    ".txt": "text/plain; charset=utf-8",
}
_LARGEST = 8_000_000
#: A page of fewer bytes is a fragment or a redirect.
_SMALLEST = 200


@frozen
class FolderSite:
    """
    A site.

    :ivar paths: the paths of its pages.
    :ivar answers: everything that it serves, by path.
    """

    name: str
    paths: tuple[str, ...]
    answers: dict[str, Answered]


def sites(folder: Path, most: int) -> Iterator[FolderSite]:
    """
    The sites of a folder: each folder in it that has an ``index.html`` is one, and so are the pages beside them.

    :param most: pages of one site that are named, spread over all of them.
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
            if path.is_file() and path.stat().st_size <= _LARGEST and not any(other in path.parents for other in inner)
        ]
        answers = {f"/{path.relative_to(root).as_posix()}": _answer(path) for path in files}
        pages = [
            f"/{path.relative_to(root).as_posix()}"
            for path in files
            if path.suffix.lower() in _PAGES and path.stat().st_size >= _SMALLEST
        ]
        for name in [name for name in answers if name.endswith(("/index.html", "/index.htm"))]:
            answers.setdefault(name[: name.rindex("/") + 1], answers[name])
        if pages:
            step = max(1, len(pages) // most)
            yield FolderSite(root.relative_to(folder.parent).as_posix(), tuple(pages[::step][:most]), answers)


def _answer(path: Path) -> Answered:
    kind = _TYPES.get(path.suffix.lower()) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return Answered(path.read_bytes(), 200, (("Content-Type", kind),))
