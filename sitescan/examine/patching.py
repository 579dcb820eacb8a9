"""Make the patches of a page in a child. This module runs without Twisted."""

from itertools import islice

from sitescan.document.document import Document
from sitescan.document.edits.answered_changes import answered_changes
from sitescan.document.edits.page_edits import PageEdits
from sitescan.document.edits.page_patch import has_patches, page_patches
from sitescan.document.parsing.parsed_page import parse_page
from sitescan.examine.messages import PatchJob
from sitescan.model.exchange import Page
from sitescan.model.fix import Patches

#: The maximum number of elements that a rule changes: a patch of more is too long for people.
_MOST_CHANGES = 200


def patches(job: PatchJob, body: bytes) -> Patches:
    """Return the patches of a page; it is parsed only if answers of the network have shown changes."""
    page = Page(exchange=job.exchange, body=body)
    fixes = {rule: list(found) for rule, found in job.fixes.items()}
    if job.changes and has_patches(page):
        document = Document(parse_page(page, job.parser))
        edits = PageEdits(document)
        for rule, found in job.changes.items():
            made = map(edits.fix, islice(answered_changes(document, found), _MOST_CHANGES))
            fixes.setdefault(rule, []).extend(fix for fix in made if fix is not None)
    return page_patches(page, fixes)
