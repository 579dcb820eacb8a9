"""The style rules of one tree, by what an element needs to match them."""

from collections.abc import Mapping, Sequence

from attrs import frozen

from sitescan.document.css.selector_matching import Selector
from sitescan.document.css.selector_nodes import HOST, Node
from sitescan.document.css.stylesheets import StyleRule


@frozen(slots=True, eq=False)
class Ranked:
    """A selector of a rule. Normal declarations are ordered by ``rank``, important ones by ``important``."""

    selector: Selector
    rule: StyleRule
    rank: int
    important: int


class RuleIndex:
    """
    The selectors of the rules of one tree, on any screen: the document, or a shadow tree.

    :ivar has_pseudo_by_screen: whether rules by the screen select pseudo-elements.
    :ivar elements: the selectors of elements by an id, a class or a name that an element needs; or an empty string.
    :ivar pseudo: the same for each pseudo-element by its name.
    """

    def __init__(self, rules: Sequence[StyleRule]) -> None:
        self.elements: dict[str, list[Ranked]] = {}
        self.pseudo: dict[str, dict[str, list[Ranked]]] = {}
        self.has_pseudo_by_screen = False
        flat = [
            (rule.layer, selector.specificity, order, selector, rule)
            for order, rule in enumerate(rules)
            for selector in rule.selectors
        ]
        flat.sort(key=lambda entry: entry[:3])
        layers = {layer: number for number, layer in enumerate(sorted({entry[0] for entry in flat}))}
        count = len(flat)
        for rank, (layer, _, _, selector, rule) in enumerate(flat):
            ranked = Ranked(selector, rule, rank, rank - layers[layer] * count)
            if selector.pseudo:
                if _is_reset(selector, rule):
                    continue
                self.has_pseudo_by_screen |= rule.by_screen
                self.pseudo.setdefault(selector.pseudo, {}).setdefault(_key(selector), []).append(ranked)
            else:
                self.elements.setdefault(_key(selector), []).append(ranked)


def candidates(index: Mapping[str, list[Ranked]], node: Node) -> list[Ranked]:
    """Return the selectors that may match an element by its name, id or classes."""
    found = list(index.get("", ())) if node.name != HOST else []
    found.extend(index.get(node.name, ()))
    if node.id:
        found.extend(index.get(f"#{node.id}", ()))
    for name in node.classes:
        found.extend(index.get(f".{name}", ()))
    return found


def _is_reset(selector: Selector, rule: StyleRule) -> bool:
    """Return whether a rule only sets ``box-sizing`` of the pseudo-elements of all elements."""
    return _key(selector) == "" and all(declaration.name == "box-sizing" for declaration in rule.declarations)


def _key(selector: Selector) -> str:
    """Return the index key of a selector: an id, a class or a name that an element needs to match; or nothing."""
    last = selector.last
    if last.ids:
        return f"#{last.ids[0]}"
    return f".{next(iter(sorted(last.classes)))}" if last.classes else last.name
