from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity


def check(document: Document) -> Findings:
    """Report each exposed main, banner and contentinfo landmark after the first."""
    for role in ("main", "banner", "contentinfo"):
        for landmark in list(document.accessible.having(role))[1:]:
            yield Finding(landmark, detail=f"{role} landmark")


RULE = Rule(
    check=check,
    former_ids=("accessibility/main-repeated",),
    severity=Severity.INFO,
    title="Page has more than one main, header or footer landmark",
    passed="Page has at most one main, header and footer landmark",
    description=(
        "The page has {count:# additional landmark|# additional landmarks} of a kind that it should have once. People "
        "who jump to the main content, the header or the footer with a screen reader can't tell which is the right one "
        "(best practice for WCAG 2.2, 1.3.1 Info and Relationships, level A)."
    ),
    recommendation="Keep one visible main element, one header and one footer outside main, article and section.",
    how_to_fix=(
        "Use <section> or <article> for parts inside the one <main>. The header of an article belongs inside the "
        "article: <article><header>...</header></article>. Hide other main elements with the hidden attribute."
    ),
    sources=(
        "https://www.w3.org/WAI/ARIA/apg/practices/landmark-regions/",
        "https://html.spec.whatwg.org/multipage/grouping-content.html#the-main-element",
    ),
    covers=(
        "axe:landmark-no-duplicate-banner",
        "axe:landmark-no-duplicate-contentinfo",
        "axe:landmark-no-duplicate-main",
    ),
    examples=(
        Bad("<header>A</header><header>B</header>"),
        Bad('<footer>A</footer><div role="contentinfo">B</div>'),
        Good("<header>A</header><article><header>B</header></article>"),
        Bad("<main>Pears</main><main>Apples</main>"),
        Good("<header>A</header><header hidden>B</header>"),
        Good("<main>Pears</main><main hidden>Apples</main>"),
    ),
)
