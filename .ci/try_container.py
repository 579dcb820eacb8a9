"""Builds the image and runs it where there is a container engine; elsewhere runs its steps in a bare venv."""

import json
import re
import shlex
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


def steps() -> dict[str, list[str]]:
    """The arguments of each kind of instruction, in their order, with continued lines joined."""
    lines = [line for line in (SOURCE / "Containerfile").read_text().splitlines() if not line.lstrip().startswith("#")]
    found: dict[str, list[str]] = {}
    for line in "\n".join(lines).replace("\\\n", " ").splitlines():
        name, _, rest = line.partition(" ")
        found.setdefault(name, []).append(rest)
    return found


def works(engine: str) -> bool:
    """Whether an engine is installed and answers."""
    if shutil.which(engine) is None:
        return False
    asked = subprocess.run([engine, "info"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    return asked.returncode == 0


def until_healthy(check: list[str]) -> None:
    """Wait for the health check of the image."""
    end = time.monotonic() + START_SECONDS
    while subprocess.call(check, stderr=subprocess.DEVNULL):
        assert time.monotonic() < end, "it does not become healthy"
        time.sleep(0.5)


def in_venv() -> None:
    """What the instructions do, without their isolation."""
    sys.stdout.write("there is no container engine: the steps of the Containerfile are run in a virtual environment\n")
    found = steps()
    with tempfile.TemporaryDirectory() as folder:
        place = f"{folder}/sitescan"

        def here(text: str) -> str:
            return text.replace("/opt/sitescan", place).replace("/source", str(SOURCE))

        for command in found["RUN"]:
            run = re.sub(r"^python ", f"{shlex.quote(sys.executable)} ", here(command))
            subprocess.run(["bash", "-e", "-c", run], check=True, cwd=folder, stdout=subprocess.DEVNULL)
        size = sum(file.stat().st_size for file in Path(place).rglob("*") if file.is_file() and not file.is_symlink())
        sys.stdout.write(f"what is added to python:3.12-slim: {size / 1e6:.0f} MB\n")
        command = [here(part) for one in ("ENTRYPOINT", "CMD") for part in json.loads(found[one][0])]
        check = [here(part) for part in json.loads(found["HEALTHCHECK"][0].removeprefix("CMD "))]
        # As on a root file system that can only be read.
        for path in (Path(place), *Path(place).rglob("*")):
            if not path.is_symlink():
                path.chmod(path.stat().st_mode & ~0o222)
        with subprocess.Popen(command, cwd="/", stdout=subprocess.DEVNULL, env={"PATH": "/usr/bin:/bin"}) as service:
            try:
                until_healthy(check)
                with urllib.request.urlopen(f"http://127.0.0.1:{PORT}/api/v1/rules", timeout=30) as answer:
                    assert json.load(answer)["rules"]
            finally:
                service.send_signal(signal.SIGTERM)
            # Twisted ends as whatever it was told to end by.
            assert service.wait(START_SECONDS) in {0, -signal.SIGTERM}
        for path in Path(place).rglob("*"):
            if path.is_dir() and not path.is_symlink():
                path.chmod(0o755)
        Path(place).chmod(0o755)


def in_container(engine: str) -> None:
    """The image, built and run as its first line says."""
    subprocess.run([engine, "build", "-q", "-t", "sitescan", "."], cwd=SOURCE, check=True)
    size = subprocess.check_output([engine, "image", "inspect", "--format", "{{.Size}}", "sitescan"], text=True)
    sys.stdout.write(f"size of the image: {int(size) / 1e6:.0f} MB\n")
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
    else:
        in_venv()
