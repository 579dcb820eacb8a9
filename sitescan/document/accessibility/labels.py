"""The labels of controls, https://html.spec.whatwg.org/multipage/forms.html#the-label-element."""

from collections.abc import Iterable, Mapping, Sequence

from bs4.element import Tag

from sitescan.document.tree import ancestors, attr

_LABELABLE = frozenset({"button", "input", "meter", "output", "progress", "select", "textarea"})


class Labels:
    """The labels of a page's controls, in document order."""

    def __init__(self, elements: Iterable[Tag], by_id: Mapping[str, Sequence[Tag]]) -> None:
        self._labels: dict[int, list[Tag]] = {}
        taken: set[int] = set()
        for element in elements:
            if element.name == "label" and "for" in element.attrs:
                target = next(iter(by_id.get(attr(element, "for", ""), ())), None)
                if target is not None and labelable(target):
                    self._labels.setdefault(id(target), []).append(element)
            elif labelable(element):
                for around in ancestors(element):
                    if around.name == "label" and "for" not in around.attrs and id(around) not in taken:
                        taken.add(id(around))
                        self._labels.setdefault(id(element), []).append(around)

    def of(self, tag: Tag) -> Sequence[Tag]:
        """Return the labels of a control: first those that reference it, then its ancestors."""
        return self._labels.get(id(tag), ())


def labelable(tag: Tag) -> bool:
    """Return whether an element is labelable."""
    return tag.name in _LABELABLE and not (tag.name == "input" and attr(tag, "type", "").lower() == "hidden")
