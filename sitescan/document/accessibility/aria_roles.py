"""The roles of WAI-ARIA: what each supports, requires, contains and allows."""

from collections.abc import Mapping
from types import MappingProxyType

from attrs import field, frozen


def _attributes(names: str) -> frozenset[str]:
    return frozenset(f"aria-{name}" for name in names.split())


def _names(names: str) -> frozenset[str]:
    return frozenset(names.split())


@frozen(kw_only=True)
class AriaRole:
    """
    A role, including its inherited characteristics.

    :ivar supports: supported states and properties other than the global ones.
    :ivar requires: required states and properties.
    :ivar inside: the required context roles, of which one is needed; empty if the role is allowed anywhere.
    :ivar owns: the required owned elements, of which one is needed; empty if the element may be empty.
    :ivar from_content: whether the role supports names from content.
    :ivar nameless: whether the role prohibits naming.
    :ivar leaf: whether the children of the role are presentational.
    :ivar deprecated: whether the role is deprecated.
    """

    supports: frozenset[str] = field(default="", converter=_attributes)
    requires: frozenset[str] = field(default="", converter=_attributes)
    inside: frozenset[str] = field(default="", converter=_names)
    owns: frozenset[str] = field(default="", converter=_names)
    from_content: bool = False
    nameless: bool = False
    leaf: bool = False
    deprecated: bool = False


_RANGE = "valuemax valuemin valuenow valuetext "
_CELL = "colindex colindextext colspan rowindex rowindextext rowspan "
_HEADER = _CELL + "expanded readonly required selected sort "
_SET = "posinset setsize "
_SELECT = "activedescendant orientation required multiselectable readonly "
_TABLE = "colcount rowcount "
_TEXTBOX = "activedescendant autocomplete multiline placeholder readonly required "
_ITEM = "expanded posinset setsize "
_PLAIN = (
    "alert article associationlist banner blockquote complementary contentinfo definition directory "
    "document figure form img log main marquee math navigation note region search status term time timer tooltip "
    "sectionfooter sectionheader"
)
_NAMELESS = (
    "caption code deletion emphasis generic insertion mark none paragraph presentation strong subscript suggestion "
    "superscript"
)
_PUBLISHING = (
    "abstract acknowledgments afterword appendix bibliography chapter colophon conclusion cover credit credits "
    "dedication endnotes epigraph epilogue errata example foreword glossary index introduction notice "
    "pagelist part preface prologue pullquote qna tip toc"
)
_PUBLISHING_LINKS = "backlink biblioref glossref noteref"

#: All non-abstract roles: https://www.w3.org/TR/wai-aria-1.2/#role_definitions,
#: https://w3c.github.io/aria/#role_definitions, https://www.w3.org/TR/dpub-aria-1.1/ and
#: https://www.w3.org/TR/graphics-aria-1.0/.
ROLES: Mapping[str, AriaRole] = MappingProxyType(
    {name: AriaRole() for name in _PLAIN.split()}
    | {name: AriaRole(nameless=True) for name in _NAMELESS.split()}
    | {f"doc-{name}": AriaRole() for name in _PUBLISHING.split()}
    | {f"doc-{name}": AriaRole(supports="expanded", from_content=True) for name in _PUBLISHING_LINKS.split()}
    | {
        "alertdialog": AriaRole(supports="modal"),
        "application": AriaRole(supports="activedescendant expanded"),
        "article": AriaRole(supports=_SET),
        "button": AriaRole(supports="expanded pressed", from_content=True, leaf=True),
        "cell": AriaRole(supports=_CELL, inside="row", from_content=True),
        "checkbox": AriaRole(
            supports="checked expanded readonly required", requires="checked", from_content=True, leaf=True
        ),
        "columnheader": AriaRole(supports=_HEADER, inside="row", from_content=True),
        "combobox": AriaRole(supports="activedescendant autocomplete expanded readonly required", requires="expanded"),
        "comment": AriaRole(supports="level posinset setsize", from_content=True),
        "caption": AriaRole(nameless=True, inside="figure table grid treegrid"),
        "dialog": AriaRole(supports="modal"),
        "directory": AriaRole(deprecated=True),
        "doc-biblioentry": AriaRole(supports=_SET + "level", deprecated=True),
        "doc-endnote": AriaRole(supports=_SET + "level", deprecated=True),
        "doc-footnote": AriaRole(),
        "doc-pagebreak": AriaRole(supports=_RANGE + "expanded orientation", leaf=True),
        "doc-pagefooter": AriaRole(nameless=True),
        "doc-pageheader": AriaRole(nameless=True),
        "doc-subtitle": AriaRole(supports="level", from_content=True),
        "feed": AriaRole(owns="article"),
        "graphics-document": AriaRole(supports="expanded"),
        "graphics-object": AriaRole(supports="activedescendant expanded", from_content=True),
        "graphics-symbol": AriaRole(supports="expanded", leaf=True),
        "grid": AriaRole(supports=_TABLE + "activedescendant multiselectable readonly", owns="row rowgroup caption"),
        "gridcell": AriaRole(supports=_HEADER.replace("sort ", ""), inside="row", from_content=True),
        "group": AriaRole(supports="activedescendant"),
        "heading": AriaRole(supports="level", requires="level", from_content=True),
        "img": AriaRole(leaf=True),
        "image": AriaRole(leaf=True),
        "link": AriaRole(supports="expanded", from_content=True),
        "list": AriaRole(owns="listitem"),
        "listbox": AriaRole(supports=_SELECT + "expanded", owns="option group"),
        "listitem": AriaRole(supports=_SET + "level", inside="list directory"),
        "math": AriaRole(),
        "menu": AriaRole(
            supports="activedescendant orientation", owns="menuitem menuitemcheckbox menuitemradio group separator"
        ),
        "menubar": AriaRole(
            supports="activedescendant orientation", owns="menuitem menuitemcheckbox menuitemradio group separator"
        ),
        "menuitem": AriaRole(supports=_ITEM, inside="menu menubar", from_content=True),
        "menuitemcheckbox": AriaRole(
            supports=_ITEM + "checked",
            requires="checked",
            inside="menu menubar",
            from_content=True,
            leaf=True,
        ),
        "menuitemradio": AriaRole(
            supports=_ITEM + "checked",
            requires="checked",
            inside="menu menubar",
            from_content=True,
            leaf=True,
        ),
        "meter": AriaRole(supports=_RANGE, requires="valuenow", leaf=True),
        "option": AriaRole(supports=_SET + "checked selected", inside="listbox", from_content=True, leaf=True),
        "progressbar": AriaRole(supports=_RANGE, leaf=True),
        "radio": AriaRole(supports=_SET + "checked", requires="checked", from_content=True, leaf=True),
        "radiogroup": AriaRole(supports="activedescendant orientation readonly required"),
        "row": AriaRole(
            supports="activedescendant colindex expanded level posinset rowindex rowindextext selected setsize",
            inside="table grid treegrid",
            owns="cell columnheader gridcell rowheader",
            from_content=True,
        ),
        "rowgroup": AriaRole(inside="table grid treegrid", owns="row"),
        "rowheader": AriaRole(supports=_HEADER, inside="row", from_content=True),
        "scrollbar": AriaRole(supports=_RANGE + "orientation", requires="controls valuenow", leaf=True),
        "searchbox": AriaRole(supports=_TEXTBOX),
        "separator": AriaRole(supports=_RANGE + "orientation", leaf=True),
        "slider": AriaRole(supports=_RANGE + "orientation readonly", requires="valuenow", leaf=True),
        "spinbutton": AriaRole(supports=_RANGE + "activedescendant readonly required"),
        "switch": AriaRole(
            supports="checked expanded readonly required", requires="checked", from_content=True, leaf=True
        ),
        "tab": AriaRole(supports=_ITEM + "selected", inside="tablist", from_content=True, leaf=True),
        "table": AriaRole(supports=_TABLE, owns="row rowgroup caption"),
        "tablist": AriaRole(supports="activedescendant level multiselectable orientation", owns="tab"),
        "tabpanel": AriaRole(),
        "textbox": AriaRole(supports=_TEXTBOX),
        "toolbar": AriaRole(supports="activedescendant orientation"),
        "tooltip": AriaRole(from_content=True),
        "tree": AriaRole(supports="activedescendant multiselectable orientation required", owns="treeitem group"),
        "treegrid": AriaRole(supports=_TABLE + _SELECT, owns="row rowgroup caption"),
        "treeitem": AriaRole(supports=_ITEM + "checked level selected", inside="tree", from_content=True),
    }
)

#: Roles that may be nested between a container and the elements that it must own.
GROUPING: frozenset[str] = frozenset({"group", "rowgroup"})

#: Roles of form fields, which need a name.
#: https://www.w3.org/TR/wai-aria-1.2/#namefromauthor
FIELDS: frozenset[str] = frozenset(
    {
        "checkbox",
        "combobox",
        "listbox",
        "menuitemcheckbox",
        "menuitemradio",
        "radio",
        "searchbox",
        "slider",
        "spinbutton",
        "switch",
        "textbox",
    }
)

#: Roles of form fields that are chosen, switched or moved, so that nothing is entered.
CHOICES: frozenset[str] = frozenset(
    {"checkbox", "listbox", "menuitemcheckbox", "menuitemradio", "radio", "slider", "switch"}
)
