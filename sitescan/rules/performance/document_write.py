"""Scripts that write into the page while it is being read."""

import re
from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.loading.script_elements import inline_scripts
from sitescan.document.tree import own_text
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule

#: A script that loads another one; writing a year or an address costs nothing.
_WRITES = re.compile(r"\bdocument\.write(?:ln)?\(\s*+[\"'`](?:\\?x3c|<)script\b", re.IGNORECASE)


def check(document: Document) -> Iterator[Finding]:
    """Report inline scripts that write a script element at once."""
    for tag in inline_scripts(document):
        if _WRITES.search(own_text(tag)):
            yield Finding(tag)


RULE = Rule(
    id="performance/document-write",
    reads=Document,
    check=check,
    severity=Severity.INFO,
    title="Scripts loaded by document.write",
    description=(
        "{count:# inline script contains|# inline scripts contain} document.write of another script. Browsers cannot "
        "fetch that one ahead and stop reading the page for it; Chrome does not even load it on slow connections."
    ),
    recommendation="Load the script by a script element with async or defer.",
    how_to_fix=(
        'Replace document.write("<script src=...>") by <script src="/lib.js" defer></script> in the page. '
        "A fallback for a library from elsewhere is not needed when the file is on your own server."
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
