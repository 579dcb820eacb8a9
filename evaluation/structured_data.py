"""
Scan each case of a file through the installed service, and compare its view of structured data.

    python evaluation/structured_data.py FILE [--all]

A case is a page (``html``) and what another validator says of it (``google_issues``). The service
reports an error where a rule on structured data has an issue that is more than ``info``; what it
only recommends is not compared. Each case in which the two differ is one line; one JSON line last:

``caught``, ``missed``, ``right``, ``false_alarms``
    cases with an error and without one, by the other validator, and what the service says of them;
``agreed``
    the same for the types whose requirements several sources agree on, where ``caught_share`` is
    the share of cases with an error that the service finds.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.running import Running, running
from tests.site import Site, page, serving

_RULES = ("seo/json-ld-", "seo/rich-result-", "seo/schema-")
#: What sources agree on, by property: requirements of other types are one validator's own.
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


def errors(case: Mapping[str, Any]) -> list[set[str]]:
    """The properties that each error of the other validator is about."""
    return [set(one["fields"] or ()) for one in case["google_issues"] if one["severity"] == "ERROR"]


def agreed(case: Mapping[str, Any]) -> bool:
    """Whether the case has an error that several sources agree on."""
    return any(fields & _AGREED.get(kind, set()) for kind in case["types"] for fields in errors(case))


def reported(service: Running, site: Site, case: Mapping[str, Any]) -> dict[str, str]:
    """The issues on structured data that are more than info: rule and description."""
    site.pages["/"] = page(f"<!DOCTYPE html><title>Case</title>{case['html']}")
    report = service.scan(site.origin + "/", path="/api/v1/scan?include=evidence").json
    issues = (issue for category in report["categories"] for issue in category["issues"])
    return {
        issue["rule"]: issue["description"]
        for issue in issues
        if issue["rule"].startswith(_RULES) and issue["severity"] != "info"
    }


def main() -> None:
    """Scan, compare, tell."""
    parser = argparse.ArgumentParser(description=__doc__.strip().splitlines()[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--all", action="store_true", help="print a line for every case")
    arguments = parser.parse_args()
    if not arguments.file.exists():
        print(json.dumps({"skipped": f"there is no {arguments.file}"}))
        return
    cases = json.loads(arguments.file.read_text(encoding="utf-8"))
    counts: Counter[str] = Counter()
    of_agreed: Counter[str] = Counter()
    options = ("--rate-limit", "0", "--allow-private", "127.0.0.0/8")
    with serving({}) as site, running(*options) as service:
        for case in cases:
            found, faulty = reported(service, site, case), bool(errors(case))
            outcome = ("caught" if found else "missed") if faulty else ("false_alarms" if found else "right")
            counts[outcome] += 1
            if agreed(case):
                of_agreed[outcome] += 1
            if arguments.all or outcome in ("missed", "false_alarms"):
                line = {"case": case["name"], "outcome": outcome, "theirs": [sorted(one) for one in errors(case)]}
                print(json.dumps({**line, "ours": found, "agreed": agreed(case)}))
    faulty_agreed = of_agreed["caught"] + of_agreed["missed"]
    share = round(of_agreed["caught"] / faulty_agreed, 4) if faulty_agreed else None
    names = ("caught", "missed", "right", "false_alarms")
    told = {name: counts[name] for name in names}
    print(json.dumps({"cases": len(cases), **told, "agreed": {"caught_share": share, **of_agreed}}))


if __name__ == "__main__":
    main()
