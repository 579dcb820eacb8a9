"""The files that ``sitescan init`` writes, made from those in ``starters``."""

import json
from collections.abc import Sequence
from importlib.resources import files

from sitescan.cli.configuration import is_on_this_machine
from sitescan.cli.targets import is_url

_FOLDER = files("sitescan.cli").joinpath("starters")
#: The setting that configurations for addresses alone don't need.
_BASE = """\
# The address that the files are served from.
# base = "https://pears.example/"

"""

#: The path and the name of the starter of each CI.
_CI_FILES = {"github": (".github/workflows/sitescan.yml", "github.yml"), "gitlab": (".gitlab-ci.yml", "gitlab.yml")}


def ci_file(ci: str, source: str) -> tuple[str, str]:
    """
    Return the path and the content of the file of a CI.

    :param source: what pip installs in the job, without characters that a shell replaces.
    """
    path, starter = _CI_FILES[ci]
    return path, _FOLDER.joinpath(starter).read_text("utf-8").replace("SOURCE", source)


def configuration_file(targets: Sequence[str]) -> str:
    """Return a ``sitescan.toml`` for these targets."""
    urls = ", ".join(json.dumps(target, ensure_ascii=False).replace("\x7f", "\\u007f") for target in targets)
    text = _FOLDER.joinpath("sitescan.toml").read_text("utf-8").replace("urls = []", f"urls = [{urls}]")
    if any(map(is_on_this_machine, targets)):
        text = text.replace("# allow-private", "allow-private")
    return text.replace(_BASE, "") if all(map(is_url, targets)) else text
