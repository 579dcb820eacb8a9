"""Private files that servers publish by mistake, each recognized by its content."""

import re
from collections.abc import Mapping
from types import MappingProxyType

from sitescan.standards.lazy_pattern import lazy_pattern

_NAME = r"(?:PASSWORD|PASSWD|SECRET|SECRET_KEY|TOKEN|API_KEY|APP_KEY|PRIVATE_KEY|ACCESS_KEY|DATABASE_URL)"

PRIVATE_FILES: Mapping[str, tuple[str, re.Pattern[str]]] = MappingProxyType(
    {
        "/.git/HEAD": ("a Git repository", lazy_pattern(r"\A(?:ref: refs/heads/\S{1,200}|[0-9a-f]{40})\n?\Z")),
        "/.env": ("settings with secrets", lazy_pattern(rf"^(?:export )?(?:[A-Z][A-Z0-9_]{{0,40}}_)?{_NAME}=\S", re.M)),
        "/.htpasswd": (
            "password hashes",
            lazy_pattern(r"^[^\s:<>]{1,64}:(?:\$(?:apr1|2[aby]|[156])\$|\{SHA\})[\w./+=$]{8,120}\r?$", re.M | re.ASCII),
        ),
        "/wp-config.php.bak": (
            "the database password of WordPress",
            lazy_pattern(r"^ {0,4}define\( {0,4}['\"]DB_PASSWORD['\"] {0,4},", re.M),
        ),
        "/phpinfo.php": ("the settings of PHP", lazy_pattern(r"<title>(?:PHP [^<\n]{1,40} - )?phpinfo\(\)</title>")),
        "/server-status": ("the requests of all visitors", lazy_pattern(r"<title>Apache Status</title>")),
    }
)
"""A description of each file by its path, and an expression that its beginning matches."""

BEGINNING = 8 * 1024
"""The number of bytes of a file that are read."""


def exposes(path: str, beginning: str) -> str:
    """Return a description of what a file exposes, or an empty string if it has another content."""
    description, form = PRIVATE_FILES[path]
    return description if form.search(beginning) else ""
