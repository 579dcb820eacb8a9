"""Where MDN's HTTP Observatory and the standards part ways: the standards count."""

import re
from urllib.parse import urlsplit

from attrs import frozen

from evaluation.observatory_cases import Case
from sitescan.standards.csp import parse_policies
from sitescan.standards.hsts import parse_hsts
from sitescan.standards.public_suffixes import site_of
from sitescan.standards.referrer_policy import from_header


@frozen(kw_only=True)
class Dispute:
    """
    Something that the Observatory judges unlike the standards.

    :ivar test: the test that it is about.
    :ivar why: what the standard says.
    :ivar verdict: whether the case passes by the standard; ``None`` where one cannot tell from the
        Observatory's outcome, so that the test is left out.
    :ivar listed: whether it is one of the quirks that were known before our issues were compared.
    """

    test: str
    why: str
    verdict: bool | None
    listed: bool = True

    def applies(self, case: Case, outcome: str) -> bool:
        """Whether it decides this case."""
        return _APPLIES[self](case, outcome)


_SCRIPT = re.compile(r"<script\b[^>]*\bsrc\s*=\s*[\"']?([^\"'\s>]+)[^>]*>", re.IGNORECASE)

_HSTS_NAN = Dispute(
    test="strict-transport-security",
    why="RFC 6797, 6.1.1: max-age is digits; the Observatory passes max-age=abc because NaN is not below its limit",
    verdict=False,
)
_ANY_ANCESTOR = Dispute(
    test="x-frame-options",
    why="CSP 3, 6.4.2: frame-ancestors * (or a whole scheme) lets every site frame the page",
    verdict=False,
)
_META_ANCESTORS = Dispute(
    test="x-frame-options",
    why="CSP 3, 3.3: frame-ancestors is ignored in a meta element, so that nothing limits framing",
    verdict=False,
    listed=False,
)
_META_ANCESTORS_AND_HEADER = Dispute(
    test="x-frame-options",
    why="CSP 3, 3.3: frame-ancestors is ignored in a meta element, so that X-Frame-Options decides",
    verdict=None,
    listed=False,
)
_META_REFERRER_LIST = Dispute(
    test="referrer-policy",
    why="HTML, 4.2.5.1: a meta element holds one policy; a list is ignored and the header's unsafe policy applies",
    verdict=False,
    listed=False,
)
_UPPER_CASE_TYPE = Dispute(
    test="subresource-integrity",
    why="RFC 9110, 8.3.1: media types ignore case; the Observatory does not look at scripts of TEXT/HTML",
    verdict=None,
)
_PROTOCOL_RELATIVE = Dispute(
    test="subresource-integrity",
    why="URL standard: //host on a page over HTTPS is HTTPS, and integrity holds there",
    verdict=True,
)
_SAME_SECOND_LEVEL = Dispute(
    test="subresource-integrity",
    why="public suffix list: hosts below co.uk have different owners although they share two labels",
    verdict=None,
)
_REPEATED_DIRECTIVE = Dispute(
    test="content-security-policy",
    why="CSP 3, 2.2.1: a directive that comes again is ignored, the policy is valid",
    verdict=None,
)
_SESSION_BY_NAME = Dispute(
    test="cookies",
    why="a name that contains “sess” or “login” among other letters is no session",
    verdict=None,
)

_APPLIES = {
    _HSTS_NAN: lambda case, outcome: (
        outcome.startswith("hsts-implemented")
        and all(parse_hsts(value) is None for value in case.values("strict-transport-security"))
    ),
    _ANY_ANCESTOR: lambda case, outcome: (
        outcome == "x-frame-options-implemented-via-csp"
        and bool(_ancestors(case))
        and all({"*", "http:", "https:"} & set(sources) for sources in _ancestors(case))
    ),
    _META_ANCESTORS: lambda case, outcome: (
        outcome == "x-frame-options-implemented-via-csp" and not _ancestors(case) and not case.values("x-frame-options")
    ),
    _META_ANCESTORS_AND_HEADER: lambda case, outcome: (
        outcome == "x-frame-options-implemented-via-csp"
        and not _ancestors(case)
        and bool(case.values("x-frame-options"))
    ),
    _META_REFERRER_LIST: lambda case, outcome: (
        outcome == "referrer-policy-private"
        and from_header(", ".join(case.values("referrer-policy"))) in ("unsafe-url", "no-referrer-when-downgrade")
        and re.search(r"<meta name=[\"']?referrer[\"']? content=[\"'][^\"']*,", case.html) is not None
    ),
    _UPPER_CASE_TYPE: lambda case, outcome: (
        outcome == "sri-not-implemented-response-not-html"
        and any("text/html" in value.lower() for value in case.values("content-type"))
    ),
    _PROTOCOL_RELATIVE: lambda case, outcome: (
        outcome.endswith("external-scripts-not-loaded-securely")
        and case.url.startswith("https:")
        and all("integrity=" in tag or _own(source, case) for tag, source in _scripts(case))
        and not any(source.lower().startswith("http:") for _, source in _scripts(case))
    ),
    _SAME_SECOND_LEVEL: lambda case, outcome: any(
        _second_level(host) == _second_level(_host(case.url)) and site_of(host) != site_of(_host(case.url))
        for host in (_host(source) for _, source in _scripts(case))
        if host
    ),
    _REPEATED_DIRECTIVE: lambda case, outcome: (
        outcome == "csp-header-invalid"
        and any(
            policy.repeated or _repeats(value)
            for value in case.values("content-security-policy")
            for policy in parse_policies(value)
        )
    ),
    _SESSION_BY_NAME: lambda case, outcome: (
        outcome.startswith("cookies-session-without")
        and not any(
            re.search(r"sess(?:ion)?(?:[_-]?id)?(?![a-z])|login", value.partition("=")[0], re.IGNORECASE)
            for value in case.values("set-cookie")
        )
    ),
}

DISPUTED = tuple(_APPLIES)
"""The Observatory's quirks that are judged by the standards instead."""


def _ancestors(case: Case) -> list[tuple[str, ...]]:
    """Each frame-ancestors that browsers heed."""
    found = (
        policy.sources("frame-ancestors")
        for value in case.values("content-security-policy")
        for policy in parse_policies(value)
    )
    return [sources for sources in found if sources is not None]


def _scripts(case: Case) -> list[tuple[str, str]]:
    """The start tags of the scripts that are loaded, and from where."""
    return [(match.group().lower(), match.group(1)) for match in _SCRIPT.finditer(case.html)]


def _own(source: str, case: Case) -> bool:
    """Whether a script comes from the case's own site."""
    host = _host(source)
    return not host or site_of(host) == site_of(_host(case.url))


def _host(url: str) -> str:
    return urlsplit(url).hostname or ""


def _second_level(host: str) -> str:
    return ".".join(host.split(".")[-2:])


def _repeats(value: str) -> bool:
    names = [part.split()[0].lower() for part in value.split(";") if part.strip()]
    return len(names) != len(set(names))
