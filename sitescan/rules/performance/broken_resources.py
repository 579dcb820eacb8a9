from sitescan.rules.authoring import Bad, Findings, Good, Problem, ResourceAnswers, Rule, Severity, loading
from sitescan.rules.broken_files import broken_files


def check(answers: ResourceAnswers) -> Findings:
    """Report scripts and stylesheets that cannot be loaded."""
    yield from broken_files(answers, "script", "stylesheet")


RULE = Rule(
    check=check,
    severity=Severity.ERROR,
    title="Scripts or stylesheets can't be loaded",
    passed="Scripts and stylesheets load",
    description=(
        "{count:# script or stylesheet|# scripts or stylesheets} of this page can't be loaded. Visitors get the page "
        "without its styles or functions."
    ),
    recommendation="Correct the address, restore the file or remove the element.",
    how_to_fix=(
        "Open the address in a browser. If the file has moved, change src or href. If you no longer need it, "
        "remove the <script> or <link>. If the server answers with an HTML page, the file does not exist there: many "
        "apps send their start page for every missing file. After a release, keep the previous release's files "
        "available for cached pages."
    ),
    sources=(
        "https://www.rfc-editor.org/rfc/rfc9110#section-15.5",
        "https://html.spec.whatwg.org/multipage/scripting.html#the-script-element",
    ),
    covers=("lighthouse:errors-in-console", "webhint:no-broken-links"),
    examples=(
        Bad(evidence=loading("script", "a.js", status=404)),
        Bad(evidence=loading("stylesheet", "a.css", status=None, problem=Problem.NAME)),
        Bad(evidence=loading("stylesheet", "a.css", status=None, problem=Problem.TYPE)),
        Good(evidence=loading("script", "a.js")),
        Good(evidence=loading("script", "a.js", status=403)),
        Good(evidence=loading("script", "a.js", status=None, problem=Problem.TIMEOUT)),
        Good(evidence=loading("image", "a.png", status=404)),
    ),
)
