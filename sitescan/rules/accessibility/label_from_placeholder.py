from sitescan.document.accessibility.native_names import placeholder
from sitescan.document.accessibility.roles import input_type
from sitescan.document.change import labelled
from sitescan.document.tree import ids_inside
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, attr

_NOT_FIELDS = frozenset({"button", "hidden", "image", "reset", "submit"})


def check(document: Document) -> Findings:
    """
    Report fields whose only visible name is their placeholder, and those whose only name is their title.

    A search, which its button explains, needs no more than a placeholder.
    """
    accessible = document.accessible
    searches = ids_inside(accessible.of_role("search"), document.elements)
    for field in document.having("placeholder", "aria-placeholder"):
        if id(field) in searches or accessible.role(field) == "searchbox" or not accessible.exposed(field):
            continue
        if placeholder(field) and accessible.named(field).source in ("placeholder", "title"):
            yield Finding(field, change=labelled(field, placeholder(field)))
    for field in document.all("input", "select", "textarea"):
        if field.name == "input" and input_type(field) in _NOT_FIELDS:
            continue
        shown = attr(field, "placeholder", "").strip()
        if not shown and accessible.exposed(field) and accessible.named(field).source == "title":
            title = " ".join(attr(field, "title", "").split())
            yield Finding(field, detail="only a title", change=labelled(field, title))


RULE = Rule(
    check=check,
    former_ids=("accessibility/label-from-title",),
    severity=Severity.INFO,
    title="Form fields have a placeholder or a title instead of a label",
    passed="Fields with a placeholder or a title have a label",
    subjects=("[placeholder]", "[aria-placeholder]", "[title]"),
    applies=lambda document: not (document.accessible.of_role("search") or document.accessible.of_role("searchbox")),
    in_frames=True,
    description=(
        "{count:# field has|# fields have} no label, only a placeholder or a title. Placeholders disappear when people "
        "start to type, and browsers show a title only when the mouse is over the field, so nobody can check what to "
        "enter (best practice for WCAG 2.2, 3.3.2 Labels or Instructions, level A)."
    ),
    recommendation="Give each field a visible label element, and use the placeholder for an example.",
    how_to_fix='For example: <label for="mail">Email</label> <input id="mail" placeholder="me@example.com">',
    sources=(
        "https://html.spec.whatwg.org/multipage/input.html#the-placeholder-attribute",
        "https://www.w3.org/WAI/tutorials/forms/instructions/#placeholder-text",
        "https://www.w3.org/WAI/tutorials/forms/labels/",
    ),
    covers=("axe:label-title-only",),
    examples=(
        Bad('<input placeholder="City">'),
        Bad('<input title="City" placeholder="City">'),
        Bad('<textarea placeholder="Message"></textarea>'),
        Bad('<input title="City">'),
        Bad('<select title="City"><option>Rome</select>'),
        Good('<input type="submit" title="Send">'),
        Good('<label>City <input title="Where you live"></label>'),
        Good('<label>City <input placeholder="Rome"></label>'),
        Good('<input aria-label="City" placeholder="City">'),
        Good('<input type="search" placeholder="Search">'),
        Good('<form role="search"><input placeholder="Search"><button>Search</button></form>'),
        Good('<input placeholder="City" hidden>'),
    ),
)
