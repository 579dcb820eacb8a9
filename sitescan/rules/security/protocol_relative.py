from sitescan.document.security.integrity import integrity_candidates
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, attr, changed, safe


def check(document: Document) -> Findings:
    """
    Report URLs that begin with two slashes on an HTTPS page; over plain HTTP nothing is secure anyway.

    They use the scheme of the page's base URL, so if that is plain HTTP they are mixed content, with its own rule.
    """
    if not document.exchange.secure:
        return
    for candidate in integrity_candidates(document):
        name = "src" if candidate.tag.name == "script" else "href"
        reference = attr(candidate.tag, name, "").strip()
        if reference.startswith("//") and candidate.url.startswith("https:"):
            change = safe(changed(candidate.tag, **{name: f"https:{reference}"}))
            yield Finding(candidate.tag, url=candidate.url[:200], change=change)


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    share=0,
    title="Protocol-relative script and stylesheet addresses",
    passed="Addresses of scripts and stylesheets are unambiguous",
    subjects=("link", "script"),
    applies=lambda document: document.exchange.secure and integrity_candidates(document),
    description=(
        "{count:# script or stylesheet has an address|# scripts or stylesheets have addresses} that "
        "{count:starts|start} with // and {count:uses|use} the protocol of the page. This is safe over HTTPS. If "
        "the same HTML is served over plain HTTP, anyone on the network can change the code."
    ),
    recommendation="Use https:// in these addresses.",
    how_to_fix="Write the full address: {url}",
    shows_change=False,
    sources=(
        "https://www.rfc-editor.org/rfc/rfc3986#section-4.2",
        "https://developer.mozilla.org/en-US/docs/Web/Security/Mixed_content",
    ),
    covers=("webhint:no-protocol-relative-urls",),
    examples=(
        Bad('<script src="//cdn.example.net/pears.js"></script>'),
        Bad('<link rel="stylesheet" href="\n//cdn.example.net/pears.css">'),
        Good('<script src="https://cdn.example.net/pears.js"></script>'),
        Good('<script src="/pears//1.2/pears.js"></script><script src="a//b.js"></script>'),
        Good('<script src="//cdn.example.net/pears.js"></script>', url="http://example.com/"),
        Good('<base href="http://example.com/"><script src="//cdn.example.net/pears.js"></script>'),
        Good('<script type="text/template" src="//cdn.example.net/pears.js"></script>'),
        Good('<noscript><link rel="stylesheet" href="//cdn.example.net/pears.css"></noscript>'),
        Good('<a href="//example.net/">Pears</a><img src="//cdn.example.net/pear.png" alt="A pear">'),
        Good('<link rel="dns-prefetch" href="//cdn.example.net"><link rel="preconnect" href="//cdn.example.net">'),
    ),
)
