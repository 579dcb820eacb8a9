from sitescan.document.scripts.script_elements import is_script
from sitescan.document.stated_policies import limiting_scripts, policies_in_page
from sitescan.rules.authoring import Bad, Finding, Findings, Good, Rule, Severity, SourceDocument


def check(document: SourceDocument) -> Findings:
    """Report the first script policy in a meta element after a script, if no header field restricts scripts."""
    if any(not policy.in_page for policy in limiting_scripts(document)):
        return
    for meta, policy in policies_in_page(document):
        if policy.sources("script-src-elem") is not None:
            place = document.order[id(meta)]
            before = sum(is_script(tag) and document.order[id(tag)] < place for tag in document.all("script"))
            if before:
                yield Finding(meta, before=before)
            return


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="CSP meta element comes after scripts",
    passed="CSP meta element comes before scripts",
    applies=lambda document: (
        policies_in_page(document) and all(policy.in_page for policy in limiting_scripts(document))
    ),
    description=(
        "{before:# script comes|# scripts come} before the meta element with the Content Security Policy (CSP). "
        "Browsers apply a policy in the page only to what comes after it, so anything injected before it isn't "
        "limited either."
    ),
    recommendation="Send the policy as a header, or move its meta element to the start of the head.",
    how_to_fix=(
        "A header applies from the first byte. In the page, put the policy directly after the character encoding:\n"
        '<meta charset="utf-8">\n'
        '<meta http-equiv="Content-Security-Policy" content="...">'
    ),
    sources=(
        "https://www.w3.org/TR/CSP3/#meta-element",
        "https://html.spec.whatwg.org/multipage/semantics.html#attr-meta-http-equiv-content-security-policy",
    ),
    examples=(
        Bad(
            '<head><script src="/a.js"></script>'
            '<meta http-equiv="Content-Security-Policy" content="script-src \'self\'">'
        ),
        Bad('<head><script>1</script><meta http-equiv="Content-Security-Policy" content="default-src *"></head>'),
        Good(
            '<head><meta http-equiv="Content-Security-Policy" content="script-src \'self\'">'
            '<script src="/a.js"></script>'
        ),
        Good(
            '<head><script type="application/ld+json">{}</script>'
            '<meta http-equiv="Content-Security-Policy" content="default-src \'self\'"></head>'
        ),
        Good('<head><script>1</script><meta http-equiv="Content-Security-Policy" content="img-src *"></head>'),
        Good(
            '<head><script>1</script><meta http-equiv="Content-Security-Policy" content="script-src *"></head>',
            headers=("Content-Security-Policy: script-src 'self'",),
        ),
        Good("<script>1</script>"),
    ),
)
