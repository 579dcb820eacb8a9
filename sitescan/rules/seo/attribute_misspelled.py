from sitescan.document.conformance.misspelled_attributes import SLIPS, meant
from sitescan.document.css.stylesheet_text import css_texts
from sitescan.document.scripts.script_elements import script_text
from sitescan.rules.authoring import CONVENTION, Bad, Document, Finding, Findings, Good, Rule, Severity, attr, changed

#: The number of misspellings that are looked for in the scripts of a page.
_MOST = 20


def check(document: Document) -> Findings:
    """Report misspelled attributes that an element needs, unless a style or a script of the page may use them."""
    for slip in sorted(SLIPS.intersection(document.by_attribute))[:_MOST]:
        if any(css.content.mentions(f"[{slip}") for css in css_texts(document)):
            continue
        if any(slip in script_text(document, script) for script in document.all("script")):
            continue
        for tag in document.having(slip):
            right = meant(tag, slip)
            # accessibility/image-alt says which alt is misspelled.
            if right is not None and right != "alt":
                # A script that has never been loaded may do anything, so this is left to people.
                fixed = changed(tag, **{slip: None, right: attr(tag, slip, "")})
                yield Finding(tag, detail=f"{slip} stands for {right}", change=fixed)


RULE = Rule(
    check=check,
    since="1.1.0",
    severity=Severity.WARNING,
    share=CONVENTION,
    title="Names of attributes are misspelled",
    passed="Names of attributes are spelled correctly",
    scope="tag",
    description=(
        "{count:# attribute has a name|# attributes have names} with a typo. Browsers ignore {count:it|them}, so links "
        "lead nowhere, images and scripts aren't loaded, and styles don't apply."
    ),
    recommendation="Correct the names of the attributes.",
    how_to_fix='Write <a href="/pears">Pears</a>, not <a herf="/pears">Pears</a>.',
    sources=("https://html.spec.whatwg.org/multipage/indices.html#attributes-3",),
    examples=(
        Bad('<a herf="/pears">Pears</a>'),
        Bad('<img scr="pears.jpg" alt="Two pears" width="40" height="30">'),
        Bad('<script defer scr="/pears.js"></script>'),
        Bad('<link rel="next" herf="/pears?page=2">'),
        Bad('<p calss="ripe">Pears</p>'),
        Bad('<input tpye="email" placeholder="Email">'),
        Bad('<label fro="pear">Pear</label><input id="pear">'),
        Good('<a href="/pears" herf="/pears">Pears</a>'),
        Good('<p herf="/pears" scr="pears.jpg">Pears</p>'),
        Good('<img src="pears.jpg" atl="Two pears">'),
        Good('<pear-image scr="pears.jpg"></pear-image>'),
        Good('<style>[calss] { color: red }</style><p calss="ripe">Pears</p>'),
        Good('<a herf="/pears">Pears</a><script>document.querySelectorAll("[herf]")</script>'),
        Good('<svg><image scr="pears.jpg" /></svg>'),
    ),
)
