"""The imports of a stylesheet: ``@import`` is valid only before its other statements."""

import re
from collections.abc import Iterator

from sitescan.standards.progress import advanced

_LONGEST = 64 * 1024

#: The maximum number of imports; a page loads a few dozen stylesheets at most.
_MOST = 100
_SKIPPED = re.compile(r"(?:\s+|/\*.*?\*/|<!--|-->|@charset[^;{}]*;|@layer[^;{}]*;)+", re.DOTALL | re.IGNORECASE)
_IMPORT = re.compile(
    r"@import\s*(?:url\(\s*(?:\"([^\"\n]*)\"|'([^'\n]*)'|([^\"'()\s]+|(?=\))))\s*\)"
    r"|\"([^\"\n]*)\"|'([^'\n]*)')([^;{}]*);",
    re.IGNORECASE,
)


def css_imports(text: str) -> Iterator[str]:
    """
    Return the URLs that a stylesheet imports for a screen, as written: the first hundred in its first 64 KB.

    https://www.w3.org/TR/css-cascade-5/#at-import
    """
    text = text[:_LONGEST]
    at = 0
    for _ in range(_MOST):
        if skipped := _SKIPPED.match(text, at):
            at = skipped.end()
        found = _IMPORT.match(text, at)
        if found is None:
            return
        if found[6].strip().lower() != "print":
            yield next(group for group in found.groups()[:5] if group is not None)
        at = advanced(at, found.end())
