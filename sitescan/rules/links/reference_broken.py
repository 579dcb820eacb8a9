"""Broken addresses in metadata and stylesheets."""

from collections.abc import Iterator

from attrs import evolve

from sitescan.model.answers import Answer, Problem, Verdict
from sitescan.model.link_answers import LinkAnswers
from sitescan.model.outline import Place, Reference
from sitescan.model.report import Severity
from sitescan.rules.example_pages import linking
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(answers: LinkAnswers) -> Iterator[Finding]:
    """Report broken references, once each, unless another rule reports the URL."""
    first: dict[str, Reference] = {}
    for reference in answers.references:
        first.setdefault(reference.url, reference)
    reported = {*answers.reported_elsewhere, *(link.url for link in answers.links)}
    for url, reference in first.items():
        answer = answers.answers.get(url)
        if url not in reported and answer is not None and answer.verdict is Verdict.BROKEN:
            yield Finding(reference, detail=f"{reference.source}: {url}, {answer.reason}")


_URL = "https://example.com/pear.png"


def _named(status: int | None = 200, problem: Problem | None = None) -> LinkAnswers:
    snippet = f'<meta property="og:image" content="{_URL}">'
    return LinkAnswers(
        page_url="https://example.com/",
        references=(Reference(url=_URL, source="og:image", place=Place(line=3, snippet=snippet)),),
        answers={_URL: Answer(url=_URL, status=status, problem=problem)},
    )


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Broken addresses in metadata and stylesheets",
    description=(
        "{count:# address|# addresses} in the page's metadata, stylesheets, forms or attributes {count:doesn't|don't} "
        "work. Browsers, search engines and other programs that request {count:it|them} get an error."
    ),
    recommendation="Correct or remove the broken addresses.",
    how_to_fix=(
        "Open each address. If it is mistyped, correct it. If the file has moved, use the new address. If it is gone, "
        "restore the file or remove the element, property or srcset candidate."
    ),
    sources=(
        "https://www.rfc-editor.org/rfc/rfc9110#section-15.5.5",
        "https://html.spec.whatwg.org/multipage/links.html#linkTypes",
    ),
    examples=(
        Bad(evidence=_named(404)),
        Bad(evidence=_named(None, Problem.NAME)),
        Good(evidence=_named(200)),
        Good(evidence=evolve(_named(404), reported_elsewhere=frozenset({_URL}))),
        Good(evidence=_named(403)),
        Good(evidence=_named(None, Problem.TIMEOUT)),
        Good(evidence=linking(Answer(url=_URL, status=404))),
    ),
)
