from sitescan.document.links.hyperlinks import hyperlinks
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity
from sitescan.standards.urls import split_url


def check(document: Document) -> Findings:
    """Report ``user:password@host`` in HTTP and FTP URLs."""
    for link in hyperlinks(document):
        url = link.url or ""
        if link.scheme in ("http", "https", "ftp") and "@" in url and "@" in split_url(url).netloc:
            yield Finding(link.tag)


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Links contain a user name or password",
    passed="Links are free of user names and passwords",
    subjects=("a", "area"),
    scope="tag",
    description=(
        "{count:# link has|# links have} a user name or password in the URL. Anyone can read it in the source, and "
        "browsers warn about it or ignore it. Often this is an email address without mailto:, or a social media handle "
        "in the wrong place."
    ),
    recommendation="Remove everything up to the @, and change the password if it is real.",
    how_to_fix=(
        'A web address needs no user name: <a href="https://example.com/">\n'
        'An email address needs mailto: <a href="mailto:info@example.com">\n'
        'A handle is part of the path: <a href="https://example.com/@pears">'
    ),
    sources=("https://www.rfc-editor.org/rfc/rfc9110#section-4.2.4",),
    examples=(
        Bad('<a href="https://ann:secret@example.com/">Pears</a>'),
        Bad('<a href="http://info@example.com">Mail</a>'),
        Good('<a href="https://example.com/@pears">Pears</a><a href="mailto:info@example.com">Mail</a>'),
        Good('<a href="/a@b">Pears</a><a href="https://example.com/?mail=a@b.example">Pears</a>'),
    ),
)
