from collections.abc import Iterator
from itertools import filterfalse

from bs4.element import Tag

from sitescan.document.accessibility.accessibility_tree import Accessible
from sitescan.document.accessibility.roles import written_role
from sitescan.document.tree import children
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity

_ALLOWED = frozenset({"dd", "div", "dt", "script", "slot", "style", "template"})


def check(document: Document) -> Findings:
    """Report terms and definitions outside a ``dl``, and ``dl`` elements with other children."""
    accessible = document.accessible
    for item in document.all("dd", "dt"):
        is_misplaced = not _in_list(item, accessible) and not document.shadow_trees.is_at_border(item)
        if written_role(item) is None and accessible.exposed(item) and is_misplaced:
            yield Finding(item, detail="outside a dl")
    for element in document.all("dl"):
        if written_role(element) is not None or not accessible.exposed(element):
            continue
        fault = next(filter(None, (_fault(group, accessible) for group in _groups(element))), None)
        if fault is not None:
            yield Finding(element, detail=fault)


def _in_list(item: Tag, accessible: Accessible) -> bool:
    """Return whether an item is in a list, or may be in that of a custom element."""
    parent = item.parent
    if parent is not None and parent.name == "div":
        parent = parent.parent
    return parent is not None and (parent.name == "dl" or accessible.role_is_unknown(parent))


def _groups(element: Tag) -> Iterator[Tag]:
    """Iterate over a list and the div elements around its groups."""
    yield element
    yield from (child for child in children(element) if child.name == "div" and written_role(child) in (None, "none"))


def _fault(group: Tag, accessible: Accessible) -> str:
    """Return what is wrong in a list or in a div around one of its groups, or an empty string."""
    allowed = _ALLOWED if group.name == "dl" else _ALLOWED - {"div"}
    others = (child for child in children(group) if child.name not in allowed and accessible.exposed(child))
    wrong = next(filterfalse(accessible.role_is_unknown, others), None)
    where = "" if group.name == "dl" else " in a div"
    if wrong is not None:
        return f"contains {wrong.name}{where}"
    parts = [child.name for child in children(group) if child.name in ("dd", "dt")]
    if parts and len({*parts}) == 1:
        return f"only {parts[0]} elements{where}"
    if parts and (parts[0] == "dd" or parts[-1] == "dt"):
        return f"begins with dd{where}" if parts[0] == "dd" else f"ends with dt{where}"
    return ""


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Description lists are not structured correctly",
    passed="Description lists are structured correctly",
    subjects=("dl", "dt", "dd"),
    in_frames=True,
    description=(
        "{count:# dl, dt or dd element is|# dl, dt or dd elements are} used in a way that HTML doesn't allow. Screen "
        "readers can't tell which description belongs to which term (WCAG 2.2, 1.3.1 Info and Relationships, level A)."
    ),
    recommendation="Put dt and dd elements in pairs inside a dl, and put nothing else there.",
    how_to_fix=(
        "For example: <dl><dt>Pear</dt><dd>A fruit</dd></dl>. You can wrap each group in "
        "a div: <dl><div><dt>...</dt><dd>...</dd></div></dl>."
    ),
    sources=("https://html.spec.whatwg.org/multipage/grouping-content.html#the-dl-element",),
    covers=(
        "axe:definition-list",
        "axe:dlitem",
        "lighthouse:definition-list",
        "lighthouse:dlitem",
    ),
    examples=(
        Bad("<dl><dt>Pears</dt></dl>"),
        Bad("<dt>Pear</dt><dd>A fruit</dd>"),
        Bad("<dl><p>Pear</p></dl>"),
        Bad("<dl><dt>Pear<dd>A fruit<dt>Apple</dl>"),
        Bad("<dl><dd>A fruit<dt>Apple<dd>A fruit</dl>"),
        Bad("<dl><div><dt>Pear</dt><dd>A fruit</dd><p>More</p></div></dl>"),
        Bad("<dl><div><dt>Pear</div><div><dd>A fruit</div></dl>"),
        Good("<dl><dt>Pear<dd>A fruit</dl>"),
        Good("<dl><dt>Pear<dd hidden>A fruit</dl>"),
        Good("<dl><div><dt>Pear<dd>A fruit</div></dl>"),
        Good("<dl hidden><p>Pear</p></dl>"),
        Good('<dl role="presentation"><p>Pear</p></dl>'),
        Good('<dl><pear-pair><dt>Pear</dt><dd>A fruit</dd></pear-pair></dl><script src="/pair.js"></script>'),
        Bad("<dl><pear-pair><dt>Pear</dt><dd>A fruit</dd></pear-pair></dl>"),
    ),
)
