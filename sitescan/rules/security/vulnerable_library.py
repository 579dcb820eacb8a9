from sitescan.document.security.js_libraries import coverage
from sitescan.document.security.script_libraries import libraries
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity


def check(document: Document) -> Findings:
    """Report libraries whose version, by URL or license comment, has known vulnerabilities."""
    known = coverage()
    for tag, library in libraries(document):
        if library.weaknesses:
            named = [weakness for weakness in library.weaknesses if weakness.ids]
            ids = list(dict.fromkeys(weakness.ids[0] for weakness in named)) or ["no number of its own"]
            more = f" and {len(ids) - 3} more" if len(ids) > 3 else ""
            fixed = f"fixed in {library.fixed}" if library.fixed else "no version fixes it"
            example = (named or library.weaknesses)[-1]
            yield Finding(
                tag,
                detail=f"{library.name} {library.version}: {', '.join(ids[:3])}{more}; {fixed}",
                library=f"{library.name} {library.version}",
                weakness=example.summary,
                advisory=example.advisory,
                target=f"to {library.fixed} or later" if library.fixed else "with another library",
                verb="update it" if library.fixed else "replace it",
                libraries=known.libraries,
                date=known.date,
                source=known.source,
            )


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="JavaScript libraries with known vulnerabilities",
    passed="JavaScript libraries are free of known vulnerabilities",
    applies=libraries,
    description=(
        "The page uses {count:a JavaScript library|# JavaScript libraries} with known vulnerabilities. One is in "
        "{library}: {weakness} ({advisory}). Whether this page can be attacked depends on how it uses the code. "
        "This scan knows {libraries} libraries, as of {date} ({source})."
    ),
    recommendation="Update the libraries to a version without known vulnerabilities.",
    how_to_fix=(
        "{library}: {verb} {target}, then test what uses it; the release notes say what changed. If the script "
        "element has an integrity attribute, update its hash.\n"
        "Run npm outdated and npm audit to list your project's dependencies. In WordPress and other systems, the "
        "library is part of the core or a theme: update that."
    ),
    sources=(
        "https://owasp.org/Top10/A06_2021-Vulnerable_and_Outdated_Components/",
        "https://www.cve.org/",
    ),
    covers=("webhint:no-vulnerable-javascript-libraries",),
    examples=(
        Bad('<script type="module">import $ from "https://cdn.example.net/jquery@1.8.0/jquery.js"</script>'),
        Bad(
            '<script type="importmap">{"imports": {"jquery": "https://cdn.example.net/jquery@1.8.0/jquery.js"}}</script>'
            '<script type="module">import "jquery"</script>'
        ),
        Bad('<script src="/js/jquery-1.12.4.min.js"></script>'),
        Bad('<script src="https://cdnjs.cloudflare.com/ajax/libs/jquery/3.4.1/jquery.min.js"></script>'),
        Bad('<script src="https://cdn.jsdelivr.net/npm/bootstrap@4.3.0/dist/js/bootstrap.min.js"></script>'),
        Bad('<script src="/wp-includes/js/jquery/jquery.min.js?ver=1.12.4"></script>'),
        Bad('<script src="https://ajax.googleapis.com/ajax/libs/angularjs/1.8.3/angular.min.js"></script>'),
        Bad("<script>/*! jQuery v2.2.4 | (c) jQuery Foundation */ 1</script>"),
        Bad(
            '<script src="/bundle.js"></script>',
            scripts=(
                (
                    "https://example.com/bundle.js",
                    "/*! jQuery v3.7.1 */ 0;\n/*! Bootstrap v4.3.0 (https://getbootstrap.com/) */ 1",
                ),
            ),
        ),
        Good('<script src="/js/jquery-3.7.1.min.js"></script>'),
        Good(
            '<script src="/pears.js"></script>',
            scripts=(("https://example.com/pears.js", "/* jQuery v1.7 or later is needed */ (() => 1)()"),),
        ),
        Good('<script src="/js/jquery-3.5.0.slim.min.js"></script>'),
        Good('<script src="/js/jquery.min.js?ver=1.12.4"></script>'),
        Good('<script src="/js/jquery.cookie-1.4.1.min.js"></script>'),
        Good('<script src="/themes/bootstrap/app-3.0.1.js"></script>'),
        Good("<p>jQuery v1.0.0</p>"),
        Good("<script type='text/plain'>/*! jQuery v2.2.4 */</script>"),
    ),
)
