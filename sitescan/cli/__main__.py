"""Run the command ``sitescan`` as ``python -m sitescan.cli``."""

import sys

from sitescan.cli.main import main

sys.exit(main())
