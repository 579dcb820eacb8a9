"""Application of the fixed markup in reports to a page."""

import re

from sitescan.document.parsing.line_index import LineIndex

_NAME = re.compile(r"<([a-zA-Z][^\s/>]*)")
_START_TAG = re.compile(r"<[^\s>\"']*(?:[^>\"']|\"[^\"]*\"|'[^']*')*>")
_VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())
_LINE = re.compile(r"The (?:first )?one on this page, fixed: (.*)")


def fixed_line(how_to_fix: str) -> str:
    """Return the fixed markup in a text, or an empty string if the text has none."""
    line = _LINE.match(how_to_fix)
    return line[1] if line is not None else ""


def apply_markup(html: str, line: int, column: int, fixed: str) -> str | None:
    """
    Return the page with the element at a place replaced by its fixed markup, in which ``…`` is its content.

    Return ``None`` if the source does not show where the element ends and that matters.
    """
    at = LineIndex(html).offset(line, column - 1)
    name, tag = _NAME.match(html, at), _START_TAG.match(html, at)
    shown = _NAME.match(fixed)
    if name is None or tag is None or shown is None:
        return None
    before, dots, behind = fixed.partition("…")
    whole = _START_TAG.fullmatch(before) is not None
    if whole and (not dots or (behind == f"</{shown[1]}>" and shown[1].lower() == name[1].lower())):
        return html[:at] + before + html[tag.end() :]
    if name[1].lower() in _VOID:
        return None if dots else html[:at] + fixed + html[tag.end() :]
    end = _end(html, tag.end(), name[1])
    if end is None:
        return None
    inner, rest = html[tag.end() : end.start()], html[end.end() :]
    return html[:at] + (before + inner + behind if dots else fixed) + rest


def _end(html: str, at: int, name: str) -> re.Match[str] | None:
    """Return the match of the end tag that belongs to the start tag before a place."""
    depth = 1
    for match in re.finditer(rf"<(/?){re.escape(name)}(?=[\s/>])[^>]*>", html[at:], re.IGNORECASE):
        depth += -1 if match[1] else 1
        if not depth:
            return re.compile(re.escape(match[0])).match(html, at + match.start())
    return None
