"""The pages of the rules."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from sitescan.model.report import Category
from sitescan.report.html_fixes import fix, inline
from sitescan.report.markup import Markup, element, join
from sitescan.report.rule_texts import cost, cost_reason, generic, history, labels, on_site
from sitescan.report.visible_text import one_line, visible
from sitescan.report.wording import SEVERITIES
from sitescan.rules.catalogue import catalogue
from sitescan.rules.rule import Example, Rule
from sitescan.web.layout import PageHead, page

_PLAIN = "https://example.com/"
_LONGEST = 1500
_LONGEST_TITLE = 60


@lru_cache(maxsize=4)
def rules_page(origin: str) -> bytes:
    """Return the page that lists all rules by category."""
    head = PageHead(
        path="/rules",
        title=f"All {len(catalogue())} rules that sitescan checks",
        description="Every rule for SEO, accessibility, performance, security and links: what it reports, what it "
        "costs, how to fix it, and its sources.",
        origin=origin,
        scripts=("rules.js",),
    )
    sections = [_category(category) for category in Category]
    intro = element("p", "Each issue takes its share of the points that its category has left.")
    jumps = [
        element("li", element("a", category.label, href=f"#{category.value}"), f" ({_number(category)})")
        for category in Category
    ]
    index = element("nav", element("ul", *jumps, class_="facts"), aria_label="Categories", id="categories")
    return page(head, element("h1", f"The {len(catalogue())} rules"), intro, index, *sections)


def _number(category: Category) -> int:
    """Return the number of rules that report issues of a category."""
    return sum(category in rule.categories for rule in catalogue().values())


def _category(category: Category) -> Markup:
    items = [
        element(
            "li",
            element("a", rule.title, href=f"/rules/{rule.id}"),
            element("span", f"{_severities(rule)}, {cost(rule)}", class_="soft"),
        )
        for rule in catalogue().values()
        if category in rule.categories
    ]
    heading = element("h2", category.label, id=category.value, tabindex="-1")
    return element("section", heading, element("ul", *items, class_="rules"), class_="rule-list")


def _page_title(rule: Rule[Any]) -> str:
    """Return the title of a rule's page: with its categories, if search results have room for them."""
    named = f"{rule.title} ({labels(rule)})"
    return named if len(named) <= _LONGEST_TITLE else rule.title


@lru_cache(maxsize=1000)
def rule_page(name: str, origin: str) -> bytes:
    """Return the page of a rule."""
    rule = catalogue()[name]
    head = PageHead(
        path=f"/rules/{rule.id}",
        title=_page_title(rule),
        description=one_line(f"{rule.recommendation} {generic(rule.description)}", 155),
        origin=origin,
    )
    return page(head, *_rule(rule), text=True)


def _rule(rule: Rule[Any]) -> Iterator[Markup]:
    yield element("h1", rule.title)
    yield element(
        "ul",
        element("li", "Rule ", element("code", rule.id)),
        element("li", labels(rule)),
        element("li", _severities(rule)),
        element("li", f"costs {cost(rule)} of the points left"),
        class_="facts",
    )
    yield element("p", inline(generic(rule.description)))
    if rule.passed:
        yield element("p", f"Passed: {rule.passed}", class_="soft")
    yield join(element("h2", "How to fix it"), element("p", inline(rule.recommendation)))
    yield fix(generic(rule.how_to_fix))
    if rule.site_wide:
        yield element("p", inline(on_site(rule)))
    for title, bad in (("Reported", True), ("Not reported", False)):
        shown = [_example(example) for example in rule.examples if example.bad is bad and example.evidence is None]
        if any(shown):
            yield join(element("h2", title), *(element("pre", example) for example in shown if example))
    sources = [element("li", element("a", source.partition("://")[2], href=source)) for source in rule.sources]
    yield join(element("h2", "Sources"), element("ul", *sources))
    if rule.covers:
        covers = [element("li", element("code", cover)) for cover in rule.covers]
        yield join(element("h2", "Same check in other tools"), element("ul", *covers))
    yield join(element("h2", "What it costs"), *_cost(rule))
    yield element("p", history(rule))
    yield _neighbors(rule)


def _severities(rule: Rule[Any]) -> str:
    return " or ".join(SEVERITIES[severity] for severity in rule.severities)


def _cost(rule: Rule[Any]) -> Iterator[Markup]:
    if rule.share:
        yield element(
            "p",
            f"A page with this issue loses {cost(rule)} of the points that are left in {labels(rule)}, however many "
            f"places have it. {cost_reason(rule)} Fixing all places brings the points back.",
        )
    else:
        yield element("p", "Nothing: it is advice or information, and the score stays as it is.")
    yield element("p", element("a", "Scan a page", href="/"), " to see whether it has this issue, and where.")


def _neighbors(rule: Rule[Any]) -> Markup:
    """Return links to the rules before and after a rule, and to all rules of its categories."""
    rules = [candidate for candidate in catalogue().values() if candidate.categories == rule.categories]
    at = rules.index(rule)
    near = rules[max(0, at - 1) : at] + rules[at + 1 : at + 2]
    items = [element("li", element("a", neighbor.title, href=f"/rules/{neighbor.id}")) for neighbor in near]
    for category in rule.categories:
        link = element("a", f"All {_number(category)} rules for {category.label}", href=f"/rules#{category.value}")
        items.append(element("li", link))
    return element("nav", element("h2", "More rules"), element("ul", *items), aria_label="More rules")


def _example(example: Example) -> str:
    """Return the example page of a rule, preceded by its unusual headers, URL or status."""
    lines = []
    if example.headers or example.status != 200 or example.url != _PLAIN:
        lines.append("\n".join((f"{example.url} responds with {example.status}", *example.headers)))
    lines.append(example.html)
    if example.rendered is not None:
        lines.append(f"After its scripts have run:\n{example.rendered}")
    lines += [f"{url}:\n{text}" for url, text in (*example.sheets, *example.scripts)]
    lines += example.network
    return visible("\n\n".join(line for line in lines if line), _LONGEST)
