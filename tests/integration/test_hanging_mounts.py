"""Commands whose file is on a mount that hangs: they end with a sentence, as for any file that can't be read."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.running import WITH_SOURCE

#: Mounts a file system whose program never answers, starts commands for a file in it, and prints how they end.
_MOUNT = """
import ctypes, json, os, subprocess, sys
connection = os.open("/dev/fuse", os.O_RDWR)
options = f"fd={connection},rootmode=40000,user_id=0,group_id=0".encode()
if ctypes.CDLL(None).mount(b"silent", sys.argv[1].encode(), b"fuse", 0, options):
    sys.exit("no mount")
target = f"{sys.argv[1]}/page.html"
commands = [[sys.executable, "-m", "sitescan", name, target] for name in ("scan", "fix")]
started = [subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE) for command in commands]
print(json.dumps([(process.communicate()[1].decode(), process.returncode) for process in started]))
"""

#: Only the superuser may mount; in name spaces of his own, each user is one.
_ALONE = ("unshare", "--user", "--map-root-user", "--mount")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return the folder of the mount, or skip the test where users can't mount anything."""
    mounting = subprocess.run([*_ALONE, sys.executable, "-c", "open('/dev/fuse')"], capture_output=True, check=False)
    if mounting.returncode:
        pytest.skip("this system lets no user mount a file system")
    return tmp_path


def test_hanging_mount(folder: Path) -> None:
    """The commands wait for the file system for some seconds, and say that it doesn't answer."""
    command = [*_ALONE, sys.executable, "-c", _MOUNT, str(folder)]
    ran = subprocess.run(command, env=WITH_SOURCE, capture_output=True, text=True, timeout=300, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert json.loads(ran.stdout) == [[f"sitescan: {folder}/page.html: the file system doesn't answer\n", 2]] * 2
