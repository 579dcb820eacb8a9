"""
What Chromium shows of a page, and what it does: its first and last frame, its print, requests, errors and keyboard.

The files of scripts are held until the first frame, except those that the parser waits for, so that it doesn't depend
on how fast they arrive.
"""

import base64
from typing import Any

from attrs import define, field, frozen

from tests.chromium import Browser
from tests.site import Answered, Site

SCREENS = (
    {"width": 1280, "height": 4000, "deviceScaleFactor": 1, "mobile": False},
    {"width": 412, "height": 823, "deviceScaleFactor": 1, "mobile": True},
)
"""A desktop and a phone."""

#: How often the browser is asked whether it still loads, in milliseconds, and for how long in all.
_INTERVAL, _MOST = 20, 15_000
_MOST_STOPS = 30

#: Waits for fonts, images and two frames. A lazy image that is not shown is never loaded.
_LOADED = """
Promise.race([
  new Promise(done => setTimeout(done, 400)),
  Promise.all([document.fonts.ready, ...[...document.images].map(one => one.decode().catch(() => 0))]),
]).then(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(0)))))
"""
#: The script that the parser waits for: the last one so far, while there is no body.
_AWAITED = "document.body === null && document.scripts.length ? [...document.scripts].at(-1).src : ''"
#: Describes clicks, and prevents that they leave the page.
_CLICKS = """
(() => {
  window.clicked = [];
  addEventListener('click', event => {
    const link = event.target.closest('a, area'), href = link && link.href;
    clicked.push([event.target.localName, href, link && link.target]);
    if (href && new URL(href, location).href.split('#')[0] !== location.href.split('#')[0]) event.preventDefault();
  }, true);
  addEventListener('submit', event => { clicked.push(['submit', event.target.action]); event.preventDefault() }, true);
})()
"""
#: The element with the focus, as the number of those with its name before it, and what a click has changed.
_FOCUS = """
(() => {
  const element = document.activeElement ?? document.documentElement;
  const number = [...document.getElementsByTagName(element.localName)].indexOf(element);
  return JSON.stringify([`${element.localName} ${number}`, location.hash, Math.round(scrollY), document.body.innerText,
    clicked.splice(0)]);
})()
"""


class StillLoading(Exception):
    """A page doesn't stop loading."""


@frozen(kw_only=True)
class Shown:
    """
    What a browser shows of a page on one screen.

    :ivar first: the first frame with content.
    :ivar last: the frame after everything has loaded.
    :ivar printed: the page in print.
    :ivar requests: the requested paths.
    :ivar errors: what the console reports as errors.
    :ivar keyboard: for each press of Tab, and of Enter after it: the element with the focus, and what the page shows.
    """

    first: bytes
    last: bytes
    printed: bytes
    requests: frozenset[str]
    errors: frozenset[str]
    keyboard: tuple[str, ...]


@define(eq=False)
class PageViewer:
    """
    A browser tab that shows pages of a site.

    :ivar holds: whether the files of scripts are held.
    :ivar held: the interceptions of the requests that are held, by URL.
    :ivar loading: the ids of requests that are not complete.
    :ivar scripts: the ids of the requests of scripts. Chromium delays some until others are complete.
    :ivar errors: the errors that the console has reported.
    """

    browser: Browser
    site: Site
    holds: bool = False
    held: dict[str, list[str]] = field(factory=dict)
    loading: set[str] = field(factory=set)
    scripts: set[str] = field(factory=set)
    errors: list[str] = field(factory=list)

    def __attrs_post_init__(self) -> None:
        for domain in ("Network", "Runtime", "Log", "Page"):
            self.browser.ask(f"{domain}.enable")
        self.browser.ask("Network.setCacheDisabled", cacheDisabled=True)
        self.browser.ask("Emulation.setScriptExecutionDisabled", value=False)
        self.browser.ask("Emulation.setFocusEmulationEnabled", enabled=True)
        self.browser.ask("Fetch.enable", patterns=[{"resourceType": "Script"}])
        listen = self.browser.listen

        def begin(event: Any) -> None:
            self.loading.add(event["requestId"])
            if event.get("type") == "Script":
                self.scripts.add(event["requestId"])

        def hold(event: Any) -> None:
            self.held.setdefault(event["request"]["url"], []).append(event["requestId"])

        listen("Network.requestWillBeSent", begin)
        listen("Fetch.requestPaused", hold)
        listen("Network.loadingFinished", lambda event: self.loading.discard(event["requestId"]))
        listen("Network.loadingFailed", lambda event: self.loading.discard(event["requestId"]))
        listen("Log.entryAdded", lambda event: self._log(event["entry"]["level"], event["entry"]["text"]))
        listen("Runtime.exceptionThrown", lambda event: self._log("error", _exception(event["exceptionDetails"])))
        listen("Runtime.consoleAPICalled", lambda event: self._log(event["type"], str(event["args"])))

    def shown(self, path: str) -> tuple[Shown, ...]:
        """Return what is shown of a page on each screen."""
        self.site.pages.setdefault("/favicon.ico", Answered())
        return tuple(self._on(screen, path) for screen in SCREENS)

    def _on(self, screen: dict[str, Any], path: str) -> Shown:
        ask = self.browser.ask
        ask("Emulation.setDeviceMetricsOverride", **screen)
        ask("Page.navigate", url="about:blank")
        # The requests of the page before may never end.
        self.browser.wait(_INTERVAL)
        self.loading.clear()
        self.held.clear()
        self.site.requests.clear()
        self.errors.clear()
        self.holds = True
        ask("Page.navigate", url=self.site.origin + path)
        self._settle()
        while self.held and (awaited := self.browser.run(_AWAITED)):
            self._release(awaited if awaited in self.held else next(iter(self.held)))
            self._settle()
        self.browser.run(_LOADED)
        first = self._picture()
        self.holds = False
        for url in list(self.held):
            self._release(url)
        self._settle()
        self.browser.run(_LOADED)
        self._settle()
        last = self._picture()
        ask("Emulation.setEmulatedMedia", media="print")
        self.browser.run(_LOADED)
        printed = self._picture()
        ask("Emulation.setEmulatedMedia", media="")
        requests = frozenset(asked for _, asked in self.site.requests if asked != "/favicon.ico")
        keyboard = tuple(self._keyboard())
        return Shown(
            first=first,
            last=last,
            printed=printed,
            requests=requests,
            errors=frozenset(self.errors),
            keyboard=keyboard,
        )

    def _keyboard(self) -> list[str]:
        """Return what happens when Tab is pressed until the focus has been everywhere, and Enter each time."""
        self.browser.run(_CLICKS)
        found: list[str] = []
        for _ in range(_MOST_STOPS):
            for key, code in (("Tab", 9), ("Enter", 13)):
                text = {"text": "\r"} if key == "Enter" else {}
                pressed = {"key": key, "code": key, "windowsVirtualKeyCode": code}
                self.browser.ask("Input.dispatchKeyEvent", type="keyDown" if text else "rawKeyDown", **pressed, **text)
                self.browser.ask("Input.dispatchKeyEvent", type="keyUp", **pressed)
                focus = str(self.browser.run(_FOCUS))
                element = focus.partition(",")[0]
                if key == "Tab" and (element == '["body 0"' or (found and found[0].startswith(element))):
                    return found
                found.append(focus)
        return found

    def _picture(self) -> bytes:
        shot = self.browser.ask("Page.captureScreenshot", format="png", captureBeyondViewport=True)
        return base64.b64decode(shot["data"])

    def _release(self, url: str) -> None:
        for request in self.held.pop(url):
            self.browser.ask("Fetch.continueRequest", requestId=request)

    def _settle(self) -> None:
        """Wait until nothing is loading but scripts that are held, or that wait for them."""
        quiet = waited = 0
        while quiet < 2:
            self.browser.wait(_INTERVAL)
            waited += _INTERVAL
            if waited > _MOST:
                raise StillLoading
            for url in () if self.holds else list(self.held):
                self._release(url)
            waiting = self.scripts if self.holds and self.held else frozenset()
            quiet = quiet + 1 if self.loading <= waiting else 0

    def _log(self, level: str, text: str) -> None:
        if level in ("error", "assert"):
            self.errors.append(text)


def _exception(details: Any) -> str:
    return str(details.get("exception", {}).get("description", details["text"])).partition("\n")[0]
