from functools import partial
from urllib.parse import unquote

from attrs import evolve

from sitescan.model.linked_page import LinkedPage
from sitescan.model.outline import Place, Reference
from sitescan.rules.authoring import (
    Answer,
    Bad,
    Finding,
    Findings,
    Good,
    Headers,
    LinkAnswers,
    Problem,
    Rule,
    Severity,
    Verdict,
    linking,
    shorten,
)
from sitescan.rules.broken_references import FORM, broken_references
from sitescan.standards.file_types import IMAGE, MARKUP


def check(answers: LinkAnswers) -> Findings:
    """Report broken references, once each, unless another rule reports the URL, and parts of images that are lost."""
    parts: dict[tuple[str, str], Reference] = {}
    for reference in answers.references:
        if reference.fragment:
            parts.setdefault((reference.url, reference.fragment), reference)
    for part in filter(partial(_is_lost, answers), parts.values()):
        missing = f'no element has the id "{shorten(unquote(part.fragment))}", so nothing is drawn'
        yield Finding(part, detail=f"{part.source}: {missing}")
    for reference, answer in broken_references(answers):
        if reference.source != FORM:
            yield Finding(reference, detail=f"{reference.source}: {reference.url}, {answer.reason}")


def _is_lost(answers: LinkAnswers, part: Reference) -> bool:
    """Return whether a file certainly lacks a part that the page draws."""
    if part.url == answers.page_url:
        return True
    answer = answers.answers.get(part.url)
    page = answer.linked_page if answer is not None and answer.verdict is Verdict.OK else None
    return page is not None and part.fragment in page.missing


_URL = "https://example.com/pear.png"


def _named(status: int | None = 200, problem: Problem | None = None) -> LinkAnswers:
    snippet = f'<meta property="og:image" content="{_URL}">'
    return LinkAnswers(
        page_url="https://example.com/",
        references=(Reference(url=_URL, source="og:image", place=Place(line=3, snippet=snippet)),),
        answers={_URL: Answer(url=_URL, status=status, problem=problem)},
    )


def _loading(begins: str) -> LinkAnswers:
    """Return the answers for a page with a candidate for an image that is sent as HTML."""
    page = Answer(url=_URL, status=200, headers=Headers((("Content-Type", "text/html"),)), begins=begins)
    candidate = Reference(url=_URL, source="srcset", destination="image")
    return evolve(_named(), references=(candidate,), answers={_URL: page})


def _drawing(url: str, fragment: str, *missing: str) -> LinkAnswers:
    """Return the answers for a page that draws a part of itself, or of another file."""
    drawn = Reference(url=url, source="use href", fragment=fragment, place=Place(line=3, snippet="<use>"))
    answer = Answer(url=_URL, status=200, linked_page=LinkedPage(missing=missing))
    return LinkAnswers(page_url="https://example.com/", references=(drawn,), answers={_URL: answer})


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Broken addresses in metadata and stylesheets",
    passed="Other addresses in metadata and stylesheets work",
    applies=lambda answers: answers.references,
    needs=lambda answers: all(reference.url in answers.answers for reference in answers.references),
    description=(
        "{count:# address|# addresses} in the page's metadata, stylesheets or attributes {count:doesn't|don't} "
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
        Bad(evidence=_loading(MARKUP)),
        Bad(evidence=_drawing("https://example.com/", "pear")),
        Bad(evidence=_drawing(_URL, "pear", "pear")),
        Good(evidence=_drawing(_URL, "pear", "apple")),
        Good(evidence=_drawing("https://example.com/other.svg", "pear")),
        Good(evidence=_loading(IMAGE)),
        Good(evidence=_named(200)),
        Good(evidence=evolve(_named(404), reported_elsewhere=frozenset({_URL}))),
        Good(evidence=_named(403)),
        Good(evidence=_named(None, Problem.TIMEOUT)),
        Good(evidence=linking(Answer(url=_URL, status=404))),
    ),
)
