"""Links that lead to the sites of different owners."""

from collections.abc import Iterable

from sitescan.model.link_answers import NamedLinkAnswers
from sitescan.model.outline import NamedLink
from sitescan.standards.public_suffixes import same_site


def to_another_site(answers: NamedLinkAnswers, links: Iterable[NamedLink]) -> NamedLink | None:
    """
    Return the first link to a site of another owner than that of the first link; ``None`` if there is none.

    Links within the site of the page and URLs without a site are ignored.
    """
    first: NamedLink | None = None
    for link in links:
        address = answers.destination(link)
        # A URL that can't be requested has no site.
        if not same_site(address, address) or same_site(address, answers.page_url):
            continue
        first = first or link
        if not same_site(answers.destination(first), address) and not answers.have_same_destination(first, link):
            return link
    return None
