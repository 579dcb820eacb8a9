from attrs import evolve

from sitescan.rules.authoring import Bad, Finding, Findings, Good, ResourceAnswers, Rule, Severity
from sitescan.rules.example_pages import loading_scripts

_MANY = 100


def check(answers: ResourceAnswers) -> Findings:
    """Report more than 100 different files, without lazy images, which are not loaded with the page."""
    urls = {resource.url for resource in answers.resources if resource.certain and not resource.lazy}
    number = len(urls) + answers.left_out
    if number > _MANY:
        yield Finding(number=number, before="" if answers.rendered else ", before its scripts request more")


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Page loads too many files",
    passed="Page loads a reasonable number of files",
    description=(
        "The page loads {number} files{before}. Half of all pages need about 70. Each "
        "file costs the browser time, and slow files delay the others."
    ),
    recommendation="Bundle scripts and styles, and lazy-load images.",
    how_to_fix=(
        "Let your build tool bundle scripts and styles, and combine small icons in one SVG with <symbol> and "
        '<use>. Add loading="lazy" to images further down the page. Check whether you still need every '
        "third-party script."
    ),
    sources=(
        "https://httparchive.org/reports/state-of-the-web",
        "https://developer.mozilla.org/en-US/docs/Learn_web_development/Extensions/Performance",
    ),
    examples=(
        Bad(evidence=loading_scripts(120, "example.com")),
        Bad(evidence=evolve(loading_scripts(120, "example.com"), rendered=True)),
        Good(evidence=loading_scripts(60, "example.com")),
        Good(evidence=loading_scripts(0, "example.com")),
    ),
)
