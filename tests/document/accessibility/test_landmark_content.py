"""The changes that put content outside of landmarks into one."""

import pytest

from sitescan.document.accessibility.landmark_content import missing_landmarks
from sitescan.fixing import fix_page
from sitescan.local.offline import analyse_file
from sitescan.model.report import Report
from tests.document.pages import document

_WORDS = "Pears ripen from the inside out. " * 12
_TEXT = f"<h1>Pears</h1><p>{_WORDS}</p>"
_AROUND = ("<header>Shop</header><nav><a href=/>Home</a></nav>", "<footer>Garden</footer>")


def _fixed(body: str) -> str:
    """Return the body of a page after all fixes of the two rules about landmarks."""
    html = f"<!doctype html><html lang=en><head><title>Pears</title></head><body>{body}</body></html>"

    def examine(source: bytes) -> Report:
        return analyse_file("https://example.com/", source, None, scanned_at=0, parser="turbohtml", fixes=100)

    wanted = ("accessibility/main-missing", "accessibility/content-outside-landmarks")
    after = fix_page(html.encode(), examine, lambda rule, _: rule in wanted).lines.body.decode()
    return after.partition("<body>")[2].removesuffix("</body></html>")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (f"<div>{_TEXT}</div>", f'<div role="main">{_TEXT}</div>'),
        (f"<div><nav>A</nav><div>{_TEXT}</div></div>", f'<div><nav>A</nav><div role="main">{_TEXT}</div></div>'),
        (f"<div>{_TEXT}<aside>Tips</aside></div>", f'<div role="main">{_TEXT}<aside>Tips</aside></div>'),
        (_TEXT, f"<main>{_TEXT}</main>"),
        (
            f"<section>{_TEXT}</section><hr><section>Pears</section>",
            f"<main><section>{_TEXT}</section><hr><section>Pears</section></main>",
        ),
        (f"<p>{_WORDS}", f"<p>{_WORDS}"),
        (f"<ul><li>{_WORDS}</li></ul>", f"<main><ul><li>{_WORDS}</li></ul></main>"),
        # What comes before the first heading is rather a banner.
        (
            f"<div><a href=/>Shop</a></div><div>{_TEXT}</div>",
            f'<div role="banner"><a href=/>Shop</a></div><div role="main">{_TEXT}</div>',
        ),
        # The header in the middle would no longer be a banner.
        (f"<p>{_WORDS}</p><header>Shop</header><p>Pears</p>", f"<p>{_WORDS}</p><header>Shop</header><p>Pears</p>"),
    ],
    ids="div inner-div around-aside siblings sections unclosed list before-heading around-header".split(),
)
def test_main_content(before: str, after: str) -> None:
    """The content between header and footer becomes the main content, by a role if one element holds it."""
    header, footer = ("", "") if "Shop" in before else _AROUND
    assert _fixed(header + before + footer) == header + after + footer


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "<div class=bar><a href=/>Shop</a></div><main>Pears</main>",
            '<div class=bar role="banner"><a href=/>Shop</a></div><main>Pears</main>',
        ),
        ("<main>Pears</main><div>Garden</div>", '<main>Pears</main><div role="contentinfo">Garden</div>'),
        (
            "<main>Pears</main><div>Garden</div><footer>Shop</footer>",
            "<main>Pears</main><div>Garden</div><footer>Shop</footer>",
        ),
        ("<main>Pears</main><p>Garden</p>", "<main>Pears</main><p>Garden</p>"),
    ],
    ids=("before", "after", "has-footer", "paragraph"),
)
def test_around_main_content(before: str, after: str) -> None:
    """Content before the main content is a banner, and content after it content information, once on a page."""
    assert _fixed(before) == after


@pytest.mark.parametrize(
    ("html", "is_safe"),
    [
        (f"<header>Shop</header><div>{_TEXT}</div>", True),
        (f"<header>Shop</header><div>{_WORDS}</div>", False),
        (f"<header><h1>Shop</h1></header><div>{_WORDS}</div>", False),
        (f"<header>Shop</header><div>{_TEXT}</div><article>Apples</article>", False),
        (f"<header>Shop</header><div>{_TEXT}</div><section aria-label=News>Apples</section>", False),
        (f"<header>Shop</header>{_TEXT}", False),
    ],
    ids=("only", "no-title", "title-elsewhere", "article", "region", "wrapped"),
)
def test_safe_main_content(html: str, is_safe: bool) -> None:
    """The role is safe only if nothing else on the page can be its main content."""
    (change,) = missing_landmarks(document(html)).values()
    assert change.safe is is_safe
