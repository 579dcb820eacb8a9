"""Fixtures for all tests, and checks that a test leaves nothing behind."""

import gc
import os
import resource
import signal
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from twisted.internet.task import Clock
from twisted.logger import ILogObserver, globalLogPublisher
from twisted.python.failure import Failure
from zope.interface import implementer

from tests.programs import find, installing

# No test depends on the speed of the machine, and in CI a property fails on every run or on none.
_PATIENT: dict[str, Any] = {
    "deadline": None,
    "suppress_health_check": [HealthCheck.too_slow],
    "derandomize": bool(os.environ.get("CI")),
}
settings.register_profile("patient", **_PATIENT)
settings.register_profile("quick", max_examples=10, **_PATIENT)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or "patient")

_RULES = Path(__file__).parent / "rules"
_INTEGRATION = Path(__file__).parent / "integration"

#: The address space of a test process, in bytes. A parser that collects without end fails with a ``MemoryError``.
MOST_MEMORY = 2 * 1024**3

#: The number of seconds after which a test, or an example of a property, hangs: many times the duration of the slowest
#: one on a slow machine.
HANGING_SECONDS = 300.0


#: The maximum length of a name that is made from a test case's text, and how much of it comes from the beginning of a
#: longer text.
_LONGEST_NAME, _BEGINNING = 70, 20


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that read the corpora, so that ``-m`` can select them."""
    for item in items:
        if "shared" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.corpora)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """
    Skip a test whose programs are not installed.

    A skip inside an asynchronous fixture would fail later tests.
    """
    for mark in item.iter_markers("needs"):
        missing = [name for name in mark.args if not find(name)]
        if missing:
            pytest.skip(f"needs {', '.join(missing)}")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say in a few lines why tests were skipped, instead of in a line for each."""
    reasons: Counter[str] = Counter()
    programs: Counter[str] = Counter()
    for report in terminalreporter.stats.get("skipped", ()):
        reason = report.longrepr[2].removeprefix("Skipped: ") if isinstance(report.longrepr, tuple) else ""
        if reason.startswith("needs "):
            programs.update(reason.removeprefix("needs ").split(", "))
            reasons["needs"] += 1
        else:
            reasons[reason] += 1
    needing = reasons.pop("needs", 0)
    if needing:
        tests = "1 test needs" if needing == 1 else f"{needing} tests need"
        terminalreporter.write_line(f"{tests} programs that are not installed. These commands add them:")
        terminalreporter.write_line(f"    {installing(programs)}")
    for reason, count in reasons.most_common():
        terminalreporter.write_line(f"{count} skipped: {reason}")


def pytest_collection_finish() -> None:
    """Exempt the imported modules from garbage collection, which would take 50 ms a test."""
    gc.collect()
    gc.freeze()


def pytest_make_parametrize_id(val: object) -> str | None:
    """
    Name a test case by its text or its list of texts and numbers, instead of by its number.

    A long name has only its beginning and its end. Binary data gives no name: compressed data includes the time, so
    that xdist's processes would disagree.
    """
    text = val.decode("ascii") if isinstance(val, bytes) and val.isascii() else val
    if isinstance(val, (list, tuple)) and _is_plain(val):
        text = repr(val)
    if not isinstance(text, str) or (text is val and len(text) <= _LONGEST_NAME):
        return None
    if len(text) <= _LONGEST_NAME:
        return ascii(text)[1:-1]
    shortened = f"{text[:_BEGINNING]}...{text[_BEGINNING - _LONGEST_NAME :]}"
    return ascii(" ".join(shortened.split()))[1:-1]


def _is_plain(val: object) -> bool:
    """Return whether a value consists of texts and numbers alone, so that its representation is always the same."""
    if isinstance(val, (list, tuple)):
        return all(map(_is_plain, val))
    return val is None or isinstance(val, (str, int, float))


class Hanging(Exception):
    """A test, or one of its examples, does not end."""


def _hanging(_: int, __: FrameType | None) -> None:
    raise Hanging


@contextmanager
def _bounded() -> Iterator[None]:
    """Bound the memory and the duration of a block, and free the memory that a ``MemoryError`` keeps."""
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    handler = signal.signal(signal.SIGALRM, _hanging)
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, hard))
    signal.setitimer(signal.ITIMER_REAL, HANGING_SECONDS)
    try:
        yield
    except MemoryError as error:
        traceback.clear_frames(error.__traceback__)
        raise
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
        signal.signal(signal.SIGALRM, handler)


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Iterator[None]:
    """
    Fail a test that runs or collects without end.

    Each example of a property is bounded by itself, so that the failure names it. Integration tests are exempt:
    browsers reserve more address space than they use, and an exception out of a signal handler would end the reactor.
    ``faulthandler_exit_on_timeout`` ends those that hang.
    """
    if _INTEGRATION in pyfuncitem.path.parents:
        return (yield)
    handle = getattr(pyfuncitem.obj, "hypothesis", None)
    if handle is None:
        with _bounded():
            return (yield)
    example = handle.inner_test

    @wraps(example)
    def bounded(*args: object, **kwargs: object) -> object:
        with _bounded():
            return example(*args, **kwargs)

    handle.inner_test = bounded
    try:
        return (yield)
    finally:
        handle.inner_test = example


@pytest.fixture
def clock() -> Clock:
    """Return a clock that moves only when the test advances it."""
    return Clock()


@implementer(ILogObserver)
class Events(list[dict[str, Any]]):
    """A list of logged events."""

    def __call__(self, event: dict[str, Any]) -> None:
        """Observe a log event."""
        self.append(event)


@pytest.fixture
def logged() -> Iterator[Events]:
    """Yield the events that are logged during the test."""
    events = Events()
    globalLogPublisher.addObserver(events)
    yield events
    globalLogPublisher.removeObserver(events)


@implementer(ILogObserver)
class Failures:
    """The logged failures, from which a test takes those that it expects."""

    def __init__(self) -> None:
        self._logged: list[Failure] = []

    def __call__(self, event: dict[str, Any]) -> None:
        """Observe a log event."""
        if event.get("log_failure") is not None:
            self._logged.append(event["log_failure"])

    def so_far(self) -> list[Failure]:
        """Return the failures that were not taken."""
        return self._logged

    def take(self) -> list[Failure]:
        """Return the failures so far, with those of lost Deferreds; they no longer fail the test."""
        gc.collect()
        taken, self._logged = self._logged, []
        return taken


@pytest.fixture
def failures() -> Iterator[Failures]:
    """Yield the failures that are logged during the test."""
    observer = Failures()
    globalLogPublisher.addObserver(observer)
    yield observer
    globalLogPublisher.removeObserver(observer)


@pytest.fixture(autouse=True)
def nothing_left(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail a test that leaves a logged failure, a delayed call or an open descriptor behind."""
    if _RULES in request.path.parents:
        # Rules are pure, so they leave nothing behind.
        yield
        return
    failures = request.getfixturevalue("failures")
    calls, descriptors = _left()
    yield
    calls_now, descriptors_now = _left()
    assert not failures.so_far()
    assert not calls_now - calls, "delayed calls were left"
    assert not descriptors_now - descriptors, "open descriptors were left"


@pytest.fixture(scope="module", autouse=True)
def nothing_lost() -> Iterator[None]:
    """
    Fail a module of tests that leaves a Deferred with an unhandled failure.

    The failure is logged when the Deferred is collected. Collecting garbage takes longer than most tests, so it is done
    once per module, and the objects that remain are exempted from later collections.
    """
    yield
    failures = Failures()
    globalLogPublisher.addObserver(failures)
    gc.collect()
    globalLogPublisher.removeObserver(failures)
    gc.freeze()
    assert not failures.so_far()


def _left() -> tuple[set[Any], set[Any]]:
    """Return the reactor's delayed calls and descriptors, except those that it needs itself."""
    from twisted.internet import reactor as installed

    reactor: Any = installed
    descriptors = {*reactor.getReaders(), *reactor.getWriters()} - reactor._internalReaders
    return {*reactor.getDelayedCalls()}, descriptors


@pytest.fixture
def shared() -> Callable[[str], Path]:
    """Return a function that finds a file or folder of the corpora beside the project, or skips the test."""

    def find(name: str) -> Path:
        path = Path(__file__).parents[2] / "shared" / name
        if not path.exists():
            pytest.skip(f"the corpora beside the project are not here: {name}")
        return path

    return find
