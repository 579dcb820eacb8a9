"""
The tokens of a script, and the amount of comments and indentation in it.

If a slash may be a division or begin a regular expression, and the tokens before it do not decide, a script has no
known tokens, and nothing is measured.

https://tc39.es/ecma262/#sec-ecmascript-language-lexical-grammar
"""

import re
from collections.abc import Iterator
from string import ascii_letters, digits
from typing import NamedTuple

from attrs import define, field

from sitescan.standards.lazy_pattern import lazy_pattern
from sitescan.standards.progress import advanced

#: A token, or words, white space and symbols up to the next token that affects the meaning of a slash.
_TOKEN = lazy_pattern(
    rb"(?P<code>[^\"'/`(){}+-]+)"
    rb"|(?P<comment>//[^\r\n]*|/\*[\s\S]*?\*/)"
    rb"|(?P<string>\"[^\"\\\r\n]*(?:\\(?:\r\n|[\s\S])[^\"\\\r\n]*)*\"|'[^'\\\r\n]*(?:\\(?:\r\n|[\s\S])[^'\\\r\n]*)*')"
    rb"|(?P<twice>\+\+|--)"
    rb"|(?P<other>[\s\S])"
)
#: Characters of names, keywords and numbers.
_WORD = (ascii_letters + digits + "_$\\#").encode() + bytes(range(0x80, 0x100))
_REGEX = lazy_pattern(
    rb"/(?!/)[^/\\\[\r\n]*"
    rb"(?:(?:\\[^\r\n]|\[[^\]\\\r\n]*(?:\\[^\r\n][^\]\\\r\n]*)*\])[^/\\\[\r\n]*)*/[A-Za-z]*"
)
_TEMPLATE = lazy_pattern(rb"[^`\\$]*(?:(?:\\[\s\S]|\$(?!\{))[^`\\$]*)*(?:(`)|\$\{)")
#: Words before an expression.
_BEFORE_EXPRESSION = frozenset(
    b"return typeof instanceof in of new delete void throw case do else yield await extends default".split()
)
#: Words whose parentheses are followed by a statement.
_BEFORE_STATEMENT = frozenset(b"if while for with".split())
#: Comments that minifiers preserve.
_LEGAL = lazy_pattern(rb"/[/*]!|//[#@]|@license|@preserve|@cc_on|@copyright", re.I)
#: The average length of a line in a minified script, in bytes.
_MINIFIED_LINE = 200
#: A placeholder for a value of any kind.
_A_NAME = b"a"


class UnsureTokens(Exception):
    """The tokens of a script cannot be determined."""


class ScriptToken(NamedTuple):
    """
    A part of a script.

    :ivar kind: ``code`` (words, white space and symbols other than those below), ``comment``, ``string``, ``twice``
        (``++`` or ``--``), or ``other``: a bracket, a single plus, minus or slash, a regular expression, or a piece of
        a template up to its end or to a substitution.
    :ivar text: the bytes as written.
    """

    kind: str
    text: bytes


def tokens(script: bytes) -> Iterator[ScriptToken]:
    """
    Yield all of a script in tokens.

    :raises UnsureTokens: if the next token cannot be determined.
    """
    return _Scanner(script).tokens()


def removable_bytes(script: bytes) -> int:
    """Return the minimum number of bytes of comments and indentation in a script; 0 if it cannot be determined."""
    if script.count(b"\n") * _MINIFIED_LINE < len(script):
        return 0
    found = 0
    code: list[bytes] = []
    try:
        for kind, text in tokens(script):
            if kind == "code":
                code.append(text)
            elif kind == "comment":
                found += 0 if _LEGAL.search(text) else len(text)
    except UnsureTokens:
        return 0
    # One character of each run of white space is needed to separate words or statements. The content of strings,
    # templates and regular expressions does not count.
    written = b"\0".join((b"", *code, b""))
    return found + len(written) - len(b" ".join(written.split()))


@define
class _Scanner:
    """
    A scanner that reads a script once, from left to right.

    :ivar previous: the last token other than white space and comments.
    :ivar statements: for each open parenthesis, whether a statement follows its end.
    :ivar braces: for each open brace, whether it is a substitution in a template.
    """

    script: bytes
    previous: bytes = b""
    after_statement: bool = False
    statements: list[bool] = field(factory=list)
    braces: list[bool] = field(factory=list)

    def tokens(self) -> Iterator[ScriptToken]:
        at = 0
        while at < len(self.script):
            match = _TOKEN.match(self.script, at)
            assert match is not None  # noqa: S101 - the last alternative takes anything
            text, kind, end = match[0], str(match.lastgroup), match.end()
            if kind == "code":
                self._keep_last(text)
            elif kind == "other":
                end = self._other(text, at)
            elif kind != "comment":
                self.previous = text if self.previous != b"." else _A_NAME
            yield ScriptToken(kind, self.script[at:end])
            at = advanced(at, end)

    def _keep_last(self, code: bytes) -> None:
        """Record the last token of text without brackets."""
        code = code.rstrip()
        before = code.rstrip(_WORD)
        if len(before) < len(code):
            # The word after a dot is a property name, even if it is a keyword.
            is_property = (before.rstrip() or self.previous).endswith(b".")
            self.previous = _A_NAME if is_property else code[len(before) :]
        elif code:
            self.previous = code[-1:]

    def _other(self, text: bytes, at: int) -> int:
        """Read a token that begins with a punctuation character, and return its end."""
        end = at + 1
        if text in b"\"'":
            raise UnsureTokens
        if text == b"/":
            end = self._slash(at)
            text = _A_NAME if end > at + 1 else text
        elif text == b"`":
            end = self._template(end)
        elif text == b"(":
            self.statements.append(self.previous in _BEFORE_STATEMENT)
        elif text == b")":
            self.after_statement = self.statements.pop() if self.statements else False
        elif text == b"{":
            self.braces.append(False)
        elif text == b"}" and self.braces and self.braces.pop():
            end = self._template(end)
            text = b"`"
        self.previous = text
        return end

    def _slash(self, at: int) -> int:
        last = self.previous
        if self.script.startswith(b"/*", at):
            raise UnsureTokens  # an unclosed comment
        if last in (b"}", b"++", b"--"):
            raise UnsureTokens
        divides = self._is_value(last) or (last == b")" and not self.after_statement) or last in (b"]", b"`")
        if divides:
            return at + 1
        match = _REGEX.match(self.script, at)
        if match is None:
            raise UnsureTokens
        return match.end()

    def _template(self, at: int) -> int:
        match = _TEMPLATE.match(self.script, at)
        if match is None:
            raise UnsureTokens
        if match[1] is None:
            self.braces.append(True)
        return match.end()

    @staticmethod
    def _is_value(token: bytes) -> bool:
        """Return whether a token is a name, a number or a string."""
        first = token[:1]
        if first in (b'"', b"'"):
            return True
        return bool(re.match(rb"[0-9A-Za-z_$\\\x80-\xff#]", first)) and token not in _BEFORE_EXPRESSION
