"""
What checks of whole sites are written with, beside what all rules are: the site, findings, and small sites as examples.

What each name does is in the docstring of its home.
"""

from sitescan.model.site import FaultLocation, LinkingPages, Site, SitePage
from sitescan.rules.example_sites import missing, moved, page_at, site_of, url, urls
from sitescan.rules.rule import SiteWideCheck
from sitescan.rules.site_findings import of_pages, of_target, of_urls

__all__ = [
    "FaultLocation",
    "LinkingPages",
    "Site",
    "SitePage",
    "SiteWideCheck",
    "missing",
    "moved",
    "of_pages",
    "of_target",
    "of_urls",
    "page_at",
    "site_of",
    "url",
    "urls",
]
