from sitescan.model.outline import Resource
from sitescan.model.redirects import Step
from sitescan.rules.authoring import Answer, Bad, Finding, Findings, Good, ResourceAnswers, Rule, Severity, shorten
from sitescan.rules.example_pages import loading_all
from sitescan.standards.insecure_url import is_insecure


def check(answers: ResourceAnswers) -> Findings:
    """Report HTTPS files that redirect to plain HTTP, at any step."""
    policy = answers.exchange.headers.get("content-security-policy")
    if not answers.exchange.secure or "upgrade-insecure-requests" in policy:
        return
    seen: set[str] = set()
    for resource in answers.resources:
        answer = answers.answers.get(resource.url)
        if answer is None or resource.url in seen or not resource.certain or not resource.url.startswith("https:"):
            continue
        seen.add(resource.url)
        insecure = next((step.location for step in answer.steps if is_insecure(step.location)), "")
        if insecure:
            yield Finding(resource, detail=f"redirected to {shorten(insecure)}")


def _file(*steps: Step, url: str = "https://example.com/a", certain: bool = True) -> ResourceAnswers:
    resource = Resource(url=url, kind="script", certain=certain)
    return loading_all((resource, Answer(url=url, status=200, steps=steps)))


def _step(location: str) -> Step:
    return Step(url="https://example.com/a", status=301, location=location)


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Files are redirected to plain HTTP",
    passed="Redirects of files stay on HTTPS",
    applies=lambda answers: answers.exchange.secure,
    description=(
        "{count:# file of this page is|# files of this page are} requested over HTTPS and redirected to plain "
        "HTTP. Browsers block redirected scripts, stylesheets and frames. They show redirected images only if "
        "HTTPS works as well."
    ),
    recommendation="Serve every file over HTTPS, without a redirect through plain HTTP.",
    how_to_fix=(
        "Use the final address in the page, with https://. On your own server, redirect to "
        "https://$host$request_uri, and check for a proxy that doesn't tell the application about "
        "HTTPS (X-Forwarded-Proto)."
    ),
    sources=(
        "https://www.w3.org/TR/mixed-content/#should-block-fetch",
        "https://developer.mozilla.org/en-US/docs/Web/Security/Mixed_content",
    ),
    examples=(
        Bad(evidence=_file(_step("http://cdn.example.net/a"))),
        Bad(evidence=_file(_step("http://example.com/a/"), _step("https://example.com/a/"))),
        Good(evidence=_file(_step("https://cdn.example.net/a"))),
        Good(evidence=_file(_step("http://localhost/a"))),
        Good(evidence=_file(_step("http://cdn.example.net/a"), url="http://example.com/a")),
        Good(evidence=_file(_step("http://cdn.example.net/a"), certain=False)),
        Good(evidence=_file()),
    ),
)
