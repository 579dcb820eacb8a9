"""
Reads the text of a stylesheet into its rules without parsing them, https://www.w3.org/TR/css-syntax-3/#parsing.

Four of five rules of a page's stylesheets need a class or id that the page does not have. A single pattern finds the
end of each rule, so that only the other rules are parsed.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import islice

from webencodings import ascii_lower

from sitescan.standards.css.declared_files import GROUPS
from sitescan.standards.css.escapes import NAME_CHARACTER, NAME_START, unescape
from sitescan.standards.css.import_rule import ImportRule, parse_import
from sitescan.standards.css.preprocessing import preprocess
from sitescan.standards.css.stylesheet_items import AtRule, Broken, FontFace, Item, Keyframes, StyleBlock
from sitescan.standards.css.tokens import CLOSING, COMMENT, STRING, URL_BEGINS, comment_end, tokens, without_comments
from sitescan.standards.lazy_pattern import lazy_pattern
from sitescan.standards.progress import advanced

_KEYFRAMES = frozenset({"keyframes", "-webkit-keyframes"})

#: The deepest nesting of at-rules.
DEEPEST = 24

#: The maximum number of imports; a page loads a few dozen stylesheets at most.
_MOST_IMPORTS = 100
#: The length in bytes of the beginning of a stylesheet that contains its imports.
_HEAD = 64 * 1024

# The parts of an ordinary rule: its strings and comments are closed, what may be an unquoted URL ends alike if it is
# none. Each character matches only one part, so that a pattern takes linear time. Other rules are split from bracket to
# bracket.
_PLAIN = r"[^\"'/\\(){}\[\]]*"
_PLAIN_STATEMENT = r"[^\"'/\\(){}\[\];]*"
_NO_BRACKET = rf"/(?!\*)|{COMMENT}|{STRING}|\\[^\n]"
#: The content of parentheses after a name that may be ``url``, if it means the same with and without quotes.
_PERHAPS_URL = rf"[ \n\t]*(?:{STRING})[ \n\t]*|[^()\"'\\{{}}\[\]*]*"


def _runs(plain: str, odd: str) -> str:
    """Return a pattern of plain text with other parts in it. Neither begins with a character of the other."""
    return rf"{plain}(?:(?:{odd}){plain})*"


def _brackets(depth: int) -> str:
    """Return a pattern of parentheses nested up to a depth, and of square brackets without others."""
    odd = _NO_BRACKET if depth == 1 else f"{_NO_BRACKET}|{_brackets(depth - 1)}"
    return (
        rf"\((?:(?<!{URL_BEGINS}){_runs(_PLAIN, odd)}|(?<={URL_BEGINS})(?:{_PERHAPS_URL}))\)"
        rf"|\[{_runs(_PLAIN, _NO_BRACKET)}\]"
    )


_ODD = f"{_NO_BRACKET}|{_brackets(3)}"
_INSIDE = _runs(_PLAIN, _ODD)
_RULE = lazy_pattern(rf"({_INSIDE})\{{({_INSIDE})\}}")
_AT_PRELUDE = lazy_pattern(rf"({_runs(_PLAIN_STATEMENT, _ODD)})[;{{]")
_BLOCK = lazy_pattern(rf"{_runs(_PLAIN, rf'{_ODD}|{{{_INSIDE}}}')}\}}")
#: The most characters of one match. A match needs memory for each part until it ends.
_LONGEST = 256 * 1024

_BETWEEN = lazy_pattern(r"[ \n\t]*(/\*)?")
_BETWEEN_TOP = lazy_pattern(r"[ \n\t]*(/\*|<!--|-->)?")
_AT_KEYWORD = lazy_pattern(
    rf"@((?:--|-?(?:{NAME_START}|\\[^\n])){NAME_CHARACTER}*"
    rf"(?:\\(?:[0-9a-fA-F]{{1,6}}[ \n\t]?|[^\n]){NAME_CHARACTER}*)*)"
)


def read_stylesheet(text: str, style_block: Callable[[str, str, bool], StyleBlock] = StyleBlock) -> Sequence[Item]:
    """
    Return the rules of a stylesheet in order, in linear time.

    :param style_block: the class of the style rules, which may have results of parsing them.
    """
    return _Reader(preprocess(text), style_block).run()


def leading_imports(body: bytes) -> Sequence[ImportRule]:
    """Return the first imports of a stylesheet in UTF-8, without decoding or reading what follows them."""
    items = _Reader(preprocess(body[:_HEAD].decode("utf-8-sig", "replace")), StyleBlock).leading()
    # The last rule may be cut off.
    return imports_of(items if len(body) <= _HEAD else items[:-1])


def imports_of(items: Iterable[Item]) -> Sequence[ImportRule]:
    """Return the first imports among the rules of a stylesheet."""
    return tuple(islice((item for item in items if isinstance(item, ImportRule)), _MOST_IMPORTS))


class _Reader:
    """Reads a stylesheet in one pass."""

    def __init__(self, text: str, style_block: Callable[[str, str, bool], StyleBlock]) -> None:
        self._text = text
        self._style_block = style_block
        self._at = 0
        self._items: list[Item] = []
        self._outer: list[list[Item]] = []
        self._leading = True

    def run(self) -> list[Item]:
        while self._step():
            pass
        return self._outer[0] if self._outer else self._items

    def leading(self) -> list[Item]:
        """Read the rules at the beginning, up to the first one after which an import is not valid."""
        while self._leading and self._step():
            pass
        return self._outer[0] if self._outer else self._items

    def _step(self) -> bool:
        """Read the next rule, the beginning of one, or the end of one; return false at the end of the text."""
        text = self._text
        self._skip(_BETWEEN if self._outer else _BETWEEN_TOP)
        if self._at >= len(text):
            return False
        before = self._at
        if self._outer and text[before] == "}":
            self._at += 1
            self._items = self._outer.pop()
        elif text[before] == "@" and (keyword := _AT_KEYWORD.match(text, before, before + _LONGEST)):
            self._at = keyword.end()
            self._at_rule(ascii_lower(unescape(keyword[1])))
        else:
            self._leading = False
            self._block()
        advanced(before, self._at)
        return True

    def _skip(self, pattern: re.Pattern[str]) -> None:
        """Skip white space, comments and anything else that a pattern matches."""
        while passed := pattern.match(self._text, self._at):
            self._at = passed.end()
            if passed[1] is None:
                return
            if passed[1] == "/*":
                self._at = comment_end(self._text, self._at)

    def _block(self) -> None:
        if rule := _RULE.match(self._text, self._at, self._at + _LONGEST):
            self._at = rule.end()
            body = rule[2]
            self._items.append(self._style_block(rule[1], body, "@" not in body or _is_plain(body)))
            return
        start = self._at
        brace = self._find(statement=False)
        if self._text[brace : brace + 1] != "{":
            self._items.append(Broken())
            return
        body = self._text[brace + 1 : self._close(brace)]
        plain = ("@" not in body and "{" not in body) or _is_plain(body)
        self._items.append(self._style_block(self._text[start:brace], body, plain))

    def _at_rule(self, keyword: str) -> None:
        start = self._at
        if found := _AT_PRELUDE.match(self._text, start, start + _LONGEST):
            end, self._at = found.end(1), found.end(1)
        else:
            end = self._find(statement=True)
        prelude, has_block = self._text[start:end], self._text.startswith("{", end)
        if not has_block:
            self._at = end + self._text.startswith(";", end)
            self._statement(keyword, prelude)
            return
        self._leading = self._leading and keyword in ("charset", "import")
        if keyword in GROUPS and len(self._outer) < DEEPEST:
            self._at = end + 1
            rule = AtRule(keyword, prelude, has_block=True)
            self._items.append(rule)
            self._outer.append(self._items)
            self._items = rule.items
            return
        body = self._text[end + 1 : self._close(end)]
        if keyword == "font-face":
            self._items.append(FontFace(body))
        elif keyword in _KEYFRAMES:
            self._items.append(Keyframes(_name(prelude), body))
        else:
            self._items.append(AtRule(keyword, prelude, body, has_block=True, cut=keyword in GROUPS))

    def _statement(self, keyword: str, prelude: str) -> None:
        imported = parse_import(prelude) if keyword == "import" and self._leading else None
        self._leading = self._leading and keyword in ("charset", "layer", "import")
        self._items.append(imported or AtRule(keyword, prelude))

    def _find(self, *, statement: bool) -> int:
        """
        Return the end of the current prelude: the start of its block, or the end of the block around it.

        :param statement: whether a semicolon ends the prelude as well.
        """
        closing: list[str] = []
        for bracket, at, *_ in tokens(self._text, self._at):
            if bracket in ("(", "[") or (bracket == "{" and closing):
                closing.append(CLOSING[bracket])
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
        for bracket, at, *_ in tokens(self._text, brace):
            if bracket in CLOSING:
                closing.append(CLOSING[bracket])
            elif bracket == closing[-1]:
                closing.pop()
                if not closing:
                    self._at = at + 1
                    return at
        self._at = len(self._text)
        return self._at


def _is_plain(body: str) -> bool:
    """Return whether a block contains no rules: no ``@`` and no block outside of its strings, URLs and comments."""
    return all(token.sign not in ("@", "{") for token in tokens(body))


def _name(prelude: str) -> str:
    """Return the name of keyframes, which is an identifier or a string."""
    name = without_comments(prelude).strip(" \n\t")
    return next(tokens(name)).value if name[:1] in ('"', "'") else unescape(name)
