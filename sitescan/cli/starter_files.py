"""The files that ``sitescan init`` writes, made from those in ``starters``."""

import json
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

from attrs import frozen

from sitescan.cli.configuration import is_on_this_machine
from sitescan.cli.site_generators import build_script
from sitescan.cli.targets import is_url

_FOLDER = files("sitescan.cli").joinpath("starters")
#: The setting that configurations for addresses alone don't need.
_BASE = """\
# The address that the files are served from.
# base = "https://pears.example/"

"""


@frozen
class _Starter:
    """
    The job of a CI.

    :ivar path: the path of its file.
    :ivar name: the name of the starter.
    :ivar build: what is before the lines that build the site.
    :ivar root: the command before one that needs the rights of root.
    """

    path: str
    name: str
    build: str
    root: str


_STARTERS = {
    "github": _Starter(
        ".github/workflows/sitescan.yml", "github.yml", "      - name: Build the site\n        run: |\n", "sudo "
    ),
    "gitlab": _Starter(".gitlab-ci.yml", "gitlab.yml", "    - |\n", ""),
}


def ci_file(ci: str, source: str, targets: Sequence[str]) -> tuple[str, str]:
    """
    Return the path and the content of the file of a CI.

    :param source: what pip installs in the job, without characters that a shell replaces.
    :param targets: what the job scans; it builds files and folders that a known program writes, or that don't exist.
    """
    starter = _STARTERS[ci]
    text = _FOLDER.joinpath(starter.name).read_text("utf-8").replace("SOURCE", source)
    before, _, after = text.partition("# BUILD\n")
    before, indent = before.rstrip(" "), " " * (len(starter.build) - len(starter.build.lstrip(" ")) + 4)
    lines = build_script(Path.cwd(), targets, starter.root)
    script = "".join(f"{indent}{line}\n" for line in lines)
    return starter.path, f"{before}{starter.build if lines else ''}{script}{after}"


def configuration_file(targets: Sequence[str]) -> str:
    """Return a ``sitescan.toml`` for these targets."""
    urls = ", ".join(json.dumps(target, ensure_ascii=False).replace("\x7f", "\\u007f") for target in targets)
    text = _FOLDER.joinpath("sitescan.toml").read_text("utf-8").replace("urls = []", f"urls = [{urls}]")
    if any(map(is_on_this_machine, targets)):
        text = text.replace("# allow-private", "allow-private")
    return text.replace(_BASE, "") if all(map(is_url, targets)) else text
