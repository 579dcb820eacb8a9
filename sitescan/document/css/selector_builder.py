"""Builders of selectors, used by both parsers of selectors."""

from collections.abc import Sequence
from types import MappingProxyType

from attrs import define, field

from sitescan.document.css.pseudo_classes import plain
from sitescan.document.css.selector_matching import Compound, Invalid, Selector, Test
from sitescan.document.css.selector_nodes import HOST, bit

#: Pseudo-elements that may have a single colon, https://www.w3.org/TR/selectors-4/#single-colon-pseudos.
_LEGACY = frozenset({"before", "after", "first-line", "first-letter"})
_PSEUDO_ELEMENTS = frozenset(
    "after backdrop before cue details-content file-selector-button first-letter first-line grammar-error "
    "highlight marker part placeholder selection slotted spelling-error target-text view-transition".split()
)
#: Legacy names of pseudo-elements, https://compat.spec.whatwg.org/#css-webkit-pseudo-elements.
_ALIASES = MappingProxyType({"-webkit-input-placeholder": "placeholder"})


@define(slots=True)
class CompoundBuilder:
    """A compound selector that is being parsed."""

    name: str = ""
    ids: list[str] = field(factory=list)
    classes: list[str] = field(factory=list)
    tests: list[Test] = field(factory=list)
    specificity: list[int] = field(factory=lambda: [0, 0, 0])
    pseudo: str = ""
    slotted: tuple[Selector, ...] = ()
    parts: tuple[str, ...] = ()
    started: bool = False

    def add(self, specificity: Sequence[int]) -> None:
        """Increase the specificity."""
        for place in range(3):
            self.specificity[place] += specificity[place]

    def pseudo_class(self, name: str) -> None:
        """
        Add ``:name``, a pseudo-class or a legacy pseudo-element.

        :raises Invalid: if browsers do not know the name.
        """
        if name == "host":
            self.host()
        elif name in _LEGACY:
            self.pseudo = name
            self.specificity[2] += 1
        elif self.pseudo:
            self.never()
        else:
            self.tests.append(plain(name))
            self.specificity[1] += 1

    def host(self, *tests: Test) -> None:
        """Add ``:host``, which matches the root of a shadow tree alone, with conditions on the host."""
        if self.name:
            self.never()
        self.name = HOST
        self.tests += tests
        self.specificity[1] += 1

    def pseudo_element(self, name: str) -> None:
        """
        Add ``::name``.

        :raises Invalid: if browsers do not know the name.
        """
        if name not in _PSEUDO_ELEMENTS and not name.startswith("-webkit-"):
            raise Invalid
        self.pseudo = _ALIASES.get(name, name)
        self.specificity[2] += 1

    def never(self) -> None:
        """Add a state of a pseudo-element, such as ``::before:hover``, which never matches on a page at rest."""
        self.tests.append(lambda _node, _state: False)

    def made(self) -> Compound:
        """Return the compound selector."""
        bits = bit(self.name) if self.name else 0
        for identifier in self.ids:
            bits |= bit(f"#{identifier}")
        for name in self.classes:
            bits |= bit(f".{name}")
        return Compound(self.name, tuple(self.ids), frozenset(self.classes), tuple(self.tests), bits)


def assemble(compounds: Sequence[CompoundBuilder], combinators: Sequence[str]) -> Selector:
    """
    Return the selector of compounds with combinators between them.

    :raises Invalid: if a compound is empty, or one before the last has a pseudo-element.
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
    last = compounds[-1]
    return Selector(made[-1], before, (ids, classes, names), last.pseudo, bits, last.slotted, last.parts)
