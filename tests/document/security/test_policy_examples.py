"""Suggested policies for the example pages of the catalogue."""

import pytest

from sitescan.document.document import Document
from sitescan.document.security.page_loads import JAVASCRIPT_URL, inline_code, page_loads
from sitescan.document.security.suggested_policy import suggested_policy
from sitescan.model.exchange import Source
from sitescan.rules.catalogue import catalogue
from sitescan.standards.csp import parse_policy
from sitescan.standards.csp_matching import allows_inline, allows_url
from tests.rules.evidence import page

EXAMPLES = [(rule.id, example) for rule in catalogue().values() for example in rule.examples if example.html]


@pytest.mark.parametrize("rule", sorted({rule for rule, _ in EXAMPLES}))
def test_examples_of_rule(rule: str) -> None:
    """The suggested policy allows everything that browsers load for the examples of a rule."""
    for example in (example for name, example in EXAMPLES if name == rule):
        sheets = [Source(url=url, body=text.encode(), content_type="text/css") for url, text in example.sheets]
        document = Document(page(example), sheets)
        policy = parse_policy(suggested_policy(document))
        by_nonce = "'nonce-RANDOM'" in policy.directives.get("script-src", ())
        for load in page_loads(document):
            nonce = "RANDOM" if by_nonce and load.directive == "script-src-elem" else ""
            url = load.url.replace("http:", "https:") if document.exchange.secure else load.url
            first = next(page_load for page_load in page_loads(document) if page_load.directive == load.directive)
            if load.directive != "base-uri" or load is first:
                assert allows_url(policy, load.directive, url, document.url, nonce=nonce), (example, load)
        for code in inline_code(document):
            if code.directive not in ("script-src-attr", JAVASCRIPT_URL):
                nonce = "RANDOM" if by_nonce and code.directive == "script-src-elem" else ""
                assert allows_inline(policy, code.directive, code.text, nonce), (example, code)
