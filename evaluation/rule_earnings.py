"""
Count on how many pages of a folder each static rule reports something.

    python evaluation/rule_earnings.py DIR... [--most N]

Each folder is a package of pages with the files that they load; at most ``N`` pages of it are read, spread
evenly (default: 40). The rules that read only the page and its response judge every page, with the stylesheets and
scripts that the folder holds. One JSON line comes last:

``pages``
    the number of pages that were judged;
``fired``
    the number of pages by rule, most pages first;
``silent``
    the ids of the rules that reported nothing on any page, sorted.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from urllib.parse import unquote, urlsplit

sys.path.insert(0, str(Path(__file__).parents[1]))

from sitescan.document.document import Document
from sitescan.document.loading.outline_extractor import outline
from sitescan.model.exchange import Exchange, Page, Source
from sitescan.rules.catalogue import rules_reading
from sitescan.rules.judge import RuleFailed, judge_all
from sitescan.standards.http_headers import Headers

_ORIGIN = "https://pages.example"
_LARGEST = 2_000_000


def main() -> None:
    """Judge the pages of the folders."""
    parser = argparse.ArgumentParser(description=__doc__.strip().splitlines()[0])
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--most", type=int, default=40, help="pages of each folder")
    arguments = parser.parse_args()
    rules = rules_reading(Document, Exchange)
    fired: Counter[str] = Counter()
    pages = 0
    for folder in arguments.folders:
        for path in _spread(folder, arguments.most):
            document = _document(folder, path)
            pages += 1
            for kind in (document, document.exchange):
                for found in judge_all((rule for rule in rules if rule.reads is type(kind)), kind):
                    if isinstance(found, RuleFailed):
                        print(json.dumps({"page": str(path), "failed": found.rule}))
                    else:
                        fired[found.rule] += 1
    silent = sorted({rule.id for rule in rules} - fired.keys())
    print(json.dumps({"pages": pages, "rules": len(rules), "fired": dict(fired.most_common()), "silent": silent}))


def _spread(folder: Path, most: int) -> Sequence[Path]:
    """Return at most so many pages of a folder, spread evenly over its sorted paths."""
    pages = sorted(
        path
        for path in folder.rglob("*.htm*")
        if path.suffix in (".htm", ".html") and path.is_file() and path.stat().st_size <= _LARGEST
    )
    return pages[:: -(-len(pages) // most) or 1]


def _document(folder: Path, path: Path) -> Document:
    """Return a page with those of its stylesheets and scripts that the folder holds."""
    url = f"{_ORIGIN}/{path.relative_to(folder).as_posix()}"
    body = path.read_bytes()
    headers = Headers((("Content-Type", "text/html"),))
    exchange = Exchange(requested=url, url=url, status=200, headers=headers, wire_size=len(body))
    page = Page(exchange=exchange, body=body)
    named = outline(Document(page), links=0, resources=1000)
    scripts = [one.url for one in named.resources if one.kind == "script"]
    return Document(
        page,
        _sources(folder, named.stylesheets, "text/css"),
        scripts=_sources(folder, scripts, "text/javascript"),
    )


def _sources(folder: Path, urls: Sequence[str], kind: str) -> Iterator[Source]:
    for url in urls:
        path = folder / unquote(urlsplit(url).path).lstrip("/")
        if url.startswith(_ORIGIN) and path.is_file():
            yield Source(url=url, body=path.read_bytes(), content_type=kind)
        else:
            yield Source(url=url, problem="it answered 404", gone=True)


if __name__ == "__main__":
    main()
