"""Ray Data: reports on the pages in WARC files, analysed where they are.

    python ray_stored_pages.py reports/ crawl-*.warc.gz

Needs ray[data], warcio and sitescan. Nothing is requested: sitescan.analyse is a pure function.
"""

import io
import sys
from collections.abc import Iterator
from typing import Any

import ray
from warcio.archiveiterator import ArchiveIterator

import sitescan


def pages(file: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the HTML pages of one WARC file."""
    for record in ArchiveIterator(io.BytesIO(file["bytes"])):
        if record.rec_type != "response" or "html" not in record.http_headers.get_header("Content-Type", ""):
            continue
        yield {
            "url": record.rec_headers.get_header("WARC-Target-URI"),
            "status": int(record.http_headers.get_statuscode()),
            "headers": [list(field) for field in record.http_headers.headers],
            "body": record.content_stream().read(),
        }


def analysed(page: dict[str, Any]) -> dict[str, Any]:
    """Return the scores of one page."""
    headers = [(str(name), str(value)) for name, value in page["headers"]]
    report = sitescan.analyse(page["url"], page["status"], headers, bytes(page["body"]))
    scores = {result.category.value: result.score for result in report.categories}
    return {"url": report.url, "overall": report.overall_score, **scores}


if __name__ == "__main__":
    output, *files = sys.argv[1:]
    ray.data.read_binary_files(files).flat_map(pages).map(analysed).write_json(output)
