"""The security policies of a page, in its header fields and its source."""

from bisect import bisect_left
from collections.abc import Iterator
from itertools import islice

from bs4.element import Tag

from sitescan.document.document import Document
from sitescan.document.tree import attr, within
from sitescan.document.views import view
from sitescan.standards import referrer_policy
from sitescan.standards.csp import Policy, parse_policies
from sitescan.standards.csp_findings import Check, CspFinding, effective

#: The maximum number of content security policies of a page that are read; pages have one or two.
_MOST = 100


@view
def policies(document: Document) -> tuple[Policy, ...]:
    """
    Return all content security policies of a page: enforced and report-only, by header field and ``meta``.

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
    """Return the policies in ``meta`` elements of the head, with their elements; none is report-only."""
    return tuple(_policies_in_page(document))


def _policies_in_page(document: Document) -> Iterator[tuple[Tag, Policy]]:
    for meta in islice(document.metas("content-security-policy"), _MOST):
        if attr(meta, "http-equiv", "").strip().lower() == "content-security-policy" and within(meta, "head"):
            yield from ((meta, policy) for policy in parse_policies(attr(meta, "content", ""), in_page=True))


def enforced_on(document: Document, tag: Tag) -> tuple[Policy, ...]:
    """Return the policies enforced on an element; a ``meta`` policy applies only to later elements."""
    places, so_far = _enforced_from(document)
    return so_far[bisect_left(places, document.order.get(id(tag), len(document.order)))]


@view
def _enforced_from(document: Document) -> tuple[list[int], list[tuple[Policy, ...]]]:
    """Return the places of the policies in the page, and the policies enforced before, between and after them."""
    in_page = [(document.order[id(meta)], policy) for meta, policy in policies_in_page(document)]
    late = {id(policy): place for place, policy in in_page}
    places = sorted({place for place, _ in in_page})
    found = enforced(document)
    ends = (*places, len(document.order))
    so_far = [tuple(policy for policy in found if late.get(id(policy), -1) < end) for end in ends]
    return places, so_far


@view
def enforced(document: Document) -> tuple[Policy, ...]:
    """Return the content security policies that browsers enforce simultaneously, without empty policies."""
    return tuple(policy for policy in policies(document) if policy.directives and not policy.report_only)


def limiting_scripts(document: Document) -> tuple[Policy, ...]:
    """Return the enforced policies that restrict scripts."""
    return tuple(policy for policy in enforced(document) if policy.sources("script-src-elem") is not None)


@view
def _effective_policies(document: Document) -> tuple[Policy, ...]:
    """Return the enforced policies that restrict scripts, without the sources that browsers ignore."""
    return tuple(map(effective, limiting_scripts(document)))


def scripts_allowed(document: Document, check: Check) -> tuple[CspFinding, ...]:
    """Return the findings of a check on script elements common to all policies that restrict scripts."""
    found = [
        {(weakness.type, weakness.value): weakness for weakness in check(policy) if weakness.directive == name}
        for policy in _effective_policies(document)
        if (name := policy.governing("script-src-elem"))
    ]
    return (
        tuple(weakness for key, weakness in found[0].items() if all(key in weaknesses for weaknesses in found))
        if found
        else ()
    )


def upgrades_insecure_requests(document: Document, tag: Tag | None = None) -> bool:
    """
    Return whether browsers load the page's ``http:`` references over HTTPS.

    :param tag: an element of the page as it was sent. What precedes a ``meta`` policy is requested before it is read.

    https://www.w3.org/TR/upgrade-insecure-requests/
    """
    policies_then = enforced(document) if tag is None else enforced_on(document, tag)
    return any("upgrade-insecure-requests" in policy.directives for policy in policies_then)


def stated_referrer_policy(document: Document) -> str:
    """Return the page's referrer policy: of the last valid ``meta``, or of the header field; empty if there is none."""
    meta = referrer_meta(document)
    if meta is not None:
        return referrer_policy.from_meta(attr(meta, "content", ""))
    return referrer_policy.from_header(document.exchange.headers.get("referrer-policy"))


def referrer_meta(document: Document) -> Tag | None:
    """Return the ``meta`` element of the page's referrer policy, the last valid one, or ``None``."""
    for meta in reversed(document.metas("referrer")):
        if attr(meta, "name", "").strip().lower() == "referrer" and referrer_policy.from_meta(
            attr(meta, "content", "")
        ):
            return meta
    return None
