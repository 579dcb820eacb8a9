"""A page whose files are on a server that accepts connections and never answers."""

import socket

from tests.running import running
from tests.site import Answered, serving

OPTIONS = (
    "--rate-limit",
    "0",
    "--allow-private",
    "127.0.0.0/8",
    "--set",
    "link-seconds=1",
    "--set",
    "source-seconds=1",
)
HTML = (("Content-Type", "text/html; charset=utf-8"),)


def test_assumed_sizes_are_reported() -> None:
    """The load is estimated with assumed sizes, which the report names, and the silence costs no points."""
    with socket.create_server(("127.0.0.2", 0)) as silent, running(*OPTIONS) as service:
        origin = f"http://127.0.0.2:{silent.getsockname()[1]}"
        page = (
            f'<!doctype html><html lang="en"><title>Pears</title><link rel="stylesheet" href="{origin}/a.css">'
            f'<script src="{origin}/a.js"></script><h1>Pears</h1><p>Sweet.</p><img src="{origin}/a.png" alt="A pear">'
        ).encode()
        with serving({"/": Answered(page, 200, HTML)}) as site:
            answer = service.scan(f"{site.origin}/", path="/api/v1/scan?include=evidence")
    assert answer.status == 200
    (performance,) = (category for category in answer.json["categories"] if category["category"] == "performance")
    issues = {issue["rule"].partition("/")[2]: issue for issue in performance["issues"]}
    (estimate,) = (fact for fact in performance["facts"] if fact["rule"] == "performance/load-estimate")
    details = {at["facts"]["detail"].rpartition(", ")[0] for at in estimate["occurrences"]}
    assert "The sizes of 3 files are assumed." in estimate["description"]
    assert {
        "a.css: stylesheet, 10,000 bytes assumed",
        "a.js: script, 20,000 bytes assumed",
        "a.png: image, 20,000 bytes assumed",
    } < details
    unchecked = next(part for part in performance["unexaminedParts"] if part["key"] == "files-unchecked")
    assert unchecked["sentence"].startswith("3 of the 3 files that the page loads could not be checked, and this score")
    assert unchecked["scoreEffect"] == "uncounted"
    assert not {"broken-resources", "broken-images", "cache-lifetime", "unsized-images"} & issues.keys()
