"""The names of files in formats for code hosts and editors, which know a file by its path in its repository."""

import os
import re
from pathlib import Path
from urllib.parse import quote

from sitescan.standards.lazy_pattern import lazy_pattern

#: The standard input in place of a file.
_NO_FILE = "-"
#: The characters of a URL that need no escape: https://www.rfc-editor.org/rfc/rfc3986#section-3.3
_IN_A_URL = "!#$%&'()*+,/:;=?@~-._"
_HOST = lazy_pattern(r"[a-z][a-z0-9+.-]*://[^/?#]*", re.IGNORECASE)
_NO_ESCAPE = lazy_pattern("%(?![0-9A-Fa-f]{2})")


def path_from_top(path: Path) -> Path | None:
    """Return the path of a file from the top of its repository, or from the current folder; ``None`` if in neither."""
    real = path.resolve()
    top = next((folder for folder in real.parents if (folder / ".git").exists()), Path.cwd().resolve())
    return real.relative_to(top) if real.is_relative_to(top) else None


def file_name(target: str) -> str:
    """Return the path of a scanned file from the top of its repository; a URL, and a path outside, as they are."""
    if "://" in target or target == _NO_FILE:
        return target
    found = path_from_top(Path(target))
    return target if found is None else found.as_posix()


def uri_reference(target: str) -> str:
    """
    Return the URI reference of a scanned page: relative for a file in the repository.

    Every character of a file name stands for itself, and none of a URL that is there for its syntax is escaped.

    https://www.rfc-editor.org/rfc/rfc3986#section-4.1
    """
    host = _HOST.match(target)
    if host is not None:
        rest = _NO_ESCAPE.sub("%25", target[host.end() :])
        return quote(host[0], safe=f"{_IN_A_URL}[]", errors="replace") + quote(rest, safe=_IN_A_URL, errors="replace")
    name = os.fsencode(file_name(target))
    return ("file://" if name.startswith(b"/") else "") + quote(name, safe="/")
