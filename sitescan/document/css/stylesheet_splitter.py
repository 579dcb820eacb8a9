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
from sitescan.standards.progress import advanced

#: At-rules that hold rules; all others with a block are passed over.
_GROUPS = frozenset({"media", "supports", "container", "scope", "layer"})

#: Nesting of at-rules that is looked into.
DEEPEST = 24

# The pieces of a plain rule, as nearly all are: its strings and comments end, and what may be a URL without quotes
# reads the same if it is none. Each character can be taken by one piece alone, so that a pattern takes linear time.
# Any other rule is read from bracket to bracket.
_PLAIN = r"[^\"'/\\(){}\[\]]*"
_PLAIN_STATEMENT = r"[^\"'/\\(){}\[\];]*"
_COMMENT = r"/\*[^*]*\*+(?:[^/*][^*]*\*+)*/"
_STRING = r"\"[^\"\\\n]*(?:\\[\s\S][^\"\\\n]*)*\"|'[^'\\\n]*(?:\\[\s\S][^'\\\n]*)*'"
_NO_BRACKET = rf"/(?!\*)|{_COMMENT}|{_STRING}|\\[^\n]"
_URL_BEGINS = r"[uU][rR][lL]\("
#: What stands in parentheses behind ``url``, or a longer name, where that is read alike with and without quotes.
_PERHAPS_URL = rf"[ \n\t]*(?:{_STRING})[ \n\t]*|[^()\"'\\{{}}\[\]*]*"


def _runs(plain: str, odd: str) -> str:
    """Return a pattern of plain text in which something odd may stand; neither begins with a sign of the other."""
    return rf"{plain}(?:(?:{odd}){plain})*"


def _brackets(depth: int) -> str:
    """Return a pattern of round brackets that match, nested so deep at most, or square ones with no others in them."""
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
#: Characters that one match of these may take: a match keeps a note of each odd piece until it ends.
_LONGEST = 256 * 1024

_BETWEEN = re.compile(r"[ \n\t]*(/\*)?")
_BETWEEN_TOP = re.compile(r"[ \n\t]*(/\*|<!--|-->)?")
_AT_KEYWORD = re.compile(
    rf"@((?:--|-?(?:{NAME_START}|\\[^\n])){NAME_CHARACTER}*"
    rf"(?:\\(?:[0-9a-fA-F]{{1,6}}[ \n\t]?|[^\n]){NAME_CHARACTER}*)*)"
)

_SIGN = re.compile(r"[;(){}\[\]\"'/\\]")
#: What ends a string, and what is escaped in it: the end of a line after a number is a part of that.
_IN_STRING = {quote: re.compile(rf"{quote}|\n|\\(?:[0-9a-fA-F]{{1,6}}\n?|[\s\S])?") for quote in "\"'"}
#: What begins a URL: ``url(``, where that is a name of its own and no quote follows.
_URL = re.compile(
    rf"\((?<=[uU][rR][lL]\()(?:(?<!{NAME_CHARACTER}[uU][rR][lL]\()|(?<=<!--[uU][rR][lL]\())(?<![\\@#][uU][rR][lL]\()"
    r"(?<!\\[^\n][uU][rR][lL]\()[ \n\t]*(?![ \n\t\"'])"
)
_IN_URL = re.compile(r"\)|\\[\s\S]?")
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
        """Go behind white space, comments and whatever else the pattern names."""
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
    """Return where the comment ends in which a position is: with the text, where nothing closes it."""
    end = text.find("*/", at)
    return end + 2 if end >= 0 else len(text)


def _string_end(text: str, at: int, quote: str) -> int:
    """Return where a string ends: with its quote, before the end of a line (it is a bad one then), or with the text."""
    for found in _IN_STRING[quote].finditer(text, at):
        if found[0] == quote:
            return found.end()
        if found[0] == "\n":
            return found.start()
    return len(text)


def _url_end(text: str, at: int) -> int:
    """Return where a URL without quotes ends, good or bad: at the first parenthesis that is not escaped."""
    ends = (found.end() for found in _IN_URL.finditer(text, at) if found[0] == ")")
    return next(ends, len(text))
