"""Debian's headless Chromium, driven by Playwright, without access to other machines."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import CDPSession, Page, sync_playwright

from sitescan.document.css.media import Screen

CHROMIUM = Path("/usr/bin/chromium")
"""The path of the program."""

_FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()
#: The time of pages whose scripts run: that of rendered pages.
_CLOCK = """(() => {
  const begin = 1767225600000 - Date.now();
  window.Date = class extends Date {
    constructor(...parts) { parts.length ? super(...parts) : super(Date.now()); }
    static now() { return super.now() + begin; }
  };
})()"""
_NOWHERE = "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"


class Browser:
    """
    A browser tab in which pages do not run scripts.

    :ivar heard: the issues and requests that the tab has reported, if ``Audits`` and ``Network`` are enabled.
    """

    def __init__(self, page: Page, devtools: CDPSession) -> None:
        self._page = page
        self._devtools = devtools
        self.heard: list[Any] = []
        for event in ("Audits.issueAdded", "Network.requestWillBeSent"):
            devtools.on(event, lambda parameters, event=event: self.heard.append((event, parameters)))
        self.ask("Emulation.setScriptExecutionDisabled", value=True)

    def ask(self, method: str, **parameters: Any) -> Any:
        """Send a command of the DevTools protocol and return its result."""
        return self._devtools.send(method, parameters)

    def listen(self, event: str, heard: Callable[[Any], None]) -> None:
        """Call a function with each event of the DevTools protocol while the tab is asked something or waits."""
        self._devtools.on(event, heard)

    def become(self, screen: Screen) -> None:
        """Emulate a screen from the next page on."""
        size = {"width": int(screen.width), "height": int(screen.height), "deviceScaleFactor": screen.dots}
        self.ask("Emulation.setDeviceMetricsOverride", mobile=screen.is_touched, **size)
        self.ask("Emulation.setTouchEmulationEnabled", enabled=screen.is_touched)

    def open(self, url: str) -> None:
        """Load a page and everything that it loads."""
        self._page.goto(url, wait_until="load", timeout=0)

    def open_with_scripts(self, url: str) -> None:
        """Load a page with its scripts on, at the time of rendered pages."""
        self.ask("Emulation.setScriptExecutionDisabled", value=False)
        self.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": "reduce"}])
        self.ask("Emulation.setTimezoneOverride", timezoneId="UTC")
        self._page.add_init_script(_CLOCK)
        self.open(url)

    def wait(self, milliseconds: float) -> None:
        """Let the scripts of the page run."""
        self._page.wait_for_timeout(milliseconds)

    def run(self, script: str) -> Any:
        """Return the value of an expression in the page, or of the promise that it evaluates to."""
        answer = self.ask("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(str(answer["exceptionDetails"])[:500])
        return answer["result"].get("value")


@contextmanager
def browsing(hosts: str = _NOWHERE) -> Iterator[Browser]:
    """
    Run a browser with a new empty profile for the length of a block.

    :param hosts: the value of ``--host-resolver-rules``, which must not lead beyond this machine.
    """
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=CHROMIUM, args=[*_FLAGS, f"--host-resolver-rules={hosts}"]
        )
        try:
            page = chromium.new_page(viewport={"width": 1280, "height": 800}, device_scale_factor=1)
            yield Browser(page, page.context.new_cdp_session(page))
        finally:
            chromium.close()
