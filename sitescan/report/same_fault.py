"""Rules about one fault, which people read once: what one change removes together."""

from collections.abc import Iterable

#: The ids of such rules; the first stands for the others where it finds something, or else the next.
_GROUPS = (
    ("seo/title-missing", "accessibility/document-title"),
    ("seo/title-placeholder", "accessibility/title-placeholder"),
    ("accessibility/h1-missing", "seo/h1-missing", "accessibility/headings-missing"),
    ("accessibility/image-alt", "seo/image-alt"),
    ("accessibility/main-missing", "accessibility/content-outside-landmarks"),
    ("accessibility/meta-refresh", "seo/meta-refresh"),
    ("performance/text-uncompressed", "performance/compression-missing"),
    ("performance/html-large", "seo/html-large"),
    ("seo/canonical-broken", "seo/canonical-other-site"),
    ("seo/duplicate-urls", "seo/canonical-missing"),
    ("seo/links-uncrawlable", "links/javascript-url"),
)
_LEADERS = {rule: group[0] for group in _GROUPS for rule in group}
_RANKS = {rule: number for group in _GROUPS for number, rule in enumerate(group)}


def leader(rule: str) -> str:
    """Return the id of the rule that stands for the group of a rule; a rule that is in none stands for itself."""
    return _LEADERS.get(rule, rule)


def others(rule: str) -> Iterable[str]:
    """Return the ids of the other rules of the group of a rule."""
    return (other for other, first in _LEADERS.items() if first == leader(rule) and other != rule)


def rank(rule: str) -> int:
    """Return the place of a rule in its group, from 0."""
    return _RANKS.get(rule, 0)
