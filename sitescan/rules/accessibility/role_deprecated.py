from sitescan.document.accessibility.aria_roles import ROLES
from sitescan.document.accessibility.roles import written_role
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, changed


def check(document: Document) -> Findings:
    """Report exposed elements whose explicit role is deprecated."""
    for element in filter(document.accessible.exposed, document.having("role")):
        role = written_role(element)
        if role is not None and role in ROLES and ROLES[role].deprecated:
            yield Finding(element, change=changed(element, role=None))


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Deprecated ARIA roles are used",
    passed="ARIA roles are up to date",
    subjects=("[role]",),
    scope="tag",
    description=(
        "{count:# element has|# elements have} a role that ARIA has deprecated. Assistive technology may stop "
        "supporting it (best practice for WCAG 2.2, 4.1.2 Name, Role, Value, level A)."
    ),
    recommendation="Replace deprecated roles with the ones that ARIA recommends.",
    how_to_fix=(
        'Replace role="directory" with <ul> or role="list". Replace role="doc-endnote" and role="doc-biblioentry" with '
        "<li> in a list."
    ),
    sources=("https://www.w3.org/TR/wai-aria-1.2/#directory",),
    covers=("axe:aria-allowed-role", "axe:aria-deprecated-role"),
    examples=(
        Bad('<div role="directory">Names</div>'),
        Good('<div role="list"><div role="listitem">Ann</div></div>'),
        Good("<ul><li>Ann</ul>"),
    ),
)
