"""
Regular expressions, which take linear time on any text, and match the same on every Python.

The analysers that are maintained (dlint on PyPI) find nested quantifiers only, and mistake possessive ones for them,
but two adjacent quantifiers once froze the service. So each expression is tried out on strings that repeat the content
of each of its quantifiers, by the methods that the code uses.
"""

import ast
import re
import signal
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from re import _constants as opcode  # type: ignore[attr-defined]  # the operations of its parser
from re import _parser as parser  # type: ignore[attr-defined]
from types import FrameType
from typing import Any, NamedTuple

import pytest

import sitescan
from sitescan.standards.lazy_pattern import LazyPattern

pytestmark = pytest.mark.slow

_ROOT = Path(sitescan.__file__).parent
#: The position of the flags among the arguments of the functions that don't take them as the third.
_FLAGS_AT = {"sub": 4, "subn": 4, "split": 3, "compile": 1}
_METHODS = frozenset({"match", "fullmatch", "search", "sub", "subn", "split", "findall", "finditer"})

#: On a repeated string of this length, a linear expression takes microseconds, and a quadratic one milliseconds.
_SHORT = 4000
_SUSPICIOUS_SECONDS = 0.0004

#: A linear expression takes as long for four short strings as for one of four times the length; a quadratic one takes
#: a quarter of that for the short ones. The two are run in turns, until a comparison holds or the short ones have taken
#: this much CPU time: many systems count it in steps of some milliseconds, and temporary disturbances even out.
_LONGER = 4
_RATIO = 2.0
_SURE_SECONDS = 0.2
_STEP_SECONDS = 0.004

#: The maximum time of the short and of the long strings, and the number of tries, because a machine can stall for a
#: while.
_MOST_SECONDS = 0.4
_MOST_SECONDS_LONG = 3.0
_TRIES = 3

#: A quantifier with a lower maximum than this costs a constant.
_UNBOUNDED = 64

_SUFFIXES = ("", "\x00", "!\n", '"')
_CHARACTERS = " \ta0_-\n\"'/*<>\\;:,.=()&#@{}["


class Expression(NamedTuple):
    """A regular expression of the source, and the methods by which it is used."""

    where: str
    pattern: re.Pattern[Any]
    methods: frozenset[str]


class Pumped(NamedTuple):
    """A string with a part that can be repeated."""

    before: str
    pump: str
    after: str

    def text(self, size: int) -> str:
        """Return the string, repeated to about this size."""
        return self.before + self.pump * (size // len(self.pump)) + self.after


class _TooLong(Exception):
    """An expression takes too long."""


def _modules() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(set(_ROOT.rglob("*.py")) - set(_ROOT.rglob("__main__.py"))):
        name = ".".join(("sitescan", *path.relative_to(_ROOT).with_suffix("").parts)).removesuffix(".__init__")
        yield name, ast.parse(path.read_text(encoding="utf-8"))


def _patterns(value: object, depth: int = 3) -> Iterator[re.Pattern[Any]]:
    """Yield the patterns in a module's value, those inside collections included."""
    assert not isinstance(value, re.Pattern), f"lazy_pattern does not take time on import: {value.pattern!r}"
    if isinstance(value, LazyPattern):
        yield value.compiled
    elif isinstance(value, Mapping) and depth:
        for item in value.values():
            yield from _patterns(item, depth - 1)
    elif isinstance(value, list | tuple | set | frozenset) and depth:
        for item in value:
            yield from _patterns(item, depth - 1)


def _used(tree: ast.Module) -> dict[str, set[str]]:
    """Return the methods of patterns that a module calls, by the name of the pattern."""
    used: dict[str, set[str]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr in _METHODS and isinstance(node.value, ast.Name):
            used.setdefault(node.value.id, set()).add(node.attr)
    return used


def _flags(call: ast.Call) -> int:
    """Return the flags that a call of a function of the module re passes."""
    assert isinstance(call.func, ast.Attribute)
    given = [
        *call.args[_FLAGS_AT.get(call.func.attr, 2) :],
        *(keyword.value for keyword in call.keywords if keyword.arg == "flags"),
    ]
    return sum(
        int(getattr(re, node.attr))
        for argument in given
        for node in ast.walk(argument)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "re"
        if node.attr.isupper()
    )


def _inline(name: str, tree: ast.Module) -> Iterator[Expression]:
    """Yield the expressions that a module passes to functions of the module re."""
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            continue
        for node in ast.walk(function):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
                continue
            called = node.func
            if not (isinstance(called.value, ast.Name) and called.value.id == "re" and node.args):
                continue
            if called.attr in _METHODS or called.attr == "compile":
                where = f"{name}:{node.lineno}"
                written = node.args[0].value if isinstance(node.args[0], ast.Constant) else None
                assert isinstance(written, str | bytes), f"{where}: write the expression as a constant"
                pattern: re.Pattern[Any] = re.compile(written, _flags(node))
                method = "search" if called.attr == "compile" else called.attr
                yield Expression(where, pattern, frozenset({method}))


@cache
def _expressions() -> tuple[Expression, ...]:
    return tuple(_found())


def _found() -> Iterator[Expression]:
    trees = dict(_modules())
    used_here = {name: _used(tree) for name, tree in trees.items()}
    used: dict[str, set[str]] = {}
    for own in used_here.values():
        for name, methods in own.items():
            used.setdefault(name, set()).update(methods)
    for name, tree in trees.items():
        own = used_here[name]
        known = {variable: list(_patterns(value)) for variable, value in vars(import_module(name)).items()}
        # A pattern that is passed to a function is used as the function uses its parameter.
        handed = {method for name, methods in own.items() if name != "re" and not known.get(name) for method in methods}
        for variable, patterns in known.items():
            for number, pattern in enumerate(patterns):
                elsewhere = set() if variable.startswith("_") else used.get(variable)
                methods = own.get(variable) or elsewhere or handed or {"search"}
                yield Expression(f"{name}.{variable}[{number}]", pattern, frozenset(methods))
        if name != LazyPattern.__module__:
            yield from _inline(name, tree)


def _distinct() -> list[Expression]:
    found: dict[tuple[Any, int, frozenset[str]], Expression] = {}
    for expression in _expressions():
        found.setdefault((expression.pattern.pattern, expression.pattern.flags, expression.methods), expression)
    return list(found.values())


class Pumping:
    """
    Strings that make an expression work: the text before a quantifier, then its content, many times.

    Two strings are the same work if the expression can't tell their characters apart. One of them is enough.
    """

    def __init__(self, pattern: re.Pattern[Any]) -> None:
        text = pattern.pattern if isinstance(pattern.pattern, str) else pattern.pattern.decode("latin-1")
        self._tree = parser.parse(
            text, pattern.flags & ~re.UNICODE if isinstance(pattern.pattern, bytes) else pattern.flags
        )
        self._literals = "".join(dict.fromkeys(self._characters(self._tree)))[:40]
        self._ranges = sorted(set(_ranges(self._tree)))
        self._compares_texts = not {opcode.GROUPREF, opcode.GROUPREF_IGNORE}.isdisjoint(_opcodes(self._tree))
        self._alike: dict[object, str] = {}
        self._representatives: dict[str, str] = {}

    def strings(self) -> Iterator[Pumped]:
        """Yield the strings."""
        seen: set[tuple[str, ...]] = set()
        for prefix, body in self._quantifiers(self._tree, ""):
            samples = self._samples(body)
            pumps = [(prefix, pump) for pump in (*samples, *self._literals, *_CHARACTERS)]
            pumps += [("", prefix + pump) for pump in (*samples[:3], "")]
            for before, pump in pumps:
                for suffix in _SUFFIXES:
                    work = tuple("".join(map(self._representative, text)) for text in (before, pump, suffix))
                    if pump and work not in seen:
                        seen.add(work)
                        yield Pumped(before, pump, suffix)

    def _representative(self, character: str) -> str:
        """Return the first character so far that the expression can't tell from this one."""
        if character not in self._representatives:
            self._representatives[character] = self._alike.setdefault(self._kind(character), character)
        return self._representatives[character]

    def _kind(self, character: str) -> object:
        """Return what the expression can find out about a character; the character itself if it compares texts."""
        if self._compares_texts:
            return character
        codes = {ord(form) for form in (character, character.lower(), character.upper()) if len(form) == 1}
        ranges = [any(first <= code <= last for code in codes) for first, last in self._ranges]
        return (*ranges, *(bool(re.match(category, character)) for category in (r"\s", r"\d", r"\w", r"\n")))

    def _quantifiers(self, nodes: Iterable[Any], prefix: str) -> Iterator[tuple[str, Any]]:
        for code, argument in nodes:
            if code in (opcode.MAX_REPEAT, opcode.MIN_REPEAT, opcode.POSSESSIVE_REPEAT):
                _, most, body = argument
                if most >= _UNBOUNDED:
                    yield prefix, body
                yield from self._quantifiers(body, prefix)
            elif code is opcode.SUBPATTERN:
                yield from self._quantifiers(argument[3], prefix)
            elif code is opcode.ATOMIC_GROUP:
                yield from self._quantifiers(argument, prefix)
            elif code is opcode.BRANCH:
                for branch in argument[1]:
                    yield from self._quantifiers(branch, prefix)
            elif code in (opcode.ASSERT, opcode.ASSERT_NOT):
                yield from self._quantifiers(argument[1], prefix)
            prefix += self._sample((code, argument))

    def _samples(self, nodes: Iterable[Any]) -> list[str]:
        """Return texts that a part of an expression matches, one for each of its branches."""
        found = [""]
        for code, argument in nodes:
            if code is opcode.BRANCH:
                parts = [part for branch in argument[1] for part in self._samples(branch)]
            elif code is opcode.SUBPATTERN:
                parts = self._samples(argument[3])
            else:
                parts = [self._sample((code, argument))]
            found = [before + part for before in found for part in parts][:12]
        return found

    def _sample(self, node: Any) -> str:
        code, argument = node
        if code is opcode.LITERAL:
            return chr(argument)
        if code is opcode.NOT_LITERAL:
            return "a" if argument != ord("a") else "b"
        if code is opcode.ANY:
            return "a"
        if code is opcode.IN:
            return self._member(argument)
        if code in (opcode.MAX_REPEAT, opcode.MIN_REPEAT, opcode.POSSESSIVE_REPEAT):
            return str("".join(map(self._sample, argument[2])) * min(argument[0], 50))
        if code is opcode.SUBPATTERN:
            return "".join(map(self._sample, argument[3]))
        if code is opcode.ATOMIC_GROUP:
            return "".join(map(self._sample, argument))
        if code is opcode.BRANCH:
            return "".join(map(self._sample, argument[1][0]))
        return ""

    @staticmethod
    def _member(items: Any) -> str:
        categories = {opcode.CATEGORY_SPACE: " ", opcode.CATEGORY_DIGIT: "0", opcode.CATEGORY_WORD: "a"}
        if items[0][0] is opcode.NEGATE:
            excluded = parser.SubPattern(parser.State(), [(opcode.IN, items[1:])])
            barred = {chr(item[1]) for item in excluded[0][1] if item[0] is opcode.LITERAL}
            return next(character for character in "a0 ~\x01" if character not in barred)
        kind, value = items[0]
        if kind is opcode.LITERAL:
            return chr(value)
        if kind is opcode.RANGE:
            return chr(value[0])
        return str(categories.get(value, "!"))

    def _characters(self, nodes: Iterable[Any]) -> Iterator[str]:
        for code, argument in nodes:
            if code is opcode.LITERAL:
                yield chr(argument)
            elif code is opcode.IN:
                yield from (chr(value) for kind, value in argument if kind is opcode.LITERAL)
            elif code in (opcode.MAX_REPEAT, opcode.MIN_REPEAT, opcode.POSSESSIVE_REPEAT):
                yield from self._characters(argument[2])
            elif code is opcode.SUBPATTERN:
                yield from self._characters(argument[3])
            elif code is opcode.ATOMIC_GROUP:
                yield from self._characters(argument)
            elif code is opcode.BRANCH:
                for branch in argument[1]:
                    yield from self._characters(branch)


def _opcodes(nodes: Any) -> Iterator[Any]:
    """Yield every operation of a parsed expression, including nested ones."""
    if isinstance(nodes, parser.SubPattern | list | tuple):
        for node in nodes:
            yield from _opcodes(node)
    elif isinstance(nodes, type(opcode.LITERAL)):
        yield nodes


def _ranges(nodes: Any) -> Iterator[tuple[int, int]]:
    """Yield the first and the last character of each range that a parsed expression names."""
    code = nodes[0] if isinstance(nodes, tuple) and nodes else None
    if code is opcode.LITERAL or code is opcode.NOT_LITERAL:
        yield nodes[1], nodes[1]
    elif code is opcode.RANGE:
        yield nodes[1]
    elif isinstance(nodes, parser.SubPattern | list | tuple):
        for node in nodes:
            yield from _ranges(node)


def _keeps_what_it_took(pattern: str | bytes, flags: int) -> bool:
    """Return whether an expression has a possessive quantifier or an atomic group."""
    text = pattern if isinstance(pattern, str) else pattern.decode("latin-1")
    parsed = parser.parse(text, flags if isinstance(pattern, str) else flags & ~re.UNICODE)
    return not {opcode.POSSESSIVE_REPEAT, opcode.ATOMIC_GROUP}.isdisjoint(_opcodes(parsed))


def _written_elsewhere() -> Iterator[tuple[str, str | bytes, int]]:
    """Yield the expressions that the programs beside the package give to the module re, with their flags."""
    root = Path(__file__).parent.parent
    for folder in ("bench", "evaluation", "fuzz", "recipes", "tests", "tools"):
        for path in sorted((root / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if (
                    isinstance(node, ast.Call)
                    and isinstance(node.func, ast.Attribute)
                    and isinstance(node.func.value, ast.Name)
                    and node.func.value.id == "re"
                    and node.func.attr in {*_METHODS, "compile"}
                    and node.args
                    and isinstance(node.args[0], ast.Constant)
                ):
                    written = node.args[0].value
                    assert isinstance(written, str | bytes)
                    yield f"{path.relative_to(root)}:{node.lineno}", written, _flags(node)


def _too_long(_: int, __: FrameType | None) -> None:
    raise _TooLong


def _seconds(run: Callable[[], object], clock: Callable[[], float], most: float) -> float:
    """Return the seconds that a run takes by a clock; raise _TooLong after this much user time."""
    signal.setitimer(signal.ITIMER_VIRTUAL, most)  # re looks for signals while it works
    started = clock()
    try:
        run()
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    return clock() - started


def _runs(expression: Expression) -> Iterator[tuple[str, Callable[[Any], object]]]:
    for method in sorted(expression.methods):
        bound = getattr(expression.pattern, method)
        if method in ("sub", "subn"):
            empty = expression.pattern.pattern[:0]
            yield method, lambda text, bound=bound, empty=empty: bound(empty, text)  # type: ignore[misc]
        elif method == "finditer":
            yield method, lambda text, bound=bound: sum(1 for _ in bound(text))  # type: ignore[misc]
        else:
            yield method, bound


def slow_on(expression: Expression) -> str:
    """Describe a string on which an expression takes more than linear time; return an empty string if none is found."""
    binary = isinstance(expression.pattern.pattern, bytes)

    def given(pumped: Pumped, size: int) -> str | bytes:
        text = pumped.text(size)
        return text.encode("latin-1", "replace") if binary else text

    for pumped in Pumping(expression.pattern).strings():
        text = given(pumped, _SHORT)
        for method, run in _runs(expression):
            if _is_suspicious(run, text) and _grows(run, text, given(pumped, _LONGER * _SHORT)):
                return f"{method} on {pumped}"
    return ""


def _is_suspicious(run: Callable[[Any], object], text: Any) -> bool:
    """Return whether a run takes too long twice: a single run is also long if another process interrupts it."""
    try:
        return all(
            _seconds(lambda: run(text), time.perf_counter, _MOST_SECONDS) > _SUSPICIOUS_SECONDS for _ in range(2)
        )
    except _TooLong:
        return True


def _grows(run: Callable[[Any], object], text: Any, longer: Any) -> bool:
    """Return whether four times the text takes much more than four times the CPU time."""
    short = long = 0.0
    tries = 0
    while short < _SURE_SECONDS and tries < _TRIES:
        try:
            short += _seconds(lambda: [run(text) for _ in range(_LONGER)], time.process_time, _MOST_SECONDS)
            long += _seconds(lambda: run(longer), time.process_time, _MOST_SECONDS_LONG)
        except _TooLong:
            tries += 1
        else:
            if long <= _RATIO * max(short, _STEP_SECONDS):
                return False
    return True


@pytest.fixture(autouse=True)
def alarm() -> Iterator[None]:
    """Interrupt a run that takes too long."""
    before = signal.signal(signal.SIGVTALRM, _too_long)
    yield
    signal.signal(signal.SIGVTALRM, before)


@pytest.mark.proof
@pytest.mark.parametrize("part", sorted(path.stem for path in _ROOT.glob("[a-z]*") if path.suffix in ("", ".py")))
def test_every_expression_is_linear(part: str) -> None:
    """No expression takes much more than four times as long for a string of four times the length."""
    # The expressions are no parameters, because each test process would import the whole package to collect them.
    own = [expression for expression in _distinct() if re.match(rf"sitescan\.{part}\b", expression.where)]
    assert {expression.where: text for expression in own if (text := slow_on(expression))} == {}


@pytest.mark.proof
@pytest.mark.parametrize(
    ("pattern", "method"),
    [
        (r"(a+)+$", "match"),
        (r"(?:a|a)*b", "match"),
        (r"url\(\s*(\S*)\s*\s*\)", "match"),
        (r"x\s*[^;]*\s*!", "match"),
        (r"\s+$", "search"),
        (r"<!--.*?-->", "search"),
        (r"(?:\s|/\*.*?\*/)+x", "match"),
        (r"(.*),(.*),(.*)!", "fullmatch"),
    ],
)
def test_slow_expressions_are_found(pattern: str, method: str) -> None:
    """Expressions that are known to be slow are found."""
    assert slow_on(Expression("", re.compile(pattern), frozenset({method})))


def test_no_expression_is_possessive() -> None:
    """
    No expression is possessive, so that a page gets the same report on every Python.

    Python's re before 3.11.5 matches possessive quantifiers and atomic groups wrongly:
    https://github.com/python/cpython/issues/106052.
    """
    own = ((expression.where, expression.pattern.pattern, expression.pattern.flags) for expression in _expressions())
    assert [where for where, *written in (*own, *_written_elsewhere()) if _keeps_what_it_took(*written)] == []


@pytest.mark.parametrize("pattern", ["a*+", b"a++", "a?+", "a{2,3}+", "(?>a)", "b|(?:(?=(c++))d)*", "(?<!(?>a))b"])
def test_possessive_expressions_are_found(pattern: str | bytes) -> None:
    """A possessive quantifier or an atomic group is found anywhere in an expression."""
    assert _keeps_what_it_took(pattern, 0)


def test_all_expressions_are_found() -> None:
    """Expressions in modules, in collections and in functions are found, each with the methods that are used."""
    found = {expression.where: expression.methods for expression in _expressions()}
    assert len(found) > 200
    assert found["sitescan.standards.cache_control._DIRECTIVE[0]"] == {"finditer"}
    assert "sitescan.fetch.image_dimensions._SIGNATURES[0]" in found
