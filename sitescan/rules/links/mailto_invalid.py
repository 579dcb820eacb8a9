import re
from urllib.parse import unquote

from sitescan.document.links.hyperlinks import hyperlinks
from sitescan.rules.authoring import (
    Bad,
    Document,
    Finding,
    Findings,
    Good,
    Rule,
    Severity,
    changed,
    lazy_pattern,
    shorten,
)

_SPACE_OR_SCHEME = lazy_pattern(r"\s|://|^mailto:", re.I)
#: A replacement for @ against harvesters, and an address in angle brackets.
_AT = lazy_pattern(r"[\w.+-][\[{(]\s?at\s?[\])}]\w", re.I)
_IN_BRACKETS = lazy_pattern(r"<[^<>\s@]+@[^<>\s@]+>")


def check(document: Document) -> Findings:
    """Report ``mailto:`` links without a recipient or with an invalid address."""
    for link in hyperlinks(document):
        if link.scheme != "mailto":
            continue
        written = link.href.strip()[len("mailto:") :]
        if written.startswith("//"):
            fixed = changed(link.tag, href=link.href.replace("//", "", 1))
            yield Finding(link.tag, detail="only web addresses have two slashes", change=fixed)
            continue
        to, _, fields = written.partition("?")
        if not to.strip() and not fields:
            yield Finding(link.tag, detail="the address is missing")
            continue
        for address in filter(None, to.split(",")):
            fault = _fault(unquote(address).strip(" "))
            if fault:
                yield Finding(link.tag, detail=fault)
                break


def _fault(address: str) -> str:
    """Return a description of the mistake in an address; an empty string if there is none for certain."""
    if _AT.search(address) and "@" not in address:
        return f"{shorten(address)} has no @"
    if _IN_BRACKETS.fullmatch(address):
        return f"{shorten(address)} is in angle brackets"
    # "Name <name@example.com>" and quoted local parts are not examined.
    if any(character in address for character in '<>"{}[]'):
        return ""
    local, at, host = address.rpartition("@")
    if not at:
        return f"{shorten(address)} has no @"
    if (
        not local
        or not host
        or "@" in local
        or _SPACE_OR_SCHEME.search(address)
        or ".." in host
        or host.startswith(".")
        or host.endswith(".")
    ):
        return f"{shorten(address)} is not an email address"
    return ""


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Invalid mailto: links",
    passed="Email links have valid addresses",
    applies=lambda document: b"mailto:" in document.ascii_source,
    scope="tag",
    description=(
        "{count:# mailto: link doesn't|# mailto: links don't} contain a valid email address. The visitor's email app "
        "opens with an empty or wrong recipient, and the message can't be sent."
    ),
    recommendation="Correct the email address in the link.",
    how_to_fix='Put only the address after mailto: <a href="mailto:info@example.com?subject=Pears">Email us</a>',
    sources=("https://www.rfc-editor.org/rfc/rfc6068",),
    examples=(
        Bad('<a href="mailto:">Mail</a>'),
        Bad('<a href="mailto://info@example.com">Mail</a>'),
        Bad('<a href="mailto:info.example.com">Mail</a>'),
        Bad('<a href="mailto:info@@example.com">Mail</a>'),
        Bad('<a href="mailto:https://example.com/">Mail</a>'),
        Bad('<a href="mailto:info@example.com,sales example.com">Mail</a>'),
        Bad('<a href="mailto:info@example.com.">Mail</a>'),
        Bad('<a href="mailto:info[at]example.com">Mail</a>'),
        Bad('<a href="mailto:&lt;info@example.com&gt;">Mail</a>'),
        Good('<a href="mailto:{{ address }}">Mail</a><a href="mailto:Ann <ann@example.com>">Mail</a>'),
        Good('<a href="mailto:info@example.com">Mail</a><a href="MAILTO:info%40example.com">Mail</a>'),
        Good('<a href="mailto:?subject=Pears&body=Look">Share</a><a href="mailto: info@example.com">Mail</a>'),
        Good('<a href="mailto:a@example.com,b@example.com">Mail</a><a href="mailto:post@birnbäume.example">Mail</a>'),
        Good('<a href="mailto:Ann <ann@example.com>">Mail</a><a href="mailto:root@localhost">Mail</a>'),
    ),
)
