"""Parser of selectors from tokens, https://www.w3.org/TR/selectors-4/#grammar."""

from collections.abc import Sequence
from typing import Any

from sitescan.document.css import pseudo_classes, relational_selectors
from sitescan.document.css.attribute_selectors import attribute
from sitescan.document.css.selector_builder import CompoundBuilder, assemble
from sitescan.document.css.selector_matching import Compound, Invalid, Selector, State, Test, matches_any
from sitescan.document.css.selector_nodes import Node

#: The deepest nesting of functions such as ``:not()``.
_DEEPEST = 8
_NOTHING = Selector(Compound("", (), frozenset(), (lambda _node, _state: False,), 0), (), (0, 0, 0), "", 0)


def read(prelude: Sequence[Any], nested: Sequence[Selector] = ()) -> tuple[Selector, ...]:
    """
    Return the selectors of a rule; none if one of them is not valid, as the rule does not apply then.

    :param nested: the selectors of the rule around it, which ``&`` stands for.
    """
    try:
        return tuple(_complex(part, 0, nested) for part in split(prelude))
    except Invalid:
        return ()


def split(tokens: Sequence[Any]) -> list[list[Any]]:
    """Return the parts of a comma-separated list, without white space at their ends."""
    parts: list[list[Any]] = [[]]
    for token in tokens:
        if token.type == "comment":
            continue
        if token == ",":  # noqa: S105 - a token of CSS
            parts.append([])
        elif parts[-1] or token.type != "whitespace":
            parts[-1].append(token)
    for part in parts:
        while part and part[-1].type == "whitespace":
            part.pop()
    return parts


def _complex(tokens: Sequence[Any], depth: int, nested: Sequence[Selector], *, relative: bool = False) -> Selector:
    """
    Return a complex selector.

    :raises Invalid: if it is not valid.
    """
    compounds: list[CompoundBuilder] = [CompoundBuilder()]
    combinators: list[str] = []
    if nested and not any(token == "&" for token in tokens) and not relative:  # noqa: S105 - a token of CSS
        _ampersand(compounds[0], nested)
        combinators.append(" ")
        compounds.append(CompoundBuilder())
    at = 0
    while at < len(tokens):
        token = tokens[at]
        if token.type == "whitespace" or token in (">", "+", "~"):
            at = _combine(tokens, at, compounds, combinators, leading=bool(nested))
            continue
        at = _simple(tokens, at, compounds[-1], depth, nested)
    return assemble(compounds, combinators)


def _combine(
    tokens: Sequence[Any], at: int, compounds: list[CompoundBuilder], combinators: list[str], *, leading: bool
) -> int:
    """
    Read a combinator, and return the place of the next selector.

    A combinator at the start of a nested selector follows an implied ``&``.
    """
    found = " "
    while at < len(tokens) and (tokens[at].type == "whitespace" or tokens[at] in (">", "+", "~")):
        if tokens[at].type != "whitespace":
            if found != " ":
                raise Invalid
            found = tokens[at].value
        at += 1
    if not compounds[-1].started:
        if not leading or len(compounds) != 2 or found == " ":
            raise Invalid
        combinators[-1] = found
        return at
    combinators.append(found)
    compounds.append(CompoundBuilder())
    return at


def _simple(tokens: Sequence[Any], at: int, into: CompoundBuilder, depth: int, nested: Sequence[Selector]) -> int:
    """Read a simple selector, and return the place of the next one."""
    token = tokens[at]
    if into.pseudo and token != ":":  # noqa: S105 - a token of CSS
        raise Invalid
    match token.type:
        case "literal":
            return _after_sign(tokens, at, into, depth, nested)
        case "ident" if not into.started:
            into.name = token.lower_value
            into.specificity[2] += 1
        case "hash" if token.is_identifier:
            into.ids.append(token.value)
            into.specificity[0] += 1
        case "[] block":
            into.tests.append(attribute(token.content))
            into.specificity[1] += 1
        case _:
            raise Invalid
    into.started = True
    return at + 1


def _after_sign(tokens: Sequence[Any], at: int, into: CompoundBuilder, depth: int, nested: Sequence[Selector]) -> int:
    """Read a simple selector that begins with a sign, and return the place of the next one."""
    match tokens[at].value:
        case "*" if not into.started:
            pass
        case "&":
            _ampersand(into, nested)
        case "|":
            # A namespace prefix: svg|a, *|a.
            into.name, into.started = "", False
            return at + 1
        case "." if at + 1 < len(tokens) and tokens[at + 1].type == "ident":
            at += 1
            into.classes.append(tokens[at].value)
            into.specificity[1] += 1
        case ":":
            at = _pseudo(tokens, at + 1, into, depth, nested)
        case _:
            raise Invalid
    into.started = True
    return at + 1


def _ampersand(into: CompoundBuilder, nested: Sequence[Selector]) -> None:
    """Read the nesting selector, which matches like ``:is()`` with the selectors of the rule around."""
    around = tuple(nested)
    into.started = True
    if not around:
        into.tests.append(lambda node, _state: node.parent is None)
        return
    if len(around) == 1 and not around[0].before and not around[0].pseudo:
        only = around[0].last
        into.name = into.name or only.name
        into.ids.extend(only.ids)
        into.classes.extend(only.classes)
        into.tests.extend(only.tests)
    else:
        into.tests.append(lambda node, state: matches_any(around, node, state))
    into.add(max(selector.specificity for selector in around))


def _pseudo(tokens: Sequence[Any], at: int, into: CompoundBuilder, depth: int, nested: Sequence[Selector]) -> int:
    if at >= len(tokens):
        raise Invalid
    token = tokens[at]
    if token == ":":  # noqa: S105 - a token of CSS
        at += 1
        if at >= len(tokens) or tokens[at].type not in ("ident", "function"):
            raise Invalid
        _pseudo_element(tokens[at], into, depth + 1, nested)
    elif token.type == "ident":
        into.pseudo_class(token.lower_value)
    elif into.pseudo:
        into.never()
    elif token.type == "function":
        _function(token, into, depth + 1, nested)
    else:
        raise Invalid
    return at


def _pseudo_element(token: Any, into: CompoundBuilder, depth: int, nested: Sequence[Selector]) -> None:
    if token.type == "ident":
        into.pseudo_element(token.lower_value)
        return
    into.pseudo_element(token.lower_name)
    if into.pseudo == "slotted":
        into.slotted = _list(token.arguments, depth, nested, forgiving=False)
        into.add(max(selector.specificity for selector in into.slotted))
    elif into.pseudo == "part":
        into.parts = tuple(part.value for part in token.arguments if part.type == "ident")


def _function(token: Any, into: CompoundBuilder, depth: int, nested: Sequence[Selector]) -> None:
    """
    Read a pseudo-class with arguments.

    :raises Invalid: if it is not known or its arguments are not valid.
    """
    name = token.lower_name
    if depth > _DEEPEST:
        raise Invalid
    if name in ("is", "where", "matches", "-webkit-any", "not", "has"):
        inside = _list(token.arguments, depth, nested, forgiving=name in ("is", "where"), relative=name == "has")
        into.tests.append(_logical(name, inside))
        if name != "where" and inside:
            into.add(max(selector.specificity for selector in inside))
        return
    if name in ("host", "host-context"):
        inside = _list(token.arguments, depth, nested, forgiving=False)
        into.host(_around_host(inside) if name == "host-context" else _host(inside))
        into.add(max(selector.specificity for selector in inside))
        return
    into.specificity[1] += 1
    if name in relational_selectors.COUNTED:
        arguments = token.arguments
        of = next((place for place, part in enumerate(arguments) if part.type == "ident" and part.value == "of"), None)
        chosen = _list(arguments[of + 1 :], depth, nested, forgiving=False) if of is not None else ()
        if chosen:
            into.add(max(selector.specificity for selector in chosen))
        into.tests.append(relational_selectors.counted(name, arguments[:of], chosen))
        return
    into.tests.append(pseudo_classes.function(name, token.arguments))


def _host(inside: tuple[Selector, ...]) -> Test:
    return lambda root, state: root.host is not None and matches_any(inside, root.host, state)


def _around_host(inside: tuple[Selector, ...]) -> Test:
    def matches(root: Node, state: State) -> bool:
        around = root.host
        while around is not None and not matches_any(inside, around, state):
            around = around.parent or around.host
        return around is not None

    return matches


def _list(
    tokens: Sequence[Any], depth: int, nested: Sequence[Selector], *, forgiving: bool, relative: bool = False
) -> tuple[Selector, ...]:
    found: list[Selector] = []
    for part in split(tokens):
        try:
            inner = nested if any(token == "&" for token in part) else ()  # noqa: S105 - a token of CSS
            found.append(_relative(part, depth, inner) if relative else _complex(part, depth, inner))
        except Invalid:
            if not forgiving:
                raise
    return tuple(found) if found else (_NOTHING,)


def _relative(tokens: Sequence[Any], depth: int, nested: Sequence[Selector]) -> Selector:
    """
    Return a relative selector of ``:has()``.

    Its leftmost compound is empty and stands for the anchor element.
    """
    joined = tokens[0].value if tokens and tokens[0] in (">", "+", "~") else " "
    rest = tokens[1:] if joined != " " else tokens
    while rest and rest[0].type == "whitespace":
        rest = rest[1:]
    inside = _complex(rest, depth, nested, relative=True)
    if inside.pseudo:
        raise Invalid
    anchor = Compound("", (), frozenset(), (), 0)
    return Selector(inside.last, (*inside.before, (joined, anchor)), inside.specificity, "", inside.bits)


def _logical(name: str, inside: tuple[Selector, ...]) -> Test:
    if name == "has":
        return relational_selectors.has(inside)
    if name == "not":
        return lambda node, state: not matches_any(inside, node, state)
    return lambda node, state: matches_any(inside, node, state)
