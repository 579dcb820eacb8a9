from sitescan.model.outline import Resource
from sitescan.model.redirects import Step
from sitescan.rules.authoring import Answer, Bad, Finding, Findings, Good, ResourceAnswers, Rule, Severity
from sitescan.rules.example_pages import loading_all


def check(answers: ResourceAnswers) -> Findings:
    """Report scripts, styles, images and fonts behind a redirect; files of other kinds redirect to select a version."""
    for resource, answer in answers.answered("script", "stylesheet", "image", "font"):
        if answer.steps and resource.certain and not resource.lazy:
            yield Finding(
                resource,
                detail=f"redirected to {answer.final_url}",
                final=answer.final_url,
                change=answer.moved("img", "input", "link", "script"),
            )


def _file(*steps: Step, kind: str = "script", lazy: bool = False) -> ResourceAnswers:
    url = "https://example.com/a"
    return loading_all((Resource(url=url, kind=kind, lazy=lazy), Answer(url=url, status=200, steps=steps)))


_STEP = Step(url="https://example.com/a", status=301, location="https://www.example.com/a")

RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Files are loaded through redirects",
    passed="Files load without redirects",
    description=(
        "{count:# file of this page is|# files of this page are} loaded through a redirect. Each redirect costs "
        "a round trip, plus a new connection if it leads to another host, before the file starts to load."
    ),
    recommendation="Use the final addresses in the page.",
    how_to_fix="Replace the first address with {final}{count:.|, and the others with the addresses listed above.}",
    sources=(
        "https://developer.chrome.com/docs/lighthouse/performance/redirects",
        "https://developer.mozilla.org/en-US/docs/Web/HTTP/Guides/Redirections",
    ),
    covers=("lighthouse:redirects",),
    examples=(
        Bad(evidence=_file(_STEP)),
        Bad(evidence=_file(_STEP, kind="image")),
        Good(evidence=_file()),
        Good(evidence=_file(_STEP, kind="frame")),
        Good(evidence=_file(_STEP, kind="image", lazy=True)),
    ),
)
