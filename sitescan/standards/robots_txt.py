"""robots.txt: what it says, and whether it lets a crawler fetch a URL."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from urllib.parse import quote

from attrs import field, frozen

MAX_BYTES = 500 * 1024
"""What is read of a robots.txt; crawlers leave out the rest (RFC 9309, section 2.5)."""

AGENT_KEYS = frozenset({"user-agent", "useragent", "user agent"})
"""How crawlers let the line be called that opens a group."""

_LINE_END = re.compile(r"\r\n|\r|\n")
_PRODUCT = re.compile(r"[A-Za-z_-]+")
_ESCAPE = re.compile(r"%[0-9A-Fa-f]{2}")
_FOREIGN = re.compile(r"[^\x00-\x7f]+")


@frozen(kw_only=True)
class Line:
    """
    One line of a robots.txt that is more than a comment.

    :ivar number: its number, from 1.
    :ivar key: what stands before the colon, lower case; the first word where there is no colon.
    :ivar value: what stands behind it, the comment left out.
    :ivar colon: whether there is one; crawlers take two words without a colon for a pair.
    """

    number: int
    key: str
    value: str
    colon: bool = True


@frozen(kw_only=True)
class Pattern:
    """
    One ``Allow`` or ``Disallow`` line.

    :ivar allow: which of the two.
    :ivar path: the pattern as written.
    :ivar line: the number of its line.
    """

    allow: bool
    path: str
    line: int
    _pieces: tuple[str, ...] = field(repr=False, eq=False)
    _anchored: bool = field(repr=False, eq=False)
    _length: int = field(repr=False, eq=False)

    @classmethod
    def parse(cls, path: str, *, allow: bool, line: int) -> "Pattern":
        """A pattern: ``*`` stands for anything, ``$`` at its end for the end of the URL."""
        anchored = path.endswith("$")
        pieces = tuple(comparable(_encoded(path)).removesuffix("$").split("*"))
        length = sum(map(len, pieces)) + len(pieces) - 1 + anchored
        return cls(allow=allow, path=path, line=line, pieces=pieces, anchored=anchored, length=length)

    @property
    def rank(self) -> tuple[int, bool]:
        """The longest pattern counts, and of two equally long ones the one that allows."""
        return self._length, self.allow

    def matches(self, path: str) -> bool:
        """Whether it matches a path in :func:`comparable` form; takes time linear in both."""
        first, *rest = self._pieces
        if not path.startswith(first):
            return False
        if not rest:
            return not self._anchored or len(path) == len(first)
        at = len(first)
        last = rest.pop() if self._anchored else ""
        for piece in rest:
            found = path.find(piece, at)
            if found < 0:
                return False
            at = found + len(piece)
        return not self._anchored or (len(path) - len(last) >= at and path.endswith(last))


@frozen(kw_only=True)
class RobotsFile:
    """
    A parsed robots.txt.

    :ivar lines: its lines, comments left out.
    :ivar groups: the groups that name each product token, lower case; ``*`` is the rest.
    """

    lines: tuple[Line, ...] = ()
    groups: Mapping[str, Sequence[Sequence[Pattern]]] = field(factory=dict)

    def group(self, agent: str) -> Iterator[Pattern]:
        """The patterns that a crawler obeys: those of its own groups, or else of the ones for all."""
        own = self.groups.get(agent.lower())
        return chain.from_iterable(own if own is not None else self.groups.get("*", ()))

    def deciding(self, agent: str, path: str) -> Pattern | None:
        """
        The pattern that decides on a path, or ``None`` where none matches: then it may be fetched.

        :param agent: the crawler's product token, such as ``Googlebot``.
        :param path: path and query of the URL.
        """
        path = comparable(path or "/")
        matching = (pattern for pattern in self.group(agent) if pattern.path and pattern.matches(path))
        return max(matching, key=lambda pattern: pattern.rank, default=None)

    def allows(self, agent: str, path: str) -> bool:
        """Whether a crawler may fetch a path."""
        deciding = self.deciding(agent, path)
        return deciding is None or deciding.allow


def parse_robots(text: str) -> RobotsFile:
    """
    Read a robots.txt as crawlers do: what they cannot understand they skip.

    https://www.rfc-editor.org/rfc/rfc9309
    """
    lines = tuple(_lines(text))
    groups: dict[str, list[list[Pattern]]] = {}
    # Agents that follow each other share one group; patterns before the first one are nobody's.
    patterns: list[Pattern] = []
    open_to_agents = False
    for line in lines:
        if line.key in AGENT_KEYS:
            if not open_to_agents:
                patterns = []
            named = groups.setdefault(_product(line.value), [])
            if not named or named[-1] is not patterns:
                named.append(patterns)
            open_to_agents = True
        elif line.key in ("allow", "disallow"):
            open_to_agents = False
            patterns.append(Pattern.parse(line.value, allow=line.key == "allow", line=line.number))
    return RobotsFile(lines=lines, groups=groups)


def exact_pattern(path: str) -> str:
    """The pattern that allows a page and as little else as can be: a ``/`` alone would allow the whole site."""
    return "/$" if path == "/" else path


def comparable(path: str) -> str:
    """
    A path in the one form in which paths are compared: hexadecimal digits in upper case.

    Nothing is decoded: RFC 9309 would take ``%62`` for ``b``, Google's crawler does not.

    https://www.rfc-editor.org/rfc/rfc9309#section-2.2.2
    https://github.com/google/robotstxt
    """
    return _ESCAPE.sub(lambda match: match.group().upper(), path) if "%" in path else path


def _encoded(path: str) -> str:
    """A pattern with what is not ASCII percent-encoded, as it is in the URLs that crawlers ask for."""
    return path if path.isascii() else _FOREIGN.sub(lambda match: quote(match.group(), errors="replace"), path)


def _lines(text: str) -> Iterator[Line]:
    cut = text.removeprefix("\ufeff").encode("utf-8", "replace")[:MAX_BYTES].decode("utf-8", "ignore")
    for number, written in enumerate(_LINE_END.split(cut), 1):
        content = written.partition("#")[0].strip()
        if not content:
            continue
        key, colon, value = content.partition(":")
        if colon:
            yield Line(number=number, key=key.strip().lower(), value=value.strip())
        else:
            words = content.split()
            value = words[1] if len(words) == 2 else ""
            yield Line(number=number, key=words[0].lower(), value=value, colon=False)


def _product(value: str) -> str:
    """The product token of a ``User-agent`` line: ``Googlebot/2.1`` names ``googlebot``."""
    if value.split(maxsplit=1)[:1] == ["*"]:
        return "*"
    match = _PRODUCT.match(value)
    return match.group().lower() if match else value.lower()
