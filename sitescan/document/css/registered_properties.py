"""Custom properties that are registered by ``@property``, https://www.w3.org/TR/css-properties-values-api-1/."""

import re
from collections.abc import Iterable
from typing import Any

import tinycss2

from sitescan.document.css.custom_properties import Variables

_RULE = re.compile(r"@property\s{1,9}(--[\w-]{1,200})\s{0,9}\{([^{}]{0,2000})\}", re.IGNORECASE)
_MOST = 500


def registered(texts: Iterable[str]) -> Variables | None:
    """
    Return the initial values of registered properties; ``None`` if no property is registered.

    :param texts: the texts of the stylesheets.
    """
    inherited: dict[str, str] = {}
    resets: dict[str, str | None] = {}
    colors: set[str] = set()
    for text in texts:
        if "@property" not in text:
            continue
        for name, block in _RULE.findall(text)[:_MOST]:
            descriptors = _descriptors(block)
            initial = descriptors.get("initial-value")
            syntax, inherits = descriptors.get("syntax"), descriptors.get("inherits", "").lower()
            if not syntax or inherits not in ("true", "false") or (initial is None and syntax.strip("\"'") != "*"):
                continue
            inherited.pop(name, None)
            resets.pop(name, None)
            if "<color>" in syntax:
                colors.add(name)
            if inherits == "false":
                resets[name] = initial
            elif initial is not None:
                inherited[name] = initial
    return Variables(None, inherited, resets, colors) if inherited or resets else None


def _descriptors(block: str) -> dict[str, str]:
    parsed: list[Any] = tinycss2.parse_blocks_contents(block, skip_comments=True, skip_whitespace=True)
    return {
        declaration.lower_name: tinycss2.serialize(declaration.value).strip()
        for declaration in parsed
        if declaration.type == "declaration"
    }
