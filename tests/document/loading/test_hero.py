"""The hero: an image that a phone certainly paints on its first screen may be loaded with priority."""

import pytest

from sitescan.document.loading.hero import hero
from tests.document.pages import document

_IMG = '<img src="a.png" width="800" height="600" alt="">'


@pytest.mark.parametrize(
    ("html", "certain"),
    [
        (_IMG, True),
        (f"<main><p>Pears</p><div>{_IMG}</div></main>", True),
        (f'<div style="display: flex">{_IMG}<p>Pears</p></div>', True),
        (f'<div style="display: flex"><p>Pears</p>{_IMG}</div>', False),
        (f'<div style="display: flex; flex-direction: row-reverse">{_IMG}<p>Pears</p></div>', False),
        (f'<div style="position: absolute">{_IMG}</div>', False),
        (f'<div style="padding-block-start: 700px">{_IMG}</div>', False),
        (f'<div x-show="open">{_IMG}</div>', False),
        (f'<link rel="stylesheet" href="/unknown.css">{_IMG}', False),
        (f"<details>{_IMG}</details>", None),
        (f"<details open>{_IMG}</details>", True),
        (f"<dialog>{_IMG}</dialog>", None),
        (f'<div style="opacity: 0">{_IMG}</div>', None),
        (f'<div style="height: 0; overflow: hidden">{_IMG}</div>', None),
        (f'<div style="max-inline-size: 1px; overflow: clip">{_IMG}</div>', None),
        (f'<div style="translate: 0 -9999px">{_IMG}</div>', None),
        (f'<div style="transform: matrix(1, 0, 0, 1, -9999, 0)">{_IMG}</div>', None),
        (f"<style>@media (max-width: 600px) {{ img {{ display: none }} }}</style>{_IMG}", None),
        (f"<style>@media (hover: none) {{ img {{ visibility: hidden }} }}</style>{_IMG}", None),
        (f"<style>@media (min-width: 600px) {{ p {{ display: none }} }}</style>{_IMG}", True),
        (f"<style>img {{ max-height: 100px }}</style>{_IMG}", None),
        (f"<style>img {{ width: 90px; height: auto }}</style>{_IMG}", None),
    ],
)
def test_hero(html: str, certain: bool | None) -> None:
    """An image that is, or may be, hidden, moved or cut on a phone is no hero, or not a certain one."""
    viewport = '<meta name="viewport" content="width=device-width">'
    found = hero(document(f"<!doctype html>{viewport}<body>{html}"))
    assert (None if found is None else found.is_certain) is certain
