"""The OpenAPI 3.1 description of the API, served as ``/openapi.json``."""

from typing import Any

from sitescan import __version__
from sitescan.configuration.settings import Settings
from sitescan.document.edits.page_patch import LONGEST_PAGE_PATCH
from sitescan.model.evidence import ScoreEffect
from sitescan.model.report import Category, Severity
from sitescan.report.formats import FORMATS
from sitescan.rules.rule import Status
from sitescan.scoring import SCORING_VERSION
from sitescan.standards.urls import MAX_URL_LENGTH
from sitescan.web.wire import MAX_REQUEST_BYTES

_SCAN = """\
Fetches the page, examines it and returns the report in the same response.

Every request to this operation counts against the client's quota, whatever its outcome; a request
that gets status 429 does not extend the window. The window is fixed: it starts with the client's
first request. Clients are identified by IP address (IPv6 by /64).

The checks come in this order: rate limit, content type, body size and syntax, fields, URL,
concurrency. The URL must be absolute. URLs with white space, control characters, backslashes or
credentials are rejected, and so are hosts that are, or resolve to, addresses that are not public.
The fragment of the URL is not sent.

With `include=evidence`, the response names the rule behind each issue, its share of the score and
each occurrence with line, column and selector."""

_SCORE = f"""\
Out of 100. Each issue takes a share of the points left: an error 15%, a warning 6%, an info 1%,
unless its rule says otherwise (`share`). A category's score is floor(100 x product(1 - share)); the
overall score is the mean of the categories that had something to examine (`counted`), with
halves rounded up. A category in which something was not seen is part of it only if it lowers it.
Scoring version {SCORING_VERSION}."""


def description(settings: Settings) -> dict[str, Any]:
    """Return the description of a service with these settings."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "sitescan",
            "version": "1.0",
            "description": f"A scored report on one web page. Software version {__version__}.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/api/v1"}],
        "paths": {
            "/scan": {
                "post": {
                    "operationId": "scan",
                    "summary": "Scan a page",
                    "description": _SCAN,
                    "parameters": [_INCLUDE, _FORMAT],
                    "requestBody": {"required": True, "content": _json(_ref("ScanRequest"))},
                    "responses": _responses(settings),
                },
                "options": {
                    "operationId": "preflight",
                    "summary": "Ask whether another origin may send requests",
                    "responses": {"204": {"description": "It may.", "headers": _CORS}},
                },
            },
            "/rules": {
                "get": {
                    "operationId": "rules",
                    "summary": "The catalogue of rules",
                    "responses": {"200": {"description": "Every rule, by id.", "content": _json(_ref("Rules"))}},
                }
            },
        },
        "components": {"schemas": _SCHEMAS},
    }


def _ref(name: str) -> dict[str, Any]:
    return {"$ref": f"#/components/schemas/{name}"}


def _json(schema: dict[str, Any]) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}


def _object(properties: dict[str, Any], *optional: str) -> dict[str, Any]:
    required = [name for name in properties if name not in optional]
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def _text(meaning: str, **more: Any) -> dict[str, Any]:
    return {"type": "string", "description": meaning, **more}


def _number(meaning: str, **more: Any) -> dict[str, Any]:
    return {"type": "integer", "description": meaning, **more}


def _list(items: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": items}


def _header(meaning: str) -> dict[str, Any]:
    return {"description": meaning, "schema": {"type": "string"}}


def _responses(settings: Settings) -> dict[str, Any]:
    def failing(meaning: str, **headers: Any) -> dict[str, Any]:
        return {"description": meaning, "headers": {**_QUOTA, **headers}, "content": _json(_ref("Error"))}

    limited = failing(
        f"`Rate limit exceeded`: more than {settings.rate_limit} requests in {settings.rate_window} s.",
        **{"Retry-After": _header(f"{settings.rate_window} (seconds).")},
    )
    size = f"{MAX_REQUEST_BYTES // 1024} KiB"
    return {
        "200": {"description": "The report.", "headers": _QUOTA, "content": {**_FORMS, **_json(_ref("Report"))}},
        "400": failing(
            "`Invalid request body` (not `application/json`, not a JSON object with a string `url`, over "
            f"{size}), `Invalid URL`, or `Not a web page` (what answers is not HTML)."
        ),
        **({"429": limited} if settings.rate_limit else {}),
        "500": failing("`Scan failed`: the page could not be fetched or examined; `details` says why."),
    }


_FORMS = {report_format.media_type: {"schema": {"type": "string"}} for report_format in FORMATS.values()}

_INCLUDE = {
    "name": "include",
    "in": "query",
    "description": "`evidence` adds rule ids, occurrences and other fields.",
    "schema": {"type": "string", "enum": ["evidence"]},
}

_FORMAT = {
    "name": "format",
    "in": "query",
    "description": "The format of the report; overrides `Accept`. Every format except `json` includes evidence.",
    "schema": {"type": "string", "enum": list(FORMATS), "default": "json"},
}

_CORS = {
    "Access-Control-Allow-Origin": _header("`*`, on every answer."),
    "Access-Control-Allow-Methods": _header("`POST, OPTIONS`."),
    "Access-Control-Allow-Headers": _header("`Content-Type`."),
    "Access-Control-Max-Age": _header("86400 (seconds)."),
}

_QUOTA = {
    "X-RateLimit-Limit": _header("Requests in a window."),
    "X-RateLimit-Remaining": _header("Requests that are left in the present window."),
    "X-RateLimit-Reset": _header("End of the window, Unix seconds, rounded up."),
}

#: What a URL must look like; the contract says more about it.
_URL = r"^[Hh][Tt][Tt][Pp][Ss]?://[^\s\\]+$"

_OCCURRENCE = _object(
    {
        "line": {"type": ["integer", "null"], "description": "Line in the page's source, from 1."},
        "column": {"type": ["integer", "null"], "description": "Column in that line, from 1."},
        "selector": {"type": ["string", "null"], "description": "A CSS selector that finds the element."},
        "snippet": {"type": ["string", "null"], "description": "The start tag as written, shortened."},
        "facts": {"type": "object", "description": "The values that belong to this occurrence."},
        "box": _object(
            {
                "x": _number("Left edge in CSS pixels."),
                "y": _number("Top edge."),
                "width": _number("Width."),
                "height": _number("Height."),
            }
        )
        | {"description": "Where the screenshot shows the element; missing if it doesn't."},
    },
    "box",
)

_UNEXAMINED_PART = _object(
    {
        "key": _text("What kind of part it is.", examples=["styles-unread"]),
        "sentence": _text("What was not examined."),
        "scoreEffect": _text("What that does to the score.", enum=[effect.value for effect in ScoreEffect]),
        "rules": {**_list({"type": "string"}), "description": "The rules that it leaves out, if it is these alone."},
    }
)

_SCHEMAS: dict[str, Any] = {
    "ScanRequest": {
        "type": "object",
        "properties": {
            "url": _text(
                "Absolute http or https URL.",
                minLength=1,
                maxLength=MAX_URL_LENGTH,
                pattern=_URL,
                examples=["https://example.com/", "http://example.com:8080/pears?page=2"],
            )
        },
        "required": ["url"],
        "description": "Unknown fields are ignored; a field must not appear twice.",
    },
    "Report": _object(
        {
            "url": _text("The URL as submitted."),
            "scannedAt": _text(
                "When the scan began: YYYY-MM-DDTHH:MM:SS.mmmZ.",
                format="date-time",
                examples=["2026-11-26T08:30:00.125Z"],
            ),
            "overallScore": _number(_SCORE, minimum=0, maximum=100),
            "categories": {**_list(_ref("Category")), "minItems": 5, "maxItems": 5},
            "meta": _ref("Meta"),
            "scoringVersion": _text("Only with evidence."),
            "summary": _text("Only with evidence: what visitors meet, and the change that helps most."),
            "topFixes": {
                **_list(
                    _object(
                        {
                            "title": _text("What is wrong."),
                            "recommendation": _text("What to do."),
                            "rules": _list({"type": "string"}),
                            "points": _number(
                                "Points of overallScore that it alone brings back, with one decimal.", type="number"
                            ),
                            "gainMs": _number("Milliseconds by which content appears sooner; 0 if none are known."),
                            "meets": _text("What visitors meet as long as it isn't done."),
                            "where": _list({"type": "string"}),
                            "paintMs": _number("Of late content: when it appears, in milliseconds."),
                            "steps": {
                                **_list(
                                    _object(
                                        {
                                            "rule": _text("The rule of an issue that it fixes."),
                                            "paintMs": _number("When the content then appears, in milliseconds."),
                                            "firstPaintMs": _number("When the first content then appears."),
                                            "points": _number(
                                                "Points, once the steps before it are done.", type="number"
                                            ),
                                        }
                                    )
                                ),
                                "description": "Of late content: what shows it sooner, in the best order.",
                            },
                        },
                        "paintMs",
                        "steps",
                    )
                ),
                "description": "Only with evidence: what to do first, at most five.",
            },
            "rendered": {
                "type": ["object", "null"],
                "description": "Only with evidence: the browser that ran the scripts of the page, its time, and a "
                "screenshot of the first screen as a data: URL; null if the page was examined as it was sent.",
            },
            "patch": _text(
                "Only with evidence and safe edits: the unified diff of all that can be applied together, at most "
                f"{LONGEST_PAGE_PATCH:,} characters."
            ),
            "changes": _number("Only with patch: how many places it fixes."),
        },
        "scoringVersion",
        "summary",
        "topFixes",
        "rendered",
        "patch",
        "changes",
    ),
    "Category": _object(
        {
            "category": _text("Which one.", enum=[category.value for category in Category]),
            "label": _text("Its name.", enum=[category.label for category in Category]),
            "score": _number(_SCORE, minimum=0, maximum=100),
            "issues": {
                **_list(_ref("Issue")),
                "description": "Most severe first; one for each rule that found something.",
            },
            "counted": {"type": "boolean", "description": "Only with evidence: whether it counts in overallScore."},
            "partly": {
                "type": "boolean",
                "description": "Only with evidence: whether the score is an upper bound, since not all was seen.",
            },
            "facts": {
                **_list(_ref("Issue")),
                "description": "Only with evidence: what else is known of the page, in the shape of issues.",
            },
            "unexamined": {**_list({"type": "string"}), "description": "Only with evidence: what was not examined."},
            "unexaminedParts": {**_list(_UNEXAMINED_PART), "description": "Only with evidence: the same as data."},
            "passed": {
                **_list({"type": "string"}),
                "description": "Only with evidence: the rules that found nothing; none if nothing was examined.",
            },
            "inapplicable": {
                **_list({"type": "string"}),
                "description": "Only with evidence: the rules that don't apply to the page.",
            },
            "unchecked": {
                **_list({"type": "string"}),
                "description": "Only with evidence: the rules that could not be checked completely.",
            },
        },
        "counted",
        "partly",
        "facts",
        "unexamined",
        "unexaminedParts",
        "passed",
        "inapplicable",
        "unchecked",
    ),
    "Issue": _object(
        {
            "severity": _text("error, warning or info.", enum=[severity.value for severity in Severity]),
            "title": _text("Short name; constant for a rule.", examples=["Images have no alt text"]),
            "description": _text("What is wrong on this page, how often and where, and why it matters."),
            "recommendation": _text("What to do."),
            "howToFix": _text("The concrete change; may contain literal markup."),
            "rule": _text("Only with evidence: the rule's id.", examples=["accessibility/image-alt"]),
            "share": _number("Only with evidence: per cent of what is left of the score that it takes."),
            "shareReason": _text("Only with evidence: why it takes that.", examples=["what a warning takes"]),
            "chargedBy": _text("Only with evidence: the rule that takes the points for the same fault instead."),
            "relieves": {
                "type": "object",
                "additionalProperties": {"type": "number"},
                "description": "Only with evidence: the share that other issues would have without this one, by rule.",
            },
            "sameFaultAs": _text("Only with evidence: the rule of the issue that one fix removes together with this."),
            "gain": _number("Only with evidence: points of the category's score that fixing this alone brings back."),
            "gainMs": _number(
                "Only with evidence: estimated milliseconds by which a phone on slow 4G shows content sooner once this "
                "is fixed; 0 where no gain is estimated.",
                minimum=0,
            ),
            "summary": _text("Only with evidence: the description without the places."),
            "count": _number("Only with evidence: how many occurrences there are."),
            "patch": _text("Only with evidence and safe edits: their unified diff, which git apply takes."),
            "occurrences": {**_list(_OCCURRENCE), "description": "Only with evidence: the first 50."},
        },
        "rule",
        "share",
        "shareReason",
        "chargedBy",
        "relieves",
        "sameFaultAs",
        "gain",
        "gainMs",
        "summary",
        "count",
        "patch",
        "occurrences",
    ),
    "Meta": _object(
        {
            "fetchTimeMs": _number("From the first connection attempt to the last byte, redirects included."),
            "pageSize": _number("Bytes of the page after content decoding."),
            "statusCode": _number("Status of the final page response; 0 for a file, which has none."),
        }
    ),
    "Error": _object(
        {
            "error": _text("Short error text.", examples=["Invalid URL"]),
            "details": _text(
                "What was wrong and what would be right.",
                examples=["The URL must start with http:// or https://."],
            ),
        }
    ),
    "Rules": _object(
        {
            "rules": _list(
                _object(
                    {
                        "id": _text("category/name; never changes."),
                        "category": {
                            "type": ["string", "null"],
                            "enum": [*(category.value for category in Category), None],
                            "description": "The category whose issues it reports; null if it reports issues of all.",
                        },
                        "severity": _text("error, warning or info.", enum=[severity.value for severity in Severity]),
                        "severities": {
                            **_list({"type": "string", "enum": [severity.value for severity in Severity]}),
                            "description": "All severities that its issues may have, mildest first.",
                        },
                        "share": _number("The least percentage of the remaining points that it costs."),
                        "title": _text("As in issues."),
                        "passed": {
                            "type": ["string", "null"],
                            "description": "What is true of pages that pass; null if the rule reports facts.",
                        },
                        "description": _text("As in issues, with {fields} for the page's own values."),
                        "recommendation": _text("As in issues."),
                        "howToFix": _text("As in issues, with {fields}."),
                        "onSites": {
                            "oneOf": [
                                _object(
                                    {
                                        "description": _text("As in issues of sites, with {fields}."),
                                        "howToFix": _text("As in issues of sites, with {fields}."),
                                    }
                                ),
                                {"type": "null"},
                            ],
                            "description": "What a rule about pages says of a site; null if it says nothing else.",
                        },
                        "since": _text("The version that the rule came with."),
                        "status": _text(
                            "The stage in its life; a rule in preview costs no points.",
                            enum=[status.value for status in Status],
                        ),
                        "formerIds": {
                            **_list({"type": "string"}),
                            "description": "Ids of rules that it has taken over.",
                        },
                        "covers": {**_list({"type": "string"}), "description": "Other tools' checks: `tool:check`."},
                        "sources": {**_list({"type": "string"}), "description": "Standards and guides."},
                    }
                )
            )
        }
    ),
}
