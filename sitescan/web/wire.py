"""The JSON of the API except for reports: request bodies, rules and ``Server-Timing``."""

import json
from typing import Any

from sitescan.model.report import Report
from sitescan.report.visible_text import visible_json
from sitescan.rules.rule import Rule
from sitescan.standards.urls import MAX_URL_LENGTH

_EXPECTED = 'The body must be a JSON object such as {"url": "https://example.com/"}.'


MAX_REQUEST_BYTES = 16 * 1024
"""The maximum size of a request body; part of the contract (docs/contract.rst, "The request"), so not an option."""


class InvalidBody(ValueError):
    """A request body violates the contract; the message is one sentence."""


def read_request(body: bytes) -> str:
    """
    Return the ``url`` of a scan request (docs/contract.rst, "The request").

    :raises InvalidBody: if the body is not a JSON object in UTF-8 with a string ``url``.
    """
    if len(body) > MAX_REQUEST_BYTES:
        raise InvalidBody(f"The body is larger than {MAX_REQUEST_BYTES:,} bytes.")
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


def server_timing(report: Report) -> str:
    """
    Return the value of ``Server-Timing``: the phases of a scan in milliseconds.

    https://www.w3.org/TR/server-timing/#the-server-timing-header-field
    """
    return ", ".join(f"{name};dur={seconds * 1000:.1f}" for name, seconds in report.phases)


def rule_json(rule: Rule[Any]) -> dict[str, Any]:
    """Return a rule of the catalogue as JSON; its texts contain their ``{fields}``."""
    return {
        "id": rule.id,
        "category": rule.categories[0].value if len(rule.categories) == 1 else None,
        "severity": rule.severity.value,
        "severities": [severity.value for severity in rule.severities],
        "share": rule.share,
        "title": rule.title,
        "passed": rule.passed or None,
        "description": rule.description,
        "recommendation": rule.recommendation,
        "howToFix": rule.how_to_fix,
        "onSites": rule.site_wide
        and {"description": rule.site_wide.description, "howToFix": rule.site_wide.how_to_fix},
        "since": rule.since,
        "status": rule.status.value,
        "formerIds": list(rule.former_ids),
        "covers": list(rule.covers),
        "sources": list(rule.sources),
    }


def encode(value: Any) -> bytes:
    """Return JSON encoded for a response."""
    return visible_json(value, separators=(",", ":")).encode()
