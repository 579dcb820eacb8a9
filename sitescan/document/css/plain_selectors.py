"""
Selectors parsed by a regular expression, if they are as simple as nearly all selectors are.

Other selectors are parsed from tokens (:mod:`~sitescan.document.css.selectors`), with the same results.
"""

import re
from collections.abc import Sequence

from webencodings import ascii_lower

from sitescan.document.css.selector_builder import CompoundBuilder, assemble
from sitescan.document.css.selector_matching import Invalid, Selector
from sitescan.standards.css.escapes import NAME_CHARACTER, NAME_START, unescape
from sitescan.standards.lazy_pattern import lazy_pattern

# An escape takes as many digits as it can, so that the pattern matches in one way only.
_ESCAPE = r"\\(?:(?:[0-9a-fA-F]{6}|[0-9a-fA-F]{1,5}(?![0-9a-fA-F]))(?:[ \n\t]|(?![ \n\t]))|[^\n0-9a-fA-F])"
_NAME = rf"(?:--|-?(?:{NAME_START}|{_ESCAPE})){NAME_CHARACTER}*(?:{_ESCAPE}{NAME_CHARACTER}*)*"
#: Names, ids, classes, pseudo-classes without arguments, and combinators. ``-->`` and ``u+1`` are other tokens.
_PLAIN = lazy_pattern(
    rf"[ \n\t>+~,*]*(?:(?!-->|[uU]\+[0-9a-fA-F?])(?:[.#]|::?)?{_NAME}(?!{NAME_CHARACTER}|\\)[ \n\t>+~,*]*)*"
)
_PART = lazy_pattern(rf"([.#]|::?)?({_NAME})|(,)|(\*)|[ \n\t]*([>+~])[ \n\t]*|[ \n\t]+")


def plain_selectors(prelude: str) -> tuple[Selector, ...] | None:
    """
    Return the selectors of a rule; none if one of them is not valid.

    :return: ``None`` if they are not simple.
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
    """Return the selector of compounds and combinators, without trailing white space."""
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


#: Parentheses with their content, and square brackets.
_INSIDE = r"[^()\[\]\"'\\]*(?:(?:\"[^\"\\\n]*\"|'[^'\\\n]*')[^()\[\]\"'\\]*)*"
_ARGUMENTS = lazy_pattern(rf"\({_INSIDE}\)|\[{_INSIDE}\]")
_ARGUMENTS_OR_ESCAPE = lazy_pattern(rf"(\\(?:[0-9a-fA-F]{{1,6}}[ \n\t]?|[\s\S]))|\({_INSIDE}\)|\[{_INSIDE}\]")
_ESCAPED = lazy_pattern(r"\\[^\n]")
#: Signs of a list of selectors whose names are not found: brackets, strings, comments, namespaces and ``&``.
_UNCLEAR = lazy_pattern(r"[()\[\]\"'\\/|&@{}]")
_STATES = "active autofill -webkit-autofill current drop fullscreen hover modal target visited".split()
STATES = frozenset(f":{state}" for state in _STATES)
"""The states among the names that a selector needs: those that no page is in at rest."""
_NEEDED = lazy_pattern(rf"[.#]{_NAME}|:(?:{'|'.join(_STATES)})(?![-\w\\(])")
_SELECTOR = lazy_pattern(r"(?:[^,\\]|\\[\s\S])[^,\\]*(?:\\[\s\S][^,\\]*)*")
_MOST_BRACKETS = 3


def needed_names(prelude: str) -> Sequence[tuple[str, ...]] | None:
    """
    Return the classes and ids that each selector of a rule needs to match anything, as ``.class`` and ``#id``.

    A state such as ``:hover`` is a name that no page at rest has.

    :return: ``None`` if they are not known.
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
