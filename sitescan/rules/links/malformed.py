import re
from difflib import get_close_matches

from sitescan.document.links.hyperlinks import Hyperlink, hyperlinks
from sitescan.document.links.script_effects import scripts_may_act
from sitescan.document.template_marks import names_mark
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, lazy_pattern

_NOT_RUN = "template code was not run"
_FAULTS = (
    (lazy_pattern(r"https?:/{0,2}https?(:|//|$)", re.I), "the scheme is repeated"),
    (lazy_pattern(r"https?:[\\/]?(?![\\/])(?!/?https?(?::|//|$))", re.I), "there are not two slashes after the scheme"),
    (
        lazy_pattern(r"https?//|https?;//|(htps?|httt+ps?|httpp|httpss|hhtt?ps?|ttps?)://", re.I),
        "the scheme is mistyped",
    ),
    (
        lazy_pattern(r"www\.[a-z0-9-]+\.[a-z]", re.I),
        "the scheme is missing, so browsers read it as a path on this site",
    ),
    (lazy_pattern(r"(undefined|null|\[object( |%20)object\])$", re.I), "a template value was not filled in"),
    (lazy_pattern(r"<\?|<%"), _NOT_RUN),
    (lazy_pattern(r"[a-z]:[\\/]", re.I), "this is a file path on a computer, not a web address"),
    (lazy_pattern(r"\\\\"), "this is a network path, not a web address"),
    (
        lazy_pattern(r"javascript\s+:", re.I),
        "the space before the colon turns it into a path on this site",
    ),
)
_ANY_FAULT = lazy_pattern("|".join(pattern.pattern for pattern, _ in _FAULTS), re.I)

#: Schemes that are often misspelled, and registered schemes that are similar to them.
#: https://www.iana.org/assignments/uri-schemes
_COMMON_SCHEMES = ("mailto", "https", "http", "javascript", "tel")
_SCHEMES = frozenset({*_COMMON_SCHEMES, "shttp", "httpx", "ttl", "telnet", "mailserver"})
_LETTERS = lazy_pattern(r"[a-z]{2,20}")


def check(document: Document) -> Findings:
    """Report links that are not valid URLs, and valid URLs that are certainly a typo."""
    for link in hyperlinks(document):
        href = link.href.strip()[:200]
        if link.url is None:
            yield Finding(link.tag, detail="not a valid address")
            continue
        fault = ""
        if _ANY_FAULT.match(href):
            fault = next((words for pattern, words in _FAULTS if pattern.match(href)), "")
        if not fault and names_mark(href) and not scripts_may_act(document):
            fault = _NOT_RUN
        fault = fault or _host_fault(link) or _scheme_fault(link.scheme)
        if fault:
            yield Finding(link.tag, detail=fault)


def _host_fault(link: Hyperlink) -> str:
    host = link.host if link.scheme in ("http", "https") else ""
    if host.startswith(".") or ".." in host:
        return "the host name has an extra dot"
    return ""


def _scheme_fault(scheme: str) -> str:
    """Return the scheme that a misspelled one stands for, in words; an empty string if that is uncertain."""
    if scheme in _SCHEMES or not _LETTERS.fullmatch(scheme):
        return ""
    meant = get_close_matches(scheme, _COMMON_SCHEMES, n=1, cutoff=0.8)
    return f"{scheme}: is probably a typo for {meant[0]}:" if meant else ""


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Malformed link addresses",
    passed="Link addresses are well-formed",
    subjects=("a", "area"),
    scope="tag",
    description=(
        "{count:# link has|# links have} an address that is mistyped or incomplete. Visitors who follow such a link "
        "get an error or a page that doesn't exist."
    ),
    recommendation="Correct the addresses of these links.",
    how_to_fix='Write the complete address, including the scheme: <a href="https://www.example.com/pears">Pears</a>',
    sources=("https://url.spec.whatwg.org/#url-writing",),
    covers=("lighthouse:crawlable-anchors",),
    examples=(
        Bad('<a href="{{ page.url }}">Pears</a>'),
        Bad('<a href="/pears/{% id %}">Pears</a>'),
        Good('<a href="{{ page.url }}">Pears</a><script src="/vue.js"></script>'),
        Good('<a href="/pears?{a}">Pears</a>'),
        Bad('<a href="https://">Pears</a>'),
        Bad('<a href="https://exa mple.org/">Pears</a>'),
        Bad('<a href="http://https://example.org/">Pears</a>'),
        Bad('<a href="https//example.org/">Pears</a>'),
        Bad('<a href="https:/example.org/pears">Pears</a>'),
        Bad('<a href="https:example.org">Pears</a>'),
        Bad('<a href="htp://example.org/">Pears</a>'),
        Bad('<a href="www.example.org">Pears</a>'),
        Bad('<a href="undefined">Pears</a>'),
        Bad('<a href="javascript : void(0)">Pears</a>'),
        Bad('<a href="<?= $url ?>">Pears</a>'),
        Bad('<a href="https://www.example..org/">Pears</a>'),
        Bad('<a href="C:\\pears.pdf">Pears</a>'),
        Bad('<a href="\\\\server\\pears.pdf">Pears</a>'),
        Bad('<a href="maito:ann@example.com">Ann</a>'),
        Bad('<a href="javscript:void(0)">Pears</a>'),
        Good('<a href="tg://resolve?domain=pears">P</a><a href="whatsapp://send">P</a><a href="sms:+49301">P</a>'),
        Good('<a href="geo:48.2,16.3">P</a><a href="skype:ann?call">P</a><a href="magnet:?xt=1">P</a>'),
        Good('<a href="https://web.archive.org/web/2020/https://example.org/">Pears</a>'),
        Good(
            '<a href="http-pears.html">Pears</a><a href="/www.example.org">Pears</a><a href="HTTPS://example.org">P</a>'
        ),
        Good('<a href="https:///example.org/">Pears</a><a href="">Pears</a><a href="null-values.html">Pears</a>'),
        Good('<a href="https://httpbin.org/">Pears</a><a href="https.html">Pears</a>'),
    ),
)
