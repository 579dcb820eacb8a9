"""Conditions on elements beyond name, id and class: attributes, pseudo-classes, counting, relatives."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import tinycss2.nth

from sitescan.document.css.matching import Selector, State, Test, matches_any
from sitescan.document.css.nodes import Node
from sitescan.document.tree import ancestors, attr


class Invalid(ValueError):
    """A selector that is not valid: the rule that it stands in does not count."""


_FORMS = frozenset({"button", "fieldset", "input", "optgroup", "option", "select", "textarea"})
_EDITED = frozenset("text search url tel email password date month week time datetime-local number".split())

#: What no element is on a page at rest, seen without scripts.
_AT_REST = frozenset(
    "active active-view-transition autofill -webkit-autofill buffering current drop fullscreen future host hover "
    "local-link modal muted past paused picture-in-picture playing popover-open seeking stalled target "
    "target-current target-within user-invalid user-valid visited volume-locked -webkit-full-screen".split()
)

#: Attributes whose values ignore case in selectors,
#: https://html.spec.whatwg.org/multipage/semantics-other.html#case-sensitivity-of-selectors.
_CASELESS = frozenset(
    "align alink bgcolor charset checked clear color dir disabled enctype face frame hreflang http-equiv lang "
    "language link media method multiple readonly rel rev rules scope selected shape size target text type valign "
    "valuetype vlink".split()
)


def attribute(content: Sequence[Any]) -> Test:
    """
    The condition of an attribute selector, from what stands between its brackets.

    :raises Invalid: where it is none.
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


def _disabled(node: Node) -> bool:
    if node.name not in _FORMS:
        return False
    if "disabled" in node.tag.attrs:
        return True
    if node.name == "option":
        return node.parent is not None and node.parent.name == "optgroup" and "disabled" in node.parent.tag.attrs
    return any(around.name == "fieldset" and "disabled" in around.attrs for around in ancestors(node.tag))


def _checked(node: Node) -> bool:
    if node.name == "option":
        return "selected" in node.tag.attrs
    return node.name == "input" and "checked" in node.tag.attrs


def _editable(node: Node) -> bool:
    kind = attr(node.tag, "type", "text").lower()
    if node.name == "textarea" or (node.name == "input" and (kind in _EDITED or kind not in _INPUT_TYPES)):
        return "readonly" not in node.tag.attrs and not _disabled(node)
    return attr(node.tag, "contenteditable", "false").lower() in ("", "true", "plaintext-only")


_INPUT_TYPES = frozenset("button checkbox color file hidden image radio range reset submit".split())


def _placeholder_shown(node: Node) -> bool:
    return "placeholder" in node.tag.attrs and not attr(node.tag, "value", "") and not node.tag.contents


def _only_of_type(node: Node) -> bool:
    return node.parent is None or node.parent.by_type[id(node)][1] == 1


def _first_of_type(node: Node) -> bool:
    return node.parent is None or node.parent.by_type[id(node)][0] == 0


def _last_of_type(node: Node) -> bool:
    if node.parent is None:
        return True
    before, count = node.parent.by_type[id(node)]
    return before == count - 1


def _within(node: Node, state: State) -> bool:
    step = state.focused
    while step is not None:
        if step is node:
            return True
        step = step.parent
    return False


_PLAIN: Mapping[str, Test] = MappingProxyType(
    {
        "root": lambda node, _state: node.parent is None,
        "scope": lambda node, _state: node.parent is None,
        "empty": lambda node, _state: node.empty,
        "first-child": lambda node, _state: node.at == 0,
        "last-child": lambda node, _state: node.parent is None or node.at == len(node.parent.children) - 1,
        "only-child": lambda node, _state: node.parent is None or len(node.parent.children) == 1,
        "first-of-type": lambda node, _state: _first_of_type(node),
        "last-of-type": lambda node, _state: _last_of_type(node),
        "only-of-type": lambda node, _state: _only_of_type(node),
        "link": lambda node, _state: node.name in ("a", "area") and "href" in node.tag.attrs,
        "any-link": lambda node, _state: node.name in ("a", "area") and "href" in node.tag.attrs,
        "-webkit-any-link": lambda node, _state: node.name in ("a", "area") and "href" in node.tag.attrs,
        "enabled": lambda node, _state: node.name in _FORMS and not _disabled(node),
        "disabled": lambda node, _state: _disabled(node),
        "checked": lambda node, _state: _checked(node),
        "default": lambda node, _state: _checked(node),
        "indeterminate": lambda node, _state: node.name == "progress" and "value" not in node.tag.attrs,
        "required": lambda node, _state: node.name in _FORMS and "required" in node.tag.attrs,
        "optional": lambda node, _state: (
            node.name in ("input", "select", "textarea") and "required" not in node.tag.attrs
        ),
        "read-write": lambda node, _state: _editable(node),
        "read-only": lambda node, _state: not _editable(node),
        "placeholder-shown": lambda node, _state: _placeholder_shown(node),
        "defined": lambda node, _state: "-" not in node.name,
        "open": lambda node, _state: node.name in ("details", "dialog") and "open" in node.tag.attrs,
        "focus": lambda node, state: node is state.focused,
        "focus-visible": lambda node, state: node is state.focused,
        "focus-within": _within,
        "valid": lambda node, _state: node.name in _FORMS and "required" not in node.tag.attrs,
        "in-range": lambda _node, _state: False,
        "out-of-range": lambda _node, _state: False,
        "invalid": lambda _node, _state: False,
    }
)


def plain(name: str) -> Test:
    """
    The condition of a pseudo-class without arguments.

    :raises Invalid: where browsers do not know it.
    """
    if name in _AT_REST:
        return lambda _node, _state: False
    if name not in _PLAIN:
        raise Invalid
    return _PLAIN[name]


def function(name: str, arguments: Sequence[Any]) -> Test:
    """
    The condition of ``:lang()``, ``:dir()`` and their like.

    :raises Invalid: where browsers do not know it.
    """
    words = [token.value for token in arguments if token.type in ("ident", "string")]
    if name == "lang" and words:
        return lambda node, _state: _speaks(node, [word.lower() for word in words])
    if name == "dir" and words:
        return lambda node, _state: _direction(node) == words[0].lower()
    if name in ("host", "host-context", "state", "active-view-transition-type"):
        return lambda _node, _state: False
    raise Invalid


def _speaks(node: Node, ranges: Sequence[str]) -> bool:
    step: Node | None = node
    while step is not None:
        if "lang" in step.tag.attrs:
            language = attr(step.tag, "lang", "").lower()
            return any(language == one or language.startswith(f"{one}-") for one in ranges)
        step = step.parent
    return False


def _direction(node: Node) -> str:
    step: Node | None = node
    while step is not None:
        direction = attr(step.tag, "dir", "").lower()
        if direction in ("ltr", "rtl"):
            return direction
        step = step.parent
    return "ltr"


#: Pseudo-classes that count siblings.
COUNTED = frozenset({"nth-child", "nth-last-child", "nth-of-type", "nth-last-of-type"})


def counted(name: str, arguments: Sequence[Any], chosen: Sequence[Selector]) -> Test:
    """
    The condition of a pseudo-class that counts.

    :param chosen: the selectors behind ``of``.
    :raises Invalid: where its argument is no ``an+b``.
    """
    formula = tinycss2.nth.parse_nth([token for token in arguments if token.type != "comment"])
    if formula is None:
        raise Invalid
    step, start = formula
    backwards = "last" in name
    place = _among_chosen if chosen else _among_type if name.endswith("type") else _among_all

    def test(node: Node, state: State) -> bool:
        number = place(node, chosen, state, backwards=backwards)
        return number is not None and _reached(number, step, start)

    return test


def _reached(number: int, step: int, start: int) -> bool:
    if step == 0:
        return number == start
    return (number - start) % step == 0 and (number - start) // step >= 0


def _among_all(node: Node, _chosen: Sequence[Selector], _state: State, *, backwards: bool) -> int:
    if node.parent is None:
        return 1
    return len(node.parent.children) - node.at if backwards else node.at + 1


def _among_type(node: Node, _chosen: Sequence[Selector], _state: State, *, backwards: bool) -> int:
    if node.parent is None:
        return 1
    before, count = node.parent.by_type[id(node)]
    return count - before if backwards else before + 1


def _among_chosen(node: Node, chosen: Sequence[Selector], state: State, *, backwards: bool) -> int | None:
    if not matches_any(chosen, node, state):
        return None
    siblings = node.parent.children if node.parent is not None else [node]
    counted_ones = siblings[node.at + 1 :] if backwards else siblings[: node.at]
    number = 1
    for sibling in counted_ones:
        state.spend()
        number += matches_any(chosen, sibling, state)
    return number


def has(inside: Sequence[Selector]) -> Test:
    """
    The condition of ``:has()``: some element below (or behind) it matches, joined to it.

    What is looked at is bounded by the steps that a page may cost.
    """
    beside = any(combinator in "+~" for selector in inside for combinator, _ in selector.before)

    def test(node: Node, state: State) -> bool:
        waiting = list(node.children)
        if beside and node.parent is not None:
            waiting.extend(node.parent.children[node.at + 1 :])
        while waiting:
            candidate = waiting.pop()
            state.spend()
            if any(_anchored(selector, candidate, node, state) for selector in inside):
                return True
            waiting.extend(candidate.children)
        return False

    return test


def _anchored(selector: Selector, candidate: Node, anchor: Node, state: State) -> bool:
    """Whether a relative selector matches an element, its leftmost compound standing for the anchor alone."""
    if not selector.last.matches(candidate, state):
        return False
    reached = [candidate]
    for at, (combinator, compound) in enumerate(selector.before):
        leftmost = at + 1 == len(selector.before)
        found: dict[int, Node] = {}
        for node in reached:
            step: Node | None = node
            while step is not None:
                step = step.parent if combinator in " >" else step.previous
                if step is None:
                    break
                state.spend()
                if (step is anchor) if leftmost else compound.matches(step, state):
                    found[id(step)] = step
                if combinator in ">+":
                    break
        reached = list(found.values())
    return bool(reached)
