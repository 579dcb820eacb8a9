"""Selectors put together from their parts, however these were read."""

from collections.abc import Sequence
from types import MappingProxyType

from attrs import define, field

from sitescan.document.css.pseudo_classes import plain
from sitescan.document.css.selector_matching import Compound, Invalid, Selector, Test
from sitescan.document.css.selector_nodes import bit

#: Pseudo-elements that may be written with one colon, https://www.w3.org/TR/selectors-4/#single-colon-pseudos.
_LEGACY = frozenset({"before", "after", "first-line", "first-letter"})
_PSEUDO_ELEMENTS = frozenset(
    "after backdrop before cue details-content file-selector-button first-letter first-line grammar-error "
    "highlight marker part placeholder selection slotted spelling-error target-text view-transition".split()
)
#: Old names of pseudo-elements, https://compat.spec.whatwg.org/#css-webkit-pseudo-elements.
_ALIASES = MappingProxyType({"-webkit-input-placeholder": "placeholder"})


@define(slots=True)
class CompoundBuilder:
    """A compound while it is read."""

    name: str = ""
    ids: list[str] = field(factory=list)
    classes: list[str] = field(factory=list)
    tests: list[Test] = field(factory=list)
    specificity: list[int] = field(factory=lambda: [0, 0, 0])
    pseudo: str = ""
    started: bool = False

    def add(self, specificity: Sequence[int]) -> None:
        """Add to the specificity."""
        for place in range(3):
            self.specificity[place] += specificity[place]

    def pseudo_class(self, name: str) -> None:
        """
        Read ``:name``, which may be a pseudo-element as well.

        :raises Invalid: where browsers do not know it.
        """
        if name in _LEGACY:
            self.pseudo = name
            self.specificity[2] += 1
        elif self.pseudo:
            self.never()
        else:
            self.tests.append(plain(name))
            self.specificity[1] += 1

    def pseudo_element(self, name: str) -> None:
        """
        Read ``::name``.

        :raises Invalid: where browsers do not know it.
        """
        if name not in _PSEUDO_ELEMENTS and not name.startswith("-webkit-"):
            raise Invalid
        self.pseudo = _ALIASES.get(name, name)
        self.specificity[2] += 1

    def never(self) -> None:
        """Read ``::before:hover`` or ``::-webkit-scrollbar:horizontal``: states that a page at rest is not in."""
        self.tests.append(lambda _node, _state: False)

    def made(self) -> Compound:
        """The compound."""
        bits = bit(self.name) if self.name else 0
        for identifier in self.ids:
            bits |= bit(f"#{identifier}")
        for name in self.classes:
            bits |= bit(f".{name}")
        return Compound(self.name, tuple(self.ids), frozenset(self.classes), tuple(self.tests), bits)


def assemble(compounds: Sequence[CompoundBuilder], combinators: Sequence[str]) -> Selector:
    """
    The selector that compounds and the combinators between them make.

    :raises Invalid: where one of them is empty, or a pseudo-element is not in the last one.
    """
    if not compounds[-1].started or any(compound.pseudo for compound in compounds[:-1]):
        raise Invalid
    made = [compound.made() for compound in compounds]
    before = tuple(zip(reversed(combinators), reversed(made[:-1]), strict=True))
    bits, up = 0, True
    for combinator, compound in before:
        up = up and combinator in " >"
        bits |= compound.bits if up else 0
    ids, classes, names = (sum(compound.specificity[place] for compound in compounds) for place in range(3))
    return Selector(made[-1], before, (ids, classes, names), compounds[-1].pseudo, bits)
