from sitescan.document.accessibility.aria_roles import ROLES
from sitescan.document.accessibility.roles import written_role
from sitescan.document.element_markup import nearest
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, attr, changed, safe

_GUESSED = 50


def check(document: Document) -> Findings:
    """Report exposed elements whose role attribute contains no valid role."""
    guessed = 0
    for element in filter(document.accessible.exposed, document.having("role")):
        written = attr(element, "role", "").strip()
        if written and written_role(element) is None:
            guessed += 1
            corrected = nearest(written.lower(), ROLES) if guessed <= _GUESSED else None
            fixed = changed(element, role=corrected)
            # A style or a script of the page may use a role that is no typo.
            yield Finding(element, change=safe(fixed) if corrected else fixed)


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="ARIA roles are misspelled or don't exist",
    passed="All ARIA roles exist",
    subjects=("[role]",),
    scope="tag",
    description=(
        "{count:# element has|# elements have} a role that ARIA doesn't define. Browsers ignore it, so assistive "
        "technology doesn't learn what the {count:element is|elements are} meant to be (WCAG 2.2, 4.1.2 Name, Role, "
        "Value, level A)."
    ),
    recommendation="Use roles that ARIA defines, or HTML elements that have the role built in.",
    how_to_fix=(
        'Correct the spelling: role="navigation", not role="nav", and role="img", not role="icon". Elements such as '
        "<nav>, <button> and <main> need no role."
    ),
    sources=(
        "https://www.w3.org/TR/wai-aria-1.2/#role_definitions",
        "https://www.w3.org/WAI/standards-guidelines/act/rules/674b10/",
    ),
    covers=(
        "act:674b10",
        "axe:aria-roles",
        "lighthouse:aria-roles",
    ),
    examples=(
        Bad('<div role="buton" tabindex="0">Save</div>'),
        Bad('<div role="widget">Save</div>'),
        Good('<div role="button" tabindex="0">Save</div>'),
        Good('<div role="none presentation">Save</div>'),
        Good('<div role="text img">Save</div>'),
        Good("<div role>Save</div>"),
        Good('<div role="buton" hidden>Save</div>'),
        Good('<aside role="doc-tip">Wash them.</aside>'),
    ),
)
