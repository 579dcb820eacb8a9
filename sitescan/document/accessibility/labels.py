"""The labels of controls, https://html.spec.whatwg.org/multipage/forms.html#the-label-element."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from bs4.element import Tag

from sitescan.document.tree import Nearest, attr

_LABELABLE = frozenset({"button", "input", "meter", "output", "progress", "select", "textarea"})

IdsOf = Callable[[Tag], Mapping[str, Sequence[Tag]]]
"""Returns the elements that the ids in the attributes of an element refer to, by id."""


class Labels:
    """The labels of a page's controls, in document order."""

    def __init__(self, elements: Iterable[Tag], ids_of: IdsOf) -> None:
        self._labels: dict[int, list[Tag]] = {}
        labels = Nearest(lambda tag: tag.name == "label" and "for" not in tag.attrs)
        taken: set[int] = set()
        for element in elements:
            if element.name == "label" and "for" in element.attrs:
                target = next(iter(ids_of(element).get(attr(element, "for", ""), ())), None)
                if target is not None and labelable(target):
                    self._labels.setdefault(id(target), []).append(element)
            elif labelable(element):
                label = labels.around(element)
                # The labels around a label that is taken are taken as well.
                while label is not None and id(label) not in taken:
                    taken.add(id(label))
                    self._labels.setdefault(id(element), []).append(label)
                    label = labels.around(label)

    def of(self, tag: Tag) -> Sequence[Tag]:
        """Return the labels of a control: first those that reference it, then its ancestors."""
        return self._labels.get(id(tag), ())


def labelable(tag: Tag) -> bool:
    """Return whether an element is labelable."""
    return tag.name in _LABELABLE and not (tag.name == "input" and attr(tag, "type", "").lower() == "hidden")
