"""Saved real pages are scanned twice by the installed service, with the same result."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator

from tests.running import PATIENT, Running, running
from tests.site import Answered, serving

OPTIONS = ("--rate-limit", "0", "--host-requests", "0", "--allow-private", "127.0.0.0/8", *PATIENT)


def _timeless(report: Any) -> Any:
    return {**report, "scannedAt": "", "meta": {**report["meta"], "fetchTimeMs": 0}}


def _scan_all(service: Running, urls: Mapping[str, str]) -> dict[str, Any]:
    reports = {}
    for name, url in urls.items():
        answer = service.scan(url, path="/api/v1/scan?include=evidence")
        assert answer.status == 200, (name, answer.body[:500])
        reports[name] = answer.json
    return reports


def test_reports_are_reproducible(shared: Callable[[str], Path]) -> None:
    """Each page of the corpus, over several hosts, gets the same report twice."""
    paths = sorted(shared("corpus/pages").glob("*.html"))
    pages = {f"/{path.name}": Answered(path.read_bytes(), 200, (("Content-Type", "text/html"),)) for path in paths}
    with (
        running(*OPTIONS) as service,
        serving(pages, "127.0.0.1") as first_site,
        serving(pages, "127.0.0.2") as second_site,
    ):
        origins = (first_site.origin, second_site.origin)
        urls = {name: origins[number % len(origins)] + name for number, name in enumerate(pages)}
        first = _scan_all(service, urls)
        second = _scan_all(service, urls)
        description = service.ask("GET", "/openapi.json").json
    schema = {"$ref": "#/components/schemas/Report", "components": description["components"]}
    validator = Draft202012Validator(schema)
    for name in pages:
        validator.validate(first[name])
        assert _timeless(first[name]) == _timeless(second[name]), name
    assert not [line for line in service.lines if "#error" in line or "#critical" in line]
