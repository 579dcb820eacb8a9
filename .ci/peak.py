"""Run a command, print its times and the memory that its largest process took, and fail if that was too much."""

import resource
import subprocess
import sys
import time

MOST_BYTES = 2 * 1024**3


def main() -> int:
    """Run the command in the arguments, and return its exit status, or 1 if it took too much memory."""
    begun = time.monotonic()
    code = subprocess.call(sys.argv[1:], stdin=subprocess.DEVNULL)
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    peak = usage.ru_maxrss * 1024
    sys.stdout.write(
        f"the largest process took {peak / 1024**2:.0f} MiB; all worked {usage.ru_utime + usage.ru_stime:.0f} s "
        f"in {time.monotonic() - begun:.0f} s\n"
    )
    if peak > MOST_BYTES:
        sys.stdout.write(f"that is more than {MOST_BYTES / 1024**2:.0f} MiB\n")
        return code or 1
    return code


if __name__ == "__main__":
    sys.exit(main())
