"""
Compare the reports on the pages of a folder between Pythons and machines.

    python evaluation/report_digests.py FOLDER [--most N] > here.json
    python evaluation/report_digests.py FOLDER [--most N] --against here.json

The first call prints one JSON object: for each page the digest of its report, made from the file and from the
stylesheets and scripts beside it. The second one, by another Python, names the pages whose reports differ and fails if
there are any.
"""

import argparse
import hashlib
import json
import sys
from pathlib import Path

import sitescan
from sitescan.cli.targets import LocalFiles
from sitescan.report.json_format import report_json

_ORIGIN = "https://example.com/"
_LARGEST_SCRIPT = 2 * 1024**2


def main() -> int:
    """Print the digests, or compare them."""
    parser = argparse.ArgumentParser(description=__doc__.strip().splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--most", type=int, default=1000, help="the number of pages, spread over the folder")
    parser.add_argument("--against", type=Path, help="what the first call printed")
    arguments = parser.parse_args()
    pages = sorted(path for path in arguments.folder.rglob("*.htm*") if path.is_file())
    chosen = pages[:: max(1, len(pages) // arguments.most)][: arguments.most]
    if not chosen:
        print(f"{arguments.folder} has no pages", file=sys.stderr)
        return 1
    digests = {str(path.relative_to(arguments.folder)): _digest(path) for path in chosen}
    if arguments.against is None:
        print(json.dumps(digests))
        return 0
    expected = json.loads(arguments.against.read_text("utf-8"))
    differing = sorted(page for page in {*digests, *expected} if digests.get(page) != expected.get(page))
    print(json.dumps({"pages": len(digests), "python": sys.version.split()[0], "differing": differing}))
    return 1 if differing else 0


def _digest(path: Path) -> str:
    files = LocalFiles(path.parent, _ORIGIN, _LARGEST_SCRIPT)
    report = sitescan.analyse(_ORIGIN + path.name, 200, None, path.read_bytes(), files=files)
    text = json.dumps(report_json(report, evidence=True), ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()


if __name__ == "__main__":
    sys.exit(main())
