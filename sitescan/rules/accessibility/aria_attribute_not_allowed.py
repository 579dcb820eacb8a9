from bs4.element import Tag

from sitescan.document.accessibility.aria import ATTRIBUTES, GLOBAL, ValueType
from sitescan.document.accessibility.aria_in_html import prohibits, supported_attributes
from sitescan.document.tree import ancestors
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, attr, changed

#: Attributes of rows that only rows of a treegrid may have: https://www.w3.org/TR/wai-aria-1.2/#row
_IN_TREE_GRIDS = frozenset({"aria-expanded", "aria-level", "aria-posinset", "aria-setsize"})
#: The defaults of attributes that are no booleans and mean the same as none: https://www.w3.org/TR/wai-aria-1.2/#aria-sort
_DEFAULTS = {"aria-autocomplete": "none", "aria-sort": "none"}
_TABLES = frozenset({"grid", "table", "treegrid"})


def check(document: Document) -> Findings:
    """Report ARIA attributes of exposed elements that the element or its role doesn't support."""
    for element in filter(document.accessible.exposed, document.having(*ATTRIBUTES)):
        for name in filter(ATTRIBUTES.__contains__, element.attrs):
            if where := _unsupporting(document, element, name):
                # A style or a script of the page may use the attribute.
                removed = changed(element, **{name: None})
                yield Finding(element, detail=f"{name} on {where}", change=removed)


def _says_nothing(element: Tag, name: str) -> bool:
    """Return whether an attribute has its default value, which frameworks write on elements of every role."""
    default = "false" if ATTRIBUTES[name].kind is ValueType.BOOLEAN else _DEFAULTS.get(name)
    return attr(element, name, "").strip().lower() == default


def _unsupporting(document: Document, element: Tag, name: str) -> str:
    """Return what an element is that doesn't support an attribute, or an empty string if it does."""
    if prohibits(element, name):
        return element.name
    if name in GLOBAL or _says_nothing(element, name) or document.accessible.role_is_unknown(element):
        return ""
    role = document.accessible.role(element)
    if role == "row" and name in _IN_TREE_GRIDS and _is_in_plain_table(document, element):
        return "a row outside of a treegrid"
    return "" if name in supported_attributes(element, document.accessible) else role or element.name


def _is_in_plain_table(document: Document, row: Tag) -> bool:
    """Return whether a row belongs to a table or a grid, whose rows have no hierarchy."""
    for element in ancestors(row):
        if (role := document.accessible.role(element)) in _TABLES:
            return role != "treegrid"
    return False


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="ARIA attributes don't match their element's role",
    passed="ARIA attributes match their element's role",
    subjects=("[aria-*]",),
    in_frames=True,
    description=(
        "{count:# ARIA attribute is used on an element whose role doesn't support it|# ARIA attributes are used on "
        "elements whose roles don't support them}. Assistive technology ignores {count:the attribute|these attributes} "
        "or announces something that makes no sense (WCAG 2.2, 4.1.2 Name, Role, Value, level A)."
    ),
    recommendation="Remove the attribute, or give the element a role that supports it.",
    how_to_fix=(
        "Use aria-checked on checkboxes and switches, aria-selected on tabs and options, and aria-expanded on buttons "
        'and links: <button aria-expanded="false">Menu</button> instead of <div aria-expanded="false">Menu</div>.'
    ),
    sources=(
        "https://www.w3.org/TR/wai-aria-1.2/#role_definitions",
        "https://www.w3.org/WAI/standards-guidelines/act/rules/5c01ea/",
    ),
    covers=(
        "act:5c01ea",
        "axe:aria-allowed-attr",
        "axe:aria-conditional-attr",
        "lighthouse:aria-allowed-attr",
    ),
    examples=(
        Bad('<button aria-sort="">Price</button>'),
        Bad('<audio controls aria-orientation="horizontal"></audio>'),
        Bad('<div aria-expanded="false">Menu</div>'),
        Bad('<a href="/" aria-selected="true">Home</a>'),
        Bad('<button aria-required="true">Menu</button>'),
        Bad('<p>Pears<br aria-busy="false">Apples</p>'),
        Good('<button aria-required="false">Menu</button>'),
        Good('<td aria-sort="none">Pears</td><a href="/" aria-multiselectable="FALSE">Home</a>'),
        Good('<button aria-expanded="false">Menu</button>'),
        Good('<div role="tab" aria-selected="true">Home</div>'),
        Good('<input type="password" aria-required="true">'),
        Good('<p aria-live="polite" aria-busy="true">News</p>'),
        Good('<div aria-disabled="true">Off</div>'),
        Good('<div hidden aria-checked="true">Off</div>'),
        Good('<table><tr><th aria-sort="ascending">Price</table>'),
        Bad('<table><tr aria-expanded="false"><td>Pears</td></tr></table>'),
        Bad('<div role="grid"><div role="row" aria-level="2"><div role="gridcell">Pears</div></div></div>'),
        Good('<table role="treegrid"><tr aria-expanded="false" aria-level="1"><td>Pears</td></tr></table>'),
        Good('<div role="row" aria-expanded="false"><div role="cell">Pears</div></div>'),
        Bad('<nav aria-expanded="true"><a href="/">Pears</a></nav>'),
        Bad('<details><summary aria-expanded="false">Pears</summary>Nashi</details>'),
        Bad('<p>Pears<br aria-busy="true">Apples</p>'),
        Bad('<input type="file" aria-readonly="true">'),
        Good('<input type="file" aria-required="true">'),
        Good('<p>Pears<br aria-hidden="true">Apples</p>'),
        Good('<pear-menu aria-expanded="true">Kinds</pear-menu><script src="/menu.js"></script>'),
        Bad('<pear-menu aria-expanded="true">Kinds</pear-menu>'),
        Bad('<pear-menu role="alert" aria-checked="true">Kinds</pear-menu><script src="/menu.js"></script>'),
    ),
)
