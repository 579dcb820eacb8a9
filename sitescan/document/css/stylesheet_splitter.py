"""
Splits the text of a stylesheet into its rules without parsing them, https://www.w3.org/TR/css-syntax-3/#parsing.

Four of five rules of a page's stylesheets need a class or id that the page does not have. A single pattern finds the
end of each rule, so that only the other rules are parsed.
"""

import re
from collections.abc import Iterator, Sequence

from attrs import define, field
from webencodings import ascii_lower

from sitescan.document.css.escapes import NAME_CHARACTER, NAME_START, unescape
from sitescan.document.css.style_block import StyleBlock

#: At-rules that contain rules. Other at-rules with a block are skipped.
_GROUPS = frozenset({"media", "supports", "container", "scope", "layer"})

#: The deepest nesting of at-rules.
DEEPEST = 24

# The pieces of which the patterns are made. None of them can match the same text in two ways, and what they have
# taken they never give back, so that all of them together take linear time.
_COMMENT = r"/\*(?:[^*]++|\*(?!/))*+(?:\*/)?"
#: An escape in a string; a line break after a hexadecimal number is part of the escape.
_ESCAPED = r"\\(?:[0-9a-fA-F]{1,6}+\n?|[\s\S])?"
#: A string up to its quote, to the end of the line (a bad string), or to the end of the text.
_STRING = rf"\"(?:[^\"\\\n]++|{_ESCAPED})*+\"?|'(?:[^'\\\n]++|{_ESCAPED})*+'?"
#: What follows ``url``, where that is a name of its own and no quote follows: all up to the parenthesis. Good or bad,
#: such a URL ends at the first parenthesis that is not escaped.
_URL = (
    rf"\((?<=[uU][rR][lL]\()(?:(?<!{NAME_CHARACTER}[uU][rR][lL]\()|(?<=<!--[uU][rR][lL]\())(?<![\\@#][uU][rR][lL]\()"
    r"(?<!\\[\s\S][uU][rR][lL]\()[ \n\t]*+(?![ \n\t\"'])(?:[^)\\]++|\\[\s\S]?)*+\)?"
)
_REST = rf"/(?!\*)|{_COMMENT}|{_STRING}|\\[^\n]?|{_URL}"
#: Text without brackets.
_INNER = rf"[^\"'/\\(){{}}\[\]]++|{_REST}"
_INNER_STATEMENT = rf"[^\"'/\\(){{}}\[\];]++|{_REST}"


def _brackets(depth: int) -> str:
    """Return a pattern of parentheses nested up to a depth, and of square brackets without others."""
    inside = _INNER if depth == 1 else f"{_INNER}|{_brackets(depth - 1)}"
    return rf"\((?:{inside})*+\)|\[(?:{_INNER})*+\]"


_BRACKETS = _brackets(3)
_INSIDE = f"(?:{_INNER}|{_BRACKETS})*+"
_BETWEEN = re.compile(rf"(?:[ \n\t]++|{_COMMENT})*+")
_BETWEEN_TOP = re.compile(rf"(?:[ \n\t]++|{_COMMENT}|<!--|-->)*+")
#: An ordinary rule, as nearly all rules are.
_RULE = re.compile(rf"({_INSIDE})\{{({_INSIDE})(?:\}}|\Z)")
_AT_KEYWORD = re.compile(
    rf"@((?:--|-?(?:{NAME_START}|\\[^\n]))(?:{NAME_CHARACTER}++|\\(?:[0-9a-fA-F]{{1,6}}[ \n\t]?|[^\n]))*+)"
)
_AT_PRELUDE = re.compile(rf"((?:{_INNER_STATEMENT}|{_BRACKETS})*+)([;{{]|\Z)")
_BLOCK = re.compile(rf"(?:{_INNER}|{_BRACKETS}|\{{{_INSIDE}\}})*+\}}")
_TO_BRACKET = re.compile(rf"(?:{_INNER_STATEMENT})*+([;(){{}}\[\]]|\Z)")
_CLOSING = {"(": ")", "[": "]", "{": "}"}

#: Escapes that may be part of ``url(``, and escaped backslashes.
_HIDING = re.compile(r"\\(?:0{0,4}(?:[57][25]|[46][cC])|[uUrRlL\\])")
_ESCAPE = re.compile(r"\\(?:([0-9a-fA-F]{1,6})[ \n\t]?|(\\)(?=([ \n\t])?)|([uUrRlL])|[\s\S])")
_HIDDEN = {0x55: "U", 0x75: "u", 0x52: "R", 0x72: "r", 0x4C: "L", 0x6C: "l"}


@define(eq=False, slots=True)
class AtRule:
    """
    An at-rule.

    :ivar keyword: the name of the at-rule, in lower case.
    :ivar has_block: whether a block follows the prelude.
    :ivar items: the rules in the block, for at-rules that contain rules.
    :ivar cut: whether the rules are nested too deep and were not split.
    """

    keyword: str
    prelude: str
    has_block: bool = False
    items: "list[Item]" = field(factory=list)
    cut: bool = False


@define(eq=False, slots=True)
class Broken:
    """A rule without a block, which is ignored except for its position."""


Item = StyleBlock | AtRule | Broken


def split(text: str) -> Sequence[Item]:
    """Return the rules of a stylesheet in order, in linear time."""
    return _Splitter(_prepared(text)).run()


def _prepared(text: str) -> str:
    """Preprocess a text (https://www.w3.org/TR/css-syntax-3/#input-preprocessing) and unescape each ``url(``."""
    text = text.replace("\0", "\ufffd").replace("\r\n", "\n").replace("\r", "\n").replace("\f", "\n")
    return _ESCAPE.sub(_without_hiding, text) if _HIDING.search(text) else text


def _without_hiding(escape: re.Match[str]) -> str:
    if escape[1]:
        return _HIDDEN.get(int(escape[1], 16), escape[0])
    if escape[2]:
        return f"\\00005c{' ' if escape[3] else ''}"
    return escape[4] or escape[0]


class _Splitter:
    """Splits a stylesheet in one pass."""

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
        Return the end of the current prelude: the start of its block, or the end of the block around it.

        :param statement: whether a semicolon ends the prelude as well.
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
        """Skip the block that begins with a brace, and return the end of its content."""
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
        """Yield each bracket and semicolon from an offset on that is not in a string, a comment or a URL."""
        while found := _TO_BRACKET.match(self._text, at):
            if not found[1]:
                return
            yield found.start(1), found[1]
            at = found.end()
