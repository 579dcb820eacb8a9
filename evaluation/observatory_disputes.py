"""Tests in which MDN's HTTP Observatory and the standards disagree; the standards decide."""

import re
from collections.abc import Callable
from urllib.parse import urlsplit

from attrs import frozen

from evaluation.observatory_cases import Case
from sitescan.standards.csp import parse_policies
from sitescan.standards.csp_sources import SourceList
from sitescan.standards.hsts import parse_hsts
from sitescan.standards.public_suffixes import site_of
from sitescan.standards.referrer_policy import from_header


@frozen
class Dispute:
    """
    A verdict of the Observatory that a standard contradicts.

    :ivar why: the standard.
    :ivar verdict: whether the case passes by the standard; ``None`` if that does not follow from the Observatory's
        outcome, so that the test is left out.
    :ivar applies: whether the dispute is about this case and outcome.
    """

    test: str
    why: str
    verdict: bool | None
    applies: Callable[[Case, str], bool]


_SCRIPT = re.compile(r"<script\b[^>]*\bsrc\s*=\s*[\"']?([^\"'\s>]+)[^>]*>", re.IGNORECASE)
_SESSION = re.compile(r"sess(?:ion)?(?:[_-]?id)?(?![a-z])|login", re.IGNORECASE)
_BY_CSP = "x-frame-options-implemented-via-csp"


def _ancestors(case: Case) -> list[SourceList]:
    """Return the sources of each frame-ancestors directive that browsers apply."""
    found = (
        policy.sources("frame-ancestors")
        for value in case.values("content-security-policy")
        for policy in parse_policies(value)
    )
    return [sources for sources in found if sources is not None]


def _scripts(case: Case) -> list[tuple[str, str]]:
    """Return the start tag and the URL of each script that is loaded."""
    return [(match.group().lower(), match.group(1)) for match in _SCRIPT.finditer(case.html)]


def _own(source: str, case: Case) -> bool:
    """Return whether a script is of the site itself."""
    host = _host(source)
    return not host or site_of(host) == site_of(_host(case.url))


def _host(url: str) -> str:
    return urlsplit(url).hostname or ""


def _second_level(host: str) -> str:
    return ".".join(host.split(".")[-2:])


def _repeats(value: str) -> bool:
    names = [part.split()[0].lower() for part in value.split(";") if part.strip()]
    return len(names) != len(set(names))


DISPUTED = (
    Dispute(
        "strict-transport-security",
        "RFC 6797, 6.1.1: max-age is digits; the Observatory passes max-age=abc because NaN is not below its limit",
        False,
        lambda case, outcome: (
            outcome.startswith("hsts-implemented")
            and all(parse_hsts(value) is None for value in case.values("strict-transport-security"))
        ),
    ),
    Dispute(
        "x-frame-options",
        "CSP 3, 6.4.2: frame-ancestors * (or a whole scheme) lets every site frame the page",
        False,
        lambda case, outcome: (
            outcome == _BY_CSP
            and bool(_ancestors(case))
            and all({"*", "http:", "https:"} & set(sources) for sources in _ancestors(case))
        ),
    ),
    Dispute(
        "x-frame-options",
        "CSP 3, 3.3: frame-ancestors is ignored in a meta element, so that nothing limits framing",
        False,
        lambda case, outcome: outcome == _BY_CSP and not _ancestors(case) and not case.values("x-frame-options"),
    ),
    Dispute(
        "x-frame-options",
        "CSP 3, 3.3: frame-ancestors is ignored in a meta element, so that X-Frame-Options decides",
        None,
        lambda case, outcome: outcome == _BY_CSP and not _ancestors(case) and bool(case.values("x-frame-options")),
    ),
    Dispute(
        "referrer-policy",
        "HTML, 4.2.5.1: a meta element holds one policy; a list is ignored and the header's unsafe policy applies",
        False,
        lambda case, outcome: (
            outcome == "referrer-policy-private"
            and from_header(", ".join(case.values("referrer-policy"))) in ("unsafe-url", "no-referrer-when-downgrade")
            and re.search(r"<meta name=[\"']?referrer[\"']? content=[\"'][^\"']*,", case.html) is not None
        ),
    ),
    Dispute(
        "subresource-integrity",
        "RFC 9110, 8.3.1: media types ignore case; the Observatory does not look at scripts of TEXT/HTML",
        None,
        lambda case, outcome: (
            outcome == "sri-not-implemented-response-not-html"
            and any("text/html" in value.lower() for value in case.values("content-type"))
        ),
    ),
    Dispute(
        "subresource-integrity",
        "URL standard: //host on a page over HTTPS is HTTPS, and integrity holds there",
        True,
        lambda case, outcome: (
            outcome.endswith("external-scripts-not-loaded-securely")
            and case.url.startswith("https:")
            and all("integrity=" in tag or _own(source, case) for tag, source in _scripts(case))
            and not any(source.lower().startswith("http:") for _, source in _scripts(case))
        ),
    ),
    Dispute(
        "subresource-integrity",
        "public suffix list: hosts below co.uk have different owners although they share two labels",
        None,
        lambda case, outcome: any(
            _second_level(host) == _second_level(_host(case.url)) and site_of(host) != site_of(_host(case.url))
            for host in (_host(source) for _, source in _scripts(case))
            if host
        ),
    ),
    Dispute(
        "content-security-policy",
        "CSP 3, 2.2.1: a directive that comes again is ignored, the policy is valid",
        None,
        lambda case, outcome: (
            outcome == "csp-header-invalid"
            and any(
                policy.repeated or _repeats(value)
                for value in case.values("content-security-policy")
                for policy in parse_policies(value)
            )
        ),
    ),
    Dispute(
        "cookies",
        "a name that contains “sess” or “login” among other letters is no session",
        None,
        lambda case, outcome: (
            outcome.startswith("cookies-session-without")
            and not any(_SESSION.search(value.partition("=")[0]) for value in case.values("set-cookie"))
        ),
    ),
)
"""The verdicts of the Observatory that are judged by the standards instead."""
