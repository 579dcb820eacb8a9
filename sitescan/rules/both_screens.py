"""Run a rule for both screens that a page is judged on: a desktop's and a phone's."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import Any

from bs4.element import Tag

from sitescan.document.document import Document
from sitescan.model.report import Category
from sitescan.rules.rule import Evidence, Finding, Rule

#: The categories about what people and search engines see. The others are about what is sent, and performance is about
#: the load on a phone.
_BY_SCREEN = frozenset({Category.ACCESSIBILITY, Category.SEO})


def findings(rule: Rule[Any], evidence: Evidence) -> Iterable[Finding]:
    """
    Return what a rule finds on the screens of a page, each fault once: those of the desktop, then others of the phone.

    A rule that reads no styles finds the same on both, and is run once.
    """
    check: Callable[[Evidence], Iterable[Finding]] = rule.check
    if not isinstance(evidence, Document) or len(evidence.screens) == 1 or not _is_by_screen(rule):
        return check(evidence)
    evidence.depends_on_screen = False
    on_desktop = list(check(evidence))
    return _merged(on_desktop, list(check(evidence.on_phone))) if evidence.depends_on_screen else on_desktop


def screens(rule: Rule[Any], evidence: Evidence) -> Sequence[Evidence]:
    """Return the evidence for each screen that a rule is about: the document on a desktop, and the one on a phone."""
    return evidence.screens if isinstance(evidence, Document) and _is_by_screen(rule) else (evidence,)


def _is_by_screen(rule: Rule[Any]) -> bool:
    return rule.reads is Document and _BY_SCREEN.issuperset(rule.categories)


def _merged(on_desktop: Sequence[Finding], on_phone: Sequence[Finding]) -> Iterator[Finding]:
    desktop, phone = [*map(_fault, on_desktop)], [*map(_fault, on_phone)]
    both = set(desktop).intersection(phone)
    for fault, finding in zip(desktop, on_desktop, strict=True):
        yield finding if fault in both else finding.of_screen("desktop")
    for fault, finding in zip(phone, on_phone, strict=True):
        if fault not in both:
            yield finding.of_screen("phone")


def _fault(finding: Finding) -> Hashable:
    """Return what tells the faults that a rule finds apart: where they are."""
    return id(finding.at) if isinstance(finding.at, Tag) else finding.at
