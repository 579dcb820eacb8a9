"""The format ``json`` (docs/contract.rst, "The report") and the fields that ``?include=evidence`` adds."""

from base64 import b64encode
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from sitescan.model.fix import Fix, Position
from sitescan.model.outline import Place
from sitescan.model.rendered import Rendering
from sitescan.model.report import CategoryResult, Issue, Occurrence, Report
from sitescan.report.gains import TopFix, gain, same_faults, top_fixes
from sitescan.report.summary import summary
from sitescan.scoring import SCORING_VERSION


def timestamp(seconds: float) -> str:
    """Return a time in seconds since the epoch as ``YYYY-MM-DDTHH:MM:SS.mmmZ`` (ISO 8601, UTC)."""
    moment = datetime.fromtimestamp(seconds, UTC)
    return f"{moment:%Y-%m-%dT%H:%M:%S}.{moment.microsecond // 1000:03d}Z"


def report_json(report: Report, *, evidence: bool = False) -> dict[str, Any]:
    """
    Return a report as a JSON object with the fields in the order of the contract.

    :param evidence: whether to add fields that the contract does not have: rule ids, all kept occurrences, the parts
        that could not be examined, and the rules that found nothing.
    """
    stands = same_faults(report) if evidence else {}
    made: dict[str, Any] = {
        "url": report.url,
        "scannedAt": timestamp(report.scanned_at),
        "overallScore": report.overall_score,
        "categories": [_category(category, stands, evidence=evidence) for category in report.categories],
        "meta": {
            "fetchTimeMs": round(report.fetch_seconds * 1000),
            "pageSize": report.page_size,
            "statusCode": report.status_code,
        },
    }
    if evidence:
        made["scoringVersion"] = SCORING_VERSION
        made["rendered"] = _rendering(report.rendering)
        fixes = top_fixes(report)
        made["summary"] = summary(report, fixes)
        made["topFixes"] = [_top_fix(fix) for fix in fixes]
    if evidence and report.patch:
        made["patch"] = report.patch
        made["changes"] = report.changes
    return made


def _top_fix(fix: TopFix) -> dict[str, Any]:
    made: dict[str, Any] = {
        "title": fix.title,
        "recommendation": fix.recommendation,
        "rules": [issue.rule for _, issue in fix.issues],
        "points": fix.points,
        "gainMs": fix.gain_ms,
        "meets": fix.priority.value,
        "where": [actor.value for actor in fix.actors],
    }
    if fix.paint:
        made["paintMs"] = fix.paint
        made["steps"] = [
            {
                "rule": step.issue.rule,
                "paintMs": step.paint,
                "firstPaintMs": step.first_paint,
                "points": step.points,
            }
            for step in fix.steps
        ]
    return made


def _rendering(rendering: Rendering | None) -> dict[str, Any] | None:
    if rendering is None:
        return None
    return {
        "browser": rendering.browser,
        "timeMs": round(rendering.seconds * 1000),
        "screenshot": screenshot_url(rendering) or None,
    }


def screenshot_url(rendering: Rendering) -> str:
    """Return the ``data:`` URL of a screenshot; empty if there is none."""
    return f"data:image/jpeg;base64,{b64encode(rendering.screenshot).decode()}" if rendering.screenshot else ""


def _category(result: CategoryResult, stands: Mapping[str, str], *, evidence: bool) -> dict[str, Any]:
    made: dict[str, Any] = {
        "category": result.category.value,
        "label": result.category.label,
        "score": result.score,
        "issues": [_issue(issue, result, stands, evidence=evidence) for issue in result.issues],
    }
    if evidence:
        made["counted"] = result.counted
        made["partly"] = result.partly
        made["facts"] = [_issue(fact, result, {}, evidence=True) for fact in result.facts]
        made["unexamined"] = [part.sentence for part in result.unexamined]
        made["unexaminedParts"] = [
            {"key": part.key, "sentence": part.sentence, "scoreEffect": part.effect.value, "rules": list(part.rules)}
            for part in result.unexamined
        ]
        made["passed"] = list(result.passed)
        made["inapplicable"] = list(result.inapplicable)
        made["unchecked"] = list(result.unchecked)
    return made


def _issue(issue: Issue, result: CategoryResult, stands: Mapping[str, str], *, evidence: bool) -> dict[str, Any]:
    made: dict[str, Any] = {
        "severity": issue.severity.value,
        "title": issue.title,
        "description": issue.description,
        "recommendation": issue.recommendation,
        "howToFix": issue.how_to_fix,
    }
    if evidence:
        made["rule"] = issue.rule
        made["share"] = issue.share
        made["shareReason"] = issue.share_reason
        if issue.charged_by:
            made["chargedBy"] = issue.charged_by
        if issue.relieves:
            made["relieves"] = dict(issue.relieves)
        if issue.rule in stands:
            made["sameFaultAs"] = stands[issue.rule]
        made["gain"] = gain(issue, result)
        made["gainMs"] = issue.gain_ms
        made["summary"] = issue.summary or issue.description
        made["count"] = issue.count
        if issue.patch:
            made["patch"] = issue.patch
        made["occurrences"] = [_occurrence(occurrence) for occurrence in issue.occurrences]
    return made


def _occurrence(occurrence: Occurrence) -> dict[str, Any]:
    place = occurrence.place or Place()
    made: dict[str, Any] = {
        "line": place.line or None,
        "column": place.column or None,
        "selector": place.selector or None,
        "snippet": place.snippet or None,
        "facts": dict(occurrence.facts),
    }
    if (box := occurrence.box) is not None:
        made["box"] = {"x": box.x, "y": box.y, "width": box.width, "height": box.height}
    if occurrence.fix is not None:
        made["fix"] = _fix(occurrence.fix)
    return made


def _fix(fix: Fix) -> dict[str, Any]:
    return {
        "safe": fix.safe,
        "edits": [
            {"start": _position(edit.start), "end": _position(edit.end), "replacement": edit.replacement}
            for edit in fix.edits
        ],
    }


def _position(position: Position) -> dict[str, int]:
    return {"offset": position.offset, "line": position.line, "column": position.column}
