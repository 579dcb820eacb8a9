"""The page leaves it to browsers what they tell other sites."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(document: Document) -> Iterator[Finding]:
    """Report a page without the header and without the meta element."""
    if "referrer-policy" not in document.exchange.headers and not document.metas("referrer"):
        yield Finding()


RULE = Rule(
    id="security/referrer-policy-missing",
    reads=Document,
    check=check,
    severity=Severity.INFO,
    share=0,
    title="Referrer-Policy not stated",
    description=(
        "The page does not say how much of its address other sites learn when visitors follow a link. Current browsers "
        "send only the host name then (strict-origin-when-cross-origin), which is safe; older ones send the whole "
        "address."
    ),
    recommendation="State a Referrer-Policy if addresses of this site can contain anything private.",
    how_to_fix=(
        "Referrer-Policy: strict-origin-when-cross-origin\n"
        "nginx: add_header Referrer-Policy strict-origin-when-cross-origin always;\n"
        "Apache: Header always set Referrer-Policy strict-origin-when-cross-origin\n"
        "Caddy: header Referrer-Policy strict-origin-when-cross-origin\n"
        "In nginx, repeat the line in each location that has add_header lines of its own: such a location "
        "inherits none.\n"
        'Or in the page: <meta name="referrer" content="strict-origin-when-cross-origin">'
    ),
    sources=(
        "https://www.w3.org/TR/referrer-policy/",
        "https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/Referrer-Policy",
    ),
    covers=("observatory:referrer-policy-not-implemented",),
    examples=(
        Bad(),
        Good(headers=("Referrer-Policy: same-origin",)),
        Good(headers=("Referrer-Policy: nonsense",)),
        Good('<meta name="referrer" content="no-referrer">'),
    ),
)
