"""A self-contained HTML document, which sends no request."""

from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files

from sitescan.model.report import Severity
from sitescan.report.markup import Markup, element
from sitescan.report.wording import SEVERITIES
from sitescan.standards.csp_sources import hash_source

_SIGNS = {Severity.ERROR: "✕", Severity.WARNING: "!", Severity.INFO: "i"}


@cache
def stylesheet(name: str = "report") -> str:
    """Return the stylesheet of a report."""
    return files("sitescan.report").joinpath(f"{name}.css").read_text("utf-8")


def html_document(
    title: str, content: Iterable[str], style: str, script: str = "", *, images: bool = False, description: str = ""
) -> str:
    """
    Return a document.

    :param content: the children of its main element.
    :param script: a script that runs at its end; no other one can run.
    :param images: whether it has images, in ``data:`` URLs.
    :param description: its meta description; empty if there is none.
    """
    sources = [f"style-src {hash_source(style.encode())}"]
    if script:
        sources.insert(0, f"script-src {hash_source(script.encode())}")
    if images:
        sources.insert(0, "img-src data:")
    policy = f"default-src 'none'; {'; '.join(sources)}; base-uri 'none'; form-action 'none'"
    head = element(
        "head",
        element("meta", charset="utf-8"),
        Markup(f'<meta http-equiv="Content-Security-Policy" content="{policy}">'),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("meta", name="referrer", content="no-referrer"),
        element("title", f"{title} - sitescan"),
        element("meta", name="description", content=description) if description else "",
        Markup(f"<style>{style}</style>"),
    )
    name = element("header", element("p", element("strong", "sitescan"), class_="name"), class_="bar")
    run = Markup(f"<script>{script}</script>") if script else ""
    body = element("body", name, element("main", *content), run)
    return f'<!doctype html>\n<html lang="en">{head}{body}</html>\n'


def severity_badge(severity: Severity) -> Markup:
    """Return the name of a severity with a sign, so that color isn't all that distinguishes it."""
    sign = element("span", _SIGNS[severity], class_="sign", aria_hidden="true")
    return element("span", sign, SEVERITIES[severity], class_="severity")


def table(caption: str, headings: Sequence[str], rows: Iterable[Sequence[str]]) -> Markup:
    """Return a table in a section that scrolls; the first cell of each row is its heading."""
    head = element("tr", *(element("th", heading, scope="col") for heading in headings))
    body = (
        element("tr", element("th", first, scope="row"), *(element("td", cell) for cell in cells))
        for first, *cells in rows
    )
    made = element("table", element("caption", caption), element("thead", head), element("tbody", *body))
    return element("section", made, class_="overview", tabindex="0", aria_label=caption)
