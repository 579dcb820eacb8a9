"""The files that ``sitescan fix --server`` prints."""

import json
import tomllib
from collections.abc import Sequence
from typing import Any

import jsonschema
import pytest
from attrs import evolve

from sitescan.model.report import Category, CategoryResult, Issue, Judgement, Occurrence, Report
from sitescan.report.server_files import SERVERS, server_file
from sitescan.rules.catalogue import catalogue
from sitescan.rules.issues import issues
from sitescan.rules.judge import judge
from tests.rules.evidence import evidence

_ASKING = [rule for rule in catalogue().values() if rule.setting is not None]

#: The schema of Vercel's configuration: https://vercel.com/docs/project-configuration/vercel-json
_HEADER = {"key": {"type": "string", "minLength": 1}, "value": {"type": "string", "minLength": 1}}
_RULE = {
    "source": {"type": "string", "pattern": "^/"},
    "headers": {"type": "array", "items": {"type": "object", "properties": _HEADER, "additionalProperties": False}},
}
_VERCEL = {
    "type": "object",
    "properties": {
        "headers": {
            "type": "array",
            "items": {"type": "object", "properties": _RULE, "required": [*_RULE], "additionalProperties": False},
        }
    },
    "additionalProperties": False,
}


def _judgement(rule_id: str, **facts: str) -> Judgement:
    rule = catalogue()[rule_id]
    found = judge(rule, evidence(rule, next(example for example in rule.examples if example.bad)))
    assert found is not None
    return evolve(
        found,
        occurrences=tuple(evolve(occurrence, facts={**occurrence.facts, **facts}) for occurrence in found.occurrences),
    )


def _report(found: Sequence[Issue]) -> Report:
    return Report(
        url="https://pears.example/",
        scanned_at=0,
        overall_score=90,
        categories=(CategoryResult(category=Category.SECURITY, score=90, issues=tuple(found)),),
        fetch_seconds=0.1,
        page_size=100,
        status_code=200,
    )


def _file(server: str, *judgements: Judgement) -> str:
    return server_file(_report(issues(judgements)), server, lambda _: True).text


def _netlify(text: str) -> list[Any]:
    made: list[Any] = tomllib.loads(text).get("headers", [])
    return made


@pytest.mark.parametrize("rule", _ASKING, ids=lambda rule: rule.id)
def test_settings_have_rule_ids(rule: Any) -> None:
    """Each server's file has the rule's setting below a comment with its id, or a remark if the file is JSON."""
    judgement = _judgement(rule.id)
    (issue,) = issues([judgement])
    setting = rule.setting.filled({**judgement.occurrences[0].facts, "count": judgement.count})
    for server in ("nginx", "apache", "caddy"):
        text = _file(server, judgement)
        lines = [line.strip() for line in text.splitlines()]
        comment = " ".join(line[2:] for line in lines if line.startswith("# "))
        assert f"{rule.id}: {issue.recommendation}" in comment
        assert set(getattr(setting, server).split("\n")) <= set(lines)
    headers = _netlify(_file("netlify", judgement))
    assert {next(iter(header["values"].items())) for header in headers} <= {(setting.header, setting.value)}
    assert len(headers) == (max(1, len(setting.extensions)) if setting.header else 0)
    made = server_file(_report([issue]), "vercel", lambda _: True)
    jsonschema.validate(json.loads(made.text), _VERCEL)
    assert len(json.loads(made.text)["headers"]) == bool(setting.header)
    assert f"{rule.id}: {issue.recommendation}" in made.remarks


def test_shared_setting_is_written_once() -> None:
    """A setting that two rules ask for is written once, below the ids of both."""
    text = _file("nginx", _judgement("performance/text-uncompressed"), _judgement("performance/compression-missing"))
    assert text.count("gzip on;") == 1
    assert text.count("\n# performance/") == 2


def test_selected_rules() -> None:
    """Only the settings of selected rules are written."""
    found = issues([_judgement("security/hsts-missing"), _judgement("security/nosniff-missing")])
    text = server_file(_report(found), "caddy", lambda rule: rule == "security/hsts-missing").text
    assert "Strict-Transport-Security" in text
    assert "nosniff" not in text


@pytest.mark.parametrize("server", SERVERS)
def test_no_settings(server: str) -> None:
    """A page whose issues are all in its markup needs no setting."""
    facts = {"advice": "...", "policy": "unsafe-url", "sent": "the full address", "default": "only the origin"}
    meta = Occurrence(facts={**facts, "fixed_markup": "<meta name=referrer>"})
    in_page = Judgement(rule="security/referrer-policy-unsafe", count=1, occurrences=(meta,))
    made = server_file(_report(issues([in_page, _judgement("seo/title-missing")])), server, lambda _: True)
    assert "Referrer-Policy" not in made.text
    assert "asks for a setting" in made.text + "".join(made.remarks)


@pytest.mark.parametrize("server", SERVERS)
@pytest.mark.parametrize(
    ("policy", "reason"),
    [
        ("script-src 'nonce-RANDOM' 'strict-dynamic'", "your application must send it"),
        ('default-src "; } evil', "isn't set here"),
        ("default-src $host", "isn't set here"),
        ("default-src {env.KEY}", "isn't set here"),
        ("default-src 'self'\nadd_header X 1;", "isn't set here"),
        ("default-src 'self'\\", "isn't set here"),
    ],
)
def test_unsafe_values_become_comments(server: str, policy: str, reason: str) -> None:
    """A value that is unsafe in a configuration file is written as a comment, with the reason."""
    made = server_file(
        _report(issues([_judgement("security/csp-missing", policy=policy, note="\nMove {x} away.")])),
        server,
        lambda _: True,
    )
    lines = [line for line in made.text.splitlines() if line]
    if server == "vercel":
        assert json.loads(made.text) == {"headers": []}
    else:
        assert all(line.startswith("# ") for line in lines)
        assert not any(line.endswith("\\") for line in lines[:-1])
    comment = " ".join((*(line.removeprefix("# ") for line in lines), *made.remarks))
    assert reason in comment
    assert "Move {x} away." in comment


def test_apache_percent_signs_are_doubled() -> None:
    """Percent signs are doubled for Apache, which reads them as the beginning of a format."""
    judgement = _judgement("security/csp-missing", policy="script-src https://cdn.example/a%3Bb.js", note="")
    assert "/a%%3Bb.js" in _file("apache", judgement)
    assert "/a%3Bb.js" in _file("nginx", judgement)
