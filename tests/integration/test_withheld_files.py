"""A file that can't be read never raises a score, and the report says that it is missing."""

from typing import Any

import pytest

from tests.running import Running, free_port
from tests.site import Answered, page, serving

pytestmark = pytest.mark.integration

HTML = """<title>Pears</title><link rel=stylesheet href=/pears.css><link rel="shortcut icon" href=/pears.ico>
<script src=/pears.js></script><h1>Pears</h1><p class=pale>Pears in the garden.</p>
<img src=/pear.png alt="A pear"><a href=/trees>Trees</a><a href=/fruits>Fruits</a>"""
FILES = {
    "/pears.css": Answered(b".pale { color: #ccc }", 200, (("Content-Type", "text/css"),)),
    "/pears.js": Answered(b"var pears = 1;", 200, (("Content-Type", "text/javascript"),)),
    "/pear.png": Answered(b"\x89PNG", 200, (("Content-Type", "image/png"),)),
    "/trees": page("<title>Trees</title><p>Trees"),
    "/fruits": page("<title>Fruits</title><p>Fruits"),
}


def categories(service: Running, withheld: str = "") -> tuple[int, dict[str, Any]]:
    """Return the overall score and the categories of the page, with a file on a port that refuses connections."""
    html = HTML.replace(withheld, f"http://127.0.0.1:{free_port()}{withheld}") if withheld else HTML
    with serving({"/": page(html), **FILES}) as site:
        report = service.scan(f"{site.origin}/", path="/api/v1/scan?include=evidence").json
    return report["overallScore"], {category["category"]: category for category in report["categories"]}


@pytest.mark.parametrize("withheld", ["/pears.css", "/pears.js", "/pear.png", "/trees"])
def test_missing_file(service: Running, withheld: str) -> None:
    """Without a file, no score is higher, unless the report says that the category is incomplete."""
    overall, whole = categories(service)
    overall_without, partial = categories(service, withheld)
    assert overall_without <= overall
    for name, category in partial.items():
        incomplete = any("can't raise the overall score" in sentence for sentence in category["unexamined"])
        assert incomplete or category["score"] <= whole[name]["score"], name


def test_missing_stylesheet(service: Running) -> None:
    """Without a stylesheet, accessibility is reported as incomplete, because contrast depends on it."""
    _, partial = categories(service, "/pears.css")
    (sentence,) = partial["accessibility"]["unexamined"]
    assert sentence.endswith("/pears.css (the connection was refused).")
