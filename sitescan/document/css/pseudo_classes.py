"""Pseudo-classes, https://www.w3.org/TR/selectors-4/#pseudo-class."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from sitescan.document.css.selector_matching import Invalid, State, Test
from sitescan.document.css.selector_nodes import Node
from sitescan.document.tree import ancestors, attr

_FORMS = frozenset({"button", "fieldset", "input", "optgroup", "option", "select", "textarea"})
_EDITED = frozenset("text search url tel email password date month week time datetime-local number".split())

#: Pseudo-classes that match no element on a page at rest and without scripts.
_AT_REST = frozenset(
    "active active-view-transition autofill -webkit-autofill buffering current drop fullscreen future hover "
    "local-link modal muted past paused picture-in-picture playing popover-open seeking stalled target "
    "target-current target-within user-invalid user-valid visited volume-locked -webkit-full-screen".split()
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
        "root": lambda node, _state: node.parent is None and node.host is None,
        "scope": lambda node, state: node is state.scope if state.scope is not None else node.parent is None,
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
        "defined": lambda node, state: state.scripted or "-" not in node.name,
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
    Return the condition of a pseudo-class without arguments.

    :raises Invalid: if browsers do not know the pseudo-class.
    """
    if name in _AT_REST:
        return lambda _node, _state: False
    if name not in _PLAIN:
        raise Invalid
    return _PLAIN[name]


def function(name: str, arguments: Sequence[Any]) -> Test:
    """
    Return the condition of a pseudo-class with arguments, such as ``:lang()``.

    :raises Invalid: if browsers do not know the pseudo-class.
    """
    words = [token.value for token in arguments if token.type in ("ident", "string")]
    if name == "lang" and words:
        return lambda node, _state: _speaks(node, [word.lower() for word in words])
    if name == "dir" and words:
        return lambda node, _state: _direction(node) == words[0].lower()
    if name in ("state", "active-view-transition-type"):
        return lambda _node, _state: False
    raise Invalid


def _speaks(node: Node, ranges: Sequence[str]) -> bool:
    step: Node | None = node
    while step is not None:
        if "lang" in step.tag.attrs:
            language = attr(step.tag, "lang", "").lower()
            return any(language == prefix or language.startswith(f"{prefix}-") for prefix in ranges)
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
