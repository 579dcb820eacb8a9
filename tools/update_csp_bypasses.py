"""
Update the list of hosts that bypass content security policies from the npm package csp_evaluator.

    npm pack csp_evaluator
    python tools/update_csp_bypasses.py csp_evaluator-X.Y.Z.tgz YYYY-MM-DD

The date is the day on which the package was downloaded. Writes ``sitescan/standards/data/csp_bypasses.json`` and its
license (Apache-2.0).
"""

import json
import sys
import tarfile
from pathlib import Path
from typing import Any

DATA = Path(__file__).parents[1] / "sitescan/standards/data"


def main() -> None:
    """Convert the lists of one package."""
    package, date = sys.argv[1:]
    with tarfile.open(package) as archive:

        def text(name: str) -> str:
            member = archive.extractfile(f"package/{name}")
            assert member is not None, name
            return member.read().decode()

        def listed(name: str) -> Any:
            return json.loads(text(f"allowlist_bypasses/json/{name}.json"))

        version = json.loads(text("package.json"))["version"]
        jsonp = listed("jsonp")
        data = {
            "source": f"npm csp_evaluator {version} (https://github.com/google/csp-evaluator), Google Inc., Apache-2.0",
            "changes": "the lists are put together in one file and sorted",
            "retrieved": date,
            "needs_eval": sorted(jsonp["needsEval"]),
            "jsonp": sorted(jsonp["urls"]),
            "angular": sorted(listed("angular")["urls"]),
            "flash": sorted(listed("flash")["urls"]),
        }
        (DATA / "csp_bypasses.LICENSE").write_text(text("LICENSE"))
    (DATA / "csp_bypasses.json").write_text(json.dumps(data, indent=1) + "\n")


if __name__ == "__main__":
    main()
