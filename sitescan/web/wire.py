"""Between our values and the contract's JSON; camelCase lives here alone."""

import json
from datetime import UTC, datetime
from typing import Any

from sitescan.model.outline import Place
from sitescan.model.report import CategoryResult, Issue, Occurrence, Report
from sitescan.model.target import MAX_URL_LENGTH
from sitescan.rules.rule import Rule
from sitescan.scoring import SCORING_VERSION

_EXPECTED = 'The body must be a JSON object such as {"url": "https://example.com/"}.'


class InvalidBody(ValueError):
    """A request body that is not what the contract asks for; the message is one sentence."""


def read_request(body: bytes, most: int) -> str:
    """
    The ``url`` of a scan request (specification, section 2).

    :param most: the longest body that is taken, bytes.
    :raises InvalidBody: where the body is not a JSON object in UTF-8 with a string ``url``.
    """
    if len(body) > most:
        raise InvalidBody(f"The body is larger than {most:,} bytes.")
    value = _parsed(body)
    if not isinstance(value, dict):
        raise InvalidBody(_EXPECTED)
    if "url" not in value:
        raise InvalidBody('The field "url" is missing; send {"url": "https://example.com/"}.')
    url = value["url"]
    if not isinstance(url, str):
        raise InvalidBody('The field "url" must be a string.')
    if not 0 < len(url) <= MAX_URL_LENGTH:
        raise InvalidBody(f'The field "url" must have 1 to {MAX_URL_LENGTH} characters.')
    if any("\ud800" <= character <= "\udfff" for character in url):
        raise InvalidBody('The field "url" must not contain half of a surrogate pair.')
    return url


def _parsed(body: bytes) -> Any:
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError:
        raise InvalidBody("The body must be JSON encoded in UTF-8.") from None
    if text.startswith("\ufeff"):
        raise InvalidBody("The body must not start with a byte order mark.")
    try:
        return json.loads(text, object_pairs_hook=_object, parse_constant=_constant)
    except InvalidBody:
        raise
    except (ValueError, RecursionError):
        raise InvalidBody(_EXPECTED) from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise InvalidBody("The body must not name a field twice.")
    return found


def _constant(name: str) -> None:
    raise InvalidBody(f"The body must be JSON, which has no {name}.")


def timestamp(seconds: float) -> str:
    """A point in time as ``YYYY-MM-DDTHH:MM:SS.mmmZ`` (ISO 8601, UTC)."""
    moment = datetime.fromtimestamp(seconds, UTC)
    return f"{moment:%Y-%m-%dT%H:%M:%S}.{moment.microsecond // 1000:03d}Z"


def report_json(report: Report, *, evidence: bool = False) -> dict[str, Any]:
    """
    The scan report, its fields in the contract's order.

    :param evidence: whether to add what the contract does not have: rule ids, every occurrence
        that was kept, and what could not be examined.
    """
    made: dict[str, Any] = {
        "url": report.url,
        "scannedAt": timestamp(report.scanned_at),
        "overallScore": report.overall_score,
        "categories": [_category(category, evidence=evidence) for category in report.categories],
        "meta": {
            "fetchTimeMs": round(report.fetch_seconds * 1000),
            "pageSize": report.page_size,
            "statusCode": report.status_code,
        },
    }
    if evidence:
        made["scoringVersion"] = SCORING_VERSION
    return made


def _category(result: CategoryResult, *, evidence: bool) -> dict[str, Any]:
    made: dict[str, Any] = {
        "category": result.category.value,
        "label": result.category.label,
        "score": result.score,
        "issues": [_issue(issue, evidence=evidence) for issue in result.issues],
    }
    if evidence:
        made["unexamined"] = list(result.unexamined)
    return made


def _issue(issue: Issue, *, evidence: bool) -> dict[str, Any]:
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
        made["count"] = issue.count
        made["occurrences"] = [_occurrence(one) for one in issue.occurrences]
    return made


def _occurrence(occurrence: Occurrence) -> dict[str, Any]:
    place = occurrence.place or Place()
    return {
        "line": place.line or None,
        "column": place.column or None,
        "selector": place.selector or None,
        "snippet": place.snippet or None,
        "facts": dict(occurrence.facts),
    }


def server_timing(report: Report) -> str:
    """
    What the scan spent its time on, in milliseconds.

    https://www.w3.org/TR/server-timing/#the-server-timing-header-field
    """
    return ", ".join(f"{name};dur={seconds * 1000:.1f}" for name, seconds in report.phases)


def rule_json(rule: Rule[Any]) -> dict[str, Any]:
    """One rule of the catalogue; its texts still have their ``{fields}``."""
    return {
        "id": rule.id,
        "category": rule.category.value,
        "severity": rule.severity.value,
        "share": rule.share,
        "title": rule.title,
        "description": rule.description,
        "recommendation": rule.recommendation,
        "howToFix": rule.how_to_fix,
        "covers": list(rule.covers),
        "sources": list(rule.sources),
    }


def encode(value: Any) -> bytes:
    """JSON as it is sent."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
