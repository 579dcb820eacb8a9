import re

from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, attr, lazy_pattern, shorten

_ABSOLUTE = lazy_pattern(r"[a-z][a-z0-9+.-]*:(?://)?[^/]", re.IGNORECASE)
_NAME = lazy_pattern(r"[A-Za-z0-9]+")


def check(document: Document) -> Findings:
    """Report each ``itemtype`` without a scheme."""
    for tag in document.having("itemtype"):
        if "itemscope" not in tag.attrs:
            continue
        for written in attr(tag, "itemtype", "").split():
            if not _ABSOLUTE.match(written):
                name = _NAME.fullmatch(written.rpartition("/")[2])
                yield Finding(tag, detail=shorten(written), type=name[0] if name else "Product")


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Microdata types are not full URLs",
    passed="Microdata types are full URLs",
    subjects=("[itemtype]",),
    scope="tag",
    description=(
        "{count:# itemtype is not a full URL|# itemtypes are not full URLs} with https://. Search engines don't "
        "recognize the type and ignore what the item says."
    ),
    recommendation="Write itemtype as a full URL with scheme and host.",
    how_to_fix='For example: <div itemscope itemtype="https://schema.org/{type}">',
    sources=("https://html.spec.whatwg.org/multipage/microdata.html#attr-itemtype",),
    examples=(
        Bad('<div itemscope itemtype="schema.org/Product"><b itemprop="name">Pear tree</b></div>'),
        Bad('<div itemscope itemtype="Product"><b itemprop="name">Pear tree</b></div>'),
        Bad('<div itemscope itemtype="//schema.org/Product"><b itemprop="name">Pear tree</b></div>'),
        Good('<div itemscope itemtype="http://schema.org/Product"><b itemprop="name">Pear tree</b></div>'),
        Good('<div itemscope itemtype="urn:example:tree"><b itemprop="name">Pear tree</b></div>'),
        Good('<div itemscope><b itemprop="name">Pear tree</b></div><div itemtype="Product"></div>'),
    ),
)
