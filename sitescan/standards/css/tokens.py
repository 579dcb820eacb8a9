"""
The tokens of CSS that decide where its other parts end: strings, unquoted URLs, comments, escapes and brackets.

https://www.w3.org/TR/css-syntax-3/#tokenization
"""

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from sitescan.standards.css.escapes import NAME_CHARACTER, unescape
from sitescan.standards.lazy_pattern import lazy_pattern

#: Patterns of closed comments and strings, and of the beginning of a URL. Each character matches only one part, so that
#: they take linear time.
COMMENT = r"/\*[^*]*\*+(?:[^/*][^*]*\*+)*/"
STRING = r"\"[^\"\\\n]*(?:\\[\s\S][^\"\\\n]*)*\"|'[^'\\\n]*(?:\\[\s\S][^'\\\n]*)*'"
URL_BEGINS = r"[uU][rR][lL]\("

CLOSING: Mapping[str, str] = MappingProxyType({"(": ")", "[": "]", "{": "}"})

_SIGN = lazy_pattern(r"[;(){}\[\]\"'/\\@,]")
#: The ends of a string, and the escapes in it; a line break after a hexadecimal number is part of the escape.
_IN_STRING = {quote: lazy_pattern(rf"{quote}|\n|\\(?:[0-9a-fA-F]{{1,6}}\n?|[\s\S])?") for quote in "\"'"}
#: What doesn't stand before the start of an unquoted URL: an escape whose number ends with white space.
_NO_NUMBER = "".join(rf"(?<!\\[0-9a-fA-F]{{{digits}}}[ \n\t]{URL_BEGINS})" for digits in range(1, 7))
#: The start of an unquoted URL: ``url(`` as a name of its own, without a quote after it.
_URL = lazy_pattern(
    rf"\((?<={URL_BEGINS})(?:(?<!{NAME_CHARACTER}{URL_BEGINS})|(?<=<!--{URL_BEGINS}))(?<![\\@#]{URL_BEGINS})"
    rf"(?<!\\[^\n]{URL_BEGINS}){_NO_NUMBER}[ \n\t]*(?![ \n\t\"'])"
)
_IN_URL = lazy_pattern(r"\)|\\[\s\S]?")
#: Characters that an unquoted URL contains only in escapes, and its escapes.
_NOT_IN_URL = lazy_pattern(r"[\"'( \n\t\x00-\x08\x0b\x0e-\x1f\x7f]")
_ESCAPE_IN_URL = lazy_pattern(r"\\(?:[0-9a-fA-F]{1,6}[ \n\t]?|[^\n])")
_STRING_OR_COMMENT = lazy_pattern(
    r"\"[^\"\\\n]*(?:\\.[^\"\\\n]*)*\"?|'[^'\\\n]*(?:\\.[^'\\\n]*)*'?|/\*.*?\*/|/\*.*\Z", re.DOTALL
)
#: The name of a function, backwards.
_FUNCTION = lazy_pattern(r"[-\w]*")
#: More characters than the longest name of a function that :func:`function_name` is asked for.
_LONGEST_FUNCTION = 24


class CssToken(NamedTuple):
    """
    A token that decides where other parts of a stylesheet end.

    :ivar sign: a bracket, semicolon, comma or ``@``; a quote for a string; ``url`` for an unquoted URL, and ``bad`` for
        a string or URL that is not valid.
    :ivar value: the value of a string or URL.
    """

    sign: str
    start: int
    end: int
    value: str = ""


def tokens(text: str, at: int = 0) -> Iterator[CssToken]:
    """
    Yield the tokens of a preprocessed text from a position on, in linear time.

    Tokens in comments are left out; the text of a string or URL is one token.
    """
    while found := _SIGN.search(text, at):
        sign, start, at = found[0], found.start(), found.end()
        if sign in _IN_STRING:
            yield (token := _string(text, start))
            at = token.end
        elif sign == "/":
            at = comment_end(text, at + 1) if text.startswith("*", at) else at
        elif sign == "\\":
            at += not text.startswith("\n", at)
        elif sign == "(" and (begun := _URL.match(text, start)):
            yield (token := _url(text, start - len("url"), begun.end()))
            at = token.end
        else:
            yield CssToken(sign, start, at)


def comment_end(text: str, at: int) -> int:
    """Return the end of the comment at a position; an unclosed comment ends with the text."""
    end = text.find("*/", at)
    return end + 2 if end >= 0 else len(text)


def without_comments(source: str) -> str:
    """Return a stylesheet without its comments; an unclosed comment ends with the text."""
    if "/*" not in source:
        return source
    return _STRING_OR_COMMENT.sub(lambda match: " " if match.group().startswith("/*") else match.group(), source)


def function_name(text: str, bracket: int) -> str:
    """Return the name, in lower case, of the function that a bracket belongs to; empty for a bracket without one."""
    before = _FUNCTION.match(text[max(0, bracket - _LONGEST_FUNCTION) : bracket][::-1])
    return before[0][::-1].lower() if before is not None else ""


def component_end(text: str) -> int:
    """Return the end of the string, URL, function or bracketed block that a text begins with."""
    closing: list[str] = []
    for token in tokens(text):
        if token.sign in CLOSING:
            closing.append(CLOSING[token.sign])
        elif closing and token.sign == closing[-1]:
            closing.pop()
        if not closing:
            return token.end
    return len(text)


def _string(text: str, start: int) -> CssToken:
    """Return the string that begins with a quote; the end of the text closes it, the end of the line doesn't."""
    quote = text[start]
    for found in _IN_STRING[quote].finditer(text, start + 1):
        if found[0] == quote:
            return CssToken(quote, start, found.end(), _string_value(text[start + 1 : found.start()]))
        if found[0] == "\n":
            return CssToken("bad", start, found.start())
    return CssToken(quote, start, len(text), _string_value(text[start + 1 :]))


def _string_value(written: str) -> str:
    return unescape(written.replace("\\\n", "")) if "\\" in written else written


def _url(text: str, start: int, content: int) -> CssToken:
    """Return the unquoted URL whose content is at a position: up to the first parenthesis that is not escaped."""
    end = text.find(")", content)
    if end < 0 or "\\" in text[content:end]:
        end = next((found.start() for found in _IN_URL.finditer(text, content) if found[0] == ")"), len(text))
    written = text[content:end]
    plain = _ESCAPE_IN_URL.sub("_", written) if "\\" in written else written
    spaces = len(plain) - len(plain.rstrip(" \n\t"))
    valid = not _NOT_IN_URL.search(plain, 0, len(plain) - spaces) and "\\" not in plain
    value = unescape(written[: len(written) - spaces]) if valid else ""
    return CssToken("url" if valid else "bad", start, min(end + 1, len(text)), value)
