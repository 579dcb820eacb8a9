"""Attribute selectors, https://www.w3.org/TR/selectors-4/#attribute-selectors."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from sitescan.document.css.selector_matching import Invalid, Test
from sitescan.document.tree import attr

#: Attributes whose values are matched case-insensitively,
#: https://html.spec.whatwg.org/multipage/semantics-other.html#case-sensitivity-of-selectors.
_CASELESS = frozenset(
    "align alink bgcolor charset checked clear color dir disabled enctype face frame hreflang http-equiv lang "
    "language link media method multiple readonly rel rev rules scope selected shape size target text type valign "
    "valuetype vlink".split()
)


def attribute(content: Sequence[Any]) -> Test:
    """
    Return the condition of an attribute selector.

    :param content: the tokens between its brackets.
    :raises Invalid: if the selector is not valid.
    """
    tokens = [token for token in content if token.type not in ("whitespace", "comment")]
    if tokens and tokens[0] in ("*", "|"):
        tokens = tokens[2:] if tokens[0] == "*" else tokens[1:]
    if not tokens or tokens[0].type != "ident":
        raise Invalid
    name = tokens[0].lower_value
    if len(tokens) == 1:
        return lambda node, _state: name in node.tag.attrs
    sign, rest = tokens[1], tokens[2:]
    if sign.type != "literal" or not rest or rest[0].type not in ("ident", "string"):
        raise Invalid
    flag = rest[1].lower_value if len(rest) > 1 and rest[1].type == "ident" else ""
    if len(rest) > 2 or (len(rest) == 2 and flag not in ("i", "s")):
        raise Invalid
    compare = _COMPARISONS.get(sign.value)
    if compare is None:
        raise Invalid
    wanted = rest[0].value
    if flag == "i" or (name in _CASELESS and flag != "s"):
        lowered = wanted.lower()
        return lambda node, _state: name in node.tag.attrs and compare(attr(node.tag, name, "").lower(), lowered)
    return lambda node, _state: name in node.tag.attrs and compare(attr(node.tag, name, ""), wanted)


_COMPARISONS: Mapping[str, Callable[[str, str], bool]] = MappingProxyType(
    {
        "=": lambda value, wanted: value == wanted,
        "~=": lambda value, wanted: wanted in value.split(),
        "|=": lambda value, wanted: value == wanted or value.startswith(f"{wanted}-"),
        "^=": lambda value, wanted: bool(wanted) and value.startswith(wanted),
        "$=": lambda value, wanted: bool(wanted) and value.endswith(wanted),
        "*=": lambda value, wanted: bool(wanted) and wanted in value,
    }
)
