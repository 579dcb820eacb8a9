"""The commands that convert images in the texts of rules work with the programs of this system."""

import base64
import re
import shlex
import subprocess
from pathlib import Path

import pytest

from sitescan.rules.catalogue import catalogue
from tests.programs import needs, program

pytestmark = pytest.mark.integration

_COMMAND = re.compile(r"\b(?:avifenc|cwebp|ffmpeg) .*?\bpear\.(?:avif|webp|mp4)\b")

COMMANDS = sorted({found for rule in catalogue().values() for found in _COMMAND.findall(rule.how_to_fix)})

#: A GIF of 16 by 16 pixels, and a JPEG of 8 by 8.
GIF = base64.b64decode("R0lGODlhEAAQAIAAAP///wAAACH5BAEAAAAALAAAAAAQABAAAAIOhI+py+0Po5y02ouzPgUAOw==")
JPEG = base64.b64decode(
    "/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAAgGBgcGBQgHBwcJCQgKDBQNDAsLDBkSEw8UHRofHh0aHBwgJC4nICIsIxwcKDcpLDAxNDQ0Hyc5PTgyPC4z"
    "NDL/wAALCAAIAAgBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAB//EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AKv/Z"
)


def test_texts_contain_commands() -> None:
    """The texts have a command for each program."""
    assert {command.split()[0] for command in COMMANDS} == {"avifenc", "cwebp", "ffmpeg"}


@pytest.mark.parametrize("command", [pytest.param(text, marks=needs(text.split()[0])) for text in COMMANDS])
def test_commands(command: str, tmp_path: Path) -> None:
    """A command that is copied from a text writes a file."""
    words = shlex.split(command.replace("{shown}", "8").replace("1600", "8"))
    (tmp_path / "pear.jpg").write_bytes(JPEG)
    (tmp_path / "pear.gif").write_bytes(GIF)
    subprocess.run([program(words[0]), *words[1:]], cwd=tmp_path, check=True, capture_output=True)
    assert (tmp_path / words[-1]).stat().st_size
