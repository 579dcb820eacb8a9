"""Split the text of ``howToFix`` into prose, code, and code before and after a change."""

import re
from collections.abc import Iterator, Sequence

from attrs import frozen

from sitescan.standards.lazy_pattern import lazy_pattern

#: The number of lines above which a text is not split, and of tags above which its markup is not looked for: no rule
#: writes that much, and a page or a child process that was taken over must not keep the reactor busy.
_MOST_LINES, MOST_MARKS = 100, 200

_VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())
# A quoted value ends at "<" too: an unclosed quote must not be searched again from each tag.
_TAG = lazy_pattern(r"""<(/?)([A-Za-z][A-Za-z0-9-]*)(?=[ \t/>])(?:"[^"<]*"|'[^'<]*'|[^"'<>])*>""")
_SERVER = lazy_pattern(r"(nginx|Apache|Caddy|PHP|ASP\.NET|WordPress):(?: |$)")
_TOKEN = lazy_pattern(r"[ \t\n]+|[<>]|[^ \t\n<>]+")
_FIELD = lazy_pattern(r"[A-Z][A-Za-z-]*: ?[^ ]")
_FIXED = lazy_pattern(r"The (?:first )?one on this page, fixed: ")
_AFTER_FIRST, _BEFORE_FIRST = " instead of ", ("Instead of ", ", write ")
#: What may be between two elements of one run of markup.
_OMITTED = ("", "...")


@frozen
class Prose:
    """A paragraph, in which short markup may be quoted."""

    text: str


@frozen
class Code:
    """
    Code to copy.

    :ivar label: the program that it configures; empty if there is none.
    """

    code: str
    label: str = ""


@frozen
class BeforeAfter:
    """Code before and after a change."""

    before: str
    after: str


Part = Prose | Code | BeforeAfter


def marked(change: BeforeAfter) -> tuple[Sequence[str], Sequence[str]]:
    """
    Return the code before and after a change, each as what is the same, what is different, and what is the same again.

    Words and attributes are not divided, and quotation marks make no difference, because fixes add them.
    """
    before, after = _TOKEN.findall(change.before), _TOKEN.findall(change.after)
    start = _common(before, after)
    end = _common(before[start:][::-1], after[start:][::-1])
    first, second = (
        tuple(
            "".join(part) for part in (tokens[:start], tokens[start : len(tokens) - end], tokens[len(tokens) - end :])
        )
        for tokens in (before, after)
    )
    return first, second


def _common(tokens: Sequence[str], other: Sequence[str]) -> int:
    """Return the number of tokens that are the same at the beginning of two lists."""
    pairs = zip(map(_unquoted, tokens), map(_unquoted, other), strict=False)
    return next((index for index, (a, b) in enumerate(pairs) if a != b), min(len(tokens), len(other)))


def _unquoted(token: str) -> str:
    return token.replace('"', "").replace("'", "")


def fix_parts(text: str, snippet: str = "") -> Sequence[Part]:
    """
    Return the parts of a text in their order.

    ``sitescan/web/static/fixes.js`` splits in the same way; ``tests/integration/test_browser.py`` compares them.

    :param snippet: the markup of the first occurrence; it is what the fixed markup replaces.
    """
    if text.count("\n") > _MOST_LINES:
        return [Code(text)]
    made: list[Part] = []
    for line in text.split("\n"):
        last = made[-1] if made else None
        if isinstance(last, Code) and line.startswith((" ", "}")):
            made[-1] = Code(f"{last.code}\n{line.lstrip(' ')}".lstrip("\n"), last.label)
        elif server := _SERVER.match(line):
            made.append(Code(line[server.end() :], server[1]))
        elif _is_code(line, last):
            if isinstance(last, Code) and not last.label:
                made[-1] = Code(f"{last.code}\n{line}")
            else:
                made.append(Code(line))
        elif (fixed := _FIXED.match(line)) and snippet:
            made.append(BeforeAfter(snippet, line[fixed.end() :]))
        else:
            made.extend(_sentence_parts(line))
    return made


def _is_code(line: str, last: Part | None) -> bool:
    """Return whether a line is markup, a block or a header field; other fields need an introduction or code before."""
    if _FIELD.match(line):
        introduced = isinstance(last, Prose) and last.text.endswith(":")
        return "-" in line.partition(":")[0] or introduced or (isinstance(last, Code) and not last.label)
    return line.endswith(" {") or markup_runs(line) == [(0, len(line))]


def _sentence_parts(line: str) -> Iterator[Part]:
    """Yield the parts of a line: markup that a colon introduces is a part of its own, and so is a change."""
    runs = markup_runs(line)
    start = at = 0
    while at < len(runs):
        begin, end = runs[at]
        change = _change(line, runs[at : at + 2], start)
        if change is not None:
            begin, end = start if line[start:begin] in ("Write ", _BEFORE_FIRST[0]) else begin, runs[at + 1][1]
            at += 1
        ended = line.startswith((". ", ": "), end) or line[end : end + 2] in ("", ".")
        if ended and (change is not None or line.endswith(": ", start, begin) or begin == start):
            if line[start:begin].strip():
                yield Prose(line[start:begin].strip())
            yield change if change is not None else Code(line[begin:end])
            start = end + len(". ")
        at += 1
    if line[start:].strip():
        yield Prose(line[start:].strip())


def _change(line: str, runs: Sequence[tuple[int, int]], start: int) -> BeforeAfter | None:
    """Return the change that two runs of markup describe: "A instead of B", or "Instead of A, write B"."""
    if len(runs) < 2:
        return None
    (begin, end), (next_begin, next_end) = runs
    between = line[end:next_begin]
    first, second = line[begin:end], line[next_begin:next_end]
    if between == _AFTER_FIRST:
        return BeforeAfter(second, first)
    return BeforeAfter(first, second) if (line[start:begin], between) == _BEFORE_FIRST else None


def markup_runs(line: str) -> list[tuple[int, int]]:
    """Return the bounds of each run of markup in a text: elements with at most an ellipsis between them."""
    if line.count("<") > MOST_MARKS:
        return []
    tags = list(_TAG.finditer(line))
    ends = _element_ends(tags)
    runs: list[tuple[int, int]] = []
    at = 0
    while at < len(tags):
        begin, last = tags[at].start(), ends[at]
        if tags[at][1] == "":
            end = tags[last].end()
            if runs and line[runs[-1][1] : begin].strip() in _OMITTED:
                begin = runs.pop()[0]
            runs.append((begin, end))
        at = last + 1
    return runs


def _element_ends(tags: Sequence[re.Match[str]]) -> Sequence[int]:
    """Return the index of the tag that ends the element of each tag; its own if there is none."""
    ends = list(range(len(tags)))
    opened: dict[str, list[int]] = {}
    for index, tag in enumerate(tags):
        name = tag[2].lower()
        if tag[1]:
            if opened.get(name):
                ends[opened[name].pop()] = index
        elif name not in _VOID and not tag[0].endswith("/>"):
            opened.setdefault(name, []).append(index)
    return ends
