"""Run a command, print the memory that the largest of its processes took, and fail if that was too much."""

import resource
import subprocess
import sys

MOST_BYTES = 2 * 1024**3


def main() -> int:
    """Run the command in the arguments, and return its exit status, or 1 if it took too much memory."""
    code = subprocess.call(sys.argv[1:], stdin=subprocess.DEVNULL)
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024
    sys.stdout.write(f"the largest process took {peak / 1024**2:.0f} MiB\n")
    if peak > MOST_BYTES:
        sys.stdout.write(f"that is more than {MOST_BYTES / 1024**2:.0f} MiB\n")
        return code or 1
    return code


if __name__ == "__main__":
    sys.exit(main())
