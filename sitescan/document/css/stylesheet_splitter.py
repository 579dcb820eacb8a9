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
from sitescan.standards.progress import advanced

#: At-rules that contain rules. Other at-rules with a block are skipped.
_GROUPS = frozenset({"media", "supports", "container", "scope", "layer"})

#: The deepest nesting of at-rules.
DEEPEST = 24

# The parts of an ordinary rule: its strings and comments are closed, what may be an unquoted URL ends alike if it is
# none. Each character matches only one part, so that a pattern takes linear time. Other rules are split from bracket to
# bracket.
_PLAIN = r"[^\"'/\\(){}\[\]]*"
_PLAIN_STATEMENT = r"[^\"'/\\(){}\[\];]*"
_COMMENT = r"/\*[^*]*\*+(?:[^/*][^*]*\*+)*/"
_STRING = r"\"[^\"\\\n]*(?:\\[\s\S][^\"\\\n]*)*\"|'[^'\\\n]*(?:\\[\s\S][^'\\\n]*)*'"
_NO_BRACKET = rf"/(?!\*)|{_COMMENT}|{_STRING}|\\[^\n]"
_URL_BEGINS = r"[uU][rR][lL]\("
#: The content of parentheses after a name that may be ``url``, if it means the same with and without quotes.
_PERHAPS_URL = rf"[ \n\t]*(?:{_STRING})[ \n\t]*|[^()\"'\\{{}}\[\]*]*"


def _runs(plain: str, odd: str) -> str:
    """Return a pattern of plain text with other parts in it. Neither begins with a character of the other."""
    return rf"{plain}(?:(?:{odd}){plain})*"


def _brackets(depth: int) -> str:
    """Return a pattern of parentheses nested up to a depth, and of square brackets without others."""
    odd = _NO_BRACKET if depth == 1 else f"{_NO_BRACKET}|{_brackets(depth - 1)}"
    return (
        rf"\((?:(?<!{_URL_BEGINS}){_runs(_PLAIN, odd)}|(?<={_URL_BEGINS})(?:{_PERHAPS_URL}))\)"
        rf"|\[{_runs(_PLAIN, _NO_BRACKET)}\]"
    )


_ODD = f"{_NO_BRACKET}|{_brackets(3)}"
_INSIDE = _runs(_PLAIN, _ODD)
_RULE = re.compile(rf"({_INSIDE})\{{({_INSIDE})\}}")
_AT_PRELUDE = re.compile(rf"({_runs(_PLAIN_STATEMENT, _ODD)})[;{{]")
_BLOCK = re.compile(rf"{_runs(_PLAIN, rf'{_ODD}|{{{_INSIDE}}}')}\}}")
#: The most characters of one match. A match needs memory for each part until it ends.
_LONGEST = 256 * 1024

_BETWEEN = re.compile(r"[ \n\t]*(/\*)?")
_BETWEEN_TOP = re.compile(r"[ \n\t]*(/\*|<!--|-->)?")
_AT_KEYWORD = re.compile(
    rf"@((?:--|-?(?:{NAME_START}|\\[^\n])){NAME_CHARACTER}*"
    rf"(?:\\(?:[0-9a-fA-F]{{1,6}}[ \n\t]?|[^\n]){NAME_CHARACTER}*)*)"
)

_SIGN = re.compile(r"[;(){}\[\]\"'/\\]")
#: The ends of a string, and the escapes in it; a line break after a hexadecimal number is part of the escape.
_IN_STRING = {quote: re.compile(rf"{quote}|\n|\\(?:[0-9a-fA-F]{{1,6}}\n?|[\s\S])?") for quote in "\"'"}
#: The start of an unquoted URL: ``url(`` as a name of its own, without a quote after it.
_URL = re.compile(
    rf"\((?<=[uU][rR][lL]\()(?:(?<!{NAME_CHARACTER}[uU][rR][lL]\()|(?<=<!--[uU][rR][lL]\())(?<![\\@#][uU][rR][lL]\()"
    r"(?<!\\[^\n][uU][rR][lL]\()[ \n\t]*(?![ \n\t\"'])"
)
_IN_URL = re.compile(r"\)|\\[\s\S]?")
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
            before = self._at
            if self._outer and text[before] == "}":
                self._at += 1
                self._items = self._outer.pop()
            elif text[before] == "@" and (keyword := _AT_KEYWORD.match(text, before, before + _LONGEST)):
                self._at = keyword.end()
                self._at_rule(ascii_lower(unescape(keyword[1])))
            else:
                self._block()
            advanced(before, self._at)
        return self._outer[0] if self._outer else self._items

    def _skip(self, pattern: re.Pattern[str]) -> None:
        """Skip white space, comments and anything else that a pattern matches."""
        while passed := pattern.match(self._text, self._at):
            self._at = passed.end()
            if passed[1] is None:
                return
            if passed[1] == "/*":
                self._at = _comment_end(self._text, self._at)

    def _block(self) -> None:
        if rule := _RULE.match(self._text, self._at, self._at + _LONGEST):
            self._at = rule.end()
            self._items.append(StyleBlock(rule[1], rule[2], plain="@" not in rule[2]))
            return
        start = self._at
        brace = self._find(statement=False)
        if self._text[brace : brace + 1] != "{":
            self._items.append(Broken())
            return
        end = self._close(brace)
        body = self._text[brace + 1 : end]
        self._items.append(StyleBlock(self._text[start:brace], body, plain="@" not in body and "{" not in body))

    def _at_rule(self, keyword: str) -> None:
        start = self._at
        if found := _AT_PRELUDE.match(self._text, start, start + _LONGEST):
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
        if block := _BLOCK.match(self._text, brace + 1, brace + 1 + _LONGEST):
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
        """Yield each bracket and semicolon from a position on that is not in a string, a comment or a URL."""
        text = self._text
        while found := _SIGN.search(text, at):
            sign, at = found[0], found.end()
            if sign in _IN_STRING:
                at = _string_end(text, at, sign)
            elif sign == "/":
                at = _comment_end(text, at + 1) if text.startswith("*", at) else at
            elif sign == "\\":
                at += not text.startswith("\n", at)
            elif sign == "(" and (url := _URL.match(text, found.start())):
                at = _url_end(text, url.end())
            else:
                yield found.start(), sign


def _comment_end(text: str, at: int) -> int:
    """Return the end of the comment at a position; an unclosed comment ends with the text."""
    end = text.find("*/", at)
    return end + 2 if end >= 0 else len(text)


def _string_end(text: str, at: int, quote: str) -> int:
    """Return the end of a string: its quote, the end of the line (of a bad string), or the end of the text."""
    for found in _IN_STRING[quote].finditer(text, at):
        if found[0] == quote:
            return found.end()
        if found[0] == "\n":
            return found.start()
    return len(text)


def _url_end(text: str, at: int) -> int:
    """Return the end of an unquoted URL, valid or not: the first parenthesis that is not escaped."""
    ends = (found.end() for found in _IN_URL.finditer(text, at) if found[0] == ")")
    return next(ends, len(text))
