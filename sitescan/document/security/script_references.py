"""The files that modules and import maps load."""

import json
import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

#: The maximum number of references of an import map or script, and the maximum length of a script that is read.
_MOST, _LONGEST_SCRIPT = 200, 500_000
_MODULE = re.compile(r"(?:\bfrom|\bimport)\s*(?:\(\s*)?(?:\"([^\"\s]{1,2000})\"|'([^'\s]{1,2000})')")
# No leading "\bimport": a pattern that begins with a literal is searched far faster.
_DYNAMIC = re.compile(r"import(?<!\wimport)\s*\(\s*(?:\"([^\"\s]{1,2000})\"|'([^'\s]{1,2000})')")
_ADDRESS = re.compile(r"\.{0,2}/|[a-z][a-z0-9+.-]{0,20}:", re.IGNORECASE)


def module_references(script: str, kind: str) -> Iterator[str]:
    """Iterate over the URLs that a script imports, without bare specifiers, which need an import map."""
    if len(script) > _LONGEST_SCRIPT or ("import" not in script and "from" not in script):
        return
    pattern = _MODULE if kind == "module" else _DYNAMIC
    for match in islice(pattern.finditer(script), _MOST):
        reference = match[1] or match[2]
        if _ADDRESS.match(reference):
            yield reference


def mapped_references(text: str) -> Iterator[str]:
    """Iterate over the URLs in an import map: https://html.spec.whatwg.org/multipage/webappapis.html#import-maps."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return
    tables: list[Any] = [data.get("imports")] if isinstance(data, dict) else []
    scopes = data.get("scopes") if isinstance(data, dict) else None
    tables += list(scopes.values())[:_MOST] if isinstance(scopes, dict) else []
    values = (value for table in tables if isinstance(table, dict) for value in table.values())
    yield from islice((value for value in values if isinstance(value, str) and _ADDRESS.match(value)), _MOST)
