"""
What rules are written with: the evidence that they read, their findings and changes, their texts and examples.

A rule imports from here what most rules use, from ``site_authoring`` what judges whole sites, and from its own module
what only a few know. What each name does is in the docstring of its home, and with signatures on a page of the
documentation, ``rules/reference``.
"""

from sitescan.charging import CONVENTION, LOAD_TIME, NEEDED
from sitescan.document.change import ElementChange, changed, safe
from sitescan.document.document import Document, SourceDocument
from sitescan.document.source_location import shorten
from sitescan.document.tree import HTML, attr, elements, text
from sitescan.model.answers import Answer, Problem, Verdict
from sitescan.model.exchange import Exchange
from sitescan.model.link_answers import LinkAnswers
from sitescan.model.report import Category, Fact, Severity
from sitescan.model.resource_answers import ResourceAnswers
from sitescan.model.site_answers import SiteAnswers
from sitescan.rules.example_pages import HOME_PAGE, SITE, linking, loading
from sitescan.rules.rule import Bad, Finding, Findings, Good, Rule
from sitescan.rules.server_configuration import response_header
from sitescan.standards.http_headers import Headers
from sitescan.standards.lazy_pattern import lazy_pattern

__all__ = [
    "CONVENTION",
    "HOME_PAGE",
    "HTML",
    "LOAD_TIME",
    "NEEDED",
    "SITE",
    "Answer",
    "Bad",
    "Category",
    "Document",
    "ElementChange",
    "Exchange",
    "Fact",
    "Finding",
    "Findings",
    "Good",
    "Headers",
    "LinkAnswers",
    "Problem",
    "ResourceAnswers",
    "Rule",
    "Severity",
    "SiteAnswers",
    "SourceDocument",
    "Verdict",
    "attr",
    "changed",
    "elements",
    "lazy_pattern",
    "linking",
    "loading",
    "response_header",
    "safe",
    "shorten",
    "text",
]
