from collections.abc import Iterator
from itertools import chain, pairwise

from sitescan.document.stated_policies import policies
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, shorten
from sitescan.standards.csp import (
    DIRECTIVES,
    FETCH_DIRECTIVES,
    KEYWORDS,
    NONCE_DIRECTIVES,
    SOURCE_LISTS,
    Policy,
    mistyped_keywords,
    parse_policies,
)
from sitescan.standards.csp_sources import HOST_SOURCE, is_hash, is_nonce

_BARE_KEYWORDS = {keyword.strip("'") for keyword in KEYWORDS}
_HEADER = "content-security-policy"
_MARKS = ("nonce-", "sha256-", "sha384-", "sha512-")


def check(document: Document) -> Findings:
    """Report unknown and repeated directives, missing quotes and missing semicolons."""
    found = chain(
        chain.from_iterable(_mistakes(policy) for policy in policies(document)),
        ((mistake, "") for line in document.exchange.headers.all(_HEADER) for mistake in _commas(line)),
    )
    for mistake, outcome in dict.fromkeys(found):
        yield Finding(detail=mistake, observatory=outcome)


def _mistakes(policy: Policy) -> Iterator[tuple[str, str]]:
    """Iterate over the mistakes, each with the corresponding outcome of the Observatory, or an empty string."""
    for name in policy.unreadable:
        yield f"{shorten(name)} is ignored because it contains non-ASCII characters, such as curly quotes", ""
    for name in policy.repeated:
        # Browsers use the first; the Observatory treats the whole policy as invalid, except for reporting directives.
        yield f"the second {shorten(name)} is ignored", "csp-implemented-but-duplicate-directives"
    for name, values in policy.directives.items():
        if name not in DIRECTIVES:
            yield f"{shorten(name)} is not a directive", ""
        elif name == "require-trusted-types-for":
            if "'script'" not in values:
                fault = "script in {} needs single quotes" if "script" in values else "{} needs the value 'script'"
                yield fault.format(name), ""
        elif name in SOURCE_LISTS:
            if "'strict-dynamic'" in values and not any(is_nonce(value) or is_hash(value) for value in values):
                blocked = name == "default-src" or name.startswith("script-src")
                outcome = "so every script is blocked" if blocked else "and concerns scripts alone"
                yield f"'strict-dynamic' in {name} needs a nonce or hash, {outcome}", "csp-header-invalid"
            for value in values:
                yield from ((mistake, "") for mistake in _source_mistakes(name, value, values))


def _commas(line: str) -> Iterator[str]:
    """
    Iterate over mistakes by which a comma begins a second policy instead of extending the first.

    Two policies in one header field are valid if each is complete; here the second allows what the default-src of
    the first forbids.
    """
    parts = [policy for policy in parse_policies(line) if policy.directives]
    for first, second in pairwise(parts):
        limit = first.directives.get("default-src")
        if limit is None or first.directives.keys() & second.directives.keys():
            continue
        for name, values in second.directives.items():
            if (
                name in FETCH_DIRECTIVES
                and first.governing(name) == "default-src"
                and not set(values) <= {*limit, "'none'"}
            ):
                yield (
                    f"the comma before {name} starts a second policy, so default-src {shorten(' '.join(limit))} still "
                    f"limits {name}; separate directives with semicolons"
                )


def _source_mistakes(name: str, value: str, values: tuple[str, ...]) -> Iterator[str]:
    lower = value.lower()
    if lower in DIRECTIVES:
        yield f"a semicolon is missing before {lower} in {name}"
    elif lower in _BARE_KEYWORDS or lower.startswith(_MARKS):
        yield f"{shorten(value)} in {name} needs single quotes"
    elif value.startswith(("'", '"')) and lower not in KEYWORDS and not is_nonce(value) and not is_hash(value):
        inline = mistyped_keywords((value,)) and "'unsafe-inline'" in values
        so = "; because 'unsafe-inline' still applies, any inline script may run" if inline else ""
        yield f"{shorten(value)} in {name} is not a keyword, nonce or hash{so}"
    elif is_nonce(value) and name not in NONCE_DIRECTIVES:
        yield f"a nonce in {name} has no effect"
    elif "*" in value and not value.startswith("'"):
        match = HOST_SOURCE.fullmatch(value)
        if match is None:
            yield f"{shorten(value)} in {name} matches nothing: * can only stand before a dot at the start of a host"
        elif "*" in (match[4] or ""):
            yield f"{shorten(value)} in {name} matches no other path: * stands for itself in a path"
    elif lower == "'none'" and len(values) > 1:
        yield f"'none' in {name} is ignored because other sources are listed"


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="CSP contains mistakes",
    passed="CSP is free of mistakes",
    applies=policies,
    description=(
        "The Content Security Policy (CSP) contains {count:# mistake|# mistakes}, so browsers allow or block "
        "something other than the policy intends."
    ),
    recommendation="Correct each mistake so that browsers read the policy the way you intended.",
    how_to_fix=(
        "Separate directives with semicolons, and use each directive only once. Put keywords, nonces and hashes in "
        "straight single quotes. Write hosts and schemes without quotes:\n"
        "Content-Security-Policy: default-src 'self'; script-src 'self' 'nonce-RANDOM' https://cdn.example.com\n"
        "RANDOM stands for a new random value in every response."
    ),
    sources=(
        "https://www.w3.org/TR/CSP3/#framework-directive-source-list",
        "https://www.w3.org/TR/CSP3/#parse-serialized-policy",
    ),
    covers=(
        "csp-evaluator:INVALID_KEYWORD",
        "csp-evaluator:MISSING_SEMICOLON",
        "csp-evaluator:STRICT_DYNAMIC_NOT_STANDALONE",
        "csp-evaluator:UNKNOWN_DIRECTIVE",
        "observatory:csp-header-invalid",
        "observatory:csp-implemented-but-duplicate-directives",
    ),
    examples=(
        Bad(headers=("Content-Security-Policy: script-src 'self' https://*.example.*",)),
        Bad(headers=("Content-Security-Policy: frame-ancestors https://a.*.example.net",)),
        Bad(headers=("Content-Security-Policy: script-src 'self' *example.net",)),
        Bad(headers=("Content-Security-Policy: img-src https://a.example.net/*",)),
        Bad(headers=("Content-Security-Policy: frame-ancestors 'self' 'nonce-cGVhcnM4OTEyMw=='",)),
        Bad(headers=("Content-Security-Policy: require-trusted-types-for script",)),
        Bad(headers=("Content-Security-Policy: require-trusted-types-for 'scripts'",)),
        Bad(headers=("Content-Security-Policy: require-trusted-types-for",)),
        Good(headers=("Content-Security-Policy: img-src * https://*.example.net:* *.example.org/pears/",)),
        Good(headers=("Content-Security-Policy: require-trusted-types-for 'script'",)),
        Bad(headers=("Content-Security-Policy: default-src self",)),
        Bad(headers=("Content-Security-Policy: defualt-src 'self'",)),
        Bad(headers=("Content-Security-Policy: default-src 'self' script-src https://cdn.example.com",)),
        Bad(headers=("Content-Security-Policy: default-src 'self'; script-src nonce-cGVhcnM4OTEyMw==",)),
        Bad(headers=("Content-Security-Policy: default-src 'self'; default-src 'none'",)),
        Bad(headers=("Content-Security-Policy: default-src 'none' https://example.com",)),
        Bad(headers=("Content-Security-Policy: script-src 'strict-dynamic' https:",)),
        Bad('<head><meta http-equiv="Content-Security-Policy" content="default-src ‘self’"></head>'),
        Bad(headers=("Content-Security-Policy: default-src 'self', img-src *",)),
        Bad(headers=("Content-Security-Policy: default-src 'self', script-src 'self' https://cdn.example.com",)),
        Good(headers=("Content-Security-Policy: default-src 'self', frame-ancestors 'self'",)),
        Good(headers=("Content-Security-Policy: default-src 'self'; img-src *, object-src 'none'; img-src *",)),
        Good(headers=("Content-Security-Policy: default-src 'self'", "Content-Security-Policy: img-src *")),
        Good(headers=("Content-Security-Policy: default-src 'self'; script-src 'Unsafe-Inline' *.example.com blob:;",)),
        Good(
            headers=("Content-Security-Policy: sandbox allow-scripts; trusted-types none default 'allow-duplicates'",)
        ),
        Good(headers=("Content-Security-Policy: DEFAULT-SRC 'none'; upgrade-insecure-requests; report-uri /r",)),
        Good(headers=("Content-Security-Policy: default-src 'self'; default-src 'self'",)),
        Good(headers=("Content-Security-Policy: default-src 'self', default-src 'self' https:",)),
        Good(),
    ),
)
