"""Writes a page for each rule of the catalogue, and the index of them."""

import shutil
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from string import Formatter
from textwrap import indent
from typing import Any

from sitescan.model.report import Category
from sitescan.report.rule_texts import cost, cost_reason, history, labels
from sitescan.rules.catalogue import catalogue
from sitescan.rules.issues import issues
from sitescan.rules.judge import judge
from sitescan.rules.rule import Example, Rule
from sitescan.rules.texts import fill
from tests.rules.evidence import evidence

_MARKUP = str.maketrans({character: f"\\{character}" for character in "\\*`|_<>"})
_LONGEST = 600


def write(folder: Path) -> None:
    """Write the pages anew."""
    shutil.rmtree(folder, ignore_errors=True)
    for rule in catalogue().values():
        page = folder / f"{rule.id}.rst"
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text("\n".join(_page(rule)) + "\n", encoding="utf-8")
    (folder / "index.rst").write_text("\n".join(_index()) + "\n", encoding="utf-8")


def _index() -> Iterator[str]:
    yield from _heading("Rules", "=")
    yield "Each issue in a report comes from one of these rules. :ref:`the-score` explains what an issue costs."
    for category in Category:
        yield from ("", *_heading(category.label, "-"))
        rules = [rule for rule in catalogue().values() if category in rule.categories]
        yield from (".. list-table::", "   :widths: 65 20 15", "   :header-rows: 1", "")
        yield from ("   * - Rule", "     - Severity", "     - Costs")
        for rule in rules:
            yield f"   * - :doc:`{_text(rule.title)} <{rule.id}>`"
            yield from (f"     - {_severities(rule)}", f"     - {cost(rule)}")
        yield ""


def _page(rule: Rule[Any]) -> Iterator[str]:
    # Not in the table of contents: hundreds of rules would stand before the first word of every page.
    yield from (":orphan:", "")
    yield from _heading(_text(rule.title), "=")
    yield from (f":Rule: ``{rule.id}``", f":Category: {labels(rule)}", f":Severity: {_severities(rule)}")
    yield f":Costs: {cost(rule)} of the points left in the category. {_text(cost_reason(rule))}"
    yield f":Version: {history(rule)}"
    yield from ("", *_heading("Description", "-"), _template(rule.description), "", *_fields(rule))
    yield from (*_heading("Recommendation", "-"), _text(rule.recommendation), "")
    yield from (*_heading("How to fix it", "-"), *_lines(_template(rule.how_to_fix)))
    yield from _on_site(rule)
    for title, bad in (("Reported", True), ("Not reported", False)):
        shown = [line for example in rule.examples if example.bad is bad for line in _example(rule, example)]
        if shown:
            yield from (*_heading(title, "-"), *shown)
    yield from (*_heading("Sources", "-"), *(f"* {source}" for source in rule.sources), "")
    if rule.covers:
        yield from _heading("Same check in other tools", "-")
        yield from (f"* {_text(cover.partition(':')[0])}: ``{cover.partition(':')[2]}``" for cover in rule.covers)


def _on_site(rule: Rule[Any]) -> Iterator[str]:
    """What a rule about pages says of a whole site."""
    of_site: Rule[Any] | None = rule.of_site
    if of_site is not None:
        yield from (*_heading("On a whole site", "-"), _template(of_site.description), "")
        yield from _lines(_template(of_site.how_to_fix))
        for example in of_site.examples:
            judgement = judge(of_site, evidence(of_site, example))
            if judgement is not None:
                said = fill(of_site.description, judgement.occurrences[0].facts)
                yield from ("The report says:", "", *_lines(_text(_visible(said))))


def _severities(rule: Rule[Any]) -> str:
    return " or ".join(one.value for one in rule.severities)


def _heading(title: str, underline: str) -> Iterable[str]:
    return title, underline * len(title), ""


def _text(text: str) -> str:
    return text.translate(_MARKUP)


def _lines(text: str) -> Iterator[str]:
    """Text whose line breaks are kept."""
    yield from (f"| {line}" for line in text.split("\n"))
    yield ""


def _template(template: str) -> str:
    """A text of a rule, its fields emphasized; of a plural, the form for many."""
    made = []
    for literal, name, spec, _ in Formatter().parse(template):
        made.append(_text(literal))
        if name is not None and spec and "|" in spec:
            made.append(_text(spec.rsplit("|", 1)[1]).replace("#", f"\\ *{name}*\\ "))
        elif name is not None:
            made.append(f"\\ *{name}*\\ ")
    # An empty escape at an end of the text escapes nothing.
    return "".join(made).removeprefix("\\ ").removesuffix("\\ ")


def _fields(rule: Rule[Any]) -> Iterator[str]:
    """What stands in the places of the fields."""
    named = [name for text in (rule.description, rule.how_to_fix) for _, name, _, _ in Formatter().parse(text) if name]
    facts: Mapping[str, Any] = {}
    for example in rule.examples:
        judgement = judge(rule, evidence(rule, example))
        if judgement is not None and judgement.occurrences:
            facts = judgement.occurrences[0].facts
            break
    for name in dict.fromkeys(named):
        if name == "count":
            yield "* *count*: how often it was found"
        elif name in facts:
            yield f"* *{name}*: for example {_code(str(facts[name]))}"
    if facts.get("fixed_markup"):
        fixed = _code(str(facts["fixed_markup"]))
        yield f"* the first occurrence is shown fixed after how to fix it: for example {fixed}"
    yield ""


def _code(text: str) -> str:
    shown = " ".join(_visible(text).split())
    return f"``{shown}``" if shown and "`" not in shown else f"“{_text(shown)}”"


def _example(rule: Rule[Any], example: Example) -> Iterator[str]:
    """A page, and what the report says of it; of what the network answered, the report alone tells."""
    if example.evidence is None:
        shown = "\n\n".join(part for part in _parts(example) if part)
        only_html = bool(example.html) and shown == _shortened(example.html)
        yield from (f".. code-block:: {'html' if only_html else 'text'}", "", indent(shown, "   ", lambda _: True), "")
    judgement = judge(rule, evidence(rule, example))
    if judgement is not None:
        (issue,) = issues([judgement])
        yield from ("The report says:", "", *_lines(_text(_visible(issue.description))))


def _parts(example: Example) -> Iterator[str]:
    """What an example is made of: the answer, the page, its files."""
    plain = example.url == "https://example.com/" and example.status == 200 and not example.headers
    if not (plain and example.html):
        yield "\n".join((f"{example.url} responds with {example.status}", *example.headers))
    yield _shortened(example.html)
    if example.rendered is not None:
        yield f"After its scripts have run:\n{_shortened(example.rendered)}"
    for url, text in (*example.sheets, *example.scripts):
        yield f"{url}:\n{_shortened(text)}"
    yield from example.network


def _shortened(text: str) -> str:
    more = f" ... ({len(text) - _LONGEST:,} more characters)" if len(text) > _LONGEST else ""
    return _visible(text[:_LONGEST]) + more


def _visible(text: str) -> str:
    """Text with whatever cannot be seen written as an escape."""
    return "".join(one if one.isprintable() or one == "\n" else repr(one)[1:-1] for one in text)
