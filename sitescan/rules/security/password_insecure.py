"""A password is asked for over plain HTTP."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.security.insecure_url import is_insecure
from sitescan.document.tree import attr
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(document: Document) -> Iterator[Finding]:
    """Report password fields of a page in the clear."""
    if is_insecure(document.url):
        for tag in document.all("input"):
            if attr(tag, "type", "").strip().lower() == "password":
                yield Finding(tag)


RULE = Rule(
    id="security/password-insecure",
    reads=Document,
    check=check,
    severity=Severity.ERROR,
    title="Password asked for over plain HTTP",
    description=(
        "The page asks for {count:a password|# passwords} and was delivered over plain HTTP. The password can be "
        "read on "
        "its way, and the page can be changed to send it elsewhere, even if the form's own target is HTTPS."
    ),
    recommendation="Serve every page with a password field over HTTPS only.",
    how_to_fix=(
        "Redirect the page to HTTPS. Caddy does so automatically when the site is named without http://.\n"
        "nginx:\n"
        " server {{\n"
        " listen 80;\n"
        " server_name example.com;\n"
        " return 301 https://$host$request_uri;\n"
        " }}\n"
        "Apache:\n"
        " <VirtualHost *:80>\n"
        " ServerName example.com\n"
        ' Redirect permanent "/" "https://example.com/"\n'
        " </VirtualHost>"
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
