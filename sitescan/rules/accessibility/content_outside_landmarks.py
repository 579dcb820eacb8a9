from sitescan.document.accessibility.landmark_content import (
    content_outside_landmarks,
    missing_landmarks,
    undefined_around_content,
)
from sitescan.rules.authoring import HOME_PAGE, Bad, Document, Finding, Findings, Good, Rule, Severity


def check(document: Document) -> Findings:
    """Report the outermost elements with content that are neither inside nor around a landmark."""
    for element in content_outside_landmarks(document):
        yield Finding(element, change=missing_landmarks(document).get(id(element)))


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Page content is outside landmarks",
    passed="All page content is inside landmarks",
    needs=lambda document: not undefined_around_content(document),
    description=(
        "{count:# part of the page is|# parts of the page are} outside landmarks such as header, nav, main or footer. "
        "People who move from landmark to landmark with a screen reader miss {count:it|them} (best practice for WCAG "
        "2.2, 1.3.1 Info and Relationships, level A)."
    ),
    recommendation="Put all content of the page inside header, nav, main, aside or footer elements.",
    how_to_fix=(
        "For example: <body><header>...</header><main><p>Everything "
        "that isn't navigation</p></main><footer>...</footer></body>"
    ),
    shows_change=False,
    sources=("https://www.w3.org/WAI/ARIA/apg/practices/landmark-regions/",),
    covers=("axe:region",),
    examples=(
        Good(
            '<ul>\n        <li>\n            <a href="#m">Skip to the menu</a>\n        </li>\n        <li>\n'
            '            <a href="#c">Skip to the content</a>\n        </li>\n    </ul><nav id="m"><a href="/">A</a>'
            '</nav><main id="c">Pears</main>'
        ),
        Bad("<p>Pears</p><main><p>Apples</p></main>"),
        Bad("<div><div>Pears</div><main>Apples</main></div>"),
        Bad('<input aria-label="Search"><main>Apples</main>'),
        Bad('<img src="pears.jpg"><main>Apples</main>'),
        Bad('<div role="progressbar" aria-label="Order"></div><main>Apples</main>'),
        Good('<img src="pears.jpg" alt=""><main>Apples</main>'),
        Bad('<ul role="tablist" aria-label="Sorts"></ul><main>Apples</main>'),
        Good('<div aria-label="Sorts"></div><main>Apples</main>'),
        Good('<div aria-live="polite">2 sorts</div><main>Apples</main>'),
        Bad('<div aria-live="off">2 sorts</div><main>Apples</main>'),
        Good('<img src="count.gif" width="1" height="1"><main>Apples</main>'),
        Bad('<a href="#">Pears</a><main>Apples</main>'),
        Bad('<a href="/">Pears</a><a href="#main">Apples</a><main id="main">Apples</main>'),
        Bad('<form role="form"><label>Pears <input></label></form><main>Apples</main>'),
        Good('<form role="form" aria-label="Order"><label>Pears <input></label></form><main>Apples</main>'),
        Good("<button>Chat</button><main>Apples</main>"),
        Good("<header>Shop</header><main><p>Pears</p></main>"),
        Good('<a href="#main">Skip to content</a><main id="main">Pears</main>'),
        Good(f'<a href="{HOME_PAGE.url}#main">Skip to content</a><main id="main">Pears</main>'),
        Good(
            '<section aria-label="Cookies"><a href="/cookies">About cookies</a></section>'
            '<a href="#main">Skip to content</a><main id="main">Pears</main>'
        ),
        Bad(f'<a href="{HOME_PAGE.url}pears#main">Skip to content</a><main id="main">Pears</main>'),
        Good('<div role="dialog" aria-label="Hint">Pears</div><main>Apples</main>'),
        Good("<div hidden>Pears</div><main>Apples</main>"),
        Good('<div><pear-nav><a href="/">Pears</a></pear-nav></div><main>Apples</main><script src="/nav.js"></script>'),
        Bad('<pear-nav><a href="/">Pears</a></pear-nav><main>Apples</main>'),
        Bad('<pear-nav><a href="/">A</a></pear-nav><p>Pears</p><main>Apples</main><script src="/nav.js"></script>'),
        Bad('<p>Picked <pear-date>today</pear-date></p><main>Apples</main><script src="/dates.js"></script>'),
    ),
)
