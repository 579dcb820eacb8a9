"""
Selectors read from their text, without tokens, where they are as plain as nearly all are.

What is not plain is read by :mod:`~sitescan.document.css.selectors`; both read plain ones the same.
"""

import re
from collections.abc import Sequence

from webencodings import ascii_lower

from sitescan.document.css.escapes import NAME_CHARACTER, NAME_START, unescape
from sitescan.document.css.selector_builder import CompoundBuilder, assemble
from sitescan.document.css.selector_matching import Invalid, Selector

# An escape can be read in one way only, although a digit that it could take may stand in a name as well.
_ESCAPE = r"\\(?:(?:[0-9a-fA-F]{6}|[0-9a-fA-F]{1,5}(?![0-9a-fA-F]))(?:[ \n\t]|(?![ \n\t]))|[^\n0-9a-fA-F])"
_NAME = rf"(?:--|-?(?:{NAME_START}|{_ESCAPE})){NAME_CHARACTER}*(?:{_ESCAPE}{NAME_CHARACTER}*)*"
#: Names, ids, classes and pseudo-classes without arguments, and what combines them. A ``-->`` and ``u+1`` are tokens.
_PLAIN = re.compile(
    rf"[ \n\t>+~,*]*(?:(?!-->|[uU]\+[0-9a-fA-F?])(?:[.#]|::?)?{_NAME}(?!{NAME_CHARACTER}|\\)[ \n\t>+~,*]*)*"
)
_PART = re.compile(rf"([.#]|::?)?({_NAME})|(,)|(\*)|[ \n\t]*([>+~])[ \n\t]*|[ \n\t]+")


def plain_selectors(prelude: str) -> tuple[Selector, ...] | None:
    """
    The selectors of a rule; none where one of them is not valid.

    :return: ``None`` where they are not plain.
    """
    if not _PLAIN.fullmatch(prelude):
        return None
    try:
        return tuple(_selectors(prelude))
    except Invalid:
        return ()


def _selectors(prelude: str) -> list[Selector]:
    found: list[Selector] = []
    compounds, combinators = [CompoundBuilder()], list[str]()
    for part in _PART.finditer(prelude.strip(" \n\t")):
        mark, name, comma, star, combinator = part.groups()
        if name is not None:
            _simple(compounds[-1], mark, unescape(name))
        elif star:
            if compounds[-1].started:
                raise Invalid
            compounds[-1].started = True
        elif comma:
            found.append(_assembled(compounds, combinators))
            compounds, combinators = [CompoundBuilder()], []
        elif compounds[-1].started:
            combinators.append(combinator or " ")
            compounds.append(CompoundBuilder())
        elif combinator:
            raise Invalid
    found.append(_assembled(compounds, combinators))
    return found


def _assembled(compounds: list[CompoundBuilder], combinators: list[str]) -> Selector:
    """The selector, without the white space behind it."""
    if len(compounds) > 1 and not compounds[-1].started and combinators[-1] == " ":
        compounds.pop()
        combinators.pop()
    return assemble(compounds, combinators)


def _simple(into: CompoundBuilder, mark: str | None, name: str) -> None:
    if into.pseudo and mark not in (":", "::"):
        raise Invalid
    if mark == ".":
        into.classes.append(name)
        into.specificity[1] += 1
    elif mark == "#":
        into.ids.append(name)
        into.specificity[0] += 1
    elif mark == ":":
        into.pseudo_class(_lower(name))
    elif mark == "::":
        into.pseudo_element(_lower(name))
    elif into.started:
        raise Invalid
    else:
        into.name = _lower(name)
        into.specificity[2] += 1
    into.started = True


def _lower(name: str) -> str:
    try:
        return ascii_lower(name)
    except UnicodeEncodeError:
        return name


#: Round brackets with what is in them, and square ones.
_INSIDE = r"[^()\[\]\"'\\]*(?:(?:\"[^\"\\\n]*\"|'[^'\\\n]*')[^()\[\]\"'\\]*)*"
_ARGUMENTS = re.compile(rf"\({_INSIDE}\)|\[{_INSIDE}\]")
_ARGUMENTS_OR_ESCAPE = re.compile(rf"(\\(?:[0-9a-fA-F]{{1,6}}[ \n\t]?|[\s\S]))|\({_INSIDE}\)|\[{_INSIDE}\]")
_ESCAPED = re.compile(r"\\[^\n]")
#: What makes the needs of a list of selectors unclear: a bracket that is left, a string, comment, namespace or ``&``.
_UNCLEAR = re.compile(r"[()\[\]\"'\\/|&@{}]")
_NEEDED = re.compile(
    rf"[.#]{_NAME}|:(?:active|autofill|-webkit-autofill|current|drop|fullscreen|hover|modal|target|visited)(?![-\w\\(])"
)
_SELECTOR = re.compile(r"(?:[^,\\]|\\[\s\S])[^,\\]*(?:\\[\s\S][^,\\]*)*")
_MOST_BRACKETS = 3


def needed_names(prelude: str) -> Sequence[tuple[str, ...]] | None:
    """
    What must be on a page for each selector of a rule to match anything: ``.class``, ``#id``.

    A page at rest has none of what is named ``:hover``, so that a selector which needs it is never met.

    :return: ``None`` where that is not clear.
    """
    for _ in range(_MOST_BRACKETS):
        if "(" not in prelude and "[" not in prelude:
            break
        escaped = "\\" in prelude
        prelude = _ARGUMENTS_OR_ESCAPE.sub(_escape_alone, prelude) if escaped else _ARGUMENTS.sub("", prelude)
    if _UNCLEAR.search(_ESCAPED.sub("", prelude) if "\\" in prelude else prelude):
        return None
    if "\\" in prelude:
        return [_unescaped(_NEEDED.findall(selector)) for selector in _SELECTOR.findall(prelude)]
    if "," in prelude:
        return [tuple(_NEEDED.findall(selector)) for selector in prelude.split(",")]
    return (tuple(_NEEDED.findall(prelude)),)


def _unescaped(names: Sequence[str]) -> tuple[str, ...]:
    return tuple(map(unescape, names))


def _escape_alone(found: re.Match[str]) -> str:
    return found[1] or ""
