"""The documentation's tables of formats and fields."""

import ast
import inspect
import re
from pathlib import Path
from typing import Any

from sitescan.cli.arguments import PRINTED
from sitescan.examine import unexamined_parts
from sitescan.report.formats import FORMATS
from sitescan.report.json_format import report_json
from sitescan.rules.catalogue import catalogue
from sitescan.web.negotiation import preferred
from sitescan.web.wire import rule_json
from tests.report.reports import seen_report, small_report

_DOCS = Path(__file__).parents[1] / "docs"
_API = (_DOCS / "api.rst").read_text("utf-8")

#: The fields of an issue that not every issue has.
_SOMETIMES = ("chargedBy", "relieves", "sameFaultAs")


def _table(heading: str) -> dict[str, str]:
    """Return the rows of a table in ``docs/api.rst``, found by the start of its heading: first cell, and the others."""
    table = re.search(rf"^{re.escape(heading)}.*\n(=+) [= ]*\n((?:.*\n)*?)=+ ", _API, re.MULTILINE)
    assert table is not None
    width = len(table[1])
    rows: dict[str, str] = {}
    name = ""
    for line in table[2].splitlines():
        assert not line[width : width + 1].strip(), f"{line!r} is wider than its column"
        first, rest = line[:width].strip(), line[width:].strip()
        name = first or name
        rows[name] = f"{rows.get(name, '')} {rest}".strip()
    return rows


def test_formats_of_the_api() -> None:
    """The table names each format and the media type that requests it."""
    rows = {name.strip("`"): text.split()[0] for name, text in _table("``?format=``").items()}
    assert list(rows) == list(FORMATS)
    for name, media_type in rows.items():
        selected = preferred(FORMATS[name].media_type) is FORMATS[name]
        assert media_type == (FORMATS[name].media_type if selected else "none")


def test_negotiated_media_types_are_unique() -> None:
    """A media type that selects a format is that of one format."""
    types = [report_format.media_type for report_format in FORMATS.values() if report_format.negotiated]
    assert len(types) == len(set(types))


def test_formats_of_the_command() -> None:
    """The documentation of ``--format`` lists each format."""
    listed = re.search(
        r"^``--format FORMAT``(.*\n(?: .*\n)*)", (_DOCS / "command.rst").read_text("utf-8"), re.MULTILINE
    )
    assert listed is not None
    assert sorted(re.findall(r"``([a-z]+)``", listed[1])) == sorted(PRINTED)


def test_fields_of_a_report() -> None:
    """The tables of fields list exactly the fields of a report and of an issue, in order."""
    report = report_json(small_report())
    assert [name.strip("`") for name in _table("Field              Type")] == list(report)
    issue = next(issue for category in report["categories"] for issue in category["issues"])
    assert [name.strip("`") for name in _table("Field              What")] == list(issue)


def test_fields_of_evidence() -> None:
    """The table of evidence names exactly the fields that it adds."""
    rows = _table("On  ")
    plain, full = (report_json(seen_report(), evidence=evidence) for evidence in (False, True))
    assert set(re.findall(r"``([a-zA-Z]+)``[:;]", rows["the report"])) == full.keys() - plain.keys()
    without_evidence, with_evidence = (made["categories"][0] for made in (plain, full))
    assert set(re.findall(r"``([a-zA-Z]+)``: ", rows["a category"])) == with_evidence.keys() - without_evidence.keys()
    added: set[str] = with_evidence["issues"][0].keys() - without_evidence["issues"][0].keys()
    occurrence: dict[str, Any] = with_evidence["issues"][0]["occurrences"][0]
    named = set(re.findall(r"``([a-zA-Z]+)``", rows["an issue"])) - {
        "null",
        "observatory",
        "patch",
        "screen",
        *_SOMETIMES,
    }
    assert named == added | occurrence.keys() | occurrence["box"].keys()


def test_fields_of_a_rule() -> None:
    """The documentation names each field of a rule."""
    listed = re.search(r"Each rule has (.*?)\. The texts", _API, re.DOTALL)
    assert listed is not None
    fields = re.findall(r"``([a-zA-Z]+)``", re.sub(r"\([^()]*\)", "", listed[1]))
    assert fields == list(rule_json(next(iter(catalogue().values()))))


def test_keys_of_unexamined_parts() -> None:
    """The documentation lists the key of each kind of part that may not be examined, and no other."""
    made, listed = set[str](), re.search(r"The keys are:\n\n((?:``.*\n)+)", _API)
    for path in (_DOCS.parent / "sitescan").rglob("*.py"):
        made |= set(re.findall(r"\bUnexaminedPart\(\s*\"([a-z-]+)\"", path.read_text("utf-8")))
    assert listed is not None
    assert re.findall(r"``([a-z-]+)``", listed[1]) == sorted(made | unexamined_parts.TEXTS.keys())


def test_texts_of_unexamined_parts() -> None:
    """Each text has a key that the module uses, and each key that it uses has a text."""
    calls = (node for node in ast.walk(ast.parse(inspect.getsource(unexamined_parts))) if isinstance(node, ast.Call))
    used = [call.args[0] for call in calls if ast.unparse(call.func) in ("_part", "_content", "_elements")]
    assert {key.value for key in used if isinstance(key, ast.Constant)} == unexamined_parts.TEXTS.keys()
