"""
Compare the issues about structured data with the errors of another validator.

DATA is a list of cases: a page (``html``), the types in it (``types``), and what the validator says
(``google_issues``). The service reports an error if a rule on structured data has an issue that is more than ``info``;
recommendations are not compared. ``agreed`` counts the cases with an error that several sources agree on.
"""

import argparse
import json
from collections import Counter
from collections.abc import Mapping
from typing import Any

from evaluation.results import Results
from evaluation.service import issues, report, service
from tests.site import page, serving

SAMPLE = "structured_data.json"

_RULES = ("seo/json-ld-", "seo/rich-result-", "seo/schema-")
#: The properties that several sources require of a type; requirements of other types are one validator's own.
_AGREED = {
    "AggregateOffer": {"lowPrice", "priceCurrency"},
    "AggregateRating": {"ratingValue", "ratingCount", "reviewCount"},
    "BreadcrumbList": {"itemListElement", "item", "name", "item.name", "position"},
    "Event": {"name", "startDate", "location"},
    "JobPosting": {
        "title",
        "description",
        "datePosted",
        "hiringOrganization",
        "jobLocation",
        "applicantLocationRequirements",
    },
    "LocalBusiness": {"name", "address"},
    "Product": {"name", "aggregateRating", "review", "priceCurrency", "ratingCount", "reviewCount"},
    "Recipe": {"name", "image", "recipeYield"},
    "Review": {"author", "itemReviewed", "itemReviewed.name", "ratingValue"},
    "VideoObject": {"name", "thumbnailUrl", "uploadDate"},
}


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of this evaluation."""
    parser.add_argument("--all", action="store_true", help="print every case")


def run(options: argparse.Namespace, results: Results) -> None:
    """Scan each case and compare."""
    counts: Counter[str] = Counter(caught=0, missed=0, right=0, false_alarms=0)
    agreed: Counter[str] = Counter(caught=0, missed=0)
    with serving({}) as site, service(results) as started:
        for case in results.cases(json.loads(options.data.read_text(encoding="utf-8"))):
            site.pages["/"] = page(f"<!DOCTYPE html><title>Case</title>{case['html']}")
            found = report(started, site.origin + "/")
            if found is None:
                results.fail(f"{case['name']} could not be scanned")
                continue
            ours, theirs = _reported(found), _errors(case)
            outcome = ("caught" if ours else "missed") if theirs else ("false_alarms" if ours else "right")
            counts[outcome] += 1
            if _is_agreed(case):
                agreed[outcome] += 1
            if options.all or outcome in ("missed", "false_alarms"):
                fields = [sorted(one) for one in theirs]
                results.show(case=case["name"], outcome=outcome, theirs=fields, ours=ours, agreed=_is_agreed(case))
    share = round(agreed["caught"] / agreed.total(), 4) if agreed.total() else None
    results.figures |= {**counts, "agreed": {**agreed, "caught_share": share}}


def _errors(case: Mapping[str, Any]) -> list[set[str]]:
    """Return the properties that each error of the other validator is about."""
    return [set(one["fields"] or ()) for one in case["google_issues"] if one["severity"] == "ERROR"]


def _is_agreed(case: Mapping[str, Any]) -> bool:
    """Return whether the case has an error that several sources agree on."""
    return any(fields & _AGREED.get(kind, set()) for kind in case["types"] for fields in _errors(case))


def _reported(found: Any) -> dict[str, str]:
    """Return the descriptions of the issues on structured data that are more than info, by rule."""
    return {
        issue["rule"]: issue["description"]
        for issue in issues(found)
        if issue["rule"].startswith(_RULES) and issue["severity"] != "info"
    }
