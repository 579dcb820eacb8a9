from sitescan.document.accessibility.aria_in_html import allowed_roles
from sitescan.document.accessibility.roles import written_role
from sitescan.rules.authoring import HTML, Bad, Document, Finding, Findings, Good, Rule, Severity, changed

#: Elements that are never rendered, so that a role says nothing about anything.
_UNRENDERED = frozenset("base datalist head link meta noscript script style template title".split())

#: Roles without which an element means no less. Without others, a tab panel or a button would be lost.
_DISPENSABLE = frozenset({"document", "group", "none"})


def check(document: Document) -> Findings:
    """Report elements whose role is not allowed on them, unless they are hidden by their authors."""
    accessible = document.accessible
    for element in document.having("role"):
        role = written_role(element) if element.namespace == HTML or element.name == "math" else None
        if role is None or (accessible.hidden(element) and element.name not in _UNRENDERED):
            continue
        allowed = allowed_roles(element, accessible)
        if allowed is not None and role not in allowed and role != accessible.implicit_role(element):
            change = changed(element, role=None) if role in _DISPENSABLE else None
            yield Finding(element, detail=f"{role} on {element.name}", change=change)


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="ARIA roles are not allowed on their elements",
    passed="ARIA roles are allowed on their elements",
    subjects=("[role]",),
    in_frames=True,
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
    shows_change=False,
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
