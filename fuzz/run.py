"""
Fuzz the parsers of bytes from outside, guided by coverage.

    python fuzz/run.py [--seconds 60] [target ...]

Each target has a process and a corpus of its own. The first failure of a target is printed with the bytes that caused
it; the exit status is 1 if a target failed or was not run.
"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

import atheris

sys.path.append(str(Path(__file__).parents[1]))
with atheris.instrument_imports(include=["sitescan", "tinycss2", "fuzz"], enable_loader_override=False):
    from fuzz.linear import LINEAR
    from fuzz.targets import TARGETS
    from sitescan.rules.catalogue import catalogue

    catalogue()

_ALL = {**TARGETS, **LINEAR}

#: After which an input hangs: many times what the slowest one takes on a busy machine.
_LONGEST_SECONDS = 60
_MEGABYTES = 2048
_BYTES = 4096

#: The lines of a failure that are shown.
_SHOWN = 80


def main() -> int:
    """Run the targets one after the other and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.strip().splitlines()[0])
    parser.add_argument("--seconds", type=int, default=60, help="for each target")
    parser.add_argument("targets", nargs="*")
    arguments = parser.parse_args()
    names = {target.__name__: target for target in _ALL}
    unknown = {*arguments.targets} - {*names}
    if unknown:
        parser.error(f"no such target: {', '.join(sorted(unknown))}")
    failed = [name for name in arguments.targets or names if not _passes(name, arguments.seconds)]
    print(f"failed: {', '.join(failed)}" if failed else "nothing failed")
    return len(failed) > 0


def _passes(name: str, seconds: int) -> bool:
    with tempfile.TemporaryDirectory() as folder:
        seeds = next(seeds for target, seeds in _ALL.items() if target.__name__ == name)
        for number, seed in enumerate(seeds):
            (Path(folder) / str(number)).write_bytes(seed)
        limits = (f"-max_total_time={seconds}", f"-timeout={_LONGEST_SECONDS}", f"-rss_limit_mb={_MEGABYTES}")
        command = [
            sys.executable,
            __file__,
            "fuzz",
            name,
            *limits,
            f"-max_len={_BYTES}",
            "-len_control=0",
            "-verbosity=1",
            folder,
        ]
        ended = subprocess.run(command, capture_output=True, text=True, errors="replace", cwd=folder, check=False)
        lines = (ended.stderr + ended.stdout).splitlines()
        done = next((line for line in reversed(lines) if line.startswith("Done")), None)
        passes = ended.returncode == 0 and done is not None
        print(f"{name}: {done if passes else 'failed'}", flush=True)
        if not passes:
            # Without the progress that the fuzzer writes.
            print("\n".join([line for line in lines if not line.startswith(("#", "INFO:"))][-_SHOWN:]), flush=True)
            # Named after what happened: crash, timeout or oom.
            for found in sorted(Path(folder).glob("*-*")):
                print(f"{found.name}: {found.read_bytes()!r}", flush=True)
    return passes


def _fuzz(name: str, arguments: list[str]) -> None:
    target = next(target for target in _ALL if target.__name__ == name)
    atheris.Setup([sys.argv[0], *arguments], target)
    atheris.Fuzz()


if __name__ == "__main__":
    if sys.argv[1:2] == ["fuzz"]:
        _fuzz(sys.argv[2], sys.argv[3:])
    else:
        sys.exit(main())
