"""The static files of pages, read and compressed once, with paths that contain a hash of their content."""

import gzip
import hashlib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from attrs import frozen

from sitescan.report.html_document import stylesheet
from sitescan.standards.lazy_pattern import lazy_pattern

_TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
_SCRIPTS = tuple(
    f"{name}.js"
    for name in (
        "app",
        "catalogue",
        "docs",
        "elements",
        "find",
        "fixes",
        "highlight",
        "kept",
        "kept_views",
        "keys",
        "markdown",
        "report",
        "rules",
        "screenshot",
        "session",
        "sharing",
        "tools",
        "wording",
    )
)

_COMMENT = lazy_pattern(r"//.*|/\*[^*]*\*/")
#: The white space around the punctuation of CSS. No string of the stylesheets contains any.
_PUNCTUATION = lazy_pattern(r"\s?([{};])\s?")


@frozen(kw_only=True)
class StaticFile:
    """A static file with its compressed body."""

    content_type: str
    body: bytes
    zipped: bytes


@cache
def static_files() -> Mapping[str, StaticFile]:
    """Return the files by name."""
    folder = files("sitescan.web").joinpath("static")
    texts = {name: folder.joinpath(name).read_text("utf-8") for name in (*_SCRIPTS, "icon.svg")}
    texts["style.css"] = stylesheet() + folder.joinpath("page.css").read_text("utf-8")
    texts = {name: _minified(text) for name, text in texts.items()}
    texts["style.css"] = _PUNCTUATION.sub(r"\1", texts["style.css"])
    return {
        name: StaticFile(
            content_type=f"{_TYPES['.' + name.rpartition('.')[2]]}; charset=utf-8",
            body=text.encode(),
            zipped=gzip.compress(text.encode(), mtime=0),
        )
        for name, text in texts.items()
    }


def _minified(text: str) -> str:
    """Return a text without indentation and without comments that take whole lines; no string spans several lines."""
    lines = (line.strip() for line in text.splitlines())
    return "".join(f"{line}\n" for line in lines if line and not _COMMENT.fullmatch(line))


@cache
def static_root() -> str:
    """Return the path of the folder of the files; it contains a hash, so that browsers may cache the files."""
    digest = hashlib.sha256()
    for name, file in sorted(static_files().items()):
        digest.update(name.encode() + b"\0" + file.body)
    return f"/static/{digest.hexdigest()[:16]}"


def static_file(path: str) -> StaticFile | None:
    """Return the file at a path; ``None`` if there is none."""
    root, _, name = path.rpartition("/")
    return static_files().get(name) if root == static_root() else None
