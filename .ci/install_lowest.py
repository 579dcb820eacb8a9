"""Install the lowest version of each requirement that setup.py allows, beside what is installed already."""

import re
import subprocess
import sys
from importlib.metadata import requires

#: ``Twisted[tls]>=26.10`` is one requirement; a requirement of an extra ends in a marker.
_BOUND = re.compile(r"(?P<name>[\w.-]+(?:\[[\w,]+\])?)(?:<[\w.]+,)?>=(?P<version>[\w.]+)$")


def main() -> int:
    """Install the lowest versions; pip reports versions that conflict."""
    bounds = [match for requirement in requires("sitescan") or () if (match := _BOUND.match(requirement))]
    if not bounds:
        sys.exit("setup.py has no lower bounds")
    lowest = [f"{bound['name']}=={bound['version']}" for bound in bounds]
    return subprocess.call([sys.executable, "-m", "pip", "install", "--quiet", *lowest])


if __name__ == "__main__":
    sys.exit(main())
