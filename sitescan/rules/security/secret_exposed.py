from itertools import islice

from bs4.element import Comment, NavigableString
from msgspec.structs import replace

from sitescan.document.tree import within
from sitescan.model.outline import Place
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, SourceDocument, shorten
from sitescan.standards.public_suffixes import same_site
from sitescan.standards.secret_formats import secrets_in

_MOST = 20
#: The minimum length of a value with a key, and the maximum length of a script that is read.
_SHORTEST, _LONGEST = 20, 3_000_000


def check(document: SourceDocument) -> Findings:
    """Report keys in scripts, attributes, comments and the site's own files; displayed text may be a tutorial."""
    yield from islice(_in_page(document), _MOST)
    yield from islice(_in_files(document), _MOST)


def _in_page(document: Document) -> Findings:
    if not any(True for _ in secrets_in(document.decoded.text)):
        return  # a key that is not in the source is not in its parts, except if written with character references
    kinds: tuple[type, type] = (Comment, NavigableString)
    for tag in document.elements:
        values = [value for value in tag.attrs.values() if isinstance(value, str)]
        values += [str(node) for node in tag.contents if isinstance(node, kinds[tag.name in ("script", "style")])]
        for value in values:
            kind = next(secrets_in(value), "") if len(value) >= _SHORTEST else ""
            if kind and not within(tag, "pre", "code", "textarea"):
                place = document.place(tag)
                # The report does not repeat the key.
                yield Finding(replace(place, snippet=f"<{tag.name}>") if place else None, detail=kind)


def _in_files(document: Document) -> Findings:
    """Report keys in the site's own scripts; those of others are not the owner's to revoke, and often examples."""
    for script in document.scripts.values():
        if not script.problem and len(script.body) <= _LONGEST and same_site(script.url, document.url):
            for kind in dict.fromkeys(secrets_in(script.body.decode("utf-8", "replace"))):
                yield Finding(Place(snippet=shorten(script.url)), detail=kind)


_KEY = "AKIA" + "QYRGBM3LSWXH2KTP"

RULE = Rule(
    check=check,
    severity=Severity.ERROR,
    title="Secret keys are exposed in the page",
    passed="Page is free of known kinds of secret keys",
    description=(
        "The page's source or its scripts contain {count:what looks like a secret key|# values that look "
        "like secret keys}. Anyone can read the source, and bots search the web for such keys and use them "
        "within minutes."
    ),
    recommendation="Revoke the key immediately, create a new one and keep it on the server.",
    how_to_fix=(
        "Revoke the key in the console of the service that issued it. Removing it from the page isn't enough, "
        "because copies exist. Call the service from your server, and use only public keys in the page (for "
        "example pk_live_... for Stripe)."
    ),
    sources=(
        "https://cheatsheetseries.owasp.org/cheatsheets/Secrets_Management_Cheat_Sheet.html",
        "https://cwe.mitre.org/data/definitions/798.html",
    ),
    examples=(
        Bad(f'<script>var key = "{_KEY}"</script>'),
        Bad(f"<body><!-- {_KEY} --></body>"),
        Bad(f'<div data-config="{_KEY}"></div>'),
        Bad('<script src="/a.js"></script>', scripts=(("https://example.com/a.js", f'let key = "{_KEY}"'),)),
        Good('<script src="/a.js"></script>', scripts=(("https://cdn.example.net/a.js", f'let key = "{_KEY}"'),)),
        Good(f"<pre>{_KEY}</pre>"),
        Good('<script>var key = "AKIA' + 'IOSFODNN7EXAMPLE"</script>'),
        Good('<script>var key = "pk_live_' + "a" * 30 + '"</script>'),
        Good("<script>xoxo</script>"),
    ),
)
