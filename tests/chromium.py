"""Debian's Chromium without a window, asked over a pipe; it reaches nothing but this machine."""

import json
import os
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

_PROGRAM = "/usr/bin/chromium"
_FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync --hide-scrollbars --window-size=1280,800 --remote-debugging-pipe"
).split()
_NOWHERE = "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"


class Browser:
    """
    One tab of a browser, scripting of pages off.

    :ivar heard: issues and requests that it has reported, where ``Audits`` and ``Network`` are enabled.
    """

    def __init__(self, read: int, write: int) -> None:
        self._read = os.fdopen(read, "rb")
        self._write = os.fdopen(write, "wb")
        self._number = 0
        self._session = ""
        self._loaded = False
        self.heard: list[Any] = []
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.ask("Page.enable")
        self.ask("Emulation.setScriptExecutionDisabled", value=True)
        self.ask("Emulation.setDeviceMetricsOverride", width=1280, height=800, deviceScaleFactor=1, mobile=False)

    def close(self) -> None:
        """Close both ends of its pipes."""
        self._read.close()
        # What the browser did not take any more is lost.
        with suppress(BrokenPipeError):
            self._write.close()

    def ask(self, method: str, **parameters: Any) -> Any:
        """Send one command of the DevTools protocol and wait for its answer."""
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        self._write.write(json.dumps(message).encode() + b"\0")
        self._write.flush()
        while True:
            answer = self._next()
            if answer.get("id") == self._number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]

    def _next(self) -> Any:
        data = bytearray()
        while (byte := self._read.read(1)) != b"\0":
            if not byte:
                raise RuntimeError("the browser has gone")
            data += byte
        answer = json.loads(data)
        self._loaded = self._loaded or answer.get("method") == "Page.loadEventFired"
        if answer.get("method") in ("Audits.issueAdded", "Network.requestWillBeSent"):
            self.heard.append(answer)
        return answer

    def open(self, url: str) -> None:
        """Load a page and all that it loads."""
        self._loaded = False
        self.ask("Page.navigate", url=url)
        while not self._loaded:
            self._next()

    def run(self, script: str) -> Any:
        """The value of an expression in the page; promises are waited for."""
        answer = self.ask("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(str(answer["exceptionDetails"])[:500])
        return answer["result"].get("value")


@contextmanager
def browsing(hosts: str = _NOWHERE) -> Iterator[Browser]:
    """
    Run a browser with a new empty profile for the length of a block.

    :param hosts: where its requests go, as ``--host-resolver-rules`` says it; never beyond this machine.
    """
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        theirs_in, ours_out = os.pipe()
        ours_in, theirs_out = os.pipe()
        # Debian's sh takes no descriptor of two digits.
        start = f'exec "$0" "$@" 3<&{theirs_in} 4>&{theirs_out}'
        process = subprocess.Popen(
            [
                "/bin/bash",
                "-c",
                start,
                _PROGRAM,
                *_FLAGS,
                f"--host-resolver-rules={hosts}",
                f"--user-data-dir={profile}",
            ],
            pass_fds=(theirs_in, theirs_out),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(theirs_in)
        os.close(theirs_out)
        browser = Browser(ours_in, ours_out)
        try:
            yield browser
        finally:
            process.terminate()
            process.wait(120)
            browser.close()
