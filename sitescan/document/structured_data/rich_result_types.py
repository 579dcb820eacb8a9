"""
The types for which Google shows rich results, with the properties it requires and recommends.

Each entry of ``standards/data/rich_results.json`` was compared in November 2026 with the page it names, in copies of
that page from September 2026: ``required`` and ``recommended`` are those of its tables, except recommendations that
apply to few items only ("if applicable"), which are left out.

Book actions (feeds, for partners only) are not listed, because a page cannot show whether they are right.
"""

from collections.abc import Mapping
from typing import Any

from attrs import frozen

from sitescan.standards.data_files import data_of

_DOCS = "https://developers.google.com/search/docs/appearance/"


@frozen(kw_only=True)
class Feature:
    """
    A rich result type.

    A requirement is a property, a path (``reviewRating.ratingValue``) or alternatives, of which one is
    enough (``price|lowPrice``).

    :ivar types: the types of the items, including their subtypes.
    :ivar but: subtypes that are excluded: they belong to another feature or to none.
    :ivar page: the name of the page of Google's documentation.
    :ivar required: the requirements without which nothing is shown.
    :ivar recommended: the requirements that improve the result.
    :ivar nested: whether an item that is a value of another item qualifies.
    :ivar inside: types of items of which the item must be a value; empty if it may stand alone.
    :ivar marks: properties of which the item must have one to qualify; empty if its type is enough.
    """

    types: tuple[str, ...]
    page: str
    but: tuple[str, ...] = ()
    required: tuple[str, ...] = ()
    recommended: tuple[str, ...] = ()
    nested: bool = False
    inside: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()

    @property
    def source(self) -> str:
        """The URL of the documentation page."""
        return _DOCS + self.page


def _feature(written: Mapping[str, Any]) -> Feature:
    lists = {name: tuple(value) for name, value in written.items() if isinstance(value, list)}
    return Feature(page=written["page"], nested=written.get("nested", False), **lists)


_TABLE = data_of("rich_results")

FEATURES: tuple[Feature, ...] = tuple(map(_feature, _TABLE["features"]))
"""All features in Google's documentation that a single item can show."""

REVIEWED: tuple[str, ...] = tuple(_TABLE["reviewed"])
"""The types for which reviews and ratings are shown (``structured-data/review-snippet``)."""

CAROUSEL: tuple[str, ...] = tuple(_TABLE["carousel"])
"""The types whose lists are shown as a carousel (``structured-data/carousel``)."""
