"""The security policies that a page states, in its headers and in its source."""

from weakref import WeakKeyDictionary

from sitescan.document.document import Document
from sitescan.document.tree import attr, within
from sitescan.model import referrer_policy
from sitescan.model.csp import Policy, parse_policies
from sitescan.model.csp_findings import Check, Weakness, effective

_POLICIES: WeakKeyDictionary[Document, tuple[Policy, ...]] = WeakKeyDictionary()

#: Content security policies of one page that are read; pages have one or two.
_MOST = 100


def policies(document: Document) -> tuple[Policy, ...]:
    """
    Every content security policy of a page: enforced and reported, by header and by ``meta``.

    https://www.w3.org/TR/CSP3/#csp-header
    """
    if document not in _POLICIES:
        headers = document.exchange.headers
        found = [
            *parse_policies(headers.get("content-security-policy")),
            *parse_policies(headers.get("content-security-policy-report-only"), report_only=True),
        ]
        for meta in document.metas("content-security-policy"):
            # Only a meta in the head counts, and none in it is ever report-only.
            if attr(meta, "http-equiv", "").strip().lower() == "content-security-policy" and within(meta, "head"):
                found += parse_policies(attr(meta, "content", ""), in_page=True)
        _POLICIES[document] = tuple(found[:_MOST])
    return _POLICIES[document]


def enforced(document: Document) -> tuple[Policy, ...]:
    """The content security policies that browsers enforce, all of them at once; an empty one is none."""
    return tuple(policy for policy in policies(document) if policy.directives and not policy.report_only)


def limiting_scripts(document: Document) -> tuple[Policy, ...]:
    """The enforced policies that limit scripts."""
    return tuple(policy for policy in enforced(document) if policy.sources("script-src-elem") is not None)


def scripts_allowed(document: Document, check: Check) -> tuple[Weakness, ...]:
    """What a check finds about script elements in every policy that limits scripts: the strictest policy decides."""
    found = [
        {(one.type, one.value): one for one in check(effective(policy)) if one.directive == name}
        for policy in limiting_scripts(document)
        if (name := policy.governing("script-src-elem"))
    ]
    return tuple(one for key, one in found[0].items() if all(key in other for other in found)) if found else ()


def upgrades_insecure_requests(document: Document) -> bool:
    """
    Whether browsers load the page's ``http:`` references over HTTPS.

    https://www.w3.org/TR/upgrade-insecure-requests/
    """
    return any("upgrade-insecure-requests" in policy.directives for policy in enforced(document))


def stated_referrer_policy(document: Document) -> str:
    """The referrer policy that a page states, the last valid ``meta`` before the header; or empty."""
    for meta in reversed(document.metas("referrer")):
        if attr(meta, "name", "").strip().lower() == "referrer":
            policy = referrer_policy.from_meta(attr(meta, "content", ""))
            if policy:
                return policy
    return referrer_policy.from_header(document.exchange.headers.get("referrer-policy"))
