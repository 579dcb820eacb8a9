"""The accessibility tree: one view of the roles, names, exposure and focus of a page's elements."""

from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice

from bs4.element import Tag

from sitescan.document.accessibility.accessible_names import Name, Names
from sitescan.document.accessibility.aria_roles import FIELDS, GROUPING
from sitescan.document.accessibility.exposure import Exposure, RenderingState
from sitescan.document.accessibility.labels import IdsOf, Labels
from sitescan.document.accessibility.roles import written_role
from sitescan.document.css.cascade import Styles
from sitescan.document.data_bindings import DataBindings
from sitescan.document.tree import ancestors, attr, children, descendants, ids_around

#: Roles that do not separate a container from the elements it owns.
_TRANSPARENT = frozenset({"generic", "none", ""})

UNKNOWN = "unknown"
"""A role that only browsers know."""

_FIELDS = frozenset({"input", "select", "textarea"})

#: The maximum number of owned elements that are examined for one container.
_MOST_PARTS = 5000
#: The number of elements from which a tab stop isn't searched for a role.
_MOST_INNER = 30


class Accessible:
    """
    The accessibility tree of a page.

    An element whose exposure or role only a browser could determine is neither hidden nor exposed: rules report only
    :meth:`exposed` elements, and accept only :meth:`hidden` elements as hidden.

    :param elements: the page's elements in document order.
    :param ids_of: returns the elements that the ids in the attributes of an element refer to, by id.
    :param styles: the computed styles of the elements.
    :param bindings: what a framework writes into the elements.
    :param hosts: the ``id()`` of the elements that may have a shadow tree, and by ``ElementInternals`` a role that only
        browsers know.
    :param scripted: the elements whose content only scripts know.
    :param labelled_by_scripts: whether a script sets which elements label fields.
    """

    def __init__(
        self,
        elements: Sequence[Tag],
        ids_of: IdsOf,
        styles: Styles,
        bindings: DataBindings,
        hosts: Container[int] = (),
        scripted: Sequence[Tag] = (),
        labelled_by_scripts: bool = False,
    ) -> None:
        self._scripted = scripted
        self._labelled_by_scripts = labelled_by_scripts
        self._elements = elements
        self._ids_of = ids_of
        self._styles = styles
        self._bindings = bindings
        self._hosts = hosts
        self._contexts: dict[int, str] = {}
        self._exposed_by_role: dict[str, Sequence[Tag]] = {}

    @cached_property
    def exposure(self) -> Exposure:
        """The rendering and exposure of each element."""
        return Exposure(self._elements, self._styles)

    @cached_property
    def labels(self) -> Labels:
        """The labels of each control."""
        return Labels(self._elements, self._ids_of)

    @cached_property
    def _names(self) -> Names:
        page = self.exposure, self._ids_of, self.labels, self._styles, self._bindings, self._scripted
        return Names(len(self._elements), *page, labelled_by_scripts=self._labelled_by_scripts)

    def role(self, tag: Tag) -> str:
        """Return the computed role of an element, or an empty string if it has no ARIA role."""
        return self._names.roles.role(tag)

    def implicit_role(self, tag: Tag) -> str:
        """Return the role that the element would have without its ``role`` attribute."""
        return self._names.roles.implicit(tag)

    def name(self, tag: Tag) -> str:
        """Return the accessible name of an element, white space collapsed."""
        return self.named(tag).text

    def named(self, tag: Tag) -> Name:
        """Return the accessible name of an element with its source."""
        return self._names.name(tag)

    def nameless(self, tag: Tag) -> bool:
        """Return whether an element certainly has no accessible name."""
        name = self.named(tag)
        return name.sure and not name.text

    @cached_property
    def unseen_names(self) -> Sequence[Tag]:
        """The exposed elements without a name, unless elements whose content only scripts know name them."""
        around = ids_around(self._scripted)
        parts = [element for element in self.exposed_elements if id(element) in around] if around else []
        names = ((element, self.named(element)) for element in parts if self._names.from_content(element))
        return [element for element, name in names if not name.text and not name.sure]

    @property
    def names_cut(self) -> bool:
        """Whether the limit of steps was reached, so that some names are incomplete."""
        return self._names.cut

    def content(self, tag: Tag) -> str:
        """Return the name that an element would get from its content."""
        return self._names.content(tag)

    def state(self, tag: Tag) -> RenderingState:
        """Return the rendering state of an element."""
        return self.exposure.state(tag)

    def hidden(self, tag: Tag) -> bool:
        """Return whether an element is certainly not in the accessibility tree."""
        return self.exposure.hidden(tag)

    def exposed(self, tag: Tag) -> bool:
        """Return whether an element is certainly in the accessibility tree, with a role that is known."""
        if tag.name == "input" and self._bindings.writes(tag, "type"):
            return False
        return self.exposure.exposed(tag) and not self._bindings.writes(tag, "role")

    def focusable(self, tag: Tag) -> bool:
        """Return whether an element is certainly focusable."""
        return self.exposure.focusable(tag)

    def takes_focus(self, tag: Tag) -> bool:
        """Return whether an element would be focusable if it were rendered."""
        return self.exposure.takes_focus(tag)

    def disabled(self, tag: Tag) -> bool:
        """Return whether a form control is disabled."""
        return self.exposure.disabled(tag)

    def tabbable(self, tag: Tag) -> bool:
        """Return whether the Tab key certainly reaches an element."""
        return self.exposure.tabbable(tag)

    @cached_property
    def _by_role(self) -> Mapping[str, Sequence[Tag]]:
        found: defaultdict[str, list[Tag]] = defaultdict(list)
        role = self._names.roles.role
        for element in self._elements:
            found[role(element)].append(element)
        return dict(found)

    def of_role(self, role: str) -> Sequence[Tag]:
        """Return the elements of a role in document order, including hidden elements."""
        return self._by_role.get(role, ())

    def having(self, *roles: str) -> Iterable[Tag]:
        """Iterate over the exposed elements of these roles, role by role, each in document order."""
        known = self._exposed_by_role
        for role in roles:
            if role not in known:
                known[role] = list(filter(self.exposed, self.of_role(role)))
            yield from known[role]

    def unnamed(self, *roles: str) -> Iterator[Tag]:
        """Iterate over the exposed elements of these roles that certainly have no accessible name."""
        return filter(self.nameless, self.having(*roles))

    @cached_property
    def exposed_elements(self) -> Sequence[Tag]:
        """The elements that are certainly in the accessibility tree."""
        return list(filter(self.exposed, self._elements))

    @cached_property
    def focus_takers(self) -> Sequence[Tag]:
        """The elements that would be focusable if they were rendered."""
        return list(filter(self.takes_focus, self._elements))

    @cached_property
    def fields(self) -> Sequence[Tag]:
        """The exposed form fields, by element name or role, in document order."""
        return [element for element in self.exposed_elements if element.name in _FIELDS or self.role(element) in FIELDS]

    @cached_property
    def owners(self) -> Mapping[int, Tag]:
        """The element that owns another by ``aria-owns``, by the ``id()`` of the owned element."""
        found: dict[int, Tag] = {}
        for element in self._elements:
            if "aria-owns" in element.attrs:
                for identifier in attr(element, "aria-owns", "").split():
                    target = next(iter(self._ids_of(element).get(identifier, ())), None)
                    if target is not None:
                        found.setdefault(id(target), element)
        return found

    def context(self, tag: Tag) -> str:
        """
        Return the role of an element's nearest ancestor that is neither a group nor generic.

        Empty if there is none, :data:`UNKNOWN` if only browsers know it. Ownership by ``aria-owns`` takes precedence
        over nesting.
        """
        passed: set[int] = set()
        found: str | None = None
        node = tag
        while found is None:
            passed.add(id(node))
            parent = self.owners.get(id(node)) or next(ancestors(node), None)
            if parent is None or id(parent) in passed:
                found = ""
            elif self.role_is_unknown(parent):
                found = UNKNOWN
            else:
                found = (
                    self._contexts.get(id(parent)) if self._is_transparent(parent) else self.role(parent) or "generic"
                )
                node = parent
        self._contexts.update(dict.fromkeys(passed, found))
        return found

    def role_is_unknown(self, tag: Tag) -> bool:
        """Return whether only browsers know the role of an element, and what is around its children."""
        return id(tag) in self._hosts and written_role(tag) is None

    def _is_transparent(self, tag: Tag) -> bool:
        """Return whether an element does not separate its descendants from its own container."""
        role = self.role(tag)
        return role in GROUPING or (role in _TRANSPARENT and not self._parts(tag))

    def owned(self, tag: Tag, allowed: frozenset[str]) -> list[str] | None:
        """
        Return the roles of the elements that an element owns, or ``None`` if one of them cannot be determined.

        Generic elements are replaced by their children, unless they are tab stops with nothing but text, and so are
        groups that the element may contain.
        """
        found: list[str] = []
        waiting = [*children(tag), *self._aria_owned(tag)]
        left = _MOST_PARTS
        while waiting:
            part = waiting.pop()
            left -= 1
            if left < 0 or self.role_is_unknown(part) or not (self.hidden(part) or self.exposed(part)):
                return None
            if self.hidden(part):
                continue
            role = self.role(part)
            if (role in _TRANSPARENT and not self._is_text_stop(part)) or (role in GROUPING and role in allowed):
                waiting.extend(children(part))
                waiting.extend(self._aria_owned(part))
            else:
                found.append(role or "generic")
        return found

    def _is_text_stop(self, tag: Tag) -> bool:
        """Return whether an element is a tab stop that contains text and no elements with a role, at most a few."""
        if not self.tabbable(tag) or not self.content(tag):
            return False
        inner = list(islice((node for node in descendants(tag) if isinstance(node, Tag)), _MOST_INNER))
        return len(inner) < _MOST_INNER and all(self.hidden(node) or self.role(node) in _TRANSPARENT for node in inner)

    def _aria_owned(self, tag: Tag) -> Iterator[Tag]:
        for identifier in attr(tag, "aria-owns", "").split():
            target = next(iter(self._ids_of(tag).get(identifier, ())), None)
            if target is not None and self.owners.get(id(target)) is tag:
                yield target

    @staticmethod
    def _parts(tag: Tag) -> bool:
        """Return whether a generic element is in the accessibility tree because of its attributes."""
        return any(attr(tag, name, "").strip() for name in ("aria-live", "aria-label", "aria-busy", "aria-atomic"))
