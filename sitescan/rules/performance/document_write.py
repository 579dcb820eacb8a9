from sitescan.document.scripts.script_elements import inline_scripts
from sitescan.document.tree import own_text
from sitescan.rules.authoring import Bad, Finding, Findings, Good, Rule, Severity, SourceDocument, lazy_pattern

#: A script that loads another script; writing a year or an address is harmless.
#: A call that writes to the page itself, not to another window or a frame.
_WRITES = lazy_pattern(r"(?<![\w$.)\]])(?:window\.)?document\.write(?:ln)?\(\s*[\"'`](?:\\?x3[cC]|<)(?i:script)\b")


def check(document: SourceDocument) -> Findings:
    """Report inline scripts that write a script element while they are parsed."""
    for tag in inline_scripts(document):
        script = own_text(tag)
        if "document.write" in script and _WRITES.search(script):
            yield Finding(tag)


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Scripts are loaded with document.write()",
    passed="Inline scripts load others without document.write()",
    subjects=("script",),
    description=(
        "{count:# inline script uses|# inline scripts use} document.write() to load another script. Browsers "
        "can't load that script in advance, and they stop parsing the page until it has run. On slow "
        "connections, Chrome may not load it at all."
    ),
    recommendation="Load the script with a script element and async or defer.",
    how_to_fix=(
        'Replace document.write("<script src=...>") with <script src="/lib.js" defer></script> in the page. You '
        "don't need a fallback for a third-party library if the file is on your own server."
    ),
    sources=(
        "https://developer.chrome.com/docs/lighthouse/best-practices/no-document-write",
        "https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#document.write()",
    ),
    covers=("lighthouse:no-document-write",),
    examples=(
        Bad("<script>window.jQuery || document.write('<script src=\"/jquery.js\"><\\/script>')</script>"),
        Bad("<script>document.write('\\x3Cscript src=\"/a.js\">\\x3C/script>')</script>"),
        Good("<script>document.write(new Date().getFullYear())</script>"),
        Good('<script src="/a.js">document.write("<script>")</script>'),
        Good("<script type='text/plain'>document.write('<script src=/a.js>')</script>"),
    ),
)
