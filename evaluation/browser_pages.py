"""The pages of a folder, open in Chromium beside the scanner's own reading of them."""

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import unquote

from attrs import frozen

from evaluation.real_pages import FolderSite, document, served
from evaluation.results import Results, Unavailable
from sitescan.document.document import Document
from tests.chromium import CHROMIUM, Browser, browsing
from tests.site import Site, serving


@frozen
class BrowserPages:
    """
    The pages of a folder and a browser to open them in.

    :ivar results: counts the pages as cases.
    """

    results: Results
    pages: FolderSite
    site: Site
    browser: Browser

    def each(self) -> Iterator[tuple[str, str, Document]]:
        """Return path, URL and document of each page."""
        for path in self.results.cases(self.pages.paths):
            yield path, self.site.origin + path, document(self.site, path)

    def is_on(self, path: str) -> bool:
        """Return whether the browser still shows a page, which may redirect by itself."""
        return unquote(str(self.browser.run("location.pathname"))) == path


@contextmanager
def browser_pages(options: argparse.Namespace, results: Results, smallest: int = 1500) -> Iterator[BrowserPages]:
    """
    Serve the folder of the options and run a browser for the length of a block.

    :param smallest: the size of the smallest page in bytes.
    """
    pages = served(options.data, smallest)
    with serving(pages.answers) as site, chromium() as browser:
        yield BrowserPages(results, pages, site, browser)


@contextmanager
def chromium() -> Iterator[Browser]:
    """Run a browser for the length of a block."""
    if not CHROMIUM.exists():
        raise Unavailable(f"there is no Chromium at {CHROMIUM}")
    with browsing() as browser:
        yield browser
