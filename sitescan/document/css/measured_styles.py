"""Computed styles that a browser has measured, for elements whose styles the stylesheets of a page don't decide."""

from collections.abc import Mapping
from functools import cached_property

from attrs import field, frozen


@frozen(slots=False)
class MeasuredStyles:
    """
    The styles of hosts of shadow trees and of all elements within them, and which popovers are shown.

    :ivar elements: the known properties by the ``id()`` of each of these elements. Others aren't known.
    :ivar displays: the ``display`` of all elements by their ``id()``, for those whose stylesheets don't decide it: a
        container query does.
    :ivar pseudo: the same for their pseudo-elements, such as ``before``.
    :ivar popovers: the ``id()`` of the popovers that the page shows, in any tree.
    """

    elements: Mapping[int, Mapping[str, str]] = field(factory=dict)
    displays: Mapping[int, str] = field(factory=dict)
    pseudo: Mapping[tuple[int, str], Mapping[str, str]] = field(factory=dict)
    popovers: frozenset[int] = frozenset()

    @cached_property
    def names(self) -> frozenset[str]:
        """The names of the pseudo-elements."""
        return frozenset(name for _, name in self.pseudo)


NOTHING_MEASURED = MeasuredStyles()
