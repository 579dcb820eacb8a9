"""The apps of a folder, rendered by the scanner's own renderer and open in Chromium beside it."""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

from attrs import evolve, frozen

from evaluation.browser_pages import chromium
from evaluation.real_pages import FolderSite, sites
from evaluation.results import Results, run_reactor
from sitescan.document.css.media import PHONE
from sitescan.document.document import Document
from sitescan.document.tree import ids_inside
from sitescan.model.exchange import Source
from sitescan.model.rendered import Rendered
from tests.chromium import Browser
from tests.integration.renderers import fetch_and_render, rendering
from tests.site import serving

#: The milliseconds after which an open page is compared with the rendered one, and how often it is.
_PAUSE, _TRIES = 2500, 8

#: The share of the elements that the open page and the rendered one must have in common.
_ENOUGH = 0.9

#: The JavaScript for the elements of the open page.
_FLAT_TREE = f"({Path(__file__).with_name('flat_tree.js').read_text(encoding='utf-8')})"

COMPARED = "self.comparedElements"
"""The variable of the open page with the elements that it has in common with the rendered one."""


@frozen
class RenderedPages:
    """
    The start pages of apps after their scripts have run, and a browser to run them in.

    :ivar results: counts the apps as cases.
    """

    results: Results
    documents: Mapping[str, Document]
    browser: Browser

    def each(self) -> Iterator[tuple[str, Document, Sequence[int]]]:
        """
        Open each page on a phone, and return its URL, its document, and the positions in it of :data:`COMPARED`.

        A browser in a sandbox may lack what another one has, such as a button for it. A page of which less than nine in
        ten elements are the same is left out.
        """
        for url, document in self.results.cases(self.documents.items()):
            self.browser.become(PHONE)
            self.browser.open_with_scripts(url)
            positions = self._common(_flat_positions(document), document)
            if positions:
                yield url, document, positions
            else:
                self.results.leave_out(url, "the page is another one each time")

    def _common(self, positions: Sequence[int], document: Document) -> Sequence[int]:
        """Return the positions of the elements that the open page has, too, after some time; none if these are few."""
        names = [document.elements[at].name.lower() for at in positions]
        found, before = names, names
        for _ in range(_TRIES):
            self.browser.wait(_PAUSE)
            self.browser.run(f"{COMPARED} = {_FLAT_TREE}; 0")
            found = self.browser.run(f"{COMPARED}.map(element => element.localName.toLowerCase())")
            if found in (names, before):
                break
            before = found
        blocks = SequenceMatcher(None, names, found, autojunk=False).get_matching_blocks()
        matched = [at for block in blocks for at in range(block.b, block.b + block.size)]
        if len(matched) < _ENOUGH * max(len(names), len(found)):
            return ()
        self.browser.run(f"{COMPARED} = {matched}.map(at => {COMPARED}[at]); 0")
        return [positions[at] for block in blocks for at in range(block.a, block.a + block.size)]


def _flat_positions(document: Document) -> Sequence[int]:
    """Return the positions in a document of the elements of its flat tree, without stylesheets."""
    unassigned = document.shadow_trees.unassigned
    hidden = ids_inside([element for element in document.elements if id(element) in unassigned], document.elements)
    return [at for at, element in enumerate(document.elements) if id(element) not in hidden and element.name != "style"]


@contextmanager
def rendered_pages(options: argparse.Namespace, results: Results) -> Iterator[RenderedPages]:
    """Serve and render the apps in the folder of the options, and run a browser for the length of a block."""
    with ExitStack() as stack:
        names = {stack.enter_context(serving(app.answers)).origin + "/": app for app in sites(options.data)}
        documents = _rendered(names, results)
        yield RenderedPages(results, documents, stack.enter_context(chromium()))


def _rendered(apps: Mapping[str, FolderSite], results: Results) -> Mapping[str, Document]:
    """Return the rendered documents of apps by URL."""
    found: dict[str, Document] = {}

    async def render_all(reactor: Any) -> None:
        async with rendering(reactor) as renderer:
            for url, app in apps.items():
                results.show(app=app.name, url=url)
                page, rendered = await fetch_and_render(reactor, renderer, url)
                found[url] = Document(evolve(page, rendered=rendered.document), _stylesheets(rendered))

    run_reactor(render_all, results)
    return found


def _stylesheets(rendered: Rendered) -> Iterator[Source]:
    for url, received in rendered.files.items():
        kind = received.headers.content_type or ""
        if "css" in kind:
            yield Source(url=url, body=received.body, content_type=kind)
