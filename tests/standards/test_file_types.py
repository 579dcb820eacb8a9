"""Browsers load a response only if it is of the kind that an element asks for."""

import pytest

from sitescan.standards.file_types import COMMENT, IMAGE, MARKUP, OTHER, SVG, beginning, is_markup, unusable

#: Destination, media type, beginning, whether sniffing is off; and what is there instead.
REFUSED = [
    ("module", "text/html; charset=utf-8", MARKUP, False, "an HTML page"),
    ("module", "text/plain", OTHER, False, "text/plain"),
    ("module", "", OTHER, False, "no media type"),
    ("json", "text/html", MARKUP, False, "an HTML page"),
    ("json", "text/javascript", OTHER, False, "text/javascript"),
    ("wasm", "application/octet-stream", OTHER, False, "application/octet-stream"),
    ("script", "text/html", MARKUP, False, "an HTML page"),
    ("script", "", MARKUP, False, "an HTML page"),
    ("script", "text/plain", OTHER, True, "text/plain"),
    ("script", "image/png", OTHER, False, "image/png"),
    ("script", "text/csv", OTHER, False, "text/csv"),
    ("style", "text/html", MARKUP, False, "an HTML page"),
    ("style", "text/plain", OTHER, False, "text/plain"),
    ("style", "", OTHER, True, "no media type"),
    ("image", "text/html", MARKUP, False, "an HTML page"),
    ("image", "image/png", MARKUP, False, "an HTML page"),
    ("image", "text/plain", OTHER, False, "text/plain"),
    ("image", "application/json", OTHER, False, "application/json"),
    ("image", "text/plain", SVG, False, "text/plain"),
    ("image", "text/html", COMMENT, False, "an HTML page"),
    ("font", "text/html", MARKUP, False, "an HTML page"),
    ("media", "text/html", MARKUP, False, "an HTML page"),
    ("track", "text/html", MARKUP, False, "an HTML page"),
    ("manifest", "text/html", MARKUP, False, "an HTML page"),
]
USED = [
    ("module", "text/javascript; charset=utf-8", OTHER, True),
    ("module", "application/x-javascript", OTHER, False),
    ("json", "application/json; charset=utf-8", OTHER, True),
    ("json", "text/json", OTHER, False),
    ("json", "application/manifest+json", OTHER, False),
    ("wasm", "application/wasm", OTHER, False),
    ("text", "text/plain", OTHER, True),
    # A script that is sent as HTML runs, even if it begins as old scripts do.
    ("script", "text/html", OTHER, False),
    ("script", "text/html", COMMENT, False),
    ("script", "", OTHER, False),
    ("style", "", OTHER, False),
    ("style", "text/css; charset=utf-8", OTHER, True),
    # The bytes of an image decide, not its type.
    ("image", "text/html", IMAGE, True),
    ("image", "text/html", "", False),
    ("image", "image/svg+xml", SVG, False),
    ("image", "image/tiff", OTHER, False),
    ("image", "application/octet-stream", OTHER, False),
    ("font", "text/html", OTHER, False),
    ("track", "text/plain", OTHER, False),
    ("", "text/html", MARKUP, True),
]


@pytest.mark.parametrize(("destination", "kind", "begins", "nosniff", "instead"), REFUSED)
def test_refused(destination: str, kind: str, begins: str, nosniff: bool, instead: str) -> None:
    """A file of another kind is not used, and the reason says what was sent."""
    assert unusable(destination, 200, kind, begins, nosniff=nosniff).startswith(f"{instead} instead of a")


@pytest.mark.parametrize(("destination", "kind", "begins", "nosniff"), USED)
def test_used(destination: str, kind: str, begins: str, nosniff: bool) -> None:
    """A file that browsers use, or may use, is not refused."""
    assert unusable(destination, 200, kind, begins, nosniff=nosniff) == ""


@pytest.mark.parametrize(("destination", "refused"), [("image", True), ("script", True), ("style", False)])
def test_no_content(destination: str, refused: bool) -> None:
    """A response without a body is no script and no image; as a stylesheet it makes no difference."""
    assert bool(unusable(destination, 204, "", "", nosniff=False)) is refused


def test_beginnings() -> None:
    """Tags and comments are told from text, after white space and a byte order mark."""
    assert beginning(b"\xef\xbb\xbf\n <!DOCTYPE html>") == beginning(b"<div\n>") == MARKUP
    assert beginning(b"<!-- hidden from old browsers\nlet pears") == COMMENT
    assert beginning(b"<divine>") == beginning(b"let pears = '<div>'") == beginning(b"") == OTHER
    assert is_markup(b"<!--")
    # Browsers decide by the first 1,445 bytes.
    assert is_markup(b" " * 1400 + b"<p>")
    assert not is_markup(b" " * 1445 + b"<p>")
    assert not is_markup(b"<?xml")
