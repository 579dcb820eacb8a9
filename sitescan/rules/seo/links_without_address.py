from bs4.element import Tag

from sitescan.document.links.hyperlinks import by_script
from sitescan.rules.authoring import HTML, Bad, Document, Finding, Findings, Good, Rule, Severity, attr

#: Attributes without a meaning if there is no ``href``.
#: https://html.spec.whatwg.org/multipage/text-level-semantics.html#the-a-element
_LINK_ATTRIBUTES = ("target", "download", "ping", "rel", "hreflang", "type", "referrerpolicy")


def check(document: Document) -> Findings:
    """Report ``<a>`` without ``href`` that has attributes of a link or an event handler for clicks."""
    for anchor in document.all("a"):
        if anchor.namespace != HTML or "href" in anchor.attrs or by_script(anchor):
            continue
        if document.bindings.writes(anchor, "href"):
            continue
        if any(attr(anchor, name, "").strip() for name in ("role", "name", "id")):
            continue
        fault = _fault(anchor)
        if fault:
            yield Finding(anchor, detail=fault)


def _fault(anchor: Tag) -> str:
    if attr(anchor, "onclick", "").strip():
        return "works only with a script"
    present = next((name for name in _LINK_ATTRIBUTES if name in anchor.attrs), "")
    return f"has {present} but no href" if present else ""


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Links have no href",
    passed="Anchors that act as links have an href",
    subjects=("a",),
    scope="tag",
    description=(
        "{count:# link has|# links have} no href. Search engines can't follow {count:it|them}, and keyboard users "
        "can't reach {count:it|them}."
    ),
    recommendation="Give each link an href, or make it a button.",
    how_to_fix=(
        'For a link to a page: <a href="/pears">Pears</a>. For an action: <button type="button">Show the '
        "pears</button>. Attributes such as target and rel have no effect without href."
    ),
    sources=(
        "https://html.spec.whatwg.org/multipage/text-level-semantics.html#the-a-element",
        "https://developers.google.com/search/docs/crawling-indexing/links-crawlable",
    ),
    covers=("lighthouse:crawlable-anchors",),
    examples=(
        Bad('<a onclick="show()">Pears</a>'),
        Bad('<a target="_blank">Pears</a>'),
        Bad('<a role=" " rel="next">Pears</a>'),
        Good('<a>Pears</a><a id="pears" rel="bookmark"></a><a name="pears"></a>'),
        Good('<a role="button" onclick="show()">Pears</a>'),
        Good('<a href="" onclick="show()">Pears</a><a href="/pears" target="_blank">Pears</a>'),
        Good("<a onclick=\"location.href='/pears'\">Pears</a>"),
    ),
)
