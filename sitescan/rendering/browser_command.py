"""The command that runs Chromium without network, files and other processes in sight."""

import shutil
from collections.abc import Sequence

from sitescan.rendering.rendering_errors import RendererUnavailable

_BROWSERS = ("chromium-headless-shell", "chrome-headless-shell")

#: bubblewrap's options: new namespaces, an empty environment, and of the file system only programs and fonts, which
#: can't be changed. Chromium's own sandbox stays on inside of it.
_SANDBOX = (
    *("--unshare-user", "--uid", "1000", "--gid", "1000", "--unshare-net", "--unshare-ipc", "--unshare-pid"),
    *("--unshare-uts", "--die-with-parent", "--new-session", "--clearenv", "--setenv", "HOME", "/home"),
    *("--setenv", "PATH", "/usr/bin:/bin", "--setenv", "TZ", "UTC", "--ro-bind", "/usr", "/usr"),
    *("--symlink", "usr/bin", "/bin", "--symlink", "usr/lib", "/lib", "--symlink", "usr/lib64", "/lib64"),
    *("--ro-bind-try", "/etc/fonts", "/etc/fonts", "--proc", "/proc", "--dev", "/dev"),
    *("--tmpfs", "/tmp", "--tmpfs", "/home", "--chdir", "/home"),  # noqa: S108 - inside of the sandbox
)

#: Chromium's options: no services of its own, nothing that makes two screenshots differ, and a fixed random seed.
_FLAGS = (
    *("--remote-debugging-pipe", "--user-data-dir=/tmp/profile", "--disable-gpu", "--disable-dev-shm-usage"),
    *("--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"),
    *("--disable-extensions", "--disable-breakpad", "--disable-crash-reporter", "--no-pings", "--mute-audio"),
    *("--hide-scrollbars", "--font-render-hinting=none", "--force-color-profile=srgb", "--lang=en"),
    *("--host-resolver-rules=MAP * ~NOTFOUND", "--force-webrtc-ip-handling-policy=disable_non_proxied_udp"),
    "--disable-features=Prerender2,OptimizationHints,MediaRouter",
    "--js-flags=--max-old-space-size=256 --random-seed=1",
)


def browser_command() -> Sequence[str]:
    """
    Return the command that runs the browser.

    :raises RendererUnavailable: if a program is not installed.
    """
    sandbox = shutil.which("bwrap")
    if sandbox is None:
        raise RendererUnavailable("Rendering needs bubblewrap; install it (Debian: apt install bubblewrap).")
    browser = next(filter(None, map(shutil.which, _BROWSERS)), None)
    if browser is None:
        raise RendererUnavailable(
            "Rendering needs Chromium's headless shell; install it (Debian: apt install chromium-headless-shell)."
        )
    return (sandbox, *_SANDBOX, browser, *_FLAGS)
