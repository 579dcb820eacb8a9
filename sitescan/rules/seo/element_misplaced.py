"""Elements are where the content model of HTML doesn't allow them."""

from bs4.element import Tag

from sitescan.document.tree import Nearest
from sitescan.rules.authoring import HTML, Bad, Finding, Findings, Good, Rule, Severity, SourceDocument, attr

#: Elements that contain text and inline elements alone, and those that can't be in them.
#: https://html.spec.whatwg.org/multipage/dom.html#phrasing-content
_INLINE = frozenset(
    "abbr b bdi bdo button cite code data dfn em h1 h2 h3 h4 h5 h6 i kbd label mark meter output p pre progress q rt "
    "ruby s samp small span strong sub sup time u var".split()
)
_BLOCKS = frozenset(
    "address article aside blockquote center details dialog dir div dl fieldset figure footer form h1 h2 h3 h4 h5 h6 "
    "header hgroup hr main menu nav ol p pre search section table ul".split()
)
#: Elements that may contain what their parent may contain.
_TRANSPARENT = frozenset("a audio canvas del ins map noscript object slot video".split())
#: Elements that can only be in certain others.
_PARENTS = {
    "figcaption": frozenset({"figure"}),
    "legend": frozenset({"fieldset", "optgroup"}),
    "optgroup": frozenset({"select"}),
    "source": frozenset({"audio", "picture", "video"}),
    "summary": frozenset({"details"}),
    "track": frozenset({"audio", "video"}),
}
#: Elements of the head.
_METADATA = frozenset({"base", "style", "title"})
#: Controls that can't be in a link.
_CONTROLS = frozenset("button details embed iframe input label select textarea".split())


def check(document: SourceDocument) -> Findings:
    """Report elements in a place where they aren't allowed, once for each. A shadow tree may be in any element."""
    link = Nearest(lambda tag: tag.name == "a")
    for element in document.as_written.all(*_BLOCKS, *_PARENTS, *_METADATA, *_CONTROLS):
        if element.namespace == HTML and (around := _forbidding(element, link)):
            yield Finding(element, detail=f"inside <{around}>", name=f"<{element.name}>", around=f"<{around}>")


def _forbidding(element: Tag, link: Nearest) -> str:
    """Return the name of the element that can't contain another, or an empty string."""
    name = element.name
    parent = element.parent.name if element.parent is not None else ""
    if name in _METADATA:
        return parent if parent not in ("head", "noscript", "template") else ""
    if name in _PARENTS:
        return parent if parent not in _PARENTS[name] else ""
    if name in _CONTROLS and link.around(element) is not None and attr(element, "type", "").lower() != "hidden":
        return "a"
    if name in _BLOCKS:
        around = element.parent
        while around is not None and around.name in _TRANSPARENT:
            around = around.parent
        return around.name if around is not None and around.name in _INLINE else ""
    return ""


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    share=0,
    title="Elements are nested in a way HTML doesn't allow",
    passed="Elements are nested as HTML allows",
    description=(
        "{count:# element is|# elements are} inside an element that can't contain {count:it|them}: a block inside of "
        "text, a control inside a link, or an element without the parent that it belongs to. Browsers show most of "
        "this, but styles, editors and assistive technology may treat it differently."
    ),
    recommendation="Put these elements where HTML allows them.",
    how_to_fix=(
        "Move the first {name} out of the {around}, or use another element for one of the two. Use <div> instead of "
        "<span> around blocks, and <span> instead of <div> inside of headings, labels and buttons."
    ),
    sources=(
        "https://html.spec.whatwg.org/multipage/dom.html#kinds-of-content",
        "https://html.spec.whatwg.org/multipage/text-level-semantics.html#the-a-element",
    ),
    examples=(
        Bad("<span><div>Pears</div></span>"),
        Bad("<h2><p>Pears</p></h2>"),
        Bad('<label><a href="/pears"><div>Pears</div></a></label>'),
        Bad('<a href="/pears"><button>Pears</button></a>'),
        Bad("<div><style>p { color: red }</style></div>"),
        Bad("<div><figcaption>Pears</figcaption></div>"),
        Good('<a href="/pears"><div><h2>Pears</h2></div></a>'),
        Good("<div><span>Pears</span><ins><p>Apples</p></ins></div>"),
        Good("<figure><figcaption><p>Pears</p></figcaption></figure><dl><dt><div>Pears</div></dt></dl>"),
        Good("<svg><title>Pears</title><style></style></svg>"),
        Good("<div><template shadowrootmode=open><style>p { color: red }</style><p>Pears</p></template></div>"),
        Good("<x-a><template shadowrootmode=open><nav><style></style></nav></template></x-a>"),
        Good("<span><template shadowrootmode=open><p>Pears</p></template></span>"),
        Bad("<x-a><template shadowrootmode=open><style></style></template><style></style></x-a>"),
    ),
)
