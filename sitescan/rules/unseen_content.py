"""The rule by which a category says that it has nothing to examine, since scripts write the content."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from sitescan.document.document import Document
from sitescan.document.loading.app_shell import app_shell
from sitescan.model.report import Category, Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule

_CHECKS: Mapping[Category, str] = MappingProxyType(
    {Category.ACCESSIBILITY: "the accessibility checks", Category.LINKS: "the link checks"}
)


def unseen_content(category: Category) -> Rule[Document]:
    """The rule of one category."""
    return Rule(
        id=f"{category.value}/content-from-scripts",
        reads=Document,
        check=check,
        severity=Severity.INFO,
        share=0,
        leaves_out=True,
        title=f"Scripted content is missing from {_CHECKS[category]}",
        description=(
            "The page's HTML is an empty shell that scripts fill in the browser, so almost nothing could be checked. "
            "The score of this category says nothing about what visitors get and can't raise the overall score."
        ),
        recommendation="Render the content on the server or when you build the site, and scan the page again.",
        how_to_fix=(
            "To check the content now, save the page as the browser renders it "
            "(document.documentElement.outerHTML) and scan the copy."
        ),
        sources=("https://developers.google.com/search/docs/crawling-indexing/javascript/javascript-seo-basics",),
        examples=(
            Bad('<div id="root"></div><script defer src="/app.js"></script>'),
            Good('<div id="root"><h1>Pears</h1></div><script defer src="/app.js"></script>'),
        ),
    )


def check(document: Document) -> Iterator[Finding]:
    """Report an app shell."""
    shell = app_shell(document)
    if shell is not None:
        yield Finding(shell.container)
