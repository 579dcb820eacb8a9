from sitescan.document.accessibility.labels import labelable
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, changed, elements


def check(document: Document) -> Findings:
    """Report exposed fieldsets with several controls but without a legend or another name."""
    accessible = document.accessible
    for fieldset in document.all("fieldset"):
        if accessible.role(fieldset) != "group" or not accessible.nameless(fieldset):
            continue
        fields = [tag for tag in elements(fieldset) if labelable(tag) and tag.name != "button"]
        if accessible.exposed(fieldset) and sum(map(accessible.exposed, fields)) > 1:
            content = "<legend>(what the fields are about)</legend>…"
            yield Finding(fieldset, change=changed(fieldset, content))


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Fieldsets have no legend",
    passed="Fieldsets with several fields have a name",
    subjects=("fieldset",),
    in_frames=True,
    description=(
        "{count:# fieldset groups several fields but has|# fieldsets group several fields but have} no legend. Screen "
        "readers announce a group without saying what it is about (best practice for WCAG 2.2, 1.3.1 Info and "
        "Relationships, level A)."
    ),
    recommendation="Start each fieldset with a legend, or use a div if the fields need no common name.",
    how_to_fix="For example: <fieldset><legend>Delivery address</legend> ... </fieldset>",
    sources=("https://www.w3.org/WAI/WCAG22/Techniques/html/H71", "https://www.w3.org/WAI/tutorials/forms/grouping/"),
    examples=(
        Bad("<fieldset><label>A <input></label><label>B <input></label></fieldset>"),
        Bad("<fieldset><legend> </legend><label>A <input></label><label>B <input></label></fieldset>"),
        Good("<fieldset><legend>Address</legend><label>A <input></label><label>B <input></label></fieldset>"),
        Good('<fieldset aria-label="Address"><label>A <input></label><label>B <input></label></fieldset>'),
        Good("<fieldset><label>A <input></label><button>Go</button></fieldset>"),
        Good('<fieldset role="none"><label>A <input></label><label>B <input></label></fieldset>'),
        Good("<fieldset hidden><label>A <input></label><label>B <input></label></fieldset>"),
        Good(
            "<fieldset><legend><pear-text></pear-text></legend><label><input type=radio name=a>A</label>"
            "<label><input type=radio name=a>B</label></fieldset><script src=/texts.js></script>"
        ),
    ),
)
