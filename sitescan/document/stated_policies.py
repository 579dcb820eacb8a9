"""The security policies that a page states, in its headers and in its source."""

from collections.abc import Iterator
from itertools import islice

from bs4.element import Tag

from sitescan.document.document import Document
from sitescan.document.tree import attr, within
from sitescan.document.views import view
from sitescan.standards import referrer_policy
from sitescan.standards.csp import Policy, parse_policies
from sitescan.standards.csp_findings import Check, Weakness, effective

#: Content security policies of one page that are read; pages have one or two.
_MOST = 100


@view
def policies(document: Document) -> tuple[Policy, ...]:
    """
    Every content security policy of a page: enforced and reported, by header and by ``meta``.

    https://www.w3.org/TR/CSP3/#csp-header
    """
    headers = document.exchange.headers
    found = [
        *parse_policies(headers.get("content-security-policy")),
        *parse_policies(headers.get("content-security-policy-report-only"), report_only=True),
        *(policy for _, policy in policies_in_page(document)),
    ]
    return tuple(found[:_MOST])


@view
def policies_in_page(document: Document) -> tuple[tuple[Tag, Policy], ...]:
    """The policies in ``meta`` elements, with these: only those in the head count, and none is ever report-only."""
    return tuple(_policies_in_page(document))


def _policies_in_page(document: Document) -> Iterator[tuple[Tag, Policy]]:
    for meta in islice(document.metas("content-security-policy"), _MOST):
        if attr(meta, "http-equiv", "").strip().lower() == "content-security-policy" and within(meta, "head"):
            yield from ((meta, policy) for policy in parse_policies(attr(meta, "content", ""), in_page=True))


def enforced_on(document: Document, tag: Tag) -> tuple[Policy, ...]:
    """The policies that browsers enforce on an element: one in the page counts only for what comes after it."""
    late = [policy for meta, policy in policies_in_page(document) if not _before(document, meta, tag)]
    return tuple(policy for policy in enforced(document) if policy not in late) if late else enforced(document)


def _before(document: Document, meta: Tag, tag: Tag) -> bool:
    order = document.order
    return order[id(meta)] < order.get(id(tag), len(order))


@view
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
    meta = referrer_meta(document)
    if meta is not None:
        return referrer_policy.from_meta(attr(meta, "content", ""))
    return referrer_policy.from_header(document.exchange.headers.get("referrer-policy"))


def referrer_meta(document: Document) -> Tag | None:
    """The ``meta`` element that states the page's referrer policy: the last valid one; ``None`` where none does."""
    for meta in reversed(document.metas("referrer")):
        if attr(meta, "name", "").strip().lower() == "referrer" and referrer_policy.from_meta(
            attr(meta, "content", "")
        ):
            return meta
    return None
