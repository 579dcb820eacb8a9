from sitescan.document.accessibility.aria_roles import FIELDS, ROLES
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity

_LEAVES = [name for name, role in ROLES.items() if role.leaf]
_CONTROLS = FIELDS | {"button", "link"}


def check(document: Document) -> Findings:
    """
    Report focusable elements inside elements whose children are presentational.

    Controls that the Tab key skips count as well, because assistive technology reaches them.
    """
    accessible = document.accessible
    leaves = {id(element): role for role in _LEAVES for element in accessible.having(role) if element.name != "option"}
    around: dict[int, str] = {}
    for element in document.elements:
        outer = around.get(id(element.parent), "")
        around[id(element)] = leaves.get(id(element), outer)
        if not outer or not accessible.takes_focus(element) or not accessible.exposed(element):
            continue
        if accessible.tabbable(element) or accessible.role(element) in _CONTROLS:
            yield Finding(element, detail=f"inside {outer}")


RULE = Rule(
    check=check,
    severity=Severity.ERROR,
    title="Controls are nested inside other controls",
    passed="Controls are outside of other controls",
    scope="tag",
    description=(
        "{count:# control is|# controls are} inside another control, such as a link in a button. Assistive technology "
        "treats the content of the outer control as plain text. It announces the inner control wrongly or not at all, "
        "and clicks may go to either (WCAG 2.2, 4.1.2 Name, Role, Value, level A)."
    ),
    recommendation="Put the controls side by side, or if both do the same, keep only one of them.",
    how_to_fix=(
        'Write <button>Save</button> <button aria-expanded="false">More</button> instead of <button>Save <span '
        'role="button" tabindex="0">More</span></button>.'
    ),
    sources=(
        "https://www.w3.org/TR/wai-aria-1.2/#childrenArePresentational",
        "https://www.w3.org/WAI/standards-guidelines/act/rules/307n5z/",
    ),
    covers=(
        "act:307n5z",
        "axe:nested-interactive",
    ),
    examples=(
        Bad('<button>Save <span role="button" tabindex="0">More</span></button>'),
        Bad('<p role="checkbox" aria-checked="false" tabindex="0">I agree to the <a href="/terms">terms</a></p>'),
        Bad('<div role="img" aria-label="Map"><a href="/north">North</a></div>'),
        Bad('<div role="tab" aria-selected="true" tabindex="0"><a href="#pears" tabindex="-1">Pears</a></div>'),
        Good("<button><a>Save</a></button>"),
        Good("<button>Save <span>now</span></button>"),
        Good('<table><tr><th><a href="/">Home</a></th></tr></table>'),
        Good('<label><input type="checkbox"> I agree to the <a href="/terms">terms</a></label>'),
        Good('<button>Save <span tabindex="-1">now</span></button>'),
    ),
)
