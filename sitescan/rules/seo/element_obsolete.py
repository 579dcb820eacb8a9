from bs4.element import Tag

from sitescan.document.change import renamed
from sitescan.rules.authoring import HTML, Bad, ElementChange, Finding, Findings, Good, Rule, Severity, SourceDocument

#: Obsolete elements, and what replaces them; moving text has a rule of its own.
_REPLACEMENTS = {
    **dict.fromkeys(("applet", "bgsound", "noembed"), "audio, video, object or iframe"),
    **dict.fromkeys(("frame", "frameset", "noframes"), "one page, or an iframe"),
    **dict.fromkeys(("listing", "plaintext", "xmp"), "pre and code"),
    **dict.fromkeys(("rb", "rtc"), "ruby and rt"),
    **dict.fromkeys(("basefont", "big", "center", "font", "multicol", "nobr", "spacer"), "CSS"),
    "acronym": "abbr",
    "dir": "ul",
    "isindex": "a form with a text field",
    "keygen": "the Web Crypto API",
    "menuitem": "a button",
    "nextid": "nothing",
    "tt": "code, kbd, samp or CSS",
    "param": "attributes of the object or of its URL",
    "strike": "s or del",
}

#: Elements that are as much the same as one word can say; a person knows what the author meant.
_NAMES = {"acronym": "abbr", "dir": "ul", "strike": "s", "tt": "code"}

#: Elements that browsers treat as unknown ones.
_LOST = frozenset({"applet", "basefont", "bgsound", "isindex", "keygen", "menuitem", "multicol", "nextid", "spacer"})

_LOOKS = " Markup for looks alone has no meaning for screen readers, and can't adapt to phones or dark mode."


def check(document: SourceDocument) -> Findings:
    """Report elements that HTML no longer has."""
    found = [element for element in document.all(*_REPLACEMENTS) if element.namespace == HTML]
    effect = _effect(frozenset(element.name for element in found))
    for element in found:
        yield Finding(
            element,
            change=_renamed(element),
            detail=f"replaced by {_REPLACEMENTS[element.name]}",
            name=f"<{element.name}>",
            better=_REPLACEMENTS[element.name],
            effect=effect,
        )


def _effect(names: frozenset[str]) -> str:
    """Return what obsolete elements of these names do to visitors."""
    lost = ", ".join(f"<{name}>" for name in sorted(names & _LOST))
    support = f"Browsers no longer support {lost}." if lost else "Browsers still support what the page uses."
    return support + (_LOOKS if any("CSS" in _REPLACEMENTS[name] for name in names) else "")


def _renamed(element: Tag) -> ElementChange | None:
    name = _NAMES.get(element.name)
    return renamed(element, name) if name is not None else None


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    share=0,
    title="Elements are obsolete",
    passed="Elements are part of current HTML",
    scope="tag",
    description=("{count:# element isn't|# elements aren't} part of HTML anymore. {effect}"),
    recommendation="Replace obsolete elements with current ones and CSS.",
    how_to_fix=(
        'For {name}, use {better}. Instead of <center> and <font color="red">, give the element a class and write '
        ".note {{ text-align: center; color: red }} in the stylesheet."
    ),
    shows_change=False,
    sources=("https://html.spec.whatwg.org/multipage/obsolete.html#non-conforming-features",),
    examples=(
        Bad("<center>Pears</center>"),
        Bad('<p><font color="red">Pears</font></p>'),
        Bad("<p><acronym>HTML</acronym></p>"),
        Bad("<p>Pears<keygen></p>"),
        Bad("<frameset><frame></frameset>"),
        Good("<p><b>Pears</b> <i>and</i> <u>apples</u> <small>and</small> <s>plums</s></p>"),
        Good("<svg><font></font></svg><template><center>Pears</center></template>"),
    ),
)
