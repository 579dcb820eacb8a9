"""Structured header fields: items, lists and dictionaries, parsed strictly by the standard."""

import re
from collections.abc import Mapping

from attrs import frozen

from sitescan.standards.lazy_pattern import lazy_pattern

#: The maximum length of a field, that of a response head by default; longer ones are treated as malformed.
_LONGEST = 64 * 1024

_TOKEN = lazy_pattern(r"[A-Za-z*][!#$%&'*+\-.^_`|~0-9A-Za-z:/]*")
_KEY = lazy_pattern(r"[a-z*][a-z0-9_\-.*]*")
_NUMBER = lazy_pattern(r"-?(?:\d{1,12}\.\d{1,3}|\d{1,15})(?![\d.])")
_STRING = lazy_pattern(r'"((?:[ !#-\[\]-~]|\\["\\])*)"')
_BYTES = lazy_pattern(r":([A-Za-z0-9+/=]*):")
_BOOLEAN = lazy_pattern(r"\?([01])")
_DATE = lazy_pattern(r"@-?\d{1,15}(?![\d.])")
_DISPLAY = lazy_pattern(r'%"(?:[ !#$&-~]|%[0-9a-f]{2})*"')


class Malformed(ValueError):
    """Raised for a malformed field, which must be ignored completely."""


@frozen
class Token:
    """A token, which is distinct from a string with the same characters."""

    text: str


@frozen
class InnerList:
    """A list in parentheses; the parameters of its members are dropped."""

    items: tuple["Bare", ...]


Bare = Token | str | bytes | int | float | bool
"""A value without parameters; a date is an integer, a display string is a string."""

Member = Bare | InnerList
"""A value of a list or a dictionary."""

Parameters = Mapping[str, Bare]
"""The parameters of a value, by key."""


def parse_item(text: str) -> Bare:
    """
    Return the bare value of an item field; parameters are validated and dropped.

    :raises Malformed: if the field is not exactly one item.

    https://www.rfc-editor.org/rfc/rfc9651#name-parsing-an-item
    """
    cursor = _Cursor(text.strip(" "))
    value, _ = cursor.item()
    cursor.end()
    return value


def parse_dictionary(text: str) -> dict[str, Member]:
    """
    Return the members of a dictionary field without their parameters; of repeated keys, the last member.

    :raises Malformed: if any part of the field is malformed.
    """
    return {key: member for key, (member, _) in parse_parameterized(text).items()}


def parse_parameterized(text: str) -> dict[str, tuple[Member, Parameters]]:
    """
    Return the members of a dictionary field, each with its parameters; of repeated keys, the last member.

    :raises Malformed: if any part of the field is malformed.

    https://www.rfc-editor.org/rfc/rfc9651#name-parsing-a-dictionary
    """
    cursor = _Cursor(text.strip(" "))
    members: dict[str, tuple[Member, Parameters]] = {}
    while not cursor.done():
        key = cursor.key()
        members[key] = cursor.member() if cursor.take("=") else (True, cursor.parameters())
        cursor.next_member()
    return members


def parse_list(text: str) -> list[Member]:
    """
    Return the members of a list field without their parameters.

    :raises Malformed: if any part of the field is malformed.

    https://www.rfc-editor.org/rfc/rfc9651#name-parsing-a-list
    """
    cursor = _Cursor(text.strip(" "))
    members: list[Member] = []
    while not cursor.done():
        members.append(cursor.member()[0])
        cursor.next_member()
    return members


class _Cursor:
    """A parser position in a field."""

    def __init__(self, text: str) -> None:
        if len(text) > _LONGEST:
            raise Malformed("it is too long")
        self._text = text
        self._at = 0

    def done(self) -> bool:
        return self._at >= len(self._text)

    def end(self) -> None:
        if not self.done():
            raise Malformed(f"“{self._text[self._at : self._at + 20]}” is left over")

    def take(self, character: str) -> bool:
        found = self._text.startswith(character, self._at)
        self._at += found
        return found

    def expect(self, character: str) -> None:
        if not self.take(character):
            raise Malformed(f"“{character}” is missing before “{self._text[self._at : self._at + 20]}”")

    def next_member(self) -> None:
        """Skip the comma before the next member of a list or dictionary; do nothing at the end of the field."""
        self.skip(" \t")
        if self.done():
            return
        self.expect(",")
        self.skip(" \t")
        if self.done():
            raise Malformed("it ends with a comma")

    def skip(self, characters: str) -> None:
        while not self.done() and self._text[self._at] in characters:
            self._at += 1

    def _match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        match = pattern.match(self._text, self._at)
        if match:
            self._at = match.end()
        return match

    def key(self) -> str:
        match = self._match(_KEY)
        if match is None:
            raise Malformed(f"no name can start with “{self._text[self._at : self._at + 20]}”")
        return match.group()

    def bare(self) -> Bare:
        if match := self._match(_TOKEN):
            return Token(match.group())
        if match := self._match(_NUMBER):
            return float(match.group()) if "." in match.group() else int(match.group())
        if match := self._match(_STRING):
            return re.sub(r"\\(.)", r"\1", match.group(1))
        if match := self._match(_BOOLEAN):
            return match.group(1) == "1"
        if match := self._match(_BYTES):
            return match.group(1).encode()
        if match := self._match(_DATE):
            return int(match.group()[1:])
        if match := self._match(_DISPLAY):
            return match.group()[2:-1]
        raise Malformed(f"“{self._text[self._at : self._at + 20]}” is not a value")

    def parameters(self) -> Parameters:
        parameters: dict[str, Bare] = {}
        while self.take(";"):
            self.skip(" ")
            key = self.key()
            parameters[key] = self.bare() if self.take("=") else True
        return parameters

    def item(self) -> tuple[Bare, Parameters]:
        return self.bare(), self.parameters()

    def member(self) -> tuple[Member, Parameters]:
        if not self.take("("):
            return self.item()
        items: list[Bare] = []
        while True:
            self.skip(" ")
            if self.take(")"):
                return InnerList(tuple(items)), self.parameters()
            items.append(self.item()[0])
            if not self._text.startswith((" ", ")"), self._at):
                raise Malformed("a space is missing in a list")
