"""The shares of SEO rules: requirements of search engines outweigh good practice."""

import pytest

from sitescan.charging import NEEDED, NOT_SHOWN
from sitescan.model.report import Category, Severity
from sitescan.rules.catalogue import catalogue

#: Lighthouse's SEO audits, which check requirements that search engines document.
_AUDITS = (
    "canonical",
    "crawlable-anchors",
    "document-title",
    "hreflang",
    "http-status-code",
    "image-alt",
    "is-crawlable",
    "link-text",
    "meta-description",
)
_SEO = [rule for rule in catalogue().values() if Category.SEO in rule.categories]


@pytest.mark.parametrize("audit", _AUDITS)
def test_documented_requirements_have_large_share(audit: str) -> None:
    """A rule about a documented requirement has at least the share of a need."""
    assert max(rule.share for rule in _SEO if f"lighthouse:{audit}" in rule.covers) >= NEEDED


def test_suggestions_have_small_share() -> None:
    """Ten suggestions together cost no more than one requirement."""
    suggestions = [rule.share for rule in _SEO if rule.severity is Severity.INFO]
    assert max(suggestions) * 10 <= NEEDED


def test_hidden_pages_have_largest_share() -> None:
    """Rules about a page that search engines do not show have the largest share."""
    rules = catalogue()
    unseen = [rules[name].share for name in ("seo/noindex", "seo/robots-blocked", "seo/http-status")]
    assert unseen == [NOT_SHOWN] * 3
    assert max(rule.share for rule in _SEO) == NOT_SHOWN
