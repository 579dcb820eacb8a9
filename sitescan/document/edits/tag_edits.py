"""The smallest edits that change the attributes of a start tag, in the author's quotation marks and case."""

from collections.abc import Iterator, Mapping

from sitescan.document.element_markup import BOOLEAN, written_attribute, written_value
from sitescan.document.parsing.start_tag import StartTag, WrittenAttribute, decode_references, read_start_tag
from sitescan.standards.lazy_pattern import lazy_pattern
from sitescan.standards.unified_diff import Replacement

_UNQUOTED = lazy_pattern(r"[^\t\n\f\r \"'=<>`&/]+")
_SPACE = "\t\n\f "


def tag_edits(text: str, start: StartTag, changes: Mapping[str, str | None]) -> list[Replacement[str]] | None:
    """
    Return the edits that change attributes of a start tag, in the order of the source.

    A changed attribute that is repeated is left once. The edited tag is read again: there are no edits (``None``) if it
    had other attributes than it should.

    :param changes: new values by attribute name; ``None`` removes the attribute.
    """
    changes = {name.lower(): value for name, value in changes.items()}
    edits = list(_attribute_edits(text, start, changes))
    merged = {**start.values, **changes}
    values = {name: value for name, value in merged.items() if value is not None}
    return edits if _gives(text, start, edits, values) else None


def _gives(text: str, start: StartTag, edits: list[Replacement[str]], values: Mapping[str, str]) -> bool:
    """Return whether a tag has these attributes once it is edited, and still ends where it ended."""
    written, at = [], start.start
    for first, last, replacement in edits:
        written += [text[at:first], replacement]
        at = last
    changed = "".join((*written, text[at : start.end]))
    read = read_start_tag(changed, 0)
    return read is not None and read.end == len(changed) and read.values == values


def _attribute_edits(text: str, start: StartTag, changes: Mapping[str, str | None]) -> Iterator[Replacement[str]]:
    """Yield the edits of a start tag, in the order of the source."""
    met: set[str] = set()
    previous = start.name_end
    for attribute in start.attributes:
        value = changes.get(attribute.name)
        if attribute.name in changes and (value is None or attribute.name in met):
            yield (previous if text[attribute.end] in (*_SPACE, ">") else attribute.start), attribute.end, ""
        elif value is not None and value != attribute.value:
            yield _value_edit(text, attribute, value)
        met.add(attribute.name)
        previous = attribute.end
    added = [written_attribute(name, value) for name, value in changes.items() if value is not None and name not in met]
    if added:
        yield previous, previous, "".join(f" {written}" for written in added)


def _value_edit(text: str, written: WrittenAttribute, value: str) -> Replacement[str]:
    """Return the edit that replaces the part of a value that changes, or the whole value if it has to be quoted."""
    start, end, quote = written.value_start, written.value_end, written.quote
    if start == end and not quote:
        # An attribute without a value, or with an equals sign and nothing after it.
        name_end = written.start + len(written.name)
        return name_end, end, "" if written.name in BOOLEAN and not value else f'="{written_value(value)}"'
    if not quote and not _UNQUOTED.fullmatch(value):
        return start, end, f'"{written_value(value)}"'
    source = text[start:end]
    same = _common_prefix(source, value)
    tail = _common_prefix(source[same:][::-1], value[same:][::-1])
    middle = written_value(value[same : len(value) - tail], quote or '"')
    if source == written.value and decode_references(source[:same] + middle + source[end - start - tail :]) == value:
        # Without character references, what stays the same can be left as it is.
        return start + same, end - tail, middle
    return start, end, written_value(value, quote or '"')


def _common_prefix(text: str, other: str) -> int:
    """Return the number of characters that two texts begin with in common."""
    pairs = enumerate(zip(text, other, strict=False))
    return next((number for number, (mine, yours) in pairs if mine != yours), min(len(text), len(other)))
