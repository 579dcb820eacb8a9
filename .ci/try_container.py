"""Build the image and run it with a container engine, or run its files in a chroot without one."""

import json
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

SOURCE = Path(__file__).parents[1]
START_SECONDS = 120
PORT = 8080

#: The maximum size of the image, in bytes.
MOST_BYTES = 150_000_000

#: Commands that must succeed for the files to be made and run without an engine.
NEEDED = (["unshare", "--mount", "true"], ["/usr/bin/python3", "-c", "import ensurepip"], ["apt-get", "--version"])

#: The exit status of tools/image_root.sh without a network.
CANNOT_FETCH = 75

#: Runs a command on a read-only root file system in a new mount namespace; $0 is the root, $1 the user.
_AS_IN_A_CONTAINER = """
set -e
mount --bind "$0" "$0"
mount --bind /proc "$0/proc"
mount --rbind /dev "$0/dev"
mount -o remount,ro,bind "$0"
user=$1
shift
exec chroot --userspec="$user" "$0" "$@"
"""


def steps() -> dict[str, list[str]]:
    """Return the arguments of each kind of instruction, in their order, with continued lines joined."""
    lines = [line for line in (SOURCE / "Containerfile").read_text().splitlines() if not line.lstrip().startswith("#")]
    found: dict[str, list[str]] = {}
    for line in "\n".join(lines).replace("\\\n", " ").splitlines():
        name, _, rest = line.partition(" ")
        found.setdefault(name, []).append(rest)
    return found


def works(engine: str) -> bool:
    """Return whether an engine is installed and answers."""
    return succeeds([engine, "info"])


def succeeds(command: list[str]) -> bool:
    """Return whether a command exists and exits with 0."""
    if shutil.which(command[0]) is None:
        return False
    return subprocess.call(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) == 0


def until_healthy(check: list[str]) -> None:
    """Wait until the health check of the image succeeds."""
    end = time.monotonic() + START_SECONDS
    while subprocess.call(check, stderr=subprocess.DEVNULL):
        assert time.monotonic() < end, "it does not become healthy"
        time.sleep(0.5)


def in_root() -> None:
    """Run the image's files as in a container: unprivileged, without other files, on a read-only file system."""
    found = steps()
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "image"
        made = subprocess.run(["sh", str(SOURCE / "tools/image_root.sh"), str(SOURCE), str(root)], check=False)
        if made.returncode == CANNOT_FETCH:
            sys.stdout.write(
                "there is no container engine, and Debian's packages can't be fetched: nothing was tried\n"
            )
            return
        assert made.returncode == 0
        size = sum(file.lstat().st_size for file in root.rglob("*"))
        sys.stdout.write(f"no container engine; the files of the image have {size / 1e6:.0f} MB\n")
        assert size < MOST_BYTES
        command = [part for instruction in ("ENTRYPOINT", "CMD") for part in json.loads(found[instruction][-1])]
        inside = [*("unshare", "--mount", "sh", "-c", _AS_IN_A_CONTAINER), str(root), found["USER"][-1]]
        with subprocess.Popen([*inside, *command], cwd="/", stdout=subprocess.DEVNULL, env={}) as service:
            try:
                until_healthy(["chroot", str(root), *json.loads(found["HEALTHCHECK"][-1].removeprefix("CMD "))])
                with urllib.request.urlopen(f"http://127.0.0.1:{PORT}/api/v1/rules", timeout=30) as answer:
                    assert json.load(answer)["rules"]
            finally:
                service.send_signal(signal.SIGTERM)
            # Twisted ends by the signal that it received.
            assert service.wait(START_SECONDS) in {0, -signal.SIGTERM}


def in_container(engine: str) -> None:
    """Build the image and run it by the command in its first line."""
    subprocess.run([engine, "build", "-q", "-t", "sitescan", "."], cwd=SOURCE, check=True)
    size = subprocess.check_output([engine, "image", "inspect", "--format", "{{.Size}}", "sitescan"], text=True)
    sys.stdout.write(f"size of the image: {int(size) / 1e6:.0f} MB\n")
    assert int(size) < MOST_BYTES
    options = ["--detach", "--rm", "--read-only", "--publish", f"127.0.0.1:{PORT}:8080", "--name", "sitescan-try"]
    subprocess.run([engine, "run", *options, "sitescan"], check=True, stdout=subprocess.DEVNULL)
    try:
        check = json.loads(steps()["HEALTHCHECK"][0].removeprefix("CMD "))
        until_healthy([engine, "exec", "sitescan-try", *check])
    finally:
        subprocess.run([engine, "stop", "--time", "40", "sitescan-try"], check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    engines = [engine for engine in ("podman", "docker") if works(engine)]
    if engines:
        in_container(engines[0])
    elif all(map(succeeds, NEEDED)):
        in_root()
    else:
        sys.stdout.write("no container engine, and not root on Debian with python3-venv: nothing was tried\n")
