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

    def known_page(url: str, fragment: str) -> SitePage | None:
        page = site.reached(url)
        is_known = page is not None and page.url in known and page.facts.written and is_element_fragment(fragment)
        return page if is_known else None

    def is_absent(page: SitePage, fragment: str) -> bool:
        return known[page.url].isdisjoint(map(part_digest, names_of_part(fragment)))

    found = [(page, fragment) for url, fragment in own if (page := known_page(url, fragment)) is not None]
    own_absent = sum(is_absent(page, fragment) for page, fragment in found)
    named, missing, unverified = 0, dict[tuple[str, str], Sources](), dict[tuple[str, str], Sources]()
    for url, fragment, sources in linked:
        page = known_page(url, fragment)
        if page is not None:
            named += 1
            if is_absent(page, fragment):
                (unverified if page.facts.changes else missing)[url, fragment] = sources
    # A page's links to itself count only if they are evidence for it: scripts act on those of its tabs and menus.
    if are_parts_written(named, len(unverified)) or are_parts_written(named + len(found), len(unverified) + own_absent):
        return missing | unverified
    return missing


def _digests(digests: bytes) -> Iterable[bytes]:
    return (digests[at : at + PART_BYTES] for at in range(0, len(digests), PART_BYTES))
