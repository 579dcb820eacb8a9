"""Elements have a role that HTML does not allow on them."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from bs4.element import Tag

from sitescan.document.document import Document
from sitescan.document.roles import written_role
from sitescan.document.tree import HTML, attr
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule

_WIDGETS = "button checkbox link menuitem menuitemcheckbox menuitemradio option radio switch tab treeitem"
_LIST = "directory group list listbox menu menubar none radiogroup tablist toolbar tree"
_HEADINGS = "heading none tab doc-subtitle"

#: What may stand on the elements that allow little, https://www.w3.org/TR/html-aria/#docconformance.
_ALLOWED: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        name: frozenset(roles.split())
        for names, roles in (
            ("h1 h2 h3 h4 h5 h6", _HEADINGS),
            ("ul ol menu", _LIST),
            ("li", f"{_WIDGETS} listitem none separator doc-biblioentry doc-endnote"),
            ("a", f"{_WIDGETS} doc-backlink doc-biblioref doc-glossref doc-noteref"),
            ("button", f"{_WIDGETS} combobox gridcell separator slider"),
            ("main", "main"),
            ("nav", "navigation menu menubar none tablist doc-index doc-pagelist doc-toc"),
            ("article", "article application document feed main none region"),
            ("footer header", "banner contentinfo group none doc-footnote generic"),
            ("form", "form none search"),
            ("label", "generic"),
            ("dd", "definition"),
            ("dt", "term listitem"),
            ("select", "combobox listbox menu"),
            ("textarea", "textbox"),
            ("progress", "progressbar"),
            ("meter", "meter"),
            ("iframe", "application document img none"),
            ("summary", "button"),
            ("body", "document generic"),
        )
        for name in names.split()
    }
)


def check(document: Document) -> Iterator[Finding]:
    """Report exposed elements whose role is not among those that their kind may have."""
    for element in document.elements:
        role = written_role(element) if "role" in element.attrs and element.namespace == HTML else None
        if role is None or _may(element, role) or document.accessible.hidden(element):
            continue
        if role != document.accessible.implicit_role(element):
            yield Finding(element, detail=f"{role} on {element.name}")


def _may(element: Tag, role: str) -> bool:
    if element.name == "a" and "href" not in element.attrs:
        return True
    if element.name in ("ul", "ol") and role in ("navigation", "tablist"):
        return role == "tablist"
    if element.name == "select" and role == "menu":
        return "multiple" not in element.attrs and not attr(element, "size")
    return element.name not in _ALLOWED or role in _ALLOWED[element.name]


RULE = Rule(
    id="accessibility/role-unsuitable",
    reads=Document,
    check=check,
    severity=Severity.INFO,
    title="Roles that do not suit their element",
    description=(
        "{count:# element has|# elements have} a role that HTML does not allow there. Its own meaning is lost, and "
        "some assistive technology is confused (best practice for WCAG 2.2, 4.1.2 Name, Role, Value, level A)."
    ),
    recommendation="Use an element that has the role by itself, or a div around or inside.",
    how_to_fix='<nav><ul>...</ul></nav> instead of <ul role="navigation">...</ul>',
    sources=("https://www.w3.org/TR/html-aria/#docconformance",),
    covers=("axe:aria-allowed-role",),
    examples=(
        Bad('<ul role="navigation"><li><a href="/">Pears</a></ul>'),
        Bad('<h2 role="button">Pears</h2>'),
        Bad('<main role="banner">Pears</main>'),
        Good('<ul role="tablist"><li role="none">Pears</ul>'),
        Good('<nav role="navigation">Pears</nav>'),
        Good('<a href="/" role="button">Pears</a>'),
        Good('<div role="navigation">Pears</div>'),
        Good('<h2 role="heading" aria-level="3">Pears</h2>'),
    ),
)
