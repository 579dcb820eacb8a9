"""The page ``/docs``, which explains how to use the API."""

import re
from collections.abc import Iterator

from sitescan.configuration.settings import Settings
from sitescan.report.formats import FORMATS
from sitescan.report.markup import Markup, element, join
from sitescan.web.layout import PageHead, page

_CURL = """\
curl -H 'Content-Type: application/json' \\
  -d '{{"url": "https://example.com/"}}' {origin}/api/v1/scan"""

_JAVASCRIPT = """\
const response = await fetch("{origin}/api/v1/scan", {{
  method: "POST",
  headers: {{ "Content-Type": "application/json" }},
  body: JSON.stringify({{ url: "https://example.com/" }}),
}});
const report = await response.json();
console.log(report.overallScore);"""

_PYTHON = """\
import json, urllib.request

request = urllib.request.Request(
    "{origin}/api/v1/scan",
    json.dumps({{"url": "https://example.com/"}}).encode(),
    {{"Content-Type": "application/json"}},
)
report = json.load(urllib.request.urlopen(request))
print(report["overallScore"])"""

_ANSWER = (
    ("url, scannedAt", "The address as submitted, and when the scan started (UTC)."),
    ("overallScore", "0 to 100: the mean of the categories that had something to check."),
    ("categories", "Five, each with category, label, score and issues."),
    ("issues", "Each with severity, title, description, recommendation and howToFix."),
    ("meta", "fetchTimeMs, pageSize (bytes after decoding) and statusCode."),
)

_ERRORS = (
    ("400", "The body or the address is invalid, or the address isn't a web page."),
    ("429", "The quota is used up. Retry-After says how long to wait, and X-RateLimit-Reset until when."),
    ("500", "The page could not be fetched or checked; details says why."),
)


def docs_page(settings: Settings, origin: str) -> bytes:
    """Return the page."""
    head = PageHead(
        path="/docs",
        title="API of the website scanner: one request, one report",
        description="Scan a page with one HTTP request and get a JSON report, SARIF, JUnit, Markdown or CSV. "
        "With examples for curl, JavaScript and Python.",
        origin=origin,
        scripts=("docs.js",),
    )
    return page(head, *_sections(settings, origin or _local_origin(settings)), text=True)


def _local_origin(settings: Settings) -> str:
    """Return where a service without a public URL is, for people on the same machine."""
    port = re.search(r"\btcp:(?:port=)?(\d+)", " ".join(settings.listen))
    return f"http://localhost:{port[1] if port else 8080}"


def _sections(settings: Settings, origin: str) -> Iterator[Markup]:
    yield element("h1", "One request, one report")
    yield element(
        "p",
        "POST the address of a page; the response is the report. You need no key and no account, and browsers may "
        "call the API from any site. ",
        element("a", "openapi.json", href="/openapi.json"),
        " is the machine-readable description.",
    )
    if settings.docs:
        whole = element("a", "documentation", href="/docs/")
        search = element("a", "search", href="/docs/search.html")
        yield element(
            "p", "The ", whole, " explains the report, the command, the options and every rule. It has a ", search, "."
        )
    for name, example in (("curl", _CURL), ("JavaScript", _JAVASCRIPT), ("Python", _PYTHON)):
        yield join(element("h2", name), element("pre", example.format(origin=origin), tabindex="0"))
    yield _try_it()
    yield join(element("h2", "The report"), _table(("Field", "What it is"), _ANSWER))
    yield element(
        "p",
        element("code", "?include=evidence"),
        " adds the rule, its share of the score, the points and the time that a fix gains, and each place with line "
        "and column. ",
        element("a", "Every rule", href="/rules"),
        " has a page; ",
        element("code", "GET /api/v1/rules"),
        " lists them as JSON.",
    )
    rows = tuple((f"?format={report_format.name}", report_format.media_type) for report_format in FORMATS.values())
    yield join(element("h2", "Other formats"), _table(("Query", "Media type (also as Accept header)"), rows))
    yield join(element("h2", "Errors"), element("p", "Errors are JSON: ", element("code", '{"error", "details"}'), "."))
    yield _table(("Status", "When"), _ERRORS)
    if settings.rate_limit:
        window = "an hour" if settings.rate_window == 3600 else f"{settings.rate_window} seconds"
        yield join(
            element("h2", "Quota"),
            element(
                "p",
                f"{settings.rate_limit} scans in {window} for each IP address. X-RateLimit-Limit, "
                "X-RateLimit-Remaining and X-RateLimit-Reset (Unix seconds) are in every response.",
            ),
        )


def _try_it() -> Markup:
    field = element("input", type="url", id="url", name="url", required=True, placeholder="https://")
    form = element(
        "form",
        element("label", "Page address", for_="url"),
        element("div", field, element("button", "Send"), class_="row"),
        class_="scan",
        id="try",
        method="post",
        action="/",
    )
    answer = element("pre", "The response appears here.", id="answer", tabindex="0", aria_live="polite")
    return join(element("h2", "Try it"), form, answer)


def _table(heading: tuple[str, str], rows: tuple[tuple[str, str], ...]) -> Markup:
    head = element("thead", element("tr", *(element("th", name, scope="col") for name in heading)))
    body = element(
        "tbody", *(element("tr", element("td", element("code", name)), element("td", text)) for name, text in rows)
    )
    return element("table", head, body)
