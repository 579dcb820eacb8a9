"""Enforcement of content security policies by Debian's Chromium: the requests and code that a policy blocks."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

from attrs import define

from tests.chromium import Browser, browsing
from tests.site import Answered, Site

NONCE = "cGVhcnMgYW5kIHBsdW1z"
"""The nonce that takes the place of ``RANDOM`` in a policy."""


@define(eq=False)
class PolicyBrowser:
    """A browser that runs the scripts of pages."""

    browser: Browser

    def violations(self, url: str) -> list[str]:
        """Return the distinct violations of a policy: directive and URL (``inline`` for the code in the page)."""
        return self.sorted_violations(url)[0]

    def sorted_violations(self, url: str) -> tuple[list[str], list[str]]:
        """Return the violations in two lists: those of the page's source, and those that only its scripts cause."""
        self.browser.heard.clear()
        self.browser.open(url)
        # Wait for requests after the load event, such as prefetches or the frames of frames.
        self.browser.run("new Promise(done => setTimeout(done, 300))")
        initiators: dict[str, set[str]] = {}
        for method, sent in self.browser.heard:
            if method == "Network.requestWillBeSent":
                initiators.setdefault(sent["request"]["url"], set()).add(sent["initiator"]["type"])
        found: tuple[set[str], set[str]] = (set(), set())
        for method, added in self.browser.heard:
            if method == "Audits.issueAdded":
                details = added["issue"]["details"].get("contentSecurityPolicyIssueDetails")
                if details is not None and not details["isReportOnly"]:
                    blocked = details.get("blockedURL") or "inline"
                    scripted = details["contentSecurityPolicyViolationType"] == "kEvalViolation"
                    scripted = scripted or initiators.get(blocked) == {"script"}
                    # The location of the violation shows that a script in a file has set a handler.
                    setter = details.get("sourceCodeLocation", {}).get("url", url)
                    scripted = scripted or (blocked == "inline" and setter.partition("#")[0] not in ("", url))
                    found[scripted].add(f"{details['violatedDirective']} {blocked}")
        return sorted(found[False]), sorted(found[True])


@contextmanager
def policy_browsing(port: int) -> Iterator[PolicyBrowser]:
    """Run a browser for the length of a block, in which every host is this port of this machine."""
    with browsing(f"MAP * 127.0.0.1:{port}") as browser:
        browser.ask("Emulation.setScriptExecutionDisabled", value=False)
        browser.ask("Audits.enable")
        browser.ask("Network.enable")
        yield PolicyBrowser(browser)


def enforce(site: Site, path: str, html: str, policy: str) -> None:
    """Serve a page with a policy; if the policy has a nonce, the page's scripts and links repeat it."""
    if "'nonce-RANDOM'" in policy:
        html = re.sub(r"(<|&lt;)(script|link)\b", rf"\1\2 nonce={NONCE}", html, flags=re.IGNORECASE)
    policy = policy.replace("RANDOM", NONCE)
    headers = (("Content-Type", "text/html; charset=utf-8"), ("Content-Security-Policy", policy))
    site.pages[path] = Answered(html.encode(), 200, headers)
