"""The check at the start of a service that its browser runs."""

import subprocess
import sys

from sitescan.rendering.browser_command import browser_command, check_version, reason_of_end
from sitescan.rendering.memory_filter import filter_descriptor
from sitescan.rendering.rendering_errors import RendererUnavailable

_SECONDS = 30

#: A page whose script writes the name of the browser.
_PAGE = "data:text/html,<script>document.write(navigator.userAgent)</script>"


def check_browser() -> None:
    """
    Render a page in the sandbox, and exit with status 2 and one line if that fails.

    It blocks, so it is called before the reactor runs: a service that can't do what it was told shouldn't start.
    """
    try:
        try_browser()
    except RendererUnavailable as problem:
        sys.stderr.write(f"twist sitescan: {problem}\n")
        sys.exit(2)


def try_browser() -> str:
    """
    Render a page in the sandbox, and return the name and the version of the browser.

    :raises RendererUnavailable: if that fails.
    """
    try:
        with filter_descriptor() as descriptor:
            command = (*browser_command("--dump-dom", descriptor, info=None), _PAGE)
            ended = subprocess.run(  # noqa: S603
                command, capture_output=True, timeout=_SECONDS, env={}, check=False, pass_fds=(descriptor,)
            )
    except (OSError, subprocess.TimeoutExpired) as problem:
        raise RendererUnavailable(f"The browser could not be started: {problem}") from None
    written = ended.stdout.decode("utf-8", "replace")
    if ended.returncode:
        raise RendererUnavailable(reason_of_end(ended.stderr.decode("utf-8", "replace")))
    version = written.partition("Chrome/")[2]
    check_version(f"Chrome/{version}")
    return f"Chrome/{version.partition(' ')[0]}"
