from bs4.element import Tag

from sitescan.document.accessibility.later_names import is_named_later
from sitescan.document.accessibility.roles import input_type
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, attr, changed


def check(document: Document) -> Findings:
    """Report exposed buttons without a name; image buttons and summaries have their own rules."""
    accessible = document.accessible
    for button in accessible.having("button"):
        image = button.name == "input" and input_type(button) == "image"
        if button.parent is not None and button.parent.name == "select":
            # The face of the select, which is inert: https://html.spec.whatwg.org/multipage/form-elements.html#the-select-element
            continue
        if image or button.name == "summary" or is_named_later(document, button):
            continue
        if accessible.nameless(button):
            name = "value" if button.name == "input" else "aria-label"
            yield Finding(button, change=changed(button, "…", **{name: "(what it does)"}, **_role(button)))


def _role(button: Tag) -> dict[str, None]:
    """Return the change that removes a presentational role, which would suppress the name."""
    return {"role": None} if attr(button, "role", "").strip().lower() in ("none", "presentation") else {}


RULE = Rule(
    check=check,
    severity=Severity.ERROR,
    title="Buttons have no accessible name",
    passed="Buttons have an accessible name",
    applies=lambda document: document.accessible.of_role("button"),
    scope="element",
    description=(
        "{count:# button has|# buttons have} no text that assistive technology can announce. Screen readers say only "
        '"button", and people who use voice control have no name to say (WCAG 2.2, 4.1.2 Name, Role, Value, level A).'
    ),
    recommendation="Give each button text, an image with alt text, or an aria-label that names its action.",
    how_to_fix=(
        'For an icon button: <button aria-label="Close"><svg aria-hidden="true">...</svg></button>. For an input: '
        '<input type="button" value="Add to cart">.'
    ),
    sources=(
        "https://www.w3.org/WAI/WCAG22/Understanding/name-role-value",
        "https://www.w3.org/WAI/standards-guidelines/act/rules/97a4e1/",
    ),
    covers=(
        "act:97a4e1",
        "axe:aria-command-name",
        "axe:button-name",
        "axe:input-button-name",
        "axe:link-name",
        "lighthouse:button-name",
    ),
    examples=(
        Bad('<button title=""></button>'),
        Good('<button title=""></button><script type="module" src="app.js"></script>'),
        Good("<select><button><svg></svg></button><option>Pears</option></select>"),
        Bad("<button></button>"),
        Bad('<button><i class="icon-close"></i></button>'),
        Bad('<span role="button" tabindex="0"></span>'),
        Bad('<input type="button">'),
        Bad('<button role="none"></button>'),
        Good("<style>.x{content:url(x.png) / 'Close'}</style><button class=x></button>"),
        Good('<style>i{content:image-set("x.png" 1x) / "Close"}</style><button><i></i></button>'),
        Good("<style>.x::before{content:url(a/x.png) / 'Close'}</style><button class=x></button>"),
        Bad("<style>.x::before{content:'arrow_left';font-family:pear-icons}</style><button class=x></button>"),
        Good("<style>.x::before{content:'Back';font-family:pear-icons}</style><button class=x></button>"),
        Good("<style>.x::before{content:'x' / 'back';font-family:pear-icons}</style><button class=x></button>"),
        Good("<style>.x::before{content:'back';font-family:pears}</style><button class=x></button>"),
        Bad("<style>.x{content:url(x.png)}</style><button class=x></button>"),
        Bad("<style>.x{content:'x' / 'Close'}</style><button class=x></button>"),
        Good("<button>Close</button>"),
        Good('<button aria-label="Close"></button>'),
        Good('<button title="Close"></button>'),
        Good('<input type="submit">'),
        Good('<input type="reset">'),
        Good('<input type="button" value="Add">'),
        Good("<button hidden></button>"),
        Good('<button><img src="x.svg" alt="Close"></button>'),
        Good('<button role="none" disabled></button>'),
        Good('<button><pear-icon></pear-icon></button><script src="/icons.js"></script>'),
        Bad("<button><pear-icon></pear-icon></button>"),
        Bad('<button><pear-icon aria-hidden="true"></pear-icon></button><script src="/icons.js"></script>'),
        Bad('<button></button><pear-icon></pear-icon><script src="/icons.js"></script>'),
    ),
)
