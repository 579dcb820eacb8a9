"""Pages made of the bad examples of all rules, each as it is and with styles that select by attributes and elements."""

from collections.abc import Iterator
from pathlib import Path

from evaluation.generated_images import write_image
from sitescan.rules.catalogue import catalogue

_STYLES = (
    "",
    # Every attribute that a fix adds, changes or removes may select.
    "<style>"
    + "".join(
        f"[{name}] {{ outline: 3px solid; letter-spacing: 2px }}"
        for name in (
            *(
                "alt",
                "aria-label",
                "aria-hidden",
                "crossorigin",
                "fetchpriority",
                "height",
                "href",
                "id",
                "lang",
                "loading",
            ),
            *("rel", "role", "sizes", "src", "summary", "tabindex", "width"),
        )
    )
    + " title, meta, link { display: block; height: 9px } @media print { img { max-width: 100% } }</style>",
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


def _whole(html: str, styles: str) -> str:
    """Return a fragment as the main content of a page; a page as it is."""
    lowered = html.lower()
    if "<html" in lowered or "<head" in lowered or "<body" in lowered or "<title" in lowered:
        return f"<!DOCTYPE html>\n{html}{styles}"
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>Pears and plums from our garden</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">{styles}</head>\n'
        f"<body><main><h1>Pears</h1>{html}</main></body></html>\n"
    )
