"""Integrity-Policy: https://www.w3.org/TR/sri-2/#integrity-policy-section."""

from collections.abc import Mapping

from attrs import frozen

from sitescan.standards.structured_fields import InnerList, Malformed, Member, Token, parse_dictionary

_DESTINATIONS = frozenset({"script", "style"})


@frozen(kw_only=True)
class IntegrityPolicy:
    """
    A policy that blocks files without integrity metadata.

    :ivar destinations: the kinds of files that are blocked: ``script``, ``style``.
    :ivar endpoints: the names of the endpoints that receive reports.
    :ivar problem: why browsers ignore the field, or a part of it; empty if they don't.
    """

    destinations: frozenset[str] = frozenset()
    endpoints: tuple[str, ...] = ()
    problem: str = ""


def parse_integrity_policy(text: str) -> IntegrityPolicy:
    """Return the policy of a field; one that blocks nothing if browsers ignore the field."""
    try:
        members = parse_dictionary(text)
        destinations, endpoints = _tokens(members, "blocked-destinations"), _tokens(members, "endpoints")
        sources = _tokens(members, "sources") if "sources" in members else ("inline",)
    except Malformed as fault:
        return IntegrityPolicy(problem=str(fault))
    if "inline" not in sources:
        return IntegrityPolicy(endpoints=endpoints, problem="inline isn't among the sources")
    unknown = next((name for name in destinations if name not in _DESTINATIONS), "")
    problem = f"{unknown} isn't script or style" if unknown else ""
    if "blocked-destinations" not in members:
        problem = "blocked-destinations is missing"
    return IntegrityPolicy(destinations=_DESTINATIONS.intersection(destinations), endpoints=endpoints, problem=problem)


def _tokens(members: Mapping[str, Member], name: str) -> tuple[str, ...]:
    """
    Return the tokens of a list; none if it is missing.

    :raises Malformed: if it is something else.
    """
    value = members.get(name, InnerList(()))
    if not isinstance(value, InnerList):
        raise Malformed(f"{name} has no parentheses")
    tokens = tuple(item.text for item in value.items if isinstance(item, Token))
    if len(tokens) < len(value.items):
        raise Malformed(f"{name} has names in quotes")
    return tokens
