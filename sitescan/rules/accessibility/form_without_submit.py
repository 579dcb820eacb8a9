from bs4.element import Tag

from sitescan.document.accessibility.roles import input_type
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, attr, elements

#: Input types that prevent implicit submission if a form has several.
#: https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#implicit-submission
_BLOCKING = frozenset("date datetime-local email month number password search tel text time url week".split())
_SUBMITTING = frozenset({"submit", "image", "button"})


def check(document: Document) -> Findings:
    """Report exposed forms with several fields but without a button or script."""
    outside: dict[str, list[Tag]] = {}
    for tag in document.all("button", "input"):
        if "form" in tag.attrs:
            outside.setdefault(attr(tag, "form", ""), []).append(tag)
    for form in document.all("form"):
        inside = list(elements(form))
        identifier = attr(form, "id", "")
        linked = outside.get(identifier, ()) if identifier else ()
        if not document.accessible.exposed(form) or any(map(_may_submit, (form, *inside, *linked))):
            continue
        fields = [
            tag
            for tag in inside
            if tag.name == "input" and input_type(tag) in _BLOCKING and document.accessible.exposed(tag)
        ]
        if len(fields) > 1:
            yield Finding(form, fields=len(fields))


def _may_submit(tag: Tag) -> bool:
    """Return whether an element submits a form, or may have a script submit it."""
    if tag.name == "button" or (tag.name == "input" and input_type(tag) in _SUBMITTING):
        return True
    if attr(tag, "role", "").strip().lower() in ("button", "link") or "-" in tag.name:
        return True
    acts = tag.name == "a" and attr(tag, "href", "#").strip()[:1] in ("#", "j", "")
    return acts or any(name.startswith("on") for name in tag.attrs)


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Forms have no submit button",
    passed="Forms with several fields can be submitted",
    subjects=("form",),
    description=(
        "{count:# form has|# forms have} several fields but no button, so pressing Enter doesn't submit "
        "{count:it|them} either. People who use a keyboard or a screen reader look for a button to submit a form (best "
        "practice for WCAG 2.2, 3.2.2 On Input, level A)."
    ),
    recommendation="End each form with a submit button.",
    how_to_fix='For example: <form action="/order"> ... <button type="submit">Order</button></form>',
    sources=("https://www.w3.org/WAI/WCAG22/Techniques/html/H32",),
    examples=(
        Bad('<form action="/a"><label>A <input name="a"></label><label>B <input name="b"></label></form>'),
        Good('<form action="/a"><label>A <input name="a"></label><input name="b"><button>Go</button></form>'),
        Good('<form action="/a"><label>A <input name="a"></label></form>'),
        Good('<form id="f"><input name="a"><input name="b"></form><button form="f">Go</button>'),
        Good('<form><input name="a"><input name="b" onchange="send()"></form>'),
        Good('<form><input name="a"><input name="b"><my-button></my-button></form>'),
        Good('<form hidden><input name="a"><input name="b"></form>'),
    ),
)
