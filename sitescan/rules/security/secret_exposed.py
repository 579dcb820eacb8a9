"""A secret key stands in the page's source."""

import re
from collections.abc import Iterator
from itertools import islice

from attrs import evolve
from bs4.element import Comment, NavigableString

from sitescan.document.document import Document
from sitescan.document.tree import within
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule

#: Keys whose form cannot be mistaken, and which are never meant for the public.
_SECRETS = {
    "AWS access key": re.compile(r"(?<![A-Z0-9])AKIA[A-Z2-7]{16}(?![A-Z0-9])"),
    "GitHub token": re.compile(r"(?<![A-Za-z0-9_])gh[pousr]_[A-Za-z0-9]{36}(?![A-Za-z0-9])"),
    "Stripe secret key": re.compile(r"(?<![A-Za-z0-9_])[sr]k_live_[A-Za-z0-9]{24,200}(?![A-Za-z0-9])"),
    "Slack token": re.compile(r"(?<![A-Za-z0-9])xox[bp]-[0-9]{10,13}-[0-9]{10,13}-[A-Za-z0-9-]{24,100}"),
    "private key": re.compile(r"-----BEGIN (?:RSA |EC |OPENSSH )?PRIVATE KEY-----(?:\s|\\n)*[A-Za-z0-9+/=\s\\]{200}"),
}
_MARKS = ("AKIA", "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "k_live_", "xoxb-", "xoxp-", "PRIVATE KEY-----")
_MOST = 20


def check(document: Document) -> Iterator[Finding]:
    """Report keys in scripts, attributes and comments; what is shown as text may be a lesson."""
    text = document.decoded.text
    if any(mark in text for mark in _MARKS):
        yield from islice(_found(document), _MOST)


def _found(document: Document) -> Iterator[Finding]:
    kinds: tuple[type, type] = (Comment, NavigableString)
    for tag in document.elements:
        values = [value for value in tag.attrs.values() if isinstance(value, str)]
        values += [str(node) for node in tag.contents if isinstance(node, kinds[tag.name in ("script", "style")])]
        for value in values:
            if len(value) >= 20 and (kind := _kind(value)) and not within(tag, "pre", "code", "textarea"):
                place = document.place(tag)
                # The report does not show the key a second time.
                yield Finding(evolve(place, snippet=f"<{tag.name}>") if place else None, detail=kind)


def _kind(value: str) -> str:
    for kind, pattern in _SECRETS.items():
        match = pattern.search(value)
        if match and "EXAMPLE" not in match.group():
            return kind
    return ""


_KEY = "AKIA" + "QYRGBM3LSWXH2KTP"

RULE = Rule(
    id="security/secret-exposed",
    reads=Document,
    check=check,
    severity=Severity.ERROR,
    title="Secret key in the page",
    description=(
        "The source of the page contains {count:what looks like a secret key|# values that look like secret keys}. "
        "Everybody can read the source; programs search the web for such keys and use them within minutes."
    ),
    recommendation="Revoke the key at once, make a new one and keep it on the server.",
    how_to_fix=(
        "Revoke it in the console of the service that issued it; removing it from the page is not enough, because "
        "copies "
        "exist. Call the service from your server, and give the page only keys that are meant to be public "
        "(pk_live_... of Stripe, for example)."
    ),
    sources=(
        "https://cheatsheetseries.owasp.org/cheatsheets/Secrets_Management_Cheat_Sheet.html",
        "https://cwe.mitre.org/data/definitions/798.html",
    ),
    examples=(
        Bad(f'<script>var key = "{_KEY}"</script>'),
        Bad(f"<body><!-- {_KEY} --></body>"),
        Bad(f'<div data-config="{_KEY}"></div>'),
        Good(f"<pre>{_KEY}</pre>"),
        Good('<script>var key = "AKIA' + 'IOSFODNN7EXAMPLE"</script>'),
        Good('<script>var key = "pk_live_' + "a" * 30 + '"</script>'),
        Good("<script>xoxo</script>"),
    ),
)
