"""A report in a bounded number of characters, for assistants: the issues that gain most, with their edits."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from sitescan.model.report import Report
from sitescan.report.json_format import report_json
from sitescan.report.visible_text import one_line, visible, visible_json
from sitescan.report.wording import counted, error_page
from sitescan.rules.catalogue import catalogue
from sitescan.rules.general.unexamined import RULE as UNEXAMINED
from sitescan.rules.texts import fill

#: The maximum number of characters of the issues: about 3000 tokens.
LARGEST = 12_000

#: The maximum number of characters of one issue, and of one text in it. Edits are never shortened.
_ISSUE, _TEXT = 3_000, 1_000
#: How many occurrences of an issue are listed, tried in turn until it is small enough.
_LISTED = (3, 1, 0)
#: How many rules that are left out, and how many parts that were not examined, are named.
_NAMED = 20


def short_report(report: Report, wanted: Callable[[str], bool]) -> str:
    """
    Return a report as JSON with the field names of the format ``json``, but only part of its issues.

    Issues are ordered by the points that they gain. Those for which there is no room are named in ``leftOut``. Rules
    about one fault are one issue, whose ``alsoFixes`` names the others. The start and the end of an edit are
    LINE:COLUMN.

    What the page says is never inside of our texts, so that no page can pass off an instruction as advice: a text names
    it, such as ``{title}``, and the issue's ``pageContent`` has it by name. Snippets, selectors and edits are the
    page's as well (OWASP, https://cheatsheetseries.owasp.org/cheatsheets/LLM_Prompt_Injection_Prevention_Cheat_Sheet.html).

    :param wanted: returns whether issues of a rule are shown.
    """
    full = report_json(report, evidence=True)
    found = [
        {"category": result["category"], **issue}
        for result in full["categories"]
        for issue in result["issues"]
        if issue["rule"] != UNEXAMINED.id and wanted(issue["rule"])
    ]
    found = _grouped(found)
    found.sort(key=lambda issue: (-issue["gain"], -issue["gainMs"], -issue["share"]))
    shown, left = _fitting(found)
    answer: dict[str, Any] = {
        "url": one_line(report.url, _TEXT),
        "overallScore": report.overall_score,
        "scores": {result["category"]: result["score"] if result["counted"] else None for result in full["categories"]},
        "issues": shown,
    }
    if left:
        answer["leftOut"] = _left_out(left)
    if problem := error_page(report):
        answer["note"] = problem
    if unexamined := dict.fromkeys(text for result in full["categories"] for text in result["unexamined"]):
        answer["notExamined"] = [one_line(text, _TEXT) for text in [*unexamined][:_NAMED]]
    return visible_json(answer)


def _grouped(found: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the issues without those that another one among them stands for, which names them."""
    rules = {issue["rule"] for issue in found}
    others: dict[str, list[str]] = {}
    own = []
    for issue in found:
        stands = issue.get("sameFaultAs", "")
        if stands in rules:
            others.setdefault(stands, []).append(issue["rule"])
        else:
            own.append(issue)
    return [{**issue, "alsoFixes": others.get(issue["rule"], [])} for issue in own]


def _fitting(found: Sequence[dict[str, Any]]) -> tuple[list[dict[str, Any]], Sequence[dict[str, Any]]]:
    """Return the issues that have room, and the others."""
    shown: list[dict[str, Any]] = []
    room = LARGEST
    for issue in found:
        made = _shortened(issue)
        room -= len(visible_json(made))
        if room < 0:
            break
        shown.append(made)
    return shown, found[len(shown) :]


def _shortened(issue: dict[str, Any]) -> dict[str, Any]:
    made: dict[str, Any] = {name: issue[name] for name in ("category", "rule", "severity", "gain", "title")}
    facts = {**(issue["occurrences"][0]["facts"] if issue["occurrences"] else {}), "count": issue["count"]}
    quoted = {name: fact for name, fact in facts.items() if isinstance(fact, str)}
    own = {**facts, **{name: f"{{{name}}}" for name in quoted}}
    rule = catalogue()[issue["rule"]]
    made |= {"summary": fill(rule.description, own), "howToFix": fill(rule.how_to_fix, own)}
    if issue["gainMs"]:
        made["gainMs"] = issue["gainMs"]
    if issue["alsoFixes"]:
        made["alsoFixes"] = issue["alsoFixes"]
    if content := {name: visible(fact, _TEXT) for name, fact in quoted.items() if fact}:
        made["pageContent"] = content
    made["count"] = issue["count"]
    for most in _LISTED:
        made["occurrences"] = list(_places(issue["occurrences"][:most]))
        if len(visible_json(made)) <= _ISSUE:
            break
    return made


def _places(occurrences: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield the known fields of occurrences; a selector only where there is no line."""
    for occurrence in occurrences:
        names = ("line", "column", "snippet") if occurrence["line"] else ("selector", "snippet")
        place = {name: occurrence[name] for name in names if occurrence[name]}
        if "fix" in occurrence:
            place["fix"] = {"safe": occurrence["fix"]["safe"], "edits": [*map(_edit, occurrence["fix"]["edits"])]}
        if place:
            yield place


def _edit(edit: dict[str, Any]) -> dict[str, str]:
    start, end = (f"{edit[name]['line']}:{edit[name]['column']}" for name in ("start", "end"))
    return {"start": start, "end": end, "replacement": edit["replacement"]}


def _left_out(left: Sequence[dict[str, Any]]) -> str:
    rules = [issue["rule"] for issue in left]
    named = ", ".join(rules[:_NAMED]) + (", ..." if len(rules) > _NAMED else "")
    most = left[0]["gain"]
    gains = f"each worth {counted(most, 'point', 'points')} or less" if most else "worth less than a point each"
    return f"{counted(len(left), 'more issue', 'more issues')}, {gains}: {named}"
