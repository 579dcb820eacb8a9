"""
Write the files of constraints anew: the newest versions that setup.py allows, with the hashes of their files.

    python tools/update_constraints.py

``constraints.txt`` has the packages of the service and of the extras ``redis`` and ``metrics``.
``tests/constraints.txt`` has the same versions, and the packages of the other extras. Each file is for every Python and
platform: where versions differ, they have markers. Needs uv (https://docs.astral.sh/uv/), which asks PyPI.
"""

import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[1]
SERVICE, TESTS = "constraints.txt", "tests/constraints.txt"

#: setuptools builds sitescan where pip may not fetch it (--no-build-isolation).
_BUILD = "setuptools>=77"


def compiled(target: str, *arguments: str) -> None:
    """Write a file of constraints, which ignores what the file had before."""
    command = ("uv", "pip", "compile", "--quiet", "--universal", "--python-version", "3.11", "--generate-hashes")
    header = ("--custom-compile-command", "python tools/update_constraints.py", "--no-annotate")
    subprocess.run(
        [*command, *header, "--upgrade", "--output-file", target, *arguments, "setup.py", "-"],
        cwd=ROOT,
        check=True,
        input=_BUILD,
        encoding="utf-8",
    )


if __name__ == "__main__":
    compiled(SERVICE, "--extra", "redis", "--extra", "metrics")
    compiled(TESTS, "--all-extras", "--constraints", SERVICE)
