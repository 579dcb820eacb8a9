"""Pages made of the bad examples of all rules, each with several styles, and of viewports that limit zooming."""

from collections.abc import Iterator
from pathlib import Path

from evaluation.generated_images import IMAGE, write_image
from sitescan.rules.catalogue import catalogue

#: The attributes that fixes add, change or remove.
_ATTRIBUTES = (
    "alt aria-checked aria-hidden aria-label crossorigin fetchpriority height href id lang loading rel role sizes src "
    "summary tabindex width"
).split()
_SELECTING = "".join(f"[{name}] {{ outline: 3px solid; letter-spacing: 2px }}" for name in _ATTRIBUTES)
_PRINT = "@media print { img { max-width: 100% } a::after { content: attr(href) } }"
_STYLES = (
    "",
    "<style>h1 { width: 1000px; background: linear-gradient(90deg, #fff, #9c6) }</style>",
    f"<style>{_SELECTING} title, meta, link {{ display: block; height: 9px }} {_PRINT}</style>",
)
_ZOOMS = ("user-scalable=no", "maximum-scale=1", "maximum-scale=3", "minimum-scale=1, maximum-scale=1, user-scalable=0")
_SIZES = (
    "width=device-width",
    "initial-scale=1",
    "width=device-width, initial-scale=1",
    "width=device-width, initial-scale=0.5",
)


def write_example_pages(folder: Path) -> None:
    """Write the pages into a folder."""
    write_image(folder)
    for name, html in _pages():
        (folder / f"{name}.html").write_text(html)


def _pages() -> Iterator[tuple[str, str]]:
    for rule in catalogue().values():
        examples = [example.html for example in rule.examples if example.bad and example.html]
        for number, html in enumerate(examples):
            for variant, styles in enumerate(_STYLES):
                yield f"{rule.id.replace('/', '-')}-{number}-{variant}", _whole(html, styles)
    for number, size in enumerate(_SIZES):
        for kind, zoom in enumerate(_ZOOMS):
            for variant, styles in enumerate(_STYLES):
                yield f"viewport-{number}-{kind}-{variant}", _page("<p>Pears</p>", styles, f"{size}, {zoom}")


def _whole(html: str, styles: str) -> str:
    """Return a fragment as the main content of a page, and a page as it is."""
    if any(tag in html.lower() for tag in ("<html", "<head", "<body", "<title")):
        return f"<!DOCTYPE html>\n{html}{styles}"
    return _page(html, styles)


def _page(html: str, styles: str, viewport: str = "width=device-width, initial-scale=1") -> str:
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>Pears and plums from our garden</title>'
        f'<meta name="viewport" content="{viewport}">{styles}</head>\n'
        f'<body><main><h1>Pears</h1>{html}<img src="{IMAGE}" alt="A pear" width="64" height="48"></main></body>'
        "</html>\n"
    )
