"""What a phone loads and shows decides when its content appears, not what a desktop does."""

import pytest

from sitescan.document.loading.first_screen import backgrounds, first_screen
from sitescan.model.page_load import Loading
from tests.document.loading.test_page_load import load
from tests.document.pages import document

HERO = "<header class=hero><h1>Pears</h1></header>"
TALL = ".hero{min-height:70vh}"
HEAD = "<!doctype html><meta name=viewport content='width=device-width'>"


def background_names(css: str) -> list[str]:
    """Return the names of the backgrounds that a phone loads."""
    page = document(f"{HEAD}<style>{TALL}{css}</style>{HERO}")
    return [url.rpartition("/")[2] for url, _ in backgrounds(page)]


@pytest.mark.parametrize(
    "condition",
    [
        "(max-width: 700px)",
        "(pointer: coarse) and (hover: none)",
        "screen and (max-width: 43.75em)",
        "(width <= 700px)",
        "(orientation: portrait)",
        "(min-resolution: 1.5dppx)",
    ],
)
def test_background_of_a_phone(condition: str) -> None:
    """A background that only phones show counts, and the one that it replaces does not."""
    css = f".hero{{background:url(/large.jpg)}}@media {condition}{{.hero{{background:url(/small.jpg)}}}}"
    assert background_names(css) == ["small.jpg"]


@pytest.mark.parametrize("condition", ["(min-width: 701px)", "(pointer: fine)", "(hover: hover)", "print"])
def test_background_of_a_desktop(condition: str) -> None:
    """A background that no phone shows doesn't count."""
    assert background_names(f"@media {condition}{{.hero{{background:url(/large.jpg)}}}}") == []


def test_first_screen_of_a_phone() -> None:
    """An image that only a desktop shows is no candidate for the largest content, and one of a phone is."""
    page = document(
        f"{HEAD}<style>.d{{display:block}}.p{{display:none}}"
        "@media (max-width: 700px){.d{display:none}.p{display:block}}</style>"
        '<img class=d src="/desktop.jpg" width=400 height=400 alt="">'
        '<img class=p src="/phone.jpg" width=400 height=400 alt="">'
    )
    assert [candidate.url.rpartition("/")[2] for candidate in first_screen(page).candidates] == ["phone.jpg"]


def test_same_styles_on_both_screens() -> None:
    """The styles of a phone are computed only if media queries select others than on a desktop."""
    same = document(
        f"{HEAD}<style>p{{color:red}}@media screen{{b{{color:red}}}}@media print{{i{{top:0}}}}</style><p>Pears"
    )
    assert same.on_phone.styles is same.styles
    other = document(f"{HEAD}<style>@media (max-width:700px){{p{{color:red}}}}</style><p>Pears")
    assert other.on_phone.styles is not other.styles


def test_page_that_does_not_follow_the_screen() -> None:
    """A phone lays out a page without a viewport 980 px wide, whatever the width of its screen."""
    css = "@media (max-width:700px){p{color:red}}@media (max-width:1000px){b{color:red}}"
    page = document(f"<!doctype html><style>{css}</style><p>Pears <b>and plums</b>")
    styles = page.on_phone.styles
    assert styles.of(page.all("p")[0]) is page.styles.of(page.all("p")[0])
    assert styles.of(page.all("b")[0]) is not page.styles.of(page.all("b")[0])


def test_used_part_of_a_stylesheet() -> None:
    """The part of a stylesheet that can't apply to the page is known if the file was read."""
    sheet = ".pear{color:green}" + ".plum{color:blue}" * 99
    html = '<!doctype html><link rel=stylesheet href="/css/a.css"><p class=pear>Pears'
    (file,) = load(html, a=sheet).files
    assert file.loading is Loading.BLOCKING
    assert file.used == pytest.approx(18 / len(sheet), abs=0.001)
    (unread,) = load(html).files
    assert unread.used == 1


def test_fonts_of_a_phone() -> None:
    """The fonts of texts that a phone shows are loaded, and not those of texts that only a desktop shows."""
    faces = "".join(f"@font-face{{font-family:{name};src:url(/{name}.woff2)}}" for name in ("wide", "narrow"))
    css = f"{faces}.d{{font-family:wide}}.p{{font-family:narrow;display:none}}"
    media = "@media (max-width:700px){.d{display:none}.p{display:block}}"
    files = load(f"{HEAD}<style>{css}{media}</style><p class=d>Pears<p class=p>Plums").files
    assert [file.url.rpartition("/")[2] for file in files if file.kind == "font"] == ["narrow.woff2"]


@pytest.mark.parametrize(
    ("media", "preloaded"), [("", True), ("(max-width: 700px)", True), ("(min-width: 701px)", False), ("print", False)]
)
def test_preloads_of_a_phone(media: str, preloaded: bool) -> None:
    """A file that only wider screens preload is not preloaded on a phone."""
    html = f'{HEAD}<link rel=preload as=image href=/a.jpg media="{media}"><p>Pears<img src=/a.jpg alt="">'
    (file,) = (file for file in load(html).files if file.url.endswith("a.jpg"))
    assert file.preloaded is preloaded


def test_stylesheets_of_a_page_that_does_not_follow_the_screen() -> None:
    """A stylesheet for narrow screens blocks rendering only where a phone is narrow."""
    link = '<link rel=stylesheet href="/css/a.css" media="(max-width: 700px)"><p>Pears'
    loadings = [load(f"{head}{link}", a="p{top:0}").files[0].loading for head in (HEAD, "<!doctype html>")]
    assert loadings == [Loading.BLOCKING, Loading.NORMAL]


def test_backgrounds_in_view() -> None:
    """A background of an element on the first screen is in view, however small, and one far below it is not."""
    css = f"{TALL}.mark{{background:url(/mark.png);width:9px;height:9px}}.end{{background:url(/end.png);height:9px}}"
    body = f"<i class=mark></i>{HERO}{'<p style=height:400px>Pears</p>' * 9}<i class=end></i>"
    files = load(f"{HEAD}<style>{css}</style>{body}").files
    assert {file.url.rpartition("/")[2]: file.in_view for file in files} == {"mark.png": True, "end.png": False}
