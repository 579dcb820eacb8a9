from itertools import islice

from bs4.element import Tag

from sitescan.document.css.stylesheet_text import css_texts
from sitescan.document.element_markup import nearest, retagged
from sitescan.document.links.script_effects import scripts_may_act
from sitescan.rules.authoring import HTML, Bad, Document, Finding, Findings, Good, Rule, Severity, text

#: Elements whose meaning or behavior is lost with their names. Shorter names are alike by chance.
_MEANT = frozenset(
    "abbr address article aside audio blockquote button canvas caption datalist details dialog fieldset figcaption "
    "figure footer form header iframe input label legend main nav object optgroup option picture section select source "
    "summary table tbody textarea tfoot thead title video".split()
)
#: All elements of HTML, former ones, and words that authors choose as names of their own.
_KNOWN = _MEANT | frozenset(
    "a acronym applet area b base basefont bdi bdo bgsound big blink body br center cite code col colgroup command "
    "content data dd del dfn dir div dl dt element em embed fencedframe font frame frameset geolocation h1 h2 h3 h4 h5 "
    "h6 head hgroup hr html i image img ins isindex kbd keygen li link listing map mark marquee math menu menuitem "
    "meta "
    "meter multicol nextid nobr noembed noframes noscript ol output p param permission plaintext portal pre progress q "
    "rb rp rt rtc ruby s samp script search selectedcontent selectlist shadow slot small spacer span strike strong "
    "style sub sup svg td template th time tr track tt u ul var wbr xmp "
    "figures labels nave options pictures sections sources tables tile titles".split()
)
#: The number of unknown names for which a known one is looked for, which is slow.
_GUESSED = 50


def check(document: Document) -> Findings:
    """Report unknown elements with nearly the name of a known one, unless a style or script may be meant for them."""
    unknown: dict[str, list[Tag]] = {}
    for tag in document.elements:
        if tag.namespace == HTML and tag.name not in _KNOWN and tag.name.isalnum():
            unknown.setdefault(tag.name, []).append(tag)
    if not unknown or scripts_may_act(document) or document.template_marks:
        return
    for name in islice(unknown, _GUESSED):
        meant = nearest(name, _MEANT)
        if meant is not None and not any(css.content.mentions(name) for css in css_texts(document)):
            for tag in unknown[name]:
                yield Finding(tag, detail=f"{meant} may be meant", fixed_markup=retagged(meant, text(tag)))


RULE = Rule(
    check=check,
    since="1.1.0",
    severity=Severity.WARNING,
    title="Names of elements are misspelled",
    passed="Names of elements are spelled correctly",
    needs=lambda document: not scripts_may_act(document) and not document.template_marks,
    description=(
        "{count:# element has a name|# elements have names} that HTML doesn't define. Browsers treat {count:it|them} "
        "as plain text, so buttons can't be pressed and screen readers don't announce what {count:it is|they are} "
        "(WCAG 2.2, 1.3.1 Info and Relationships, level A)."
    ),
    recommendation="Correct the names of the elements.",
    how_to_fix="Write <button>Save</button>, not <buton>Save</buton>. The names of custom elements contain a hyphen.",
    sources=("https://html.spec.whatwg.org/multipage/indices.html#elements-3",),
    examples=(
        Bad("<buton>Save</buton>"),
        Bad("<secton><h2>Pears</h2></secton>"),
        Bad("<foter>Pears</foter>"),
        Good("<my-buton>Save</my-buton>"),
        Good("<buton>Save</buton><script src=/app.js></script>"),
        Good("<style>buton { color: red }</style><buton>Save</buton>"),
        Good("<tile>Pears</tile><card>Pears</card><xyz>Pears</xyz>"),
        Good("<image src=a.png alt=Pears><center>Pears</center><search>Pears</search>"),
        Good("<svg><titel>Pears</titel></svg>"),
        Good("{% if pears %}<buton>Save</buton>{% endif %}"),
    ),
)
