from sitescan.document.stated_policies import upgrades_insecure_requests
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, attr
from sitescan.standards.insecure_url import is_insecure


def check(document: Document) -> Findings:
    """Report form actions over plain HTTP, unless the page itself is over plain HTTP."""
    if not document.exchange.secure or upgrades_insecure_requests(document):
        return
    for tag in document.all("form", "button", "input"):
        action = attr(tag, "action" if tag.name == "form" else "formaction")
        url = document.resolve(action) if action else None
        if url is not None and is_insecure(url):
            yield Finding(tag)


RULE = Rule(
    check=check,
    severity=Severity.ERROR,
    title="Forms are sent over plain HTTP",
    passed="Forms are sent over HTTPS",
    subjects=("form",),
    applies=lambda document: document.exchange.secure,
    description=(
        "{count:# form sends|# forms send} what visitors enter to a plain HTTP address, although the page uses "
        "HTTPS. Anyone on the network can read or change the data, and browsers warn before they send such a form."
    ),
    recommendation="Send forms to an HTTPS address.",
    how_to_fix=(
        'Change the action: <form action="https://example.com/search"> or, on the same site, <form action="/search">'
    ),
    sources=(
        "https://www.w3.org/TR/mixed-content/#requirements-forms",
        "https://developer.mozilla.org/en-US/docs/Web/Security/Mixed_content",
    ),
    examples=(
        Bad('<form action="http://example.com/search"><input name="q"></form>'),
        Bad('<form action="/s"><button formaction="http://example.com/buy">Buy</button></form>'),
        Good('<form action="/search"><input name="q"></form>'),
        Good('<form><input name="q"></form>'),
        Good('<form action="http://localhost/s"><input name="q"></form>'),
        Good('<form action="http://example.com/s"></form>', url="http://example.com/"),
    ),
)
