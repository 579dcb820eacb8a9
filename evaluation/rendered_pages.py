"""The apps of a folder, rendered by the scanner's own renderer and open in Chromium beside it."""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any

from attrs import evolve, frozen
from twisted.internet.defer import Deferred

from evaluation.browser_pages import chromium
from evaluation.real_pages import FolderSite, sites
from evaluation.results import Results
from sitescan.deadline import Deadline
from sitescan.document.document import Document
from sitescan.document.tree import ids_inside
from sitescan.egress.client import Session
from sitescan.fetch.page import fetch_page
from sitescan.model.exchange import Page, Source
from sitescan.model.rendered import Rendered
from sitescan.rendering.chromium_renderer import ChromiumRenderer
from sitescan.standards.urls import parse_target
from tests.chromium import Browser
from tests.integration.renderers import context_of, rendering
from tests.site import serving

_SECONDS = 300.0

#: The milliseconds after which an open page is compared with the rendered one, and how often it is.
_PAUSE, _TRIES = 2500, 8

#: The flat tree of the open page: an array of its elements in document order, without stylesheets.
FLAT_TREE = """(() => {
  const found = [];
  const inside = node => node.shadowRoot ? node.shadowRoot.children
    : node.localName === 'slot' && node.assignedNodes().length ? node.assignedElements() : node.children;
  const visit = node => { for (const child of inside(node)) { found.push(child); visit(child); } };
  visit(document);
  return found.filter(element => element.localName !== 'style');
})()"""


@frozen
class RenderedPages:
    """
    The start pages of apps after their scripts have run, and a browser to run them in.

    :ivar results: counts the apps as cases.
    """

    results: Results
    documents: Mapping[str, Document]
    browser: Browser

    def each(self) -> Iterator[tuple[str, Document]]:
        """Open each page, and return its URL and its document. A page that looks different each time is left out."""
        for url, document in self.results.cases(self.documents.items()):
            self.browser.open_with_scripts(url)
            if any(self._becomes(document) for _ in range(_TRIES)):
                yield url, document
            else:
                self.results.leave_out(url, "the page is another one each time")

    def _becomes(self, document: Document) -> bool:
        """Return whether the open page has the elements of a document after some time."""
        self.browser.wait(_PAUSE)
        names = self.browser.run(f"{FLAT_TREE}.map(element => element.localName.toLowerCase())")
        return bool(names == [document.elements[at].name.lower() for at in flat_positions(document)])


def flat_positions(document: Document) -> Sequence[int]:
    """Return the positions in a document of the elements of its flat tree, without stylesheets."""
    unassigned = document.shadow_trees.unassigned
    hidden = ids_inside([one for one in document.elements if id(one) in unassigned], document.elements)
    return [at for at, one in enumerate(document.elements) if id(one) not in hidden and one.name != "style"]


@contextmanager
def rendered_pages(options: argparse.Namespace, results: Results) -> Iterator[RenderedPages]:
    """Serve and render the apps in the folder of the options, and run a browser for the length of a block."""
    with ExitStack() as stack:
        names = {stack.enter_context(serving(app.answers)).origin + "/": app for app in sites(options.data, 1)}
        documents = _rendered(names, results)
        yield RenderedPages(results, documents, stack.enter_context(chromium()))


def _rendered(apps: Mapping[str, FolderSite], results: Results) -> Mapping[str, Document]:
    """Return the rendered documents of apps by URL. The reactor runs once in a process."""
    from twisted.internet import reactor

    loop: Any = reactor
    found: dict[str, Document] = {}

    async def render_all() -> None:
        async with rendering(loop) as renderer:
            for url, app in apps.items():
                results.show(app=app.name, url=url)
                found[url] = await _document(loop, renderer, url)

    def run() -> None:
        done = Deferred.fromCoroutine(render_all())
        done.addErrback(lambda failure: results.fail(failure.getTraceback()))
        done.addBoth(lambda _: loop.stop())

    loop.callWhenRunning(run)
    loop.run()
    return found


async def _document(reactor: Any, renderer: ChromiumRenderer, url: str) -> Document:
    session = Session(context_of(reactor))
    try:
        deadline = Deadline.after(reactor, _SECONDS)
        fetched = await fetch_page(session, parse_target(url), deadline, 0.0)
        rendered = await renderer.render(session, fetched, "evaluation", deadline)
    finally:
        session.close()
    return Document(_as_rendered(fetched, rendered), _stylesheets(rendered))


def _as_rendered(fetched: Page, rendered: Rendered) -> Page:
    return evolve(
        fetched,
        rendered=rendered.html,
        rendered_url=rendered.url,
        layout=rendered.layout,
        narrow=rendered.narrow,
        paints=rendered.paints,
        requests=rendered.requests,
    )


def _stylesheets(rendered: Rendered) -> Iterator[Source]:
    for url, received in rendered.files.items():
        kind = received.headers.content_type or ""
        if "css" in kind:
            yield Source(url=url, body=received.body, content_type=kind)
