"""
The limits of what an answer of a child contains.

A child keeps to them by itself, unless its page has taken it over. The parent checks them, because it makes requests
for the URLs in an answer, runs rules on its elements and writes its occurrences into a report.
"""

from msgspec.json import Encoder
from msgspec.structs import replace

from sitescan.configuration.settings import Settings
from sitescan.document.accessibility.embedded_objects import MOST_OBJECTS
from sitescan.document.accessibility.media_elements import MOST_ELEMENTS, MOST_SOURCES
from sitescan.document.edits.page_patch import LONGEST_PAGE_PATCH, LONGEST_PATCH, fits_patch
from sitescan.document.layout.screen_boxes import MOST_BOXES
from sitescan.document.links.links_named_alike import MOST_LINKS, MOST_NAMES
from sitescan.document.links.references import MOST_IN_SHEETS
from sitescan.document.loading.outline_extractor import MOST_ALTERNATES, MOST_OF_URL
from sitescan.document.loading.resource_inventory import MOST_SHEET_RESOURCES
from sitescan.document.site_facts.page_links import MOST_LINKS as MOST_PAGE_LINKS
from sitescan.model.crawling import MOST_LISTED
from sitescan.model.fix import Patches
from sitescan.model.outline import Outline
from sitescan.model.report import Judged
from sitescan.rules.judge import KEPT, KEPT_OF_ANSWERS
from sitescan.standards.sitemaps import MOST_OF_FILE, SitemapContent

_ENCODER = Encoder()

#: The maximum size of the facts of a page in bytes of JSON, without its links, its used style rules and its parts. Most
#: take less than 2 KB. And that of its used rules with the URLs of the stylesheets.
_LONGEST_FACTS, _MOST_USED = 32 * 1024, 512 * 1024


class OverLimit(Exception):
    """A child has sent an answer that contains more than it was asked for."""


def check_outline(outline: Outline, settings: Settings) -> None:
    """
    Check the number of URLs that an outline makes the parent request.

    :raises OverLimit: if there are too many.
    """
    followed = {link.url for link in outline.links} | {reference.url for reference in outline.references}
    _check("links", len(followed), settings.links)
    _check("occurrences of links", len(outline.links) + len(outline.references), settings.links * MOST_OF_URL)
    _check("resources", len({resource.url for resource in outline.resources}), settings.resources)
    _check("occurrences of resources", len(outline.resources), settings.resources * MOST_OF_URL)
    _check("imports", len(outline.imports), settings.resources)
    _check("alternates", len(outline.alternates), MOST_ALTERNATES)
    _check("boxes", len(outline.boxes), MOST_BOXES)


def check_judged(judged: Judged) -> None:
    """
    Check the number of occurrences in a judgement, what they contain, and what the parent requests or judges.

    :raises OverLimit: if there are too many.
    """
    rules = {judgement.rule for judgement in judged.judgements}
    _check("judgements of a rule", len(judged.judgements) - len(rules), 0)
    for judgement in judged.judgements:
        _check("occurrences", len(judgement.occurrences), KEPT_OF_ANSWERS)
        fixes = [occurrence.fix for occurrence in judgement.occurrences if occurrence.fix is not None]
        _check("fixes", len(fixes), KEPT)
        _check("fixes that are too large for a patch", sum(not fits_patch(fix) for fix in fixes), 0)
    _check("parts that were not examined", len(judged.unexamined), KEPT_OF_ANSWERS)
    _check("media elements", len(judged.media), MOST_ELEMENTS)
    for element in judged.media:
        _check("media sources", len(element.sources), MOST_SOURCES)
    _check("objects", len(judged.objects), MOST_OBJECTS)
    _check("links that share a name", len(judged.links), MOST_NAMES * MOST_LINKS)
    if judged.page_facts is not None:
        _check("links to pages", len(judged.page_facts.links), MOST_PAGE_LINKS)
        facts = replace(judged.page_facts, links=(), stylesheets=(), parts=None)
        _check("bytes of facts", len(_ENCODER.encode(facts)), _LONGEST_FACTS)
        uses = judged.page_facts.stylesheets
        _check("bytes of used rules", sum(len(use.url) + len(use.digest) + len(use.used) for use in uses), _MOST_USED)
    _check("listed pages", len(judged.listed), MOST_LISTED)
    _check("references in styles", len(judged.references), MOST_IN_SHEETS)
    _check("resources of styles", len(judged.resources), MOST_SHEET_RESOURCES)


def check_patches(patches: Patches) -> None:
    """
    Check the length of patches.

    :raises OverLimit: if one is too long.
    """
    _check("characters of a patch", max(map(len, patches.by_rule.values()), default=0), LONGEST_PATCH)
    _check("characters of the patch of a page", len(patches.whole), LONGEST_PAGE_PATCH)


def check_sitemap(content: SitemapContent, locations: int) -> None:
    """
    Check the number of URLs in a sitemap.

    :param locations: the number in all answers.
    :raises OverLimit: if there are too many.
    """
    _check("URLs of a sitemap", locations, MOST_OF_FILE)
    _check("dates", len(content.dates), 2)


def _check(name: str, count: int, most: int) -> None:
    if count > most:
        raise OverLimit(f"{count} {name}, more than {most}")
