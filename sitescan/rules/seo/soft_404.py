from sitescan.document.indexing.error_pages import not_found_message
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity


def check(document: Document) -> Findings:
    """
    Report a page that says that it was not found, although its status code is a success.

    A file has no status.
    """
    if 200 <= document.exchange.status < 300 and (message := not_found_message(document)):
        yield Finding(document.first("h1") or document.first("h2"), status=document.exchange.status, message=message)


RULE = Rule(
    check=check,
    severity=Severity.ERROR,
    title="Error page returns a success status",
    passed="Page content fits its success status",
    applies=lambda document: 200 <= document.exchange.status < 300,
    description=(
        'The page says "{message}", but its server answers with status {status}. Search engines call this a soft 404. '
        "They keep requesting a page that doesn't exist, and don't show it in results."
    ),
    recommendation="Answer with status 404, or show the page that should be here.",
    how_to_fix=(
        "Send status 404 with the error page. In an application, set the status where the record isn't found. If the "
        "content has moved, redirect to it with status 301.\n"
        "nginx: error_page 404 /404.html;\n"
        "Apache: ErrorDocument 404 /404.html\nCaddy:\n"
        " handle_errors {{\n"
        " rewrite * /404.html\n file_server\n }}"
    ),
    sources=("https://developers.google.com/search/docs/crawling-indexing/http-network-errors#soft-404-errors",),
    examples=(
        Bad("<title>Page not found - Green Nursery</title><h1>404: Page not found</h1>"),
        Bad("<title>Seite nicht gefunden</title><h1>Diese Seite existiert nicht</h1>"),
        Good("<title>Page not found</title><h1>Page not found</h1>", status=404),
        Good("<title>Page not found</title><h1>Page not found</h1>", status=0),
        Good("<title>Page not found</title><h1>Pears</h1>"),
        Good(f"<title>404 Not Found</title><h1>404 Not Found</h1><p>{'The status means that ' * 101}</p>"),
    ),
)
