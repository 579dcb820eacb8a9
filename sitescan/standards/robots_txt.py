"""robots.txt files: parsing, and the permission of crawlers to fetch a URL."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from urllib.parse import quote

from attrs import field, frozen

from sitescan.standards.lazy_pattern import lazy_pattern

MAX_BYTES = 500 * 1024
"""The maximum length that is read, in bytes; crawlers ignore the rest (RFC 9309, section 2.5)."""

AGENT_KEYS = frozenset({"user-agent", "useragent", "user agent"})
"""The accepted spellings of the key that begins a group."""

_LINE_END = lazy_pattern(r"\r\n|\r|\n")
_PRODUCT = lazy_pattern(r"[A-Za-z_-]+")
_ESCAPE = lazy_pattern(r"%[0-9A-Fa-f]{2}")
_FOREIGN = lazy_pattern(r"[^\x00-\x7f]+")

#: The characters of the beginning of a path by which patterns are looked up.
_BEGINNING = 40


@frozen(kw_only=True)
class Line:
    """
    A line of a robots.txt other than a comment.

    :ivar number: the line number, from 1.
    :ivar key: the text before the colon in lower case, or the first word if there is no colon.
    :ivar value: the text after the colon, without the comment.
    :ivar colon: whether there is a colon; crawlers accept two words without one.
    """

    number: int
    key: str
    value: str
    colon: bool = True


@frozen(kw_only=True)
class Pattern:
    """
    An ``Allow`` or ``Disallow`` line.

    :ivar allow: whether the line is an ``Allow`` line.
    :ivar path: the pattern as written.
    :ivar line: the line number.
    """

    allow: bool
    path: str
    line: int
    _pieces: tuple[str, ...] = field(repr=False, eq=False)
    _anchored: bool = field(repr=False, eq=False)
    _length: int = field(repr=False, eq=False)

    @classmethod
    def parse(cls, path: str, *, allow: bool, line: int) -> "Pattern":
        """Return a parsed pattern: ``*`` matches any characters, ``$`` at its end matches the end of the URL."""
        anchored = path.endswith("$")
        pieces = tuple(comparable(_encoded(path)).removesuffix("$").split("*"))
        length = sum(map(len, pieces)) + len(pieces) - 1 + anchored
        return cls(allow=allow, path=path, line=line, pieces=pieces, anchored=anchored, length=length)

    @property
    def rank(self) -> tuple[int, bool]:
        """The sort key for precedence: the longest pattern, and of equally long ones the one that allows."""
        return self._length, self.allow

    @property
    def beginning(self) -> str:
        """The beginning of all paths that the pattern matches."""
        return self._pieces[0][:_BEGINNING]

    def matches(self, path: str) -> bool:
        """Return whether the pattern matches a path in :func:`comparable` form, in linear time."""
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


#: A number of seconds (it isn't part of RFC 9309).
_DELAY = lazy_pattern(r"[0-9]{1,6}(?:\.[0-9]{1,6})?")


@frozen(kw_only=True)
class RobotsFile:
    """
    A parsed robots.txt.

    :ivar lines: the lines, without comments.
    :ivar groups: the groups of each product token in lower case; ``*`` is the default.
    :ivar delays: the first ``Crawl-delay`` in them, in seconds.
    """

    lines: tuple[Line, ...] = ()
    groups: Mapping[str, Sequence[Sequence[Pattern]]] = field(factory=dict)
    delays: Mapping[str, float] = field(factory=dict)
    _by_beginning: dict[str, dict[str, list[Pattern]]] = field(factory=dict, init=False, repr=False, eq=False)

    def delay(self, agent: str) -> float:
        """Return the seconds that a crawler should wait between two requests."""
        return self.delays.get(agent.lower() if agent.lower() in self.groups else "*", 0.0)

    def group(self, agent: str) -> Iterator[Pattern]:
        """Iterate over the patterns that apply to a crawler: those of its own groups, or else the default ones."""
        own = self.groups.get(agent.lower())
        return chain.from_iterable(own if own is not None else self.groups.get("*", ()))

    def deciding(self, agent: str, path: str) -> Pattern | None:
        """
        Return the pattern that applies to a path, or ``None`` if none matches, so that fetching is allowed.

        :param agent: the crawler's product token, such as ``Googlebot``.
        :param path: the path and query of the URL.
        """
        path = comparable(path or "/")
        if agent not in self._by_beginning:
            # A sitemap may list a million URLs, and a robots.txt has room for twenty thousand patterns.
            found = self._by_beginning[agent] = defaultdict[str, list[Pattern]](list)
            for pattern in self.group(agent):
                if pattern.path:
                    found[pattern.beginning].append(pattern)
        named = self._by_beginning[agent]
        matching = (
            pattern
            for length in range(min(len(path), _BEGINNING) + 1)
            for pattern in named.get(path[:length], ())
            if pattern.matches(path)
        )
        return max(matching, key=lambda pattern: (pattern.rank, -pattern.line), default=None)

    def allows(self, agent: str, path: str) -> bool:
        """Return whether a crawler may fetch a path."""
        deciding = self.deciding(agent, path)
        return deciding is None or deciding.allow


def parse_robots(text: str) -> RobotsFile:
    """
    Parse a robots.txt as crawlers do, ignoring invalid lines.

    https://www.rfc-editor.org/rfc/rfc9309
    """
    lines = tuple(_lines(text))
    groups: dict[str, list[list[Pattern]]] = {}
    # Consecutive user agents share a group; patterns before the first user agent apply to none.
    patterns: list[Pattern] = []
    agents: list[str] = []
    delays: dict[str, float] = {}
    open_to_agents = False
    for line in lines:
        if line.key in AGENT_KEYS:
            if not open_to_agents:
                patterns, agents = [], []
            agents.append(_product(line.value))
            named = groups.setdefault(agents[-1], [])
            if not named or named[-1] is not patterns:
                named.append(patterns)
            open_to_agents = True
        elif line.key in ("allow", "disallow"):
            open_to_agents = False
            patterns.append(Pattern.parse(line.value, allow=line.key == "allow", line=line.number))
        elif line.key == "crawl-delay" and _DELAY.fullmatch(line.value):
            for agent in agents:
                delays.setdefault(agent, float(line.value))
    return RobotsFile(lines=lines, groups=groups, delays=delays)


def exact_pattern(path: str) -> str:
    """Return a pattern that allows a page and as few others as possible: ``/`` would allow the whole site."""
    return "/$" if path == "/" else path


def comparable(path: str) -> str:
    """
    Return a path normalized for comparison: percent-encodings in upper case.

    Nothing is decoded: RFC 9309 would decode ``%62`` to ``b``, but Google's crawler does not.

    https://www.rfc-editor.org/rfc/rfc9309#section-2.2.2
    https://github.com/google/robotstxt
    """
    return _ESCAPE.sub(lambda match: match.group().upper(), path) if "%" in path else path


def _encoded(path: str) -> str:
    """Return a pattern with non-ASCII characters percent-encoded, as in the URLs that crawlers request."""
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
    """Return the product token of a ``User-agent`` value: ``googlebot`` for ``Googlebot/2.1``."""
    if value.split(maxsplit=1)[:1] == ["*"]:
        return "*"
    match = _PRODUCT.match(value)
    return match.group().lower() if match else value.lower()
