from bs4.element import Tag

from sitescan.document.css.stylesheet_text import has_all_css
from sitescan.document.scripts.script_elements import script_file, script_type, script_url
from sitescan.document.security.suggested_policy import blocked_addresses, blocked_handlers, suggested_policy
from sitescan.document.stated_policies import policies
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, response_header
from sitescan.rules.server_configuration import policy_header


def check(document: Document) -> Findings:
    """Report a page without any policy; a report-only policy has its own rule."""
    if not any(policy.directives or policy.unreadable for policy in policies(document)):
        yield Finding(policy=suggested_policy(document), note=_note(document))


def _note(document: Document) -> str:
    policy, notes = suggested_policy(document), []
    if "'nonce-RANDOM'" in policy:
        notes.append(
            "RANDOM stands for a new random value in every response, so your application must send the policy. Add "
            'the value to each script element and each <link> that preloads a script: <script nonce="RANDOM">.'
        )
    if not has_all_css(document):
        notes.append(
            "This scan could not read all of the page's stylesheets, so the policy may lack sources of fonts and "
            "images. Add what the browser's console reports."
        )
    if any(script_type(tag) == "module" and _unread(document, tag) for tag in document.all("script")):
        notes.append(
            "This scan could not read all of the page's module scripts, so the policy may lack hosts that they import "
            "from."
        )
    handlers = blocked_handlers(document)
    if handlers:
        notes.append(
            f"{handlers} inline event handlers (onclick, for example) don't run under this policy: move them into "
            "scripts with addEventListener first."
        )
    elif "script-src-attr" in policy:
        notes.append(
            "script-src-attr lists the page's inline event handlers (onclick, for example) by their hashes: omit it "
            "once you have moved them into scripts with addEventListener."
        )
    addresses = blocked_addresses(document)
    if addresses:
        notes.append(
            f"{addresses} javascript: {'address' if addresses == 1 else 'addresses'} won't run under this policy: use "
            "buttons, with addEventListener in a script, first."
        )
    return "\n".join(("", *notes)) if notes else ""


def _unread(document: Document, tag: Tag) -> bool:
    """Return whether the script is in a file that could not be read."""
    file = script_file(document, tag)
    return bool(script_url(document, tag)) and (file is None or bool(file.problem))


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    share=12,
    title="Content Security Policy (CSP) is missing",
    passed="Page has a Content Security Policy (CSP)",
    description=(
        "The page has no Content-Security-Policy header. If an attacker manages to inject a script (through a "
        "comment, a form or a third-party script), nothing stops that script from reading what visitors see and type."
    ),
    recommendation="Send a Content-Security-Policy that lists where scripts may come from.",
    how_to_fix=(
        "This policy allows what the source of this page loads:\n"
        "Content-Security-Policy: {policy}\n"
        "Send it as Content-Security-Policy-Report-Only first, and check the browser's console for files that the "
        "page's scripts load later. Then enforce it, with the policy in place of the dots.\n"
        + response_header("Content-Security-Policy", "...").text
        + "{note}"
    ),
    setting=policy_header(note="{note}"),
    sources=(
        "https://www.w3.org/TR/CSP3/",
        "https://developer.mozilla.org/en-US/docs/Web/HTTP/Guides/CSP",
        "https://web.dev/articles/strict-csp",
    ),
    covers=("lighthouse:csp-xss", "observatory:csp-not-implemented"),
    examples=(
        Bad("<p>Pears"),
        Bad("<p>Pears", headers=("Content-Security-Policy: ;",)),
        Bad('<body><meta http-equiv="Content-Security-Policy" content="default-src \'self\'">'),
        Bad('<head><meta http-equiv="Content-Security-Policy" content="frame-ancestors \'none\'"></head>'),
        Good("<p>Pears", headers=("Content-Security-Policy: default-src 'self'",)),
        Good('<head><meta http-equiv="content-security-policy" content="default-src \'self\'"></head>'),
        Good("<p>Pears", headers=("Content-Security-Policy-Report-Only: default-src 'self'",)),
    ),
)
