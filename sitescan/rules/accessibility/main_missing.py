from sitescan.document.accessibility.controls import CONTROLS, has_many_controls
from sitescan.document.accessibility.landmark_content import missing_landmarks, undefined_around_content
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity

#: The number of words from which a page without a heading may have a main part, and from which every page has one.
_FEW_WORDS, _ENOUGH_WORDS = 20, 50
#: Landmarks with content of the page itself.
_PARTS = ("region", "complementary", "form", "search", "article")


def check(document: Document) -> Findings:
    """Report a page with enough text, or with links or controls, but without a main landmark."""
    if document.body is None or document.accessible.of_role("main") or undefined_around_content(document):
        return
    is_long = document.words >= _FEW_WORDS or any(True for _ in document.accessible.having("heading"))
    if document.words >= _ENOUGH_WORDS or has_many_controls(document) or (is_long and _is_mixed(document)):
        yield Finding(change=next(iter(missing_landmarks(document).values()), None))


def _is_mixed(document: Document) -> bool:
    """Return whether a page has links or controls, and no other landmarks."""
    accessible = document.accessible
    has_landmarks = any(True for _ in accessible.having(*_PARTS))
    return not has_landmarks and any(map(accessible.exposed, document.all(*CONTROLS)))


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Page has no main landmark",
    passed="Page has a main landmark",
    applies=lambda document: document.accessible.of_role("main"),
    needs=lambda document: document.accessible.of_role("main") or not undefined_around_content(document),
    description=(
        "The page doesn't mark up its main content. People who use a screen reader can't jump straight to it, past the "
        "logo and the menus (best practice for WCAG 2.2, 2.4.1 Bypass Blocks, level A)."
    ),
    recommendation="Wrap the main content of the page in a main element.",
    how_to_fix="For example: <header>...</header> <main>...</main> <footer>...</footer>",
    shows_change=False,
    sources=("https://www.w3.org/WAI/ARIA/apg/patterns/landmarks/examples/main.html",),
    covers=("act:b40fd1", "axe:landmark-one-main"),
    examples=(
        Bad(f"<p>{'pear ' * 60}</p>"),
        Bad(f"<article><p>{'pear ' * 60}</p></article>"),
        Bad(f'<a href="/">Start</a><p>{"pear " * 25}</p>'),
        Bad('<h1>Pears</h1><input aria-label="Add a kind"><p>Conference</p>'),
        Bad(10 * "<button>Pears</button>"),
        Bad(f'<section aria-label="Tools">{10 * "<button>Pears</button>"}</section>'),
        Good(9 * "<button>Pears</button>"),
        Good(f"<h1>Pears</h1><p>{'pear ' * 25}</p>"),
        Good('<p>This page is <a href="/pears">here</a> now.</p>'),
        Good(f'<p>Pears</p><section aria-label="A"><a href="/">Start</a> {"pear " * 25}</section>'),
        Good(f"<main>{'pear ' * 60}</main>"),
        Good(f'<div role="main">{"pear " * 60}</div>'),
        Good("<p>Pears</p>"),
        Good(f"<pear-page><h1>Pears</h1><p>{'pear ' * 60}</p></pear-page><script src=/page.js></script>"),
        Bad(f"<pear-page><h1>Pears</h1><p>{'pear ' * 60}</p></pear-page>"),
        Bad(f"<p>{'pear ' * 60}</p><pear-hint>Pears</pear-hint><script src=/hint.js></script>"),
    ),
)
