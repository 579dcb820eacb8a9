"""Links open a new window without rel='noopener'."""

from sitescan.document.links.hyperlinks import hyperlinks
from sitescan.document.tree import tokens
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, attr, changed, safe
from sitescan.standards.urls import split_url


def check(document: Document) -> Findings:
    """Report ``target=_blank`` to another host without ``noopener`` or ``noreferrer``."""
    own = split_url(document.url).hostname
    for link in hyperlinks(document):
        if attr(link.tag, "target", "").strip().lower() != "_blank" or link.scheme not in ("http", "https"):
            continue
        if not {"noopener", "noreferrer"} & set(tokens(link.tag, "rel")) and link.host != own:
            rel = " ".join((*attr(link.tag, "rel", "").split(), "noopener"))
            change = changed(link.tag, rel=rel)
            # The page that the link opens may be meant to use its opener.
            yield Finding(link.tag, change=change if "opener" in tokens(link.tag, "rel") else safe(change))


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    share=0,
    title='Links open a new window without rel="noopener"',
    passed="External links to new windows have noopener",
    subjects=("[target]",),
    description=(
        '{count:# link opens|# links open} another site in a new window without rel="noopener". Browsers released '
        "before 2021 let that site replace this page with a fake one. Current browsers prevent this, so it costs "
        "no points."
    ),
    recommendation='Add rel="noopener" to links that open other sites in a new window.',
    how_to_fix='<a href="https://example.org/" target="_blank" rel="noopener">Pears</a>',
    sources=("https://developer.mozilla.org/en-US/docs/Web/HTML/Reference/Attributes/rel/noopener",),
    covers=("webhint:disown-opener",),
    examples=(
        Bad('<a href="https://example.org/" target="_blank">Pears</a>'),
        Bad('<a href="https://example.org/" target="_BLANK" rel="nofollow">Pears</a>'),
        Good('<a href="https://example.org/" target="_blank" rel="nofollow NOOPENER">Pears</a>'),
        Good('<a href="https://example.org/" target="_blank" rel="noreferrer">Pears</a>'),
        Good('<a href="/pears" target="_blank">Pears</a><a href="https://example.org/">Pears</a>'),
    ),
)
