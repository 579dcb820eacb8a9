from sitescan.model.fix import Moved
from sitescan.model.redirects import Redirect, Step
from sitescan.rules.authoring import Answer, Bad, Finding, Findings, Good, LinkAnswers, Rule, Severity, Verdict, linking
from sitescan.standards.urls import serialized_target


def check(answers: LinkAnswers) -> Findings:
    """Report ``http:`` links whose host also answers over HTTPS, or that end at HTTPS after a detour."""
    for link, answer in answers.answered(Verdict.OK):
        if not link.url.startswith("http:") or not answers.page_url.startswith("https:"):
            continue
        ends_secure = answer.final_url.startswith("https:") and answer.redirect is not Redirect.SECURE
        if ends_secure or (not answer.steps and serialized_target(link.url).host in answers.secure_hosts):
            yield Finding(link, change=_secure(answers, answer))


def _secure(answers: LinkAnswers, answer: Answer) -> Moved | None:
    """Return the HTTPS address of a link if it is known to answer: other pages of a host may not."""
    if answer.steps:
        return answer.moved("a", "area")
    url = f"https:{answer.url.removeprefix('http:')}"
    twin = answers.answers.get(url)
    answers_itself = twin is not None and twin.verdict is Verdict.OK and twin.final_url == url
    return Moved(url=answer.url, to=url, elements=("a", "area")) if answers_itself else None


_URL = "http://example.org/"


def _linked(*hosts: str, steps: tuple[Step, ...] = (), page: str = "https://example.com/") -> LinkAnswers:
    answers = linking(Answer(url=_URL, steps=steps, status=200))
    return LinkAnswers(page_url=page, links=answers.links, answers=answers.answers, secure_hosts=frozenset(hosts))


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Links use http:// although https:// works",
    passed="Links use https:// wherever it works",
    subjects=("a", "area"),
    applies=lambda answers: answers.page_url.startswith("https:"),
    description=(
        "The page is served over HTTPS but links to {count:# address|# addresses} over plain HTTP, although the "
        "{count:host also responds|hosts also respond} over HTTPS. Anyone on the network can read or change what "
        "visitors receive."
    ),
    recommendation="Link to https:// instead.",
    how_to_fix='Open each address with https://. If it works, change the link: <a href="https://example.com/">',
    sources=("https://developer.mozilla.org/en-US/docs/Web/Security/Transport_Layer_Security",),
    examples=(
        Bad(evidence=_linked("example.org")),
        Bad(evidence=_linked(steps=(Step(url=_URL, status=301, location="https://www.example.org/"),))),
        Good(evidence=_linked()),
        Good(evidence=_linked(steps=(Step(url=_URL, status=301, location="https://example.org/"),))),
        Good(evidence=_linked("example.org", page="http://example.com/")),
        Good(evidence=linking(Answer(url="https://example.org/", status=200))),
    ),
)
