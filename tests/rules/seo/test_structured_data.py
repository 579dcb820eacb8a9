"""Parsing of JSON-LD, and the positions of its faults."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitescan.document.document import Document
from sitescan.document.structured_data.json_ld import Block, json_ld, nodes
from sitescan.rules.rule import Good
from tests.rules.evidence import page


def block(content: str) -> Block:
    """Return the only block of a page, whose script starts in line 2, column 43."""
    html = f'<!DOCTYPE html>\n<title>P</title><script type="application/ld+json">{content}</script>'
    (found,) = json_ld(Document(page(Good(html))))
    return found


@pytest.mark.parametrize(
    ("content", "line", "problem"),
    [
        ('{"a": 1,}', 2, "a comma before }"),
        ("[1,\n2,\n]", 3, "a comma before ]"),
        ("\n{\n\"a\": 'b'}", 4, 'JSON strings need straight double quotes (")'),
        ('{"a": “b”}', 2, 'JSON strings need straight double quotes (")'),
        ('{"a": "b\nc"}', 2, "a line break or tab inside a string"),
        ('{"a": 1\n"b": 2}', 3, "a missing comma, or a string that does not end"),
        ('{"a": 1', 2, "the block ends too early"),
        ('{"a": 1 // one\n}', 2, "JSON has no comments"),
        ('{"a": "\\x"}', 2, "an escape that JSON does not have"),
        ('{"a": NaN}', 2, "NaN is not a JSON number"),
        ("{};", 2, "; is not expected here"),
        ("<![CDATA[\n{,}\n]]>", 3, "a comma before }"),
        ('\ufeff{"a": 1}', 2, "the invisible character U+FEFF is not expected here"),
        ('{"a":\xa01}', 2, "the invisible character U+00A0 is not expected here"),
    ],
)
def test_faults(content: str, line: int, problem: str) -> None:
    """A fault is described in words and located in the page's source."""
    found = block(content)
    assert found.place is not None
    assert (found.place.line, found.problem.partition("}")[0]) == (line, problem.partition("}")[0])


def test_column() -> None:
    """The column of a fault is counted in the page, not in the script."""
    found = block('{"a": x}')
    assert found.place is not None
    assert found.place.column == len('<title>P</title><script type="application/ld+json">{"a": ') + 1


def test_nodes() -> None:
    """Nodes inside lists and graphs are found, in order."""
    data = [{"a": 1}, {"@graph": [{"b": 2}, [{"c": 3}]]}, "text"]
    assert list(nodes(data)) == [{"a": 1}, {"b": 2}, {"c": 3}]


@pytest.mark.parametrize(("depth", "deep"), [(500, False), (512, False), (513, True), (1000, True), (100_000, True)])
def test_depth(depth: int, deep: bool) -> None:
    """A block with excessive nesting is marked as deep and not read; brackets inside strings do not count."""
    found = block("[" * depth + '"]]]"' + "]" * depth)
    assert (found.deep, found.data is None, found.problem) == (deep, deep, "")
    assert not block('["' + "[" * depth + '"]').deep


@given(st.text(alphabet='{}[]",:\\ \n/*<1a').filter(lambda content: content.strip() and "<" not in content))
def test_agrees_with_json(content: str) -> None:
    """A block has a problem exactly if Python's parser does not read it as JSON."""
    try:
        json.loads(content)
    except ValueError:
        assert block(content).problem
    else:
        assert not block(content).problem
