"""The addresses in a page, other than those of links, that don't work."""

from collections.abc import Iterator

from sitescan.model.answers import Answer, Verdict
from sitescan.model.link_answers import LinkAnswers
from sitescan.model.outline import Reference

FORM = "form action"
"""The source of a reference that a form is sent to."""


def broken_references(answers: LinkAnswers) -> Iterator[tuple[Reference, Answer]]:
    """Iterate over the first reference to each broken URL that no other rule reports, with the answer for it."""
    first: dict[tuple[str, bool], Reference] = {}
    for reference in answers.references:
        if reference.url != answers.page_url:
            first.setdefault((reference.url, reference.source == FORM), reference)
    reported = {*answers.reported_elsewhere, *(link.url for link in answers.links)}
    for (url, is_form), reference in first.items():
        # What a form is sent to is reported even if a link leads there, too.
        answer = answers.answers.get(url) if is_form or url not in reported else None
        loaded = answer.loaded_as(reference.destination) if answer is not None else None
        if loaded is not None and loaded.verdict is Verdict.BROKEN:
            yield reference, loaded
