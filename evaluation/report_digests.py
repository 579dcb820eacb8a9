"""
Compare the reports on the pages of a folder between Pythons and machines.

DATA is a folder of pages. ``--write`` writes the digest of each report, which is made from the page and from the
stylesheets and scripts beside it; ``--against``, with another Python, makes the evaluation fail for each page whose
report differs.
"""

import argparse
import hashlib
import json
from pathlib import Path

from evaluation.results import Results
from sitescan.configuration.settings import Settings
from sitescan.local.folder_server import FolderServer
from sitescan.local.offline import analyse_file
from sitescan.report.json_format import report_json

SAMPLE = "site"

_ORIGIN = "https://example.com/"
_LARGEST_SCRIPT = 2 * 1024**2


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of this evaluation."""
    parser.add_argument("--write", type=Path, help="write the digests to this file")
    parser.add_argument("--against", type=Path, help="compare with the digests in this file")


def run(options: argparse.Namespace, results: Results) -> None:
    """Write the digests, or compare them."""
    pages = sorted(path for path in options.data.rglob("*.htm*") if path.is_file())
    digests = {str(path.relative_to(options.data)): _digest(path) for path in results.cases(pages)}
    if options.write is not None:
        options.write.write_text(json.dumps(digests), encoding="utf-8")
    if options.against is not None:
        expected = json.loads(options.against.read_text(encoding="utf-8"))
        for page in sorted(digests.keys() | expected.keys()):
            if digests.get(page) != expected.get(page):
                results.fail(f"the report on {page} differs")


def _digest(path: Path) -> str:
    server = FolderServer(folder=path.parent, root=_ORIGIN, most=_LARGEST_SCRIPT)
    report = analyse_file(_ORIGIN + path.name, path.read_bytes(), server, scanned_at=0.0, parser=Settings().parser)
    text = json.dumps(report_json(report, evidence=True), ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()
