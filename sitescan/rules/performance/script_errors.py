from sitescan.model.outline import Place
from sitescan.model.rendered import ScriptError
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, shorten


def check(document: Document) -> Findings:
    """Report the errors that scripts wrote to the console of the browser that has rendered the page."""
    for error in document.page.measured.errors:
        snippet = shorten(error.text) or "an error without a message"
        if error.url == document.exchange.url:
            yield Finding(Place(line=error.line, column=1, snippet=snippet))
        else:
            place = f"line {error.line} of {shorten(error.url)}" if error.url else ""
            yield Finding(Place(snippet=snippet), detail=place)


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    share=0,
    title="Scripts report errors while the page loads",
    passed="Scripts run without errors while the page loads",
    subjects=("script",),
    needs=lambda document: document.is_rendered,
    description=(
        "{count:# script error was|# script errors were} measured in a browser while the page loaded: exceptions that "
        "no code handles, and messages of console.error(). A script stops at such an exception, so parts of the page "
        "may stay empty or not react."
    ),
    recommendation="Fix the scripts, or handle the errors where they occur.",
    how_to_fix=(
        "Open the page in a browser and look at the console of its developer tools (F12): each error links to the line "
        "of the script that caused it.\nErrors that follow from what a scan doesn't send, such as cookies and forms, "
        "aren't listed here, but the console shows them, too."
    ),
    sources=(
        "https://developer.chrome.com/docs/lighthouse/best-practices/errors-in-console",
        "https://developer.mozilla.org/en-US/docs/Web/API/Window/error_event",
    ),
    covers=("lighthouse:errors-in-console",),
    examples=(
        Bad(
            "<script>pears.show()</script>",
            errors=(ScriptError(text="ReferenceError: pears is not defined", url="https://example.com/", line=1),),
        ),
        Bad(
            '<script src="/app.js"></script>',
            errors=(ScriptError(text="Could not show the pears", url="https://example.com/app.js", line=12),),
        ),
        Bad("<script>throw ''</script>", errors=(ScriptError(text="", url="", line=1),)),
        Good("<script>try { pears.show() } catch (error) { console.log(error) }</script>", rendered=""),
        Good("<script>pears.show()</script>"),
    ),
)
