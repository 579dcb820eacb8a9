from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, attr
from sitescan.rules.server_configuration import HTTPS_REDIRECT
from sitescan.standards.insecure_url import is_insecure
from sitescan.standards.urls import http_host


def check(document: Document) -> Findings:
    """Report password fields of a page over plain HTTP."""
    if is_insecure(document.url):
        for tag in document.all("input"):
            if attr(tag, "type", "").strip().lower() == "password":
                yield Finding(tag, host=http_host(document.url))


RULE = Rule(
    check=check,
    severity=Severity.ERROR,
    title="Password field on a plain HTTP page",
    passed="Password fields are on an HTTPS page",
    applies=lambda document: b"password" in document.ascii_source,
    description=(
        "The page asks for {count:a password|# passwords} and was delivered over plain HTTP. Anyone on the network can "
        "read the password. They can also change the page to send it somewhere else, even if the form's own target "
        "uses HTTPS."
    ),
    recommendation="Serve every page with a password field over HTTPS only.",
    how_to_fix=(
        "Redirect plain HTTP to HTTPS. Caddy does so automatically if the site's address in the Caddyfile doesn't "
        f"start with http://.\n{HTTPS_REDIRECT}"
    ),
    sources=(
        "https://developer.mozilla.org/en-US/docs/Web/Security/Insecure_passwords",
        "https://cheatsheetseries.owasp.org/cheatsheets/Authentication_Cheat_Sheet.html",
    ),
    examples=(
        Bad('<form action="https://example.com/in"><input type="PASSWORD"></form>', url="http://example.com/"),
        Good('<form><input type="password"></form>'),
        Good('<form><input type="text"></form>', url="http://example.com/"),
        Good('<form><input type="password"></form>', url="http://127.0.0.1:8000/"),
    ),
)
