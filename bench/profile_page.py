"""
Examine one page in this process, as a child does, for a profiler.

    python -m cProfile -o page.prof -m bench.profile_page page.html [style.css ...]

The page should name the stylesheets by their file names.
"""

import sys
from pathlib import Path

from sitescan.document.document import Document
from sitescan.document.loading.outline_extractor import outline
from sitescan.examine.page_judgement import judge_page
from sitescan.model.exchange import Exchange, Page, Source

_URL = "https://example.com/"


def main() -> None:
    """Read the files, then outline and judge the page."""
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    html, *sheets = map(Path, sys.argv[1:])
    body = html.read_bytes()
    exchange = Exchange(requested=_URL, url=_URL, status=200, size=len(body), wire_size=len(body))
    linked = tuple(Source(url=_URL + sheet.name, body=sheet.read_bytes()) for sheet in sheets)
    outline(Document(Page(exchange=exchange, body=body)), links=200, resources=100)
    found = list(judge_page(Document(Page(exchange=exchange, body=body), linked)))
    print(f"{len(body):,} bytes, {len(found)} answers")


if __name__ == "__main__":
    main()
