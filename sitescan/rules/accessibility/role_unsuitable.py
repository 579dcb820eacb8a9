"""ARIA roles are not allowed on their elements."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from bs4.element import Tag

from sitescan.document.accessibility.roles import input_type, written_role
from sitescan.document.change import Change
from sitescan.document.document import Document
from sitescan.document.tree import HTML, attr, children
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule

_WIDGETS = "button checkbox link menuitem menuitemcheckbox menuitemradio option radio switch tab treeitem"
_LIST = "directory group list listbox menu menubar none radiogroup tablist toolbar tree"
_HEADINGS = "heading none tab doc-subtitle"

#: The allowed roles of elements with few allowed roles, https://www.w3.org/TR/html-aria/#docconformance.
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
            (
                "aside",
                "complementary feed generic none note region search doc-dedication doc-example doc-footnote doc-tip",
            ),
            ("nav", "navigation menu menubar none tablist doc-index doc-pagelist doc-toc"),
            ("article", "article application document feed main none region"),
            ("footer header", "banner contentinfo group none doc-footnote generic"),
            ("form", "form none search"),
            ("dl", "group list none"),
            ("hr", "separator none doc-pagebreak"),
            ("fieldset", "group none radiogroup"),
            ("audio video", "application"),
            ("datalist", "listbox"),
            ("legend", "generic"),
            (
                "section",
                (
                    "region alert alertdialog application banner complementary contentinfo dialog document feed group "
                    "log main marquee navigation none note search status tabpanel doc-abstract doc-acknowledgments "
                    "doc-afterword doc-appendix doc-bibliography doc-chapter doc-colophon doc-conclusion doc-credit "
                    "doc-credits doc-dedication doc-endnotes doc-epigraph doc-epilogue doc-errata doc-example "
                    "doc-foreword doc-glossary doc-index doc-introduction doc-notice doc-pagelist doc-part doc-preface "
                    "doc-prologue doc-pullquote doc-qna doc-toc generic"
                ),
            ),
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
    """Report exposed elements whose role is not allowed on them."""
    for element in document.having("role"):
        role = written_role(element) if element.namespace == HTML else None
        if role is None or _is_allowed(element, role) or document.accessible.hidden(element):
            continue
        if role != document.accessible.implicit_role(element):
            change = Change(tag=element, attributes={"role": None})
            yield Finding(element, detail=f"{role} on {element.name}").fixed_by(change)


_BUTTON = f"{_WIDGETS} combobox gridcell separator slider"
_TEXT = "combobox searchbox spinbutton textbox"
#: The allowed roles of each input type; other types allow none.
_INPUTS: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        kind: frozenset(roles.split())
        for kinds, roles in (
            ("button image reset submit", _BUTTON),
            ("checkbox", "checkbox menuitemcheckbox option switch button"),
            ("radio", "radio menuitemradio"),
            ("email tel text url search", _TEXT),
            ("number", "spinbutton"),
            ("range", "slider"),
        )
        for kind in kinds.split()
    }
)


def _is_allowed(element: Tag, role: str) -> bool:
    if element.name == "input":
        allowed = _INPUTS.get(input_type(element), frozenset())
        return role in allowed and (role != "button" or input_type(element) != "checkbox" or _is_toggle(element))
    if element.name == "a" and "href" not in element.attrs:
        return True
    if element.name == "figure":
        # A figure with a caption allows no other role.
        return role == "figure" or not any(child.name == "figcaption" for child in children(element))
    if element.name in ("ul", "ol") and role in ("navigation", "tablist"):
        return role == "tablist"
    if element.name == "select" and role == "menu":
        return "multiple" not in element.attrs and not attr(element, "size")
    return element.name not in _ALLOWED or role in _ALLOWED[element.name]


def _is_toggle(element: Tag) -> bool:
    """Return whether a checkbox is marked as a toggle button."""
    return "aria-pressed" in element.attrs


RULE = Rule(
    id="accessibility/role-unsuitable",
    reads=Document,
    check=check,
    severity=Severity.INFO,
    title="ARIA roles are not allowed on their elements",
    description=(
        "{count:# element has|# elements have} a role that HTML doesn't allow on {count:it|them}. The role replaces "
        "the meaning of the element, and some assistive technology can't handle the combination (best practice for "
        "WCAG 2.2, 4.1.2 Name, Role, Value, level A)."
    ),
    recommendation="Use an element that has the role built in, or put the role on a div around or inside the element.",
    how_to_fix=(
        'Write <nav><ul>...</ul></nav> instead of <ul role="navigation">...</ul>, and <body><main>...</main></body> '
        'instead of <body role="main">...</body>. Links, buttons and fields need no role="presentation".'
    ),
    sources=("https://www.w3.org/TR/html-aria/#docconformance",),
    covers=("axe:aria-allowed-role",),
    examples=(
        Bad('<ul role="navigation"><li><a href="/">Pears</a></ul>'),
        Bad('<h2 role="button">Pears</h2>'),
        Bad('<main role="banner">Pears</main>'),
        Bad('<figure role="group"><img src="a.png" alt="A"><figcaption>Pears</figcaption></figure>'),
        Bad('<dl role="menu"><dt>Pears<dd>Fruit</dl>'),
        Bad('<hr role="button">'),
        Bad('<input type="checkbox" role="button">'),
        Bad('<input type="date" role="textbox">'),
        Bad('<section role="button">Pears</section>'),
        Bad('<video controls role="img" aria-label="Pears"></video>'),
        Good('<input type="checkbox" role="switch">'),
        Good('<input type="checkbox" role="button" aria-pressed="false">'),
        Good('<input role="combobox" aria-expanded="false">'),
        Good('<section role="tabpanel" aria-label="Pears">Pears</section>'),
        Good('<fieldset role="radiogroup"><legend>Size</legend></fieldset>'),
        Good('<hr role="none">'),
        Good('<figure role="group"><img src="a.png" alt="A"></figure>'),
        Bad('<aside role="article">Pears</aside>'),
        Good('<ul role="tablist"><li role="none">Pears</ul>'),
        Good('<nav role="navigation">Pears</nav>'),
        Good('<a href="/" role="button">Pears</a>'),
        Good('<div role="navigation">Pears</div>'),
        Good('<h2 role="heading" aria-level="3">Pears</h2>'),
    ),
)
