from sitescan.document.scripts.import_map import import_map
from sitescan.document.scripts.script_references import MODULE, imported_modules
from sitescan.document.security.integrity import integrity_candidates, is_fixed
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity
from sitescan.standards.public_suffixes import same_site


def check(document: Document) -> Findings:
    """Report scripts that may change, and insecure ones; versioned files have their own rule."""
    for candidate in integrity_candidates(document):
        if candidate.tag.name != "script" or same_site(candidate.url, document.url):
            continue
        if candidate.url.startswith("http:"):
            checked = "sri-implemented-but" if candidate.metadata else "sri-not-implemented-and"
            yield Finding(candidate.tag, observatory=f"{checked}-external-scripts-not-loaded-securely")
        elif not candidate.metadata and not is_fixed(candidate.url):
            yield Finding(candidate.tag, observatory="sri-not-implemented-but-external-scripts-loaded-securely")
    mapped = import_map(document).integrity
    for module in imported_modules(document):
        # The Observatory does not know imported modules.
        is_script = module.destination == MODULE
        if is_script and not same_site(module.url, document.url) and module.url not in mapped:
            yield Finding(module.tag, detail=module.url, observatory="")


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    share=0,
    title="Third-party scripts can change without a check",
    passed="Third-party scripts are versioned or checked",
    subjects=("script",),
    description=(
        "{count:# script comes from another site|# scripts come from other sites} without an integrity check. "
        "Anyone who can change such a script there can read and change everything on this page. Analytics, "
        "advertising and payment services work this way, so this only lists the sites that the page trusts."
    ),
    recommendation="Keep only the third-party scripts you need, and pin the version of those that allow it.",
    how_to_fix=(
        'For a library with a fixed version: <script src="https://cdn.example.net/lib-1.2.3.js" '
        'integrity="sha384-..." crossorigin="anonymous"></script>, or a copy on your own server.\n'
        "For a script that changes without notice, list its host in the policy, so that it can't load scripts "
        "from other hosts: Content-Security-Policy: script-src 'self' https://cdn.example.net"
    ),
    sources=(
        "https://cheatsheetseries.owasp.org/cheatsheets/Third_Party_Javascript_Management_Cheat_Sheet.html",
        "https://www.w3.org/TR/sri-2/",
    ),
    covers=(
        "observatory:sri-implemented-but-external-scripts-not-loaded-securely",
        "observatory:sri-not-implemented-and-external-scripts-not-loaded-securely",
        "observatory:sri-not-implemented-but-external-scripts-loaded-securely",
    ),
    examples=(
        Bad('<script type="module">import "https://cdn.example.net/pears.js"</script>'),
        Bad(
            '<script type="importmap">{"scopes": {"/": {"fruit/": "https://cdn.example.net/"}}}</script>'
            '<script type="module">import "fruit/pears.js"</script>'
        ),
        Good('<script type="module">import "/pears.js"</script>'),
        Bad('<script src="https://analytics.example.net/tag.js"></script>'),
        Bad('<script src="//cdn.example.net/a.js"></script>'),
        Bad('<script src="http://cdn.example.net/a.js" integrity="sha256-x"></script>', url="http://example.com/"),
        Good('<script src="//static.example.com/a.js"></script><script src="/a.js"></script>'),
        Good(
            '<script src="//cdn.example.net/a.js" crossorigin '
            'integrity="sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="></script>'
        ),
        Good('<script src="https://cdn.example.net/a-1.2.3.js"></script>'),
        Good('<link rel="stylesheet" href="https://cdn.example.net/a.css">'),
    ),
)
