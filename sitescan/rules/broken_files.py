"""Files of a page that can't be loaded, of which each kind has a rule."""

from sitescan.rules.authoring import Finding, Findings, ResourceAnswers, Verdict


def broken_files(answers: ResourceAnswers, *kinds: str) -> Findings:
    """Yield the files of these kinds that can't be loaded, except those that browsers may not request."""
    for resource, answer in answers.with_verdict(Verdict.BROKEN, *kinds):
        if resource.certain:
            yield Finding(resource, detail=f"{answer.sent_url or resource.url}, {answer.reason}")
