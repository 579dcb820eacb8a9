"""
The attributes and contents of elements that a framework writes in the browser, or a template language on the server.

In the source, such a value is neither present nor missing: what ``:alt="pear.name"`` writes, only the program knows.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType

from attrs import field, frozen
from bs4.element import Tag

from sitescan.document.change import Change, ElementChange
from sitescan.document.template_marks import names_mark
from sitescan.document.tree import attr, ids_around
from sitescan.standards.lazy_pattern import lazy_pattern

CONTENT = "content of the element"
"""Stands for the content of an element among the names of its attributes."""

_ANY = "any attribute"

#: Attributes that are named after the attribute or the property that they write.
_NAMED = lazy_pattern(
    r"(?:"
    r"(?:v-bind|x-bind|bind|attr|prop|set)?:"  # Vue, Alpine, Svelte, Solid, Astro
    r"|\.|\[\(?(?:attr\.)?|bind-(?:attr\.)?"  # properties of Lit and Vue; Angular
    r"|(?:data-|x-)?ng[-:_]attr[-:_]"  # AngularJS
    r"|(?:data-|x-)?ng[-:_](?=(?:href|src|srcset|value)$)"
    r"|data-attr[-:]|data-i18n-"  # Datastar; translations
    r"|(?:data-th-|th:)"  # Thymeleaf
    r")(?P<name>[\w-]+)(?:[.)\]].*)?"
    r"|(?P<framed>[\w-]+)(?:\.(?:bind|one-time|to-view|one-way|from-view|two-way)|\$)"  # Aurelia; Polymer
    r"|\{(?P<short>[\w-]+)\}"  # Svelte
)

#: Attributes of which the value, or a name in brackets, chooses the attributes in the browser.
_CHOSEN = lazy_pattern(r"v-bind|x-bind|(?:v-bind)?:\[.*|\{\.\.\..*|(?:data-)?th[:-]attr|tal:attributes|py:attrs")

#: The names of properties in lower case, as the parser leaves them, and what they write.
_PROPERTIES: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(("html", "innerhtml", "innertext", "text", "textcontent", "utext"), CONTENT),
        "arialabel": "aria-label",
        "arialabelledbyelements": "aria-labelledby",
        "htmlfor": "for",
        "ngmodel": "value",
    }
)

#: Attributes that write the same in every element.
_FIXED: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        **dict.fromkeys(("v-html", "v-t", "v-text", "x-html", "x-text", "data-text"), (CONTENT,)),
        **{
            f"{prefix}ng-{name}": (CONTENT,)
            for prefix in ("", "data-", "x-")
            for name in ("bind", "bind-html", "bind-template", "include", "pluralize", "transclude")
        },
        **dict.fromkeys(("tal:content", "tal:replace", "py:content", "py:replace"), (CONTENT,)),  # Chameleon, Genshi
        "dangerouslysetinnerhtml": (CONTENT,),  # React
        "asp-for": ("for", "id", "name", "value", CONTENT),  # ASP.NET
        "data-l10n-id": (_ANY, CONTENT),  # Fluent
        **dict.fromkeys(("data-ng-model", "ng-model", "v-model", "x-model"), ("value",)),
    }
)

#: Names that are no attribute of HTML, or say nothing that a rule could miss.
_IGNORED = frozenset("case class each if is key model ref switch unless".split())

#: Attributes with a URL, whose rules tell a template from a broken page.
_URLS = frozenset("action cite data formaction href poster src srcset".split())

#: Attributes of ``template`` elements whose content becomes that of their parent.
_CONDITIONS = frozenset({"is", "v-else", "v-else-if", "v-for", "v-if", "x-for", "x-if"})

#: Bindings of Knockout that write the content, https://knockoutjs.com/documentation/introduction.html.
_KNOCKOUT = frozenset({"component", "html", "template", "text"})
_TOKEN = lazy_pattern(r""""(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`|[\w$-]+|[][{}(),:]""", re.DOTALL)
_BRACKETS = {"{": "}", "(": ")", "[": "]"}
_ON_LOAD = lazy_pattern(r"\b(?:intersect|load|revealed)\b")


@frozen(eq=False)
class DataBindings:
    """
    What a framework writes into the elements of a page.

    :ivar written: by the ``id()`` of an element, the element and the names of the attributes that are written, or
        :data:`CONTENT`.
    """

    written: Mapping[int, tuple[Tag, frozenset[str]]] = field(factory=dict)

    @classmethod
    def of(cls, by_attribute: Mapping[str, Iterable[Tag]], *, has_marks: bool = False) -> "DataBindings":
        """
        Return the bindings of a page, whose elements are given by the names of their attributes.

        :param has_marks: whether there are marks of a template language, which writes the attributes that have one.
        """
        found: defaultdict[int, set[str]] = defaultdict(set)
        tags: dict[int, Tag] = {}
        for name, having in by_attribute.items():
            of_name = frozenset(_of_name(name))
            for tag in having if of_name or name in _OF_VALUE or name in _CONDITIONS else ():
                tags[id(tag)] = tag
                found[id(tag)] |= of_name or _of_attribute(name, tag)
            for tag in having if has_marks and _is_fact(name) else ():
                if names_mark(attr(tag, name, "")):
                    tags[id(tag)] = tag
                    found[id(tag)].add(name)
        return cls({key: (tags[key], frozenset(names)) for key, names in found.items() if names})

    def __bool__(self) -> bool:
        """Return whether the framework writes anything."""
        return bool(self.written)

    def writes(self, tag: Tag, *names: str) -> bool:
        """Return whether the framework may write one of these attributes of an element, or its :data:`CONTENT`."""
        if id(tag) not in self.written:
            return False
        _, written = self.written[id(tag)]
        return not written.isdisjoint(names) or (_ANY in written and any(name != CONTENT for name in names))

    def holders(self, *names: str) -> frozenset[int]:
        """Return the ``id()`` of each element of which the framework writes one of these, and of those around it."""
        tags = [tag for tag, _ in self.written.values() if self.writes(tag, *names)]
        return frozenset({*map(id, tags), *ids_around(tags)})

    def overwrite(self, change: Change | None) -> bool:
        """Return whether the framework writes what a change would write into an element."""
        if not isinstance(change, ElementChange) or change.tag is None:
            return False
        content = (CONTENT,) if change.replaces_content or change.removed else ()
        return self.writes(change.tag, *change.attributes, *content)


def _of_name(name: str) -> Iterator[str]:
    """Yield what an attribute of this name writes, if the name says it."""
    if name in _FIXED:
        yield from _FIXED[name]
    elif _CHOSEN.fullmatch(name):
        yield _ANY
    elif (named := _NAMED.fullmatch(name)) is not None:
        written = (named["name"] or named["framed"] or named["short"]).lower()
        if written not in _IGNORED:
            yield _PROPERTIES.get(written, written)


def _is_fact(name: str) -> bool:
    """Return whether an attribute of HTML or ARIA has a value that rules judge, and no script, style or URL."""
    plain = name.removeprefix("aria-").isalpha() and not name.startswith("on")
    return plain and name not in _URLS and name not in ("class", "style")


def _of_knockout(value: str) -> Iterator[str]:
    """Yield what a list of bindings writes, https://knockoutjs.com/documentation/binding-syntax.html."""
    keys = tuple(_keys(value))
    attributes = [key[1] for key in keys if len(key) == 2 and key[0] == "attr"]
    for key in keys:
        if key[0] in _KNOCKOUT:
            yield CONTENT
        elif key == ("attr",):
            yield from attributes or (_ANY,)


def _of_datastar(value: str) -> Iterator[str]:
    """Yield the attributes that an object names, https://data-star.dev/reference/attributes#data-attr."""
    return (key[1] for key in _keys(value) if len(key) == 2 and not key[0])


def _of_i18next(value: str) -> Iterator[str]:
    """Yield what keys of translations replace: ``[title]tip;text``, https://github.com/i18next/jquery-i18next."""
    for key in value.split(";"):
        attribute, bracket, _ = key.strip().removeprefix("[").partition("]")
        yield _PROPERTIES.get(attribute, attribute) if bracket else CONTENT


def _of_trigger(value: str) -> Iterator[str]:
    """Yield the content that htmx requests without an action of the visitor, https://htmx.org/attributes/hx-trigger/."""
    if _ON_LOAD.search(value):
        yield CONTENT


#: Attributes whose value says what they write.
_OF_VALUE: Mapping[str, Callable[[str], Iterable[str]]] = MappingProxyType(
    {
        "data-attr": _of_datastar,
        "data-bind": _of_knockout,
        "data-hx-trigger": _of_trigger,
        "data-i18n": _of_i18next,
        "hx-trigger": _of_trigger,
    }
)


def _of_attribute(name: str, tag: Tag) -> frozenset[str]:
    """Return what an attribute of an element writes, by its value or by the element."""
    if name in _OF_VALUE:
        return frozenset(_OF_VALUE[name](attr(tag, name, "")))
    return frozenset((CONTENT,) if tag.name == "template" else ())


def _keys(value: str) -> Iterator[tuple[str, ...]]:
    """Yield the keys of the properties of a JavaScript object, without its braces: ``(key,)`` or ``(outer, key)``."""
    path, begins = [""], True
    for match in _TOKEN.finditer(value):
        part = match[0]
        if part in _BRACKETS:
            path.append("")
            begins = part == "{"
        elif part in _BRACKETS.values():
            begins = False
            if len(path) > 1:
                path.pop()
        elif part in (",", ":"):
            begins = part == ","
        elif begins:
            path[-1], begins = part.strip("\"'`"), False
            if len(path) <= 2:
                yield tuple(path)
