"""
What a script does before the user acts, by its tokens.

Only a list of harmless things is known: defining functions, looking up elements once the page is parsed, and listening
to events of users. It doesn't matter when a script runs that does nothing else. All other scripts have an effect, also
those whose tokens are uncertain.
"""

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from types import MappingProxyType

from attrs import define, field, frozen

from sitescan.standards.javascript import UnsureTokens, tokens
from sitescan.standards.lazy_pattern import lazy_pattern

USER_EVENTS = frozenset(
    "click dblclick contextmenu keydown keyup keypress input change submit pointerdown pointerup mousedown mouseup "
    "touchstart touchend".split()
)
"""Events that browsers send only when the user acts."""

#: Events of the document, and of the window, after all deferred scripts have run.
_READY_DOCUMENT = frozenset({"DOMContentLoaded"})
_READY = frozenset({"DOMContentLoaded", "load", "pageshow"})
_KEYWORDS = frozenset("async const else false for function if let null of return true undefined var".split())
_DECLARING = frozenset({"const", "let", "var"})
_TARGETS = frozenset({"document", "window"})
_LOOKUPS = frozenset({"forEach", "getElementById", "querySelector", "querySelectorAll"})
_OPTIONS = frozenset({"capture", "once", "passive"})
_SYMBOLS = frozenset("( ) { } , ; : . ?. => ! ? && || == != === !==".split())
_BRACKETS: Mapping[str, str] = MappingProxyType({"(": ")", "[": "]", "{": "}"})
#: Tokens before a statement.
_BEFORE_STATEMENT = frozenset({"", ";", "{", "}"})

_PIECE = lazy_pattern(r"[\w$\\#]+|=>|\?\.|[=!]==?|&&|\|\||[^\s]")
_NAME = lazy_pattern(r"[A-Za-z_$][\w$]*")
#: The longest script that is read, in bytes. Larger ones are libraries, which all do more.
_LONGEST = 50_000
#: What begins comments (https://tc39.es/ecma262/#sec-html-like-comments), and characters that end them.
_UNSURE = ("<!--", "-->", "\N{LINE SEPARATOR}", "\N{PARAGRAPH SEPARATOR}")


@frozen
class ScriptStart:
    """
    The start of a script.

    :ivar effect: the first thing in the script that may have an effect before the user acts, as it is written; empty if
        there is none.
    :ivar names: the names that the script defines for other scripts; only complete without an effect.
    """

    effect: str = ""
    names: AbstractSet[str] = frozenset()


def script_start(script: bytes) -> ScriptStart:
    """Return what a script does before the user acts."""
    try:
        written = list(_pieces(script))
        reader = _Reader(written, _ends(written))
        reader.read()
    except (UnicodeDecodeError, UnsureTokens):
        return ScriptStart("code that can't be followed")
    except _Effect as found:
        return ScriptStart(found.written)
    return ScriptStart(names=frozenset(reader.names))


class _Effect(Exception):
    """A part of the script may have an effect before the user acts."""

    def __init__(self, written: str) -> None:
        super().__init__(written)
        self.written = written


def _pieces(script: bytes) -> Iterator[str]:
    """
    Yield the words, strings and symbols of a script, without white space and comments.

    :raises UnsureTokens: if they are uncertain.
    :raises UnicodeDecodeError: if the script is not in UTF-8.
    """
    if len(script) > _LONGEST:
        raise UnsureTokens
    whole = script.decode()
    if any(part in whole for part in _UNSURE):
        raise UnsureTokens
    for kind, text in tokens(script):
        if kind == "code":
            yield from _PIECE.findall(text.decode())
        elif kind != "comment":
            yield text.decode()


def _ends(pieces: Sequence[str]) -> Mapping[int, int]:
    """
    Return the position after the end of each bracket.

    :raises UnsureTokens: if the brackets don't match.
    """
    ends: dict[int, int] = {}
    opened: list[int] = []
    for number, piece in enumerate(pieces):
        if piece in _BRACKETS:
            opened.append(number)
        elif piece in (")", "]", "}"):
            if not opened or _BRACKETS[pieces[opened[-1]]] != piece:
                raise UnsureTokens
            ends[opened.pop()] = number + 1
    if opened:
        raise UnsureTokens
    return ends


@define
class _Reader:
    """
    A reader of the parts of a script that run before the user acts: in order, each once.

    :ivar pieces: the words, strings and symbols of the script.
    :ivar ends: the position after the end of each bracket.
    :ivar functions: the range of each function that has a name and isn't called where it is written.
    :ivar locals: the names of variables and parameters anywhere in the script.
    :ivar names: the names that the script defines for other scripts.
    :ivar called: the functions that run, and whether they do so once the page is parsed.
    :ivar waiting: the ranges to read, and whether they run once the page is parsed.
    """

    pieces: Sequence[str]
    ends: Mapping[int, int]
    functions: dict[str, tuple[int, int]] = field(factory=dict)
    locals: set[str] = field(factory=set)
    names: set[str] = field(factory=set)
    called: set[tuple[str, bool]] = field(factory=set)
    waiting: list[tuple[int, int, bool]] = field(factory=list)

    def read(self) -> None:
        """
        Read all of it.

        :raises _Effect: where something may have an effect.
        """
        self._find_names()
        self.waiting.append((0, len(self.pieces), False))
        while self.waiting:
            self._run(*self.waiting.pop())

    def _at(self, number: int) -> str:
        return self.pieces[number] if 0 <= number < len(self.pieces) else ""

    def _find_names(self) -> None:
        """Find the functions, variables and parameters, and which of them other scripts can use."""
        starts = {end: start for start, end in self.ends.items()}
        inside = 0
        for number, piece in enumerate(self.pieces):
            following = self._at(number + 1)
            if piece == "=>":
                self._add_parameters(starts.get(number, number - 1), number)
            elif piece == "function":
                first = number + 1 + (following != "(")
                self._add_parameters(first, self.ends.get(first, first))
            if piece in _DECLARING or (piece == "function" and following != "("):
                self._define(number, is_global=number >= inside)
                inside = max(inside, self.functions.get(following, (0, 0))[1])
            elif piece == "(":
                inside = max(inside, self.ends[number])

    def _add_parameters(self, first: int, end: int) -> None:
        self.locals.update(filter(_NAME.fullmatch, self.pieces[first:end]))

    def _define(self, number: int, *, is_global: bool) -> None:
        """Add the variable or the function that a keyword declares."""
        piece, name = self.pieces[number], self._at(number + 1)
        self.locals.add(name)
        if name in _TARGETS or name in _LOOKUPS or name == "addEventListener":
            raise _Effect(name)
        # A variable or a function of the window may set one of its properties, such as location or onload.
        if is_global and (piece == "var" or (piece == "function" and name.startswith("on"))):
            raise _Effect(name)
        if is_global:
            self.names.add(name)
        if piece == "function":
            start, end = number, self._function_end(number)
            is_apart = self._at(number - 1) in _BEFORE_STATEMENT
        else:
            start = number + 3 if self._at(number + 2) == "=" else len(self.pieces)
            end = self._function_end(start)
            after = self._at(end)
            is_apart = self._at(end - 1) == "}" and (after in ("", ";") or _NAME.fullmatch(after) is not None)
        if end and is_apart:
            if name in self.functions:
                raise _Effect(name)
            self.functions[name] = start, end

    def _function_end(self, start: int) -> int:
        """Return the position after a function that begins at a position, or 0 if none does."""
        at = start + (self._at(start) == "async")
        if self._at(at) == "function":
            parameters = at + 1 + (self._at(at + 1) != "(")
            body = self.ends.get(parameters, 0)
        else:
            arrow = self.ends.get(at, 0) if self._at(at) == "(" else at + 1
            body = arrow + 1 if self._at(arrow) == "=>" else 0
            if body and self._at(body) != "{":
                return self._argument_end(body)
        return self.ends.get(body, 0) if body and self._at(body) == "{" else 0

    def _argument_end(self, start: int) -> int:
        """Return the position after an expression that is an argument, or 0 if it isn't one."""
        at = start
        while self._at(at) not in (",", ")", ";", "}", "]", ""):
            at = self.ends.get(at, at + 1)
        return at if self._at(at) in (",", ")") else 0

    def _run(self, start: int, end: int, is_ready: bool) -> None:
        """Read a part of the script that runs."""
        at = start
        apart = dict(self.functions.values())
        while at < end:
            if at in apart:
                at = apart[at]
            elif self._at(at) == "addEventListener":
                at = self._listen(at, is_ready)
            else:
                self._check(at, is_ready)
                at += 1

    def _check(self, at: int, is_ready: bool) -> None:
        """Raise an exception unless a piece certainly has no effect where it is; note a function that it calls."""
        piece, before, after = self.pieces[at], self._at(at - 1), self._at(at + 1)
        if before in (".", "?."):
            harmless = is_ready and piece in _LOOKUPS
        elif before == "function" or before in _DECLARING:
            harmless = _NAME.fullmatch(piece) is not None or piece == "("
        elif piece in self.functions:
            self._call(piece, is_ready)
            harmless = True
        elif piece in _KEYWORDS or piece in _TARGETS or piece in _OPTIONS:
            harmless = after != "(" or piece in ("if", "for", "function", "return", "async")
        elif piece in self.locals:
            harmless = after != "("
        elif piece == "=":
            harmless = self._at(at - 2) in _DECLARING
        else:
            harmless = piece in _SYMBOLS or piece[0] in "\"'" or piece.isdigit()
        if not harmless:
            raise _Effect(piece)

    def _listen(self, at: int, is_ready: bool) -> int:
        """Read a call of ``addEventListener``, and return the position after its listener."""
        event, first = self._at(at + 2), at + 4
        if self._at(at + 1) != "(" or event[:1] not in ("'", '"') or self._at(at + 3) != ",":
            raise _Effect("addEventListener")
        end = self._function_end(first)
        if not end and self._at(first) in self.functions:
            end = first + 1
        if not end or self._at(end) not in (",", ")"):
            raise _Effect("addEventListener")
        if event[1:-1] in USER_EVENTS:
            return end
        # On elements, an event may have happened before. The document captures those of elements.
        of_document = self._at(at - 1) == "." and self._at(at - 2) == "document"
        if is_ready or event[1:-1] not in (_READY_DOCUMENT if of_document else _READY):
            raise _Effect(event)
        if self._at(first) in self.functions:
            self._call(self._at(first), True)
        else:
            self.waiting.append((first, end, True))
        return end

    def _call(self, name: str, is_ready: bool) -> None:
        """Note that a function runs, unless that is known."""
        if (name, is_ready) not in self.called:
            self.called.add((name, is_ready))
            start, end = self.functions[name]
            # The position of a function itself is where it is written, not where it runs.
            self.waiting.append((start + 1, end, is_ready))
