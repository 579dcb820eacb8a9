"""The links to parts that other pages of the site lack."""

from collections.abc import Iterable

from sitescan.model.linked_page import are_parts_written, is_element_fragment, names_of_part
from sitescan.model.site import Site, SitePage, Sources
from sitescan.model.site_facts import PART_BYTES, part_digest


def missing_parts(
    site: Site,
    linked: Iterable[tuple[str, str, Sources]],
    own: Iterable[tuple[str, str]],
    parts: Iterable[tuple[str, bytes]],
) -> dict[tuple[str, str], Sources]:
    """
    Return the pages that link to a part that another page certainly lacks, by URL and fragment.

    What scripts may add is missing if the other links show that the parts of the site are in its sources.

    :param linked: the URLs and fragments that other pages link to.
    :param own: those that pages themselves link to.
    :param parts: the digests of the parts of each page; others are not known.
    """
    known = {url: frozenset(_digests(digests)) for url, digests in parts}
    named = 0

    def lacking(url: str, fragment: str) -> SitePage | None:
        """Count the part, and return its page if that lacks it."""
        nonlocal named
        page = site.reached(url)
        if page is None or page.url not in known or not page.facts.written or not is_element_fragment(fragment):
            return None
        named += 1
        return page if known[page.url].isdisjoint(map(part_digest, names_of_part(fragment))) else None

    absent = sum(lacking(url, fragment) is not None for url, fragment in own)
    missing, unverified = dict[tuple[str, str], Sources](), dict[tuple[str, str], Sources]()
    for url, fragment, sources in linked:
        page = lacking(url, fragment)
        if page is not None:
            (unverified if page.facts.changes else missing)[url, fragment] = sources
    return missing | unverified if are_parts_written(named, absent + len(unverified)) else missing


def _digests(digests: bytes) -> Iterable[bytes]:
    return (digests[at : at + PART_BYTES] for at in range(0, len(digests), PART_BYTES))
