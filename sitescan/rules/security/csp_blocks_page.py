import base64
import hashlib
from collections.abc import Callable, Iterator, Mapping
from functools import partial

from bs4.element import Tag

from sitescan.document.security.integrity import Subresource, fetched, fingerprint, has_hash, integrity_candidates
from sitescan.document.security.page_loads import JAVASCRIPT_URL, Inline, Load, inline_code, page_loads
from sitescan.document.stated_policies import enforced, enforced_on
from sitescan.rules.authoring import (
    Bad,
    Document,
    Fact,
    Finding,
    Findings,
    Good,
    Rule,
    Severity,
    SourceDocument,
    attr,
    shorten,
)
from sitescan.standards.csp import Policy
from sitescan.standards.csp_matching import allows_inline, allows_url
from sitescan.standards.integrity_policy import IntegrityPolicy, parse_integrity_policy
from sitescan.standards.urls import beginning, host_of

_CODE = {
    "script-src-elem": "inline script",
    "script-src-attr": "inline event handler",
    "style-src-elem": "style element",
    "style-src-attr": "style attribute",
}


def check(document: SourceDocument) -> Findings:
    """Report what an enforced policy blocks although every browser would run or load it."""
    yield from _without_integrity(document)
    if not enforced(document):
        return
    seen: set[tuple[int, str]] = set()
    for tag, directive, facts in _blocked(document):
        if (id(tag), directive) not in seen:
            seen.add((id(tag), directive))
            yield Finding.lazy(tag, facts)


def _without_integrity(document: Document) -> Findings:
    """Report the scripts that a browser doesn't request because it couldn't compare them with a hash."""
    if "script" not in _integrity_policy(document).destinations:
        return
    for candidate in integrity_candidates(document):
        if candidate.tag.name == "script" and not (candidate.uses_cors and has_hash(candidate.metadata)):
            yield Finding.lazy(candidate.tag, partial(_blocked_file, candidate, document))


def _blocked_file(candidate: Subresource, document: Document) -> Mapping[str, Fact]:
    file = fetched(document, candidate)
    value = fingerprint(file) if file is not None else "sha384-..."
    return {
        "detail": f"{_shown(candidate.url)}, blocked by Integrity-Policy",
        "advice": f'Add integrity="{value}" crossorigin="anonymous" to the script element.',
    }


def _integrity_policy(document: Document) -> IntegrityPolicy:
    return parse_integrity_policy(document.exchange.headers.get("integrity-policy"))


def _blocked(document: Document) -> Iterator[tuple[Tag, str, Callable[[], Mapping[str, Fact]]]]:
    for code in inline_code(document):
        if code.directive == JAVASCRIPT_URL or not code.text.strip():
            continue
        for policy in enforced_on(document, code.tag):
            if not allows_inline(policy, code.directive, code.text, code.nonce):
                yield code.tag, code.directive, partial(_blocked_code, policy, code)
                break
    bases = 0
    for load in page_loads(document):
        if load.tag is None or not (load.certain or load.directive == "form-action"):
            continue
        bases += load.directive == "base-uri"
        if load.directive == "base-uri" and bases > 1:
            continue  # browsers use only the first base element
        for policy in enforced_on(document, load.tag):
            if not _allows(policy, load, document):
                yield load.tag, load.directive, partial(_blocked_url, policy, load, document)
                break


def _blocked_code(policy: Policy, code: Inline) -> Mapping[str, Fact]:
    name = policy.governing(code.directive) or code.directive
    return {"detail": f"{_CODE[code.directive]}, blocked by {name}", "advice": _for_code(code, name)}


def _blocked_url(policy: Policy, load: Load, document: Document) -> Mapping[str, Fact]:
    name = policy.governing(load.directive) or load.directive
    return {
        "detail": f"{_shown(load.url)}, blocked by {name}",
        "advice": _for_url(policy, load, name, document),
    }


def _allows(policy: Policy, load: Load, document: Document) -> bool:
    sources = policy.sources(load.directive)
    if sources is not None and sources.hashes and load.tag is not None and attr(load.tag, "integrity", ""):
        return True  # a hash in the policy may allow a file by its integrity attribute
    return allows_url(
        policy, load.directive, _upgraded(load.url, document), document.url, nonce=load.nonce, by_parser=load.by_parser
    )


def _upgraded(url: str, document: Document) -> str:
    """Return the URL that an HTTPS page loads: insecure references are upgraded or blocked, which is another fault."""
    return f"https:{url[5:]}" if document.exchange.secure and url.startswith("http:") else url


def _for_code(code: Inline, name: str) -> str:
    digest = base64.b64encode(hashlib.sha256(code.text.encode("utf-8", "surrogatepass")).digest()).decode()
    if code.directive == "script-src-attr":
        return "Move the handler to a script: element.addEventListener(...)."
    if code.directive == "style-src-attr":
        return "Move the declarations to a class in a stylesheet."
    added = name if name != "default-src" else code.directive.removesuffix("-elem")
    return f"Add 'sha256-{digest}' to {added}, or move the code to a file on your server."


def _for_url(policy: Policy, load: Load, name: str, document: Document) -> str:
    if load.directive == "script-src-elem" and "'strict-dynamic'" in (policy.sources(load.directive) or ()):
        return 'Give the script element the nonce of the response: <script nonce="RANDOM" src="...">.'
    url = _upgraded(load.url, document)
    origin = beginning(url) if host_of(url) else f"{url.partition(':')[0]}:"
    source = "'self'" if origin == beginning(document.url) else origin
    if name != "default-src":
        return f"Add {shorten(source)} to {name}."
    directive = load.directive.removesuffix("-elem")
    kept = " ".join(policy.directives["default-src"])
    sources = source if kept == "'none'" else f"{kept} {source}"
    return f"Add a directive: {shorten(f'{directive} {sources}')}"


def _shown(url: str) -> str:
    return shorten(url) if host_of(url) else f"{url.partition(':')[0]}: URL"


_HASH = "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="
_INTEGRITY = ("Integrity-Policy: blocked-destinations=(script)",)

RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Security policy blocks the page's own content",
    passed="Security policies allow the page's own content",
    applies=lambda document: enforced(document) or _integrity_policy(document).destinations,
    description=(
        "The page's Content Security Policy (CSP) or Integrity-Policy blocks {count:# element|# elements} in its own "
        "source. Visitors don't get that content, although it isn't an attack."
    ),
    recommendation="Allow what the page needs in the policy, or remove it from the page.",
    how_to_fix=(
        "For the first blocked element: {advice}\n"
        "Open the page with the console of the browser's developer tools: it lists each element that the CSP blocks "
        "and the directive that blocks it."
    ),
    sources=(
        "https://www.w3.org/TR/CSP3/#match-element-to-source-list",
        "https://www.w3.org/TR/CSP3/#match-url-to-source-list",
        "https://developer.mozilla.org/en-US/docs/Web/HTTP/Guides/CSP",
        "https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/Integrity-Policy",
    ),
    examples=(
        Bad("<script>1</script>", headers=("Content-Security-Policy: default-src 'self'",)),
        Bad("<script>1</script>", headers=("Content-Security-Policy: script-src 'sha256-cGVhcnM='",)),
        Bad("<script nonce=b>1</script>", headers=("Content-Security-Policy: script-src 'nonce-cGVhcnM4OTEyMw=='",)),
        Bad(
            '<script src="https://cdn.example.net/a.js"></script>',
            headers=("Content-Security-Policy: script-src 'self'",),
        ),
        Bad('<script src="/a.js"></script>', headers=("Content-Security-Policy: script-src 'strict-dynamic'",)),
        Bad(
            '<form action="https://pay.example.net/"></form>', headers=("Content-Security-Policy: form-action 'self'",)
        ),
        Bad("<p onclick='add()'>x</p>", headers=("Content-Security-Policy: script-src 'self'",)),
        Bad("<p style='color: red'>x</p>", headers=("Content-Security-Policy: style-src 'self'",)),
        Bad('<img src="data:image/png;base64,AA" alt="">', headers=("Content-Security-Policy: img-src 'self'",)),
        Bad('<base href="/x/">', headers=("Content-Security-Policy: base-uri 'none'",)),
        Bad(
            '<head><meta http-equiv="Content-Security-Policy" content="img-src \'self\'"></head>'
            '<img src="https://img.example.net/a.png" alt="">'
        ),
        Good(
            '<head><script>1</script><meta http-equiv="Content-Security-Policy" content="script-src \'self\'"></head>'
        ),
        Good(
            "<script>1</script>",
            headers=("Content-Security-Policy: script-src 'sha256-a4ayc/80/OGda4BO/1o/V0etpOqiLx1JwB5S3beHW0s='",),
        ),
        Good(
            "<script nonce=cGVhcnM4OTEyMw>1</script>",
            headers=("Content-Security-Policy: script-src 'nonce-cGVhcnM4OTEyMw'",),
        ),
        Good(
            '<script src="https://a.cdn.example.net/js/a.js?v=1"></script>',
            headers=("Content-Security-Policy: script-src *.cdn.example.net/js/",),
        ),
        Good('<img src="http://example.com/a.png" alt="">', headers=("Content-Security-Policy: img-src 'self'",)),
        Good("<script>1</script>", headers=("Content-Security-Policy: script-src 'unsafe-inline'",)),
        Good("<script>1</script>", headers=("Content-Security-Policy-Report-Only: script-src 'self'",)),
        Good(
            "<body><noscript><p style='color: red'>x</noscript>", headers=("Content-Security-Policy: style-src 'self'",)
        ),
        Good('<script type="application/ld+json">{}</script>', headers=("Content-Security-Policy: script-src 'self'",)),
        Bad('<script src="/a.js"></script>', headers=_INTEGRITY),
        Bad(f'<script src="/a.js" integrity="{_HASH}"></script>', headers=_INTEGRITY),
        Bad('<script src="/a.js" integrity="md5-x" crossorigin></script>', headers=_INTEGRITY),
        Bad('<script type="module" src="/a.js"></script>', headers=_INTEGRITY),
        Good(f'<script src="/a.js" integrity="{_HASH}" crossorigin></script>', headers=_INTEGRITY),
        Good(f'<script type="module" src="/a.js" integrity="{_HASH}"></script>', headers=_INTEGRITY),
        Good(
            f'<script type="importmap">{{"integrity": {{"/a.js": "{_HASH}"}}}}</script>'
            '<script type="module" src="/a.js"></script>',
            headers=_INTEGRITY,
        ),
        Good('<script>1</script><script src="data:text/javascript,1"></script>', headers=_INTEGRITY),
        Good('<link rel="stylesheet" href="/a.css">', headers=_INTEGRITY),
        Good('<script src="/a.js"></script>', headers=("Integrity-Policy: blocked-destinations=(style)",)),
        Good('<script src="/a.js"></script>', headers=(f"{_INTEGRITY[0]}, sources=(header)",)),
        Good('<script src="/a.js"></script>', headers=("Integrity-Policy: blocked-destinations=script",)),
        Good('<script src="/a.js"></script>', headers=("Integrity-Policy-Report-Only: blocked-destinations=(script)",)),
        Good('<a href="https://example.net/">x</a>', headers=("Content-Security-Policy: default-src 'none'",)),
        Good(),
    ),
)
