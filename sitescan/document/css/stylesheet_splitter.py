"""
A stylesheet's text split into its rules, as CSS Syntax delimits them, without looking into them.

https://www.w3.org/TR/css-syntax-3/#parsing. A page's stylesheets name far more than is on the page: four rules in
five need a class or id that it lacks. Here one pattern finds where each rule ends, so that only the others are read.
"""

import re
from collections.abc import Iterator, Sequence

from attrs import define, field
from webencodings import ascii_lower

from sitescan.document.css.escapes import NAME_CHARACTER, NAME_START, unescape
from sitescan.document.css.style_block import StyleBlock

#: At-rules that hold rules; all others with a block are passed over.
_GROUPS = frozenset({"media", "supports", "container", "scope", "layer"})

#: Nesting of at-rules that is looked into.
DEEPEST = 24

# The pieces of which the patterns are made. None of them can match the same text in two ways, and what they have
# taken they never give back, so that all of them together take linear time.
_COMMENT = r"/\*(?:[^*]++|\*(?!/))*+(?:\*/)?"
#: What a backslash escapes in a string: the end of a line after a number is a part of it.
_ESCAPED = r"\\(?:[0-9a-fA-F]{1,6}+\n?|[\s\S])?"
#: A string ends with its quote, before a line's end (it is a bad one then), or with the text.
_STRING = rf"\"(?:[^\"\\\n]++|{_ESCAPED})*+\"?|'(?:[^'\\\n]++|{_ESCAPED})*+'?"
#: What follows ``url``, where that is a name of its own and no quote follows: all up to the parenthesis. Good or bad,
#: such a URL ends at the first parenthesis that is not escaped.
_URL = (
    rf"\((?<=[uU][rR][lL]\()(?:(?<!{NAME_CHARACTER}[uU][rR][lL]\()|(?<=<!--[uU][rR][lL]\())(?<![\\@#][uU][rR][lL]\()"
    r"(?<!\\[\s\S][uU][rR][lL]\()[ \n\t]*+(?![ \n\t\"'])(?:[^)\\]++|\\[\s\S]?)*+\)?"
)
_REST = rf"/(?!\*)|{_COMMENT}|{_STRING}|\\[^\n]?|{_URL}"
#: Anything but brackets.
_INNER = rf"[^\"'/\\(){{}}\[\]]++|{_REST}"
_INNER_STATEMENT = rf"[^\"'/\\(){{}}\[\];]++|{_REST}"


def _brackets(depth: int) -> str:
    """Round brackets that match, nested so deep at most, and square ones with no others in them; all without braces."""
    inside = _INNER if depth == 1 else f"{_INNER}|{_brackets(depth - 1)}"
    return rf"\((?:{inside})*+\)|\[(?:{_INNER})*+\]"


_BRACKETS = _brackets(3)
_INSIDE = f"(?:{_INNER}|{_BRACKETS})*+"
_BETWEEN = re.compile(rf"(?:[ \n\t]++|{_COMMENT})*+")
_BETWEEN_TOP = re.compile(rf"(?:[ \n\t]++|{_COMMENT}|<!--|-->)*+")
#: A rule without anything odd in it: nearly all of them.
_RULE = re.compile(rf"({_INSIDE})\{{({_INSIDE})(?:\}}|\Z)")
_AT_KEYWORD = re.compile(
    rf"@((?:--|-?(?:{NAME_START}|\\[^\n]))(?:{NAME_CHARACTER}++|\\(?:[0-9a-fA-F]{{1,6}}[ \n\t]?|[^\n]))*+)"
)
_AT_PRELUDE = re.compile(rf"((?:{_INNER_STATEMENT}|{_BRACKETS})*+)([;{{]|\Z)")
_BLOCK = re.compile(rf"(?:{_INNER}|{_BRACKETS}|\{{{_INSIDE}\}})*+\}}")
_TO_BRACKET = re.compile(rf"(?:{_INNER_STATEMENT})*+([;(){{}}\[\]]|\Z)")
_CLOSING = {"(": ")", "[": "]", "{": "}"}

#: Escapes that could hide a ``url(``, and escaped backslashes, which could seem to escape what follows them.
_HIDING = re.compile(r"\\(?:0{0,4}(?:[57][25]|[46][cC])|[uUrRlL\\])")
_ESCAPE = re.compile(r"\\(?:([0-9a-fA-F]{1,6})[ \n\t]?|(\\)(?=([ \n\t])?)|([uUrRlL])|[\s\S])")
_HIDDEN = {0x55: "U", 0x75: "u", 0x52: "R", 0x72: "r", 0x4C: "L", 0x6C: "l"}


@define(eq=False, slots=True)
class AtRule:
    """
    An at-rule.

    :ivar keyword: its name, lower case.
    :ivar has_block: whether braces follow its prelude.
    :ivar items: what is in them, where that is rules.
    :ivar cut: whether it is nested so deep that they were not read.
    """

    keyword: str
    prelude: str
    has_block: bool = False
    items: "list[Item]" = field(factory=list)
    cut: bool = False


@define(eq=False, slots=True)
class Broken:
    """Something that should be a rule and has no block; nothing of it counts, but that it stands there."""


Item = StyleBlock | AtRule | Broken


def split(text: str) -> Sequence[Item]:
    """The rules of a stylesheet, in order. Takes linear time, whatever the text."""
    return _Splitter(_prepared(text)).run()


def _prepared(text: str) -> str:
    """The text after https://www.w3.org/TR/css-syntax-3/#input-preprocessing, no ``url(`` hidden by escapes."""
    text = text.replace("\0", "\ufffd").replace("\r\n", "\n").replace("\r", "\n").replace("\f", "\n")
    return _ESCAPE.sub(_without_hiding, text) if _HIDING.search(text) else text


def _without_hiding(escape: re.Match[str]) -> str:
    if escape[1]:
        return _HIDDEN.get(int(escape[1], 16), escape[0])
    if escape[2]:
        return f"\\00005c{' ' if escape[3] else ''}"
    return escape[4] or escape[0]


class _Splitter:
    """Goes through a stylesheet once, from rule to rule."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._items: list[Item] = []
        self._outer: list[list[Item]] = []

    def run(self) -> list[Item]:
        text = self._text
        while True:
            self._skip(_BETWEEN if self._outer else _BETWEEN_TOP)
            if self._at >= len(text):
                break
            if self._outer and text[self._at] == "}":
                self._at += 1
                self._items = self._outer.pop()
            elif keyword := _AT_KEYWORD.match(text, self._at):
                self._at = keyword.end()
                self._at_rule(ascii_lower(unescape(keyword[1])))
            else:
                self._block()
        return self._outer[0] if self._outer else self._items

    def _skip(self, pattern: re.Pattern[str]) -> None:
        if passed := pattern.match(self._text, self._at):
            self._at = passed.end()

    def _block(self) -> None:
        if rule := _RULE.match(self._text, self._at):
            self._at = rule.end()
            self._items.append(StyleBlock(rule[1], rule[2], plain="@" not in rule[2]))
            return
        start = self._at
        brace = self._find(statement=False)
        if self._text[brace : brace + 1] != "{":
            self._items.append(Broken())
            return
        end = self._close(brace)
        self._items.append(StyleBlock(self._text[start:brace], self._text[brace + 1 : end], plain=False))

    def _at_rule(self, keyword: str) -> None:
        start = self._at
        if found := _AT_PRELUDE.match(self._text, start):
            end, self._at = found.end(1), found.end(1)
        else:
            end = self._find(statement=True)
        rule = AtRule(keyword, self._text[start:end], has_block=self._text[end : end + 1] == "{")
        self._items.append(rule)
        if self._text[end : end + 1] == ";":
            self._at = end + 1
        elif rule.has_block and keyword in _GROUPS and len(self._outer) < DEEPEST:
            self._at = end + 1
            self._outer.append(self._items)
            self._items = rule.items
        elif rule.has_block:
            rule.cut = keyword in _GROUPS
            self._close(end)

    def _find(self, *, statement: bool) -> int:
        """
        Where the prelude at hand ends: before its block or, with the rule itself, before the end of what it stands in.

        :param statement: whether a semicolon ends it as well.
        """
        closing: list[str] = []
        for at, bracket in self._brackets(self._at):
            if bracket in "([" or (bracket == "{" and closing):
                closing.append(_CLOSING[bracket])
            elif closing:
                if bracket == closing[-1]:
                    closing.pop()
            elif bracket == "{" or (bracket == ";" and statement) or (bracket == "}" and self._outer):
                self._at = at
                return at
        self._at = len(self._text)
        return self._at

    def _close(self, brace: int) -> int:
        """Go behind the block that a brace opens; gives where what is in it ends."""
        if block := _BLOCK.match(self._text, brace + 1):
            self._at = block.end()
            return self._at - 1
        closing: list[str] = []
        for at, bracket in self._brackets(brace):
            if bracket in _CLOSING:
                closing.append(_CLOSING[bracket])
            elif bracket == closing[-1]:
                closing.pop()
                if not closing:
                    self._at = at + 1
                    return at
        self._at = len(self._text)
        return self._at

    def _brackets(self, at: int) -> Iterator[tuple[int, str]]:
        """Each bracket and semicolon from here on that is not in a string, a comment or a URL."""
        while found := _TO_BRACKET.match(self._text, at):
            if not found[1]:
                return
            yield found.start(1), found[1]
            at = found.end()
