from collections.abc import Callable
from functools import partial

from bs4.element import Tag

from sitescan.document.template_marks import names_mark
from sitescan.document.tree import own_text
from sitescan.model.exchange import Source
from sitescan.model.outline import Place
from sitescan.rules.authoring import HTML, Bad, Document, Finding, Findings, Good, Rule, Severity, attr, shorten
from sitescan.standards.file_types import essence
from sitescan.standards.public_suffixes import same_site
from sitescan.standards.speculation_rules import InvalidRules, check_rules
from sitescan.standards.structured_fields import Malformed, parse_list
from sitescan.standards.urls import resolve

_LONGEST = 200_000
_HEADER = "Speculation-Rules"
#: The media type of a file with rules, which a script element doesn't have.
_OF_FILES = "application/speculationrules+json"


def check(document: Document) -> Findings:
    """Report speculation rules that browsers ignore, and a header that names no file with them."""
    if fault := _fault_of_header(document.exchange.headers.get(_HEADER)):
        yield Finding(detail=f"{_HEADER}: {fault}")
    for file in document.speculation_rules:
        if fault := _fault_of_file(document, file):
            yield Finding(Place(snippet=file.url), detail=f"speculation rules: {fault}")
    for tag in document.all("script"):
        kind = attr(tag, "type", "").strip().lower()
        if tag.namespace != HTML or document.in_noscript(tag):
            continue
        if kind == _OF_FILES:
            yield Finding(tag, detail='browsers read rules only with type="speculationrules"')
        elif kind == "speculationrules" and (fault := _fault_of_element(document, tag)):
            yield Finding(tag, detail=f"speculation rules: {fault}")


def _fault_of_header(value: str) -> str:
    """Return why browsers ignore the field or a part of it; an empty string if they don't."""
    try:
        other = next((item for item in parse_list(value) if not isinstance(item, str)), None)
    except Malformed:
        return f"{shorten(value)} isn't a list of addresses in double quotes"
    return "" if other is None else "an address isn't in double quotes"


def _fault_of_file(document: Document, file: Source) -> str:
    """Return why browsers ignore the rules in a file; an empty string if they don't, or if it isn't such a file."""
    if file.problem or essence(file.content_type) != _OF_FILES:
        return ""
    return _fault(document, file.body.decode("utf-8-sig", "replace"), partial(resolve, file.url))


def _fault_of_element(document: Document, tag: Tag) -> str:
    """Return why browsers ignore the rules in an element; an empty string if they don't."""
    if "src" in tag.attrs:
        return "browsers don't load them by src"
    text = own_text(tag)
    return "" if names_mark(text) else _fault(document, text, document.resolve)


def _fault(document: Document, text: str, absolute: Callable[[str], str | None]) -> str:
    """
    Return why browsers ignore rules; an empty string if they don't.

    :param absolute: returns the absolute URL of an address in the rules.
    """
    if len(text) > _LONGEST:
        return ""
    try:
        for action, reference in check_rules(text):
            url = absolute(reference)
            if url is None or not url.startswith(("http:", "https:")):
                return f"{shorten(reference)} is not a web URL"
            if action != "prefetch" and not same_site(url, document.url):
                return f"browsers prerender no page of another site, such as {shorten(reference)}"
    except InvalidRules as problem:
        return str(problem)
    return ""


RULE = Rule(
    check=check,
    since="1.1.0",
    severity=Severity.INFO,
    title="Speculation rules can't be used",
    passed="Speculation rules can be used",
    applies=lambda document: b"speculationrules" in document.ascii_source or _HEADER in document.exchange.headers,
    needs=lambda document: not any(file.problem for file in document.speculation_rules),
    description=(
        "{count:# script element, file or header with speculation rules has|# script elements, files or headers with "
        "speculation rules have} a fault because of which browsers ignore at least one rule. Nothing is prefetched or "
        "prerendered by that rule, so the next page opens no faster."
    ),
    recommendation="Write the rules as JSON inside the script element, with known keys only.",
    how_to_fix=(
        '<script type="speculationrules">{{"prefetch": [{{"where": {{"href_matches": "/*"}}, "eagerness": "moderate"}}]'
        "}}</script>\n"
        'Each rule has either urls or where. A file with rules is named by the header Speculation-Rules: "/rules.json" '
        "and sent as application/speculationrules+json."
    ),
    sources=(
        "https://html.spec.whatwg.org/multipage/speculative-loading.html#parse-a-speculation-rule",
        "https://developer.mozilla.org/en-US/docs/Web/HTML/Reference/Elements/script/type/speculationrules",
    ),
    examples=(
        Bad('<script type="speculationrules">{"prefetch": [{"urls": ["/a"]},]}</script>'),
        Bad('<script type="speculationrules">[{"urls": ["/a"]}]</script>'),
        Bad('<script type="speculationrules">{"prefetch": "/a"}</script>'),
        Bad('<script type="speculationrules">{"prefetch": [{"eagerness": "eager"}]}</script>'),
        Bad('<script type="speculationrules">{"prefetch": [{"urls": ["/a"], "eagernes": "eager"}]}</script>'),
        Bad('<script type="speculationrules">{"prerender": [{"urls": ["https://example.net/"]}]}</script>'),
        Bad('<script type="speculationrules" src="/rules.json"></script>'),
        Bad('<script type="application/speculationrules+json">{"prefetch": [{"urls": ["/a"]}]}</script>'),
        Bad(headers=("Speculation-Rules: /rules.json",)),
        Bad(headers=('Speculation-Rules: "/rules.json", rules.json',)),
        Good(headers=('Speculation-Rules: "/rules.json", "/more.json"',)),
        Good('<script type="speculationrules">{"prefetch": [{"urls": ["/a"], "eagerness": "eager"}]}</script>'),
        Good('<script type="speculationrules">{"prefetch": [{"urls": ["https://example.net/"]}]}</script>'),
        Good(
            '<script type="speculationrules">{"prerender": [{"where": {"and": [{"href_matches": "/*"}, '
            '{"not": {"selector_matches": "[rel~=nofollow]"}}]}}]}</script>'
        ),
        Good('<script type="speculationrules">{{ rules }}</script>'),
        Good(f'<script type="speculationrules">{"[" * 100_000}</script>'),
    ),
)
