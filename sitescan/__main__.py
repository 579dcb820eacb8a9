"""``python -m sitescan`` is the command ``sitescan``."""

import sys

from sitescan.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
