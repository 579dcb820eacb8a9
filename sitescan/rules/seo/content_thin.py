from sitescan.document.indexing.error_pages import is_error_page
from sitescan.document.language.text_measure import word_count
from sitescan.document.loading.app_shell import content_is_missing
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity

_FEWEST = 100


def check(document: Document) -> Findings:
    """Report fewer than 100 words, unless they are an error page."""
    words = word_count(document)
    if words < _FEWEST and not content_is_missing(document) and not is_error_page(document):
        yield Finding(words=words)


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Page has very little text",
    passed="Page has enough text",
    applies=lambda document: not is_error_page(document),
    description=(
        "The page has {words:# word|# words}. Search engines find little that people could search for. Text that "
        "scripts add isn't seen by crawlers and previews that don't run them."
    ),
    recommendation="Put the information that visitors look for into the HTML of the page.",
    how_to_fix=(
        "Answer visitors' questions in text rather than in images. If scripts write the text, render it on the server "
        "or at build time. A page that is short by nature can stay as it is."
    ),
    sources=(
        "https://developers.google.com/search/docs/fundamentals/creating-helpful-content",
        "https://developers.google.com/search/docs/crawling-indexing/javascript/javascript-seo-basics",
    ),
    examples=(
        Bad("<h1>Pears</h1>"),
        Good('<div id="app"></div><script type="module" src="/app.js"></script>'),
        Good(f"<p>{'Pears and apples. ' * 50}"),
        Good(f"<p>{'梨の木の育て方を説明します。' * 30}"),
        Good("<title>Page not found</title><h1>Page not found</h1>", status=0),
        Good("<title>Pears</title><h1>Gone</h1>", status=410),
    ),
)
