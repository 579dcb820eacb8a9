"""The command that runs Chromium without network, files and other processes in sight."""

import shutil
from collections.abc import Sequence

from sitescan.rendering.rendering_errors import RendererUnavailable

#: The first version with every method that is called, by which this package was tested.
_OLDEST_VERSION = 130

_BROWSERS = ("chromium-headless-shell", "chrome-headless-shell")

#: The folders of the sandbox whose files are in memory. Their size is limited, because the memory that the processes of
#: the browser share is a file there, and no limit of processes counts it while it is on its way from one to another.
SANDBOX_FILES = ("tmp", "home", "dev/shm")
_FILES_BYTES, _FEW_BYTES = 128 * 1024**2, 4 * 1024**2

#: The descriptors to which the sandbox writes the number of its first process, and from which it reads its filter of
#: system calls. The browser uses 3 and 4.
INFO, FILTER = 5, 6

#: bubblewrap's options: new namespaces, an empty environment, and of the file system only programs and fonts, which
#: can't be changed. Chromium's own sandbox stays on inside of it.
_SANDBOX = (
    *("--unshare-user", "--uid", "1000", "--gid", "1000", "--unshare-net", "--unshare-ipc", "--unshare-pid"),
    *("--unshare-uts", "--die-with-parent", "--new-session", "--clearenv", "--setenv", "HOME", "/home"),
    *("--setenv", "PATH", "/usr/bin:/bin", "--setenv", "TZ", "UTC", "--ro-bind", "/usr", "/usr"),
    *("--symlink", "usr/bin", "/bin", "--symlink", "usr/lib", "/lib", "--symlink", "usr/lib64", "/lib64"),
    *("--ro-bind-try", "/etc/fonts", "/etc/fonts", "--proc", "/proc", "--dev", "/dev"),
    *("--size", str(_FILES_BYTES), "--tmpfs", "/tmp", "--size", str(_FEW_BYTES), "--tmpfs", "/home"),  # noqa: S108 - inside
    *("--size", str(_FEW_BYTES), "--tmpfs", "/dev/shm", "--remount-ro", "/dev", "--chdir", "/home"),  # noqa: S108 - inside
)

#: The features that are disabled: services, and work of other threads that virtual time doesn't wait for.
_SERVICES = ("Prerender2", "OptimizationHints", "MediaRouter")
_THREADS = (
    *("ScriptStreaming", "PrecompileInlineScripts", "ConsumeCodeCacheOffThread"),
    *("ThreadedPreloadScanner", "ThreadedBodyLoader", "BackgroundResourceFetch"),
)

#: Chromium's options: no services of its own, nothing that makes two screenshots differ, and a fixed random seed.
_FLAGS = (
    *("--user-data-dir=/tmp/profile", "--disable-gpu", "--disable-dev-shm-usage"),
    *("--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"),
    *("--disable-extensions", "--disable-breakpad", "--disable-crash-reporter", "--no-pings", "--mute-audio"),
    *("--hide-scrollbars", "--font-render-hinting=none", "--force-color-profile=srgb", "--lang=en"),
    *("--host-resolver-rules=MAP * ~NOTFOUND", "--force-webrtc-ip-handling-policy=disable_non_proxied_udp"),
    # Frames are drawn when DevTools asks for them, and each is complete.
    *("--enable-begin-frame-control", "--run-all-compositor-stages-before-draw", "--disable-threaded-animation"),
    *("--disable-threaded-scrolling", "--disable-checker-imaging", "--disable-new-content-rendering-timeout"),
    f"--disable-features={','.join((*_SERVICES, *_THREADS))}",
    "--js-flags=--max-old-space-size=256 --random-seed=1",
)


def browser_command(flag: str, descriptor: int = FILTER, info: int | None = INFO) -> Sequence[str]:
    """
    Return the command that runs the browser.

    :param flag: a flag that says what it is run for.
    :param descriptor: the descriptor of :func:`sitescan.rendering.memory_filter.filter_descriptor` in the new process.
    :param info: the descriptor to which it writes the number of the first process in the sandbox, or ``None``.
    :raises RendererUnavailable: if a program is not installed.
    """
    browser = next(filter(None, map(shutil.which, _BROWSERS)), None)
    if browser is None:
        raise RendererUnavailable(
            "Rendering needs Chromium's headless shell; install it (Debian: apt install chromium-headless-shell)."
        )
    told = () if info is None else ("--info-fd", str(info))
    return sealed("--seccomp", str(descriptor), *told, browser, *_FLAGS, flag)


def sealed(*command: str) -> Sequence[str]:
    """
    Return a command that runs another one in the sandbox.

    :param command: further options of bubblewrap, and the command.

    :raises RendererUnavailable: if bubblewrap is not installed.
    """
    sandbox = shutil.which("bwrap")
    if sandbox is None:
        raise RendererUnavailable("Rendering needs bubblewrap; install it (Debian: apt install bubblewrap).")
    return (sandbox, *_SANDBOX, *command)


def check_version(product: str) -> None:
    """
    Check that a browser has every method that is called.

    :param product: its name and version, such as ``HeadlessChrome/156.0.8078.79``.
    :raises RendererUnavailable: if it is too old.
    """
    major = product.partition("/")[2].partition(".")[0]
    if not major.isdecimal() or int(major) < _OLDEST_VERSION:
        raise RendererUnavailable(f"Rendering needs Chromium {_OLDEST_VERSION} or later, and this is {product[:100]}.")


def reason_of_end(errors: str) -> str:
    """
    Return why a browser has not started.

    :param errors: what it has written to its standard error stream.
    """
    lines = errors.strip().splitlines()
    if any(line.startswith("bwrap:") for line in lines):
        return (
            "Rendering needs user namespaces, which this system refuses (docs/rendering.rst says how to allow them): "
            f"{lines[-1]}"
        )
    return f"The browser ended as it started: {lines[-1] if lines else 'it said nothing'}"
