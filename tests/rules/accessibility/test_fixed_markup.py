"""The fixed markup that reports show for the first occurrence of an accessibility fault."""

import pytest

from sitescan.model.report import Category
from sitescan.model.site import Site
from sitescan.rules.catalogue import catalogue
from sitescan.rules.issues import issues
from sitescan.rules.judge import judge
from sitescan.rules.rule import Bad, Evidence, Rule
from tests.rules.evidence import evidence

#: A change of one page fixes no fault between pages.
RULES = [
    rule for rule in catalogue().values() if rule.categories == (Category.ACCESSIBILITY,) and rule.reads is not Site
]
each_rule = pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)

#: Rules whose faults are fixed outside of the element, in the stylesheet or by a decision about the page.
NOT_SHOWN = {
    "aria-children-missing",
    "aria-parent-missing",
    "bypass-missing",
    "content-outside-landmarks",
    "contrast",
    "contrast-enhanced",
    "definition-list",
    "field-value-lost",
    "focus-invisible",
    "form-without-submit",
    "h1-missing",
    "headings-missing",
    "labels-several",
    "landmark-nested",
    "landmark-repeated",
    "lang-mismatch",
    "link-in-text",
    "links-alike-in-context",
    "links-named-alike",
    "main-missing",
    "meta-refresh",
    "meta-refresh-long",
    "nested-interactive",
    "orientation-locked",
    "placeholder-contrast",
    "radios-ungrouped",
    "reflow",
    "role-unsuitable",
    "select-navigates",
    "skip-link-astray",
    "skip-link-broken",
    "skip-link-missing",
    "suggestion-unfinished",
    "table-header-idle",
    "table-headers-attribute",
    "target-small",
    "table-headers-missing",
    "text-clipped-zoomed",
    "text-cut-off",
    "texts-overlapping",
    "title-placeholder",
}


@each_rule
def test_fixed_markup_is_not_reported_again(rule: Rule[Evidence]) -> None:
    """Fixed markup is not reported again once its placeholders are filled in."""
    shown = []
    for example in rule.examples:
        judgement = judge(rule, evidence(rule, example))
        markup = judgement.occurrences[0].facts.get("fixed_markup") if judgement is not None else None
        # A fix that only removes an element has no markup to show.
        if judgement is not None and isinstance(markup, str) and markup:
            shown.append(markup)
            which = "The one" if judgement.count == 1 else "The first one"
            assert issues([judgement])[0].how_to_fix.startswith(f"{which} on this page, fixed: {markup}\n")
            written = markup.replace("…", "Pears").replace("(language code)", "en")
            written = written.replace("(what to fill in)", "name")
            assert judge(rule, evidence(rule, Bad(written))) is None, markup
    assert bool(shown) is (rule.id.partition("/")[2] not in NOT_SHOWN)
