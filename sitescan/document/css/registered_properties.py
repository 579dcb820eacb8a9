"""Custom properties that are registered by ``@property``, https://www.w3.org/TR/css-properties-values-api-1/."""

from collections.abc import Iterable
from itertools import islice
from typing import Any

import tinycss2

from sitescan.document.css.custom_properties import Variables
from sitescan.standards.css.escapes import unescape
from sitescan.standards.css.stylesheet_items import AtRule
from sitescan.standards.css.tokens import without_comments

_MOST = 500
_LONGEST = 2000


def registered(rules: Iterable[AtRule]) -> Variables | None:
    """
    Return the initial values of registered properties; ``None`` if no property is registered.

    :param rules: the ``@property`` rules of the stylesheets.
    """
    inherited: dict[str, str] = {}
    resets: dict[str, str | None] = {}
    colors: set[str] = set()
    for rule in islice(rules, _MOST):
        name, descriptors = unescape(without_comments(rule.prelude).strip()), _descriptors(rule.body[:_LONGEST])
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
