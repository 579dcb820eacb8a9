import re

from bs4.element import Tag

from sitescan.document.security.event_handlers import HANDLERS
from sitescan.document.stated_policies import enforced
from sitescan.rules.authoring import Bad, Finding, Findings, Good, Rule, Severity, SourceDocument, attr, lazy_pattern
from sitescan.standards.csp import allows_any_inline

#: Attributes whose javascript: URL browsers run.
_ADDRESSES = {
    "a": "href",
    "area": "href",
    "form": "action",
    "button": "formaction",
    "input": "formaction",
    "iframe": "src",
    "frame": "src",
}

#: URLs without an effect: blocking them changes nothing.
_NOTHING = lazy_pattern(
    r"(?:void\s*(?:\(\s*)?(?:[0-9'\"]+\s*)?\)?|false|undefined|//[^%]{0,20}|[\s;]){0,3}", re.IGNORECASE
)


def check(document: SourceDocument) -> Findings:
    """Report elements with scripts in attributes, unless a policy restricts them already."""
    for policy in enforced(document):
        sources = policy.sources("script-src-attr")
        if sources is not None and not allows_any_inline(sources, script=True):
            return
    for tag in document.having(*HANDLERS, *set(_ADDRESSES.values())):
        name = _script(tag)
        if name:
            yield Finding(tag, detail=name)


def _script(tag: Tag) -> str:
    """Return the name of the first attribute that contains a script, or an empty string."""
    for name, value in tag.attrs.items():
        if name in HANDLERS and value:
            return name
    name = _ADDRESSES.get(tag.name, "")
    address = attr(tag, name, "")[:200].lstrip("\0\t\n\f\r ") if name else ""
    scheme, colon, script = re.sub(r"[\t\n\r]", "", address).partition(":")
    if colon and scheme.lower() == "javascript" and not _NOTHING.fullmatch(script):
        return name
    return ""


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    share=0,
    title="Scripts in HTML attributes",
    passed="HTML attributes are free of running scripts",
    description=(
        "{count:# element has|# elements have} a script in an attribute, such as onclick or a javascript: address. A "
        "Content Security Policy (CSP) has to name the hash of each one. Otherwise it has to allow every inline "
        "script, and then it stops few attacks."
    ),
    recommendation="Move scripts out of attributes before you tighten the Content-Security-Policy.",
    how_to_fix=(
        'Instead of <button onclick="add()">Add</button>, write <button type="button" id="add">Add</button> and this '
        'script: document.getElementById("add").addEventListener("click", add);\n'
        "Instead of a javascript: address, use a button with a listener in the same way.\n"
        "If you can't change the markup, the policy can allow individual handlers: script-src 'unsafe-hashes' "
        "'sha256-...'. The browser's console shows the hash of each handler that it blocks."
    ),
    sources=(
        "https://www.w3.org/TR/CSP3/#should-block-inline",
        "https://web.dev/articles/strict-csp#refactor-calls-to-javascript-event-handlers-and-javascript-uris",
    ),
    examples=(
        Bad('<button onclick="add()">Add</button>'),
        Bad('<link rel="preload" as="style" href="a.css" onload="this.rel=\'stylesheet\'">'),
        Bad('<a href=" java\nscript:print()">Print</a>'),
        Bad('<form action="javascript:send()"></form>'),
        Bad('<a href="javascript://%0Aadd()">Add</a>'),
        Bad('<body onLoad="start()">', headers=("Content-Security-Policy: script-src * 'unsafe-inline'",)),
        Bad('<p onclick="add()">', headers=("Content-Security-Policy: img-src 'self'",)),
        Bad('<p onclick="add()">', headers=("Content-Security-Policy-Report-Only: default-src 'self'",)),
        Good('<p onclick="add()">', headers=("Content-Security-Policy: script-src 'self'",)),
        Good(
            '<p onclick="add()">',
            headers=("Content-Security-Policy: script-src 'unsafe-hashes' 'sha256-cGVhcnM4OTEyMw=='",),
        ),
        Good('<button onclick="">Add</button><button on="tap:menu.toggle">Menu</button>'),
        Good('<x-pear once="1" onboarding="yes" only="no" on-click="add" x-on:click="add()" @click="add()"></x-pear>'),
        Good(
            '<a href="javascript:void(0)">Menu</a><a href="javascript:;">Menu</a><a href="JavaScript: void 0;">Menu</a>'
        ),
        Good('<a href="/?q=javascript:add()">Pears</a><img src="javascript:add()" alt="">'),
        Good('<template><p onclick="add()"></template>'),
        Good("<p>onclick=add()</p><!-- <p onclick=add()> -->"),
    ),
)
