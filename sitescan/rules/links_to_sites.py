"""Links that lead to the sites of different owners."""

from collections.abc import Iterable

from sitescan.model.link_answers import NamedLinkAnswers
from sitescan.model.outline import NamedLink
from sitescan.standards.public_suffixes import same_site


def to_another_site(answers: NamedLinkAnswers, links: Iterable[NamedLink]) -> NamedLink | None:
    """
    The first of these links that leads to the site of another owner than the first one does; ``None`` where none does.

    Links that stay on the page's own site are left out, and addresses that have no site.
    """
    first: NamedLink | None = None
    for link in links:
        address = answers.destination(link)
        # An address that no request can be made of has no site at all.
        if not same_site(address, address) or same_site(address, answers.page_url):
            continue
        first = first or link
        if not same_site(answers.destination(first), address) and not answers.have_same_destination(first, link):
            return link
    return None
