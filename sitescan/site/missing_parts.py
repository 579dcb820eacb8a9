"""The links to parts that other pages of the site lack."""

from collections.abc import Iterable

from sitescan.model.linked_page import are_parts_written, is_element_fragment
from sitescan.model.page_parts import lacks_part, part_digests
from sitescan.model.site import LinkingPages, Site, SitePage


def missing_parts(
    site: Site,
    linked: Iterable[tuple[str, str, LinkingPages]],
    own: Iterable[tuple[str, str]],
    parts: Iterable[tuple[str, bytes]],
) -> dict[tuple[str, str], LinkingPages]:
    """
    Return the pages that link to a part that another page certainly lacks, by URL and fragment.

    What scripts may add is missing if the other links show that the parts of the site are in its sources.

    :param linked: the URLs and fragments that other pages link to.
    :param own: those that pages themselves link to.
    :param parts: the digests of the parts of each page; others are not known.
    """
    known = {url: part_digests(digests) for url, digests in parts}

    def known_page(url: str, fragment: str) -> SitePage | None:
        page = site.reached(url)
        is_known = page is not None and page.url in known and page.facts.written and is_element_fragment(fragment)
        return page if is_known else None

    found = [(page, fragment) for url, fragment in own if (page := known_page(url, fragment)) is not None]
    own_absent = sum(lacks_part(known[page.url], fragment) for page, fragment in found)
    named, missing, unverified = 0, dict[tuple[str, str], LinkingPages](), dict[tuple[str, str], LinkingPages]()
    for url, fragment, sources in linked:
        page = known_page(url, fragment)
        if page is not None:
            named += 1
            if lacks_part(known[page.url], fragment):
                (unverified if page.facts.changes else missing)[url, fragment] = sources
    # A page's links to itself count only if they are evidence for it: scripts act on those of its tabs and menus.
    if are_parts_written(named, len(unverified)) or are_parts_written(named + len(found), len(unverified) + own_absent):
        return missing | unverified
    return missing
