"""Links that carry a user name or password."""

from collections.abc import Iterator
from urllib.parse import urlsplit

from sitescan.document.document import Document
from sitescan.document.links.hyperlinks import hyperlinks
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(document: Document) -> Iterator[Finding]:
    """Report ``user:password@host`` in web and FTP addresses."""
    for link in hyperlinks(document):
        if link.scheme in ("http", "https", "ftp") and "@" in urlsplit(link.url or "").netloc:
            yield Finding(link.tag)


RULE = Rule(
    id="links/credentials",
    reads=Document,
    check=check,
    severity=Severity.WARNING,
    title="Credentials in links",
    description=(
        "{count:# link has|# links have} a user name or password in the address. Everybody can read it in the source; "
        "browsers warn or leave it out. Often a mail address or handle was pasted without mailto: or path."
    ),
    recommendation="Remove the part before the @ and change the password if it was real.",
    how_to_fix=(
        'A web address has no user: <a href="https://example.com/">. A mail address needs mailto: '
        '<a href="mailto:info@example.com">. A handle belongs into the path: <a href="https://example.com/@pears">.'
    ),
    sources=("https://www.rfc-editor.org/rfc/rfc9110#section-4.2.4",),
    examples=(
        Bad('<a href="https://ann:secret@example.com/">Pears</a>'),
        Bad('<a href="http://info@example.com">Mail</a>'),
        Good('<a href="https://example.com/@pears">Pears</a><a href="mailto:info@example.com">Mail</a>'),
        Good('<a href="/a@b">Pears</a><a href="https://example.com/?mail=a@b.example">Pears</a>'),
    ),
)
