"""Speculation rules in files that a header names."""

import pytest

from sitescan.document.document import Document
from sitescan.model.exchange import Source
from sitescan.rules.performance.speculation_rules_invalid import check
from tests.document.pages import document

_RULES = "application/speculationrules+json"


@pytest.mark.parametrize(
    ("body", "type_", "problem", "details"),
    [
        ('{"prefetch": [{"urls": ["/a"]}]}', _RULES, "", []),
        ('\ufeff{"prefetch": [{"urls": ["/a"]}]}', f"{_RULES}; charset=utf-8", "", []),
        ('{"prefetch": [{"urls": ["/a"]},]}', _RULES, "", ["speculation rules: it isn't JSON"]),
        (
            '{"prerender": [{"urls": ["//b.test/"]}]}',
            _RULES,
            "",
            ["speculation rules: browsers prerender no page of another site, such as //b.test/"],
        ),
        ('{"prerender": [{"urls": ["b"]}]}', _RULES, "", []),
        ("<!doctype html>", "text/html", "", []),
        ("", _RULES, "it is too large", []),
    ],
)
def test_files(body: str, type_: str, problem: str, details: list[str]) -> None:
    """The rules in a file are read as those in an element; a file of another type is a broken reference."""
    page = document("<!doctype html>")
    file = Source(url="https://example.com/rules/a.json", body=body.encode(), content_type=type_, problem=problem)
    findings = check(Document(page.page, speculation_rules=[file]))
    assert [finding.facts["detail"] for finding in findings] == details
