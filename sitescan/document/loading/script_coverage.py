"""The code of a rendered page's scripts that has not run."""

from collections.abc import Iterable, Sequence

import msgspec
from attrs import frozen

from sitescan.document.document import Document

LEAST_UNUSED = 20_000
"""The number of unused characters from which on a script is worth splitting."""


class _Range(msgspec.Struct, rename="camel"):
    start_offset: int
    end_offset: int
    count: int


class _Function(msgspec.Struct):
    ranges: list[_Range]


class _Script(msgspec.Struct):
    url: str
    functions: list[_Function]


class _Coverage(msgspec.Struct):
    """
    The functions of all scripts, each with whether it was called.

    https://chromedevtools.github.io/devtools-protocol/v8/Profiler/#type-ScriptCoverage
    """

    result: list[_Script]


@frozen
class CoveredScript:
    """
    An external script of a rendered page.

    :ivar unused: the number of characters in functions that were not called.
    :ivar size: the number of all characters.
    """

    url: str
    unused: int
    size: int


def covered_scripts(document: Document) -> Sequence[CoveredScript]:
    """Return the external scripts of a rendered page that have run; of several runs, the one with most of its code."""
    try:
        coverage = msgspec.json.decode(document.page.measured.coverage or b'{"result": []}', type=_Coverage)
    except (msgspec.MsgspecError, RecursionError):
        return ()
    external = {request.url for request in document.page.measured.requests if request.kind == "script"}
    found: dict[str, CoveredScript] = {}
    for script in coverage.result:
        if script.url not in external:
            continue
        ranges = [span for function in script.functions for span in function.ranges]
        size = max((span.end_offset for span in ranges), default=0)
        covered = CoveredScript(script.url, min(_unused(ranges), size), size)
        known = found.get(script.url)
        if known is None or covered.unused < known.unused:
            found[script.url] = covered
    return tuple(found.values())


def _unused(ranges: Iterable[_Range]) -> int:
    """Return the number of characters whose innermost range was not run."""
    unused, at = 0, 0
    around: list[_Range] = []

    def go_to(offset: int) -> None:
        nonlocal unused, at
        if around and around[-1].count == 0:
            unused += max(0, offset - at)
        at = offset

    for span in sorted(ranges, key=lambda span: (span.start_offset, -span.end_offset)):
        while around and around[-1].end_offset <= span.start_offset:
            go_to(around[-1].end_offset)
            around.pop()
        go_to(span.start_offset)
        around.append(span)
    while around:
        go_to(around[-1].end_offset)
        around.pop()
    return unused
