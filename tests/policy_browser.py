"""Debian's Chromium as a judge of content security policies: what they keep a page from loading or running."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

from attrs import define

from tests.chromium import Browser, browsing
from tests.site import Answered, Site

NONCE = "cGVhcnMgYW5kIHBsdW1z"
"""What takes the place of the nonce that a response would make."""


@define(eq=False)
class PolicyBrowser:
    """A browser with scripting on."""

    browser: Browser

    def violations(self, url: str) -> list[str]:
        """Return what a page's policy blocks: directive and URL (``inline`` for the page's own code), each once."""
        return self.sorted_violations(url)[0]

    def sorted_violations(self, url: str) -> tuple[list[str], list[str]]:
        """Return the same in two lists: blocked requests of the page's source, and those that only its scripts make."""
        self.browser.heard.clear()
        self.browser.open(url)
        # What is asked after the page has loaded, such as a prefetch or the frames of frames.
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
                    # Where a script in a file sets a handler, that is told by its place.
                    setter = details.get("sourceCodeLocation", {}).get("url", url)
                    scripted = scripted or (blocked == "inline" and setter.partition("#")[0] not in ("", url))
                    found[scripted].add(f"{details['violatedDirective']} {blocked}")
        return sorted(found[False]), sorted(found[True])


@contextmanager
def policy_browsing(port: int) -> Iterator[PolicyBrowser]:
    """Run a browser for the length of a block; every host is this port of this machine."""
    with browsing(f"MAP * 127.0.0.1:{port}") as browser:
        browser.ask("Emulation.setScriptExecutionDisabled", value=False)
        browser.ask("Audits.enable")
        browser.ask("Network.enable")
        yield PolicyBrowser(browser)


def enforce(site: Site, path: str, html: str, policy: str) -> None:
    """Let a site answer a page with a policy; scripts and links repeat the nonce where it has one."""
    if "'nonce-RANDOM'" in policy:
        html = re.sub(r"(<|&lt;)(script|link)\b", rf"\1\2 nonce={NONCE}", html, flags=re.IGNORECASE)
    policy = policy.replace("RANDOM", NONCE)
    headers = (("Content-Type", "text/html; charset=utf-8"), ("Content-Security-Policy", policy))
    site.pages[path] = Answered(html.encode(), 200, headers)
