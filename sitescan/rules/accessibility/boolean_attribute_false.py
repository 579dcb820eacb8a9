from collections.abc import Mapping
from types import MappingProxyType

from sitescan.document.tree import is_custom
from sitescan.rules.authoring import HTML, Bad, Document, Finding, Findings, Good, Rule, Severity, attr, changed

_CONTROLS = frozenset("button fieldset input optgroup option select textarea".split())
_MEDIA = frozenset({"audio", "video"})
#: The elements on which each attribute applies whatever its value; an empty set stands for all HTML elements.
_ATTRIBUTES: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        **dict.fromkeys(("autoplay", "controls", "loop", "muted"), _MEDIA),
        **dict.fromkeys(("hidden", "inert"), frozenset[str]()),
        "checked": frozenset({"input"}),
        "disabled": _CONTROLS,
        "multiple": frozenset({"input", "select"}),
        "novalidate": frozenset({"form"}),
        "open": frozenset({"details", "dialog"}),
        "readonly": frozenset({"input", "textarea"}),
        "required": frozenset({"input", "select", "textarea"}),
        "selected": frozenset({"option"}),
    }
)


def check(document: Document) -> Findings:
    """Report boolean attributes whose value is "false"; those of custom elements mean what their scripts say."""
    for tag in document.having(*_ATTRIBUTES):
        if tag.namespace != HTML or is_custom(tag) or document.in_noscript(tag):
            continue
        for name, elements in _ATTRIBUTES.items():
            applies = tag.name in elements or not elements
            if applies and attr(tag, name, "").strip().lower() == "false":
                yield Finding(tag, detail=f"{name} applies", change=changed(tag, **{name: None}))


RULE = Rule(
    check=check,
    since="1.1.0",
    severity=Severity.INFO,
    title="Boolean attributes say false and apply nevertheless",
    passed="Boolean attributes mean what they say",
    subjects=tuple(f"[{name}]" for name in _ATTRIBUTES),
    in_frames=True,
    description=(
        '{count:# attribute has|# attributes have} the value "false", which browsers ignore: a boolean attribute '
        "applies if it is there. So content stays hidden, or a field stays disabled or required, although the source "
        "says the opposite (best practice for WCAG 2.2, 4.1.2 Name, Role, Value, level A)."
    ),
    recommendation="Remove boolean attributes that shouldn't apply.",
    how_to_fix=(
        'Write <button>Send</button> instead of <button disabled="false">Send</button>. In a template, write the '
        "attribute only if it should apply."
    ),
    sources=("https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#boolean-attributes",),
    examples=(
        Bad('<p hidden="false">Closed today</p>'),
        Bad('<button disabled="false">Send</button>'),
        Bad('<label>Name <input required="FALSE"></label>'),
        Good('<button disabled>Send</button><button disabled="true">Send</button><p hidden="until-found">Pears</p>'),
        Good('<p contenteditable="false" draggable="false" spellcheck="false" aria-hidden="false">Pears</p>'),
        Good('<pear-field disabled="false"></pear-field><p disabled="false">Pears</p>'),
    ),
)
