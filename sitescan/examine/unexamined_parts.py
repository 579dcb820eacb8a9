"""The parts of a page that were not examined."""

from collections.abc import Iterator, Sequence

from attrs import evolve

from sitescan.document.accessibility.frame_documents import frame_documents
from sitescan.document.accessibility.nearby_text import nearby_text
from sitescan.document.accessibility.tables import tables
from sitescan.document.bot_wall import is_bot_wall
from sitescan.document.contrast.hidden_texts import hidden_texts
from sitescan.document.contrast.opaque_elements import canvas_is_the_page, canvases, opaque_frames
from sitescan.document.contrast.scripted_stylesheets import adds_stylesheets
from sitescan.document.contrast.text_contrast import TextContrasts, text_contrasts
from sitescan.document.css.external_stylesheets import is_stylesheet
from sitescan.document.document import Document, SourceDocument
from sitescan.document.layout.measured_layout import shown_on_desktop_only
from sitescan.document.loading.app_shell import app_shell
from sitescan.document.loading.injected_scripts import injected_scripts
from sitescan.document.parsing.xhtml import is_xml
from sitescan.document.source_location import shorten
from sitescan.document.structured_data.items import unread_items
from sitescan.document.tree import attr
from sitescan.model.evidence import ScoreEffect, UnexaminedPart
from sitescan.model.exchange import Exchange
from sitescan.model.outline import Place
from sitescan.model.report import Category, Fact, Judged
from sitescan.rules.catalogue import catalogue
from sitescan.rules.texts import fill
from sitescan.standards.urls import MAX_URL_LENGTH

TEXTS = {
    "attributes-bound": (
        "A framework writes attributes or the content of {count:# element|# elements}{such_as}. What depends on them "
        "was not checked"
    ),
    "browser-silent": (
        "Scripts wait for the page's storage or another part of the browser, which did not answer. What they then show "
        "was not checked"
    ),
    "canvas": "What scripts draw on {count:a canvas|# canvases} was not checked{such_as}",
    "canvas-alone": "Scripts draw this page on a canvas, where almost nothing could be checked",
    "content-unwritten": "{why}: {lost}",
    "contrast-in-frames": "The contrast of texts in {count:a frame|# frames} was not checked",
    "contrast-unknown": "The contrast of {count:# text|# texts} was not checked{where}",
    "desktop-only": "Scripts show {count:# element|# elements} only on desktops, which {count:was|were} not checked",
    "desktop-unseen": (
        "The page was loaded on a phone, and its scripts don't adapt it when the screen changes. What they show on "
        "desktops may differ, and was not checked"
    ),
    "focus-failed": (
        "The page failed or took too long when its elements got the keyboard focus, so only its styles were checked "
        "for whether the focus is visible"
    ),
    "focus-untried": (
        "Only some elements were given the keyboard focus. Whether it is visible on {count:# element|# elements} was "
        "not checked"
    ),
    "frames": (
        "{count:A frame shows a page of its own, which was|# frames show pages of their own, which were} not checked"
        "{such_as}"
    ),
    "markup-long": "The page's markup was not checked for errors that browsers repair, because the page is too long",
    "names-from-custom-elements": (
        "Custom elements may name {count:# element|# elements}{such_as}. These names were not checked"
    ),
    "names-nested": (
        "The accessible names of some elements were not computed, because too many names are read within other names"
    ),
    "nearby-text-long": "The alt texts of some images were not compared with the text around them, which is too long",
    "nested-workers": (
        "Scripts in workers start {count:another worker|# other workers}, which a scan doesn't run. What depends on "
        "{count:it|them} was not checked"
    ),
    "page-cut": "The page has so many elements or attributes that only the beginning was checked",
    "page-left": "The page's scripts go to {url}, which visitors see instead. It was not examined",
    "requests-unanswered": (
        "{count:# request of the page's scripts was|# requests of the page's scripts were} not answered: a scan "
        "doesn't send POST, and limits time, size and number. What is shown after them was not checked"
    ),
    "response-interrupted": "The response was interrupted. What depends on the rest of the page was not checked",
    "bot-check": "The server answers with a page that checks whether visitors are robots. Only that page was examined",
    "scripts-injected": (
        "Scripts in the page load {count:another script:|# other scripts, such as} {url}. What these load and how long "
        "they run is not counted"
    ),
    "scripts-not-run": "The page was examined as it was sent, without what its scripts change",
    "scripts-stopped": (
        "The page's scripts ran for longer than a scan allows and were stopped. The page was examined as they had left "
        "it: what they would have shown later was not checked"
    ),
    "service-worker": (
        "Scripts register a service worker, which a scan doesn't start. What they show once it runs was not checked"
    ),
    "styles-unread": "Not all of the page's styles could be read{where}, so {so}",
    "tables-large": "The headers of some tables were not checked, because the page's tables have too many cells",
    "texts-hidden": (
        "The page's styles hide {hidden} of its {texts} texts until scripts show them. What is hidden was not checked"
    ),
    "tree-unread": (
        "The browser's tree of the page could not be read, so its elements were read from the markup that it wrote. "
        "Some may not have been checked as visitors see them"
    ),
    "websockets": (
        "Scripts open {count:a WebSocket|# WebSockets}, to which a scan doesn't connect. What arrives there was not "
        "checked"
    ),
    "xml-cdata": (
        "The page is sent as XML but was parsed as HTML, which has no CDATA sections, so that their content is missing"
    ),
    "xml-errors": "The page is sent as XML, and was not checked for errors because of which browsers show none of it",
}
"""What is said of each kind of part, by its key."""

#: What isn't checked on a page whose content scripts render, by category.
_UNSEEN = {
    Category.SEO: "its text, headings, links and structured data were not checked",
    Category.ACCESSIBILITY: "almost nothing could be checked",
    Category.PERFORMANCE: "files that scripts load are not counted",
    Category.SECURITY: "its forms, frames and other files were not checked",
    Category.LINKS: "its links were not checked",
}

_WITHOUT_BROWSER = "overlapping boxes or values that can't be worked out without a browser"
#: The categories that say little about a page whose content was not seen.
_NEED_CONTENT = frozenset({Category.ACCESSIBILITY, Category.LINKS, Category.PERFORMANCE})
#: The kinds of requests whose responses decide what a rendered page shows.
_NEEDED = frozenset({"data", "script", "stylesheet"})

#: The part of the texts whose contrast may be unknown without making the score an upper bound.
_TOLERATED = 0.2
#: The maximum number of unread stylesheets that are named.
_NAMED = 3


def without_unseen_content(judged: Judged, document: Document) -> Judged:
    """Return results without what rules that found nothing say about content that was not seen."""
    hidden = any(part.hides_content for part in judged.unexamined)
    if document.complete and not hidden and not document.bindings:
        return judged
    rules = catalogue()
    return evolve(
        judged,
        passed=tuple(rule for rule in judged.passed if rules[rule].reads is not Document),
        inapplicable=tuple(rule for rule in judged.inapplicable if rules[rule].reads in (SourceDocument, Exchange)),
    )


def unexamined_parts(document: Document, category: Category) -> Iterator[UnexaminedPart]:
    """Yield the parts of the page that weren't examined. The rules must have run before."""
    yield from _other_page(document, category)
    if document.exchange.truncated:
        yield _part("response-interrupted", ScoreEffect.UPPER_BOUND)
    if document.cut:
        yield _part("page-cut", ScoreEffect.UPPER_BOUND)
    elif document.source.tokenizer_errors is None and category is Category.SEO:
        yield _part("markup-long")
    if category is Category.SEO and is_xml(document.page):
        yield _part("xml-errors")
    if "<![CDATA[" in document.decoded.text and is_xml(document.page):
        yield _part("xml-cdata")
    if document.is_reparsed:
        yield _part("tree-unread")
    yield from _refused(document, category) if category in _NEED_CONTENT else ()
    yield from _unwritten(document, category)
    if category is Category.SEO:
        yield from unread_items(document)
    if category is Category.ACCESSIBILITY:
        yield from _unread_accessibility(document)
    if category is Category.PERFORMANCE:
        yield from _uncounted_files(document)


def _part(key: str, effect: ScoreEffect = ScoreEffect.NONE, end: str = ".", **facts: Fact) -> UnexaminedPart:
    return UnexaminedPart(key, fill(TEXTS[key], facts), effect, end=end)


def _content(key: str, category: Category, end: str = ".", **facts: Fact) -> UnexaminedPart:
    """Return a part without which a category that needs the page's content says little."""
    needed = category in _NEED_CONTENT
    effect = ScoreEffect.UNCOUNTED if needed else ScoreEffect.NONE
    return evolve(_part(key, effect, end, **facts), hides_content=needed)


def _other_page(document: Document, category: Category) -> Iterator[UnexaminedPart]:
    """Yield what is missing because visitors see another page."""
    if is_bot_wall(document):
        yield _content("bot-check", category)
    measured = document.page.measured
    if measured.destination not in ("", (measured.url or document.url).partition("#")[0]):
        yield _content("page-left", category, url=shorten(measured.destination))


def _uncounted_files(document: Document) -> Iterator[UnexaminedPart]:
    """Yield files that are known to be loaded, or may be, and whose cost isn't."""
    if unstyled := [on_screen for on_screen in document.screens if not on_screen.styled]:
        yield _unread_styles(unstyled[0], so="the files that they load were not counted")
    if injected := injected_scripts(document):
        url, count = shorten(injected[0]), len(injected)
        yield _part("scripts-injected", ScoreEffect.UPPER_BOUND, count=count, url=url)


def _unread_accessibility(document: Document) -> Iterator[UnexaminedPart]:
    """Yield parts whose accessibility wasn't examined."""
    yield from _unknown_colors(document)
    # What makes all styles unknown does so on every screen.
    for on_phone in document.screens[1:] if document.styled else ():
        yield from _unknown_colors(on_phone, " on phones")
    if written := document.bindings.written:
        yield _elements("attributes-bound", document, [tag for tag, _ in written.values()])
    if unseen := document.accessible.unseen_names:
        yield _elements("names-from-custom-elements", document, unseen)
    texts = hidden_texts(document)
    if texts.are_the_page:
        yield _content("texts-hidden", Category.ACCESSIBILITY, hidden=texts.hidden, texts=texts.all)
    yield from _opaque(document)
    if document.accessible.names_cut:
        yield _part("names-nested")
    if not all(table.complete for table in tables(document)):
        yield _part("tables-large")
    if nearby_text(document).cut:
        yield _part("nearby-text-long")
    if document.is_rendered:
        yield from _unseen_states(document)


def _opaque(document: Document) -> Iterator[UnexaminedPart]:
    """Yield frames and canvases, whose content isn't part of the page."""
    if canvas_is_the_page(document):
        yield _content("canvas-alone", Category.ACCESSIBILITY)
    elif drawn := canvases(document):
        yield _elements("canvas", document, drawn)
    if frames := [*opaque_frames(document)]:
        yield _elements("frames", frames[0][0], [frame for _, frame in frames])
    if worded := sum(text_contrasts(inside).not_judged > 0 for inside in frame_documents(document)):
        yield _part("contrast-in-frames", count=worded)


def _elements(key: str, document: Document, found: Sequence[object]) -> UnexaminedPart:
    """Return a part that consists of some elements, of which it names the first."""
    place = document.place(found[0])
    such = "" if place is None else f"{':' if len(found) == 1 else ', such as'} {place.snippet}{_line(place)}"
    return _part(key, count=len(found), such_as=such)


def _unseen_states(document: Document) -> Iterator[UnexaminedPart]:
    """Yield what scripts show on a desktop, since a page is rendered on a phone, and elements that had no focus."""
    measured = document.page.measured
    if measured.outdated:
        yield _part("desktop-unseen")
    if shown := shown_on_desktop_only(document):
        yield _part("desktop-only", count=shown)
    if measured.stopped:
        return
    if (tried := measured.paints.focus) is None:
        yield _part("focus-failed")
    elif tried.untried:
        yield _part("focus-untried", count=tried.untried)


def _unwritten(document: Document, category: Category) -> Iterator[UnexaminedPart]:
    """Yield content that scripts write, of which rules of no category say anything."""
    unrendered = document.page.unrendered
    end = f". {unrendered}" if unrendered else "."
    if document.page.measured.stopped:
        yield evolve(_content("scripts-stopped", category), hides_content=True)
    elif app_shell(document) is not None:
        why = "Scripts render this page's content, and this scan doesn't run scripts"
        if document.is_rendered:
            why, end = "The page shows no content after its scripts have run", "."
        elif unrendered:
            why = "Scripts render this page's content, which was not seen"
        lost = _UNSEEN[category]
        yield evolve(_content("content-unwritten", category, end, why=why, lost=lost), hides_content=True)
    elif unrendered:
        yield _part("scripts-not-run", end=end)


def _refused(document: Document, category: Category) -> Iterator[UnexaminedPart]:
    """Yield what the scripts of a rendered page asked for and did not get."""
    measured = document.page.measured
    if measured.sockets:
        yield _part("websockets", count=measured.sockets)
    if measured.registers_worker:
        yield _part("service-worker")
    if measured.nested_workers:
        yield _part("nested-workers", count=measured.nested_workers)
    if measured.unanswered:
        yield _part("browser-silent")
    if missed := sum(request.missed and request.kind in _NEEDED for request in measured.requests):
        yield _content("requests-unanswered", category, count=missed)


def _unknown_colors(document: Document, where: str = "") -> Iterator[UnexaminedPart]:
    """
    Yield styles that aren't known, and texts whose contrast therefore isn't.

    :param where: the screen that the page is displayed on, if it is not a desktop's.
    """
    if not document.styled:
        skipped = (
            "contrast and sizes were checked only as a browser showed the page, similar checks were skipped"
            if document.painted
            else "contrast and similar checks were skipped"
        )
        yield _unread_styles(document, so=skipped, where=where)
    contrasts, by_scripts = text_contrasts(document), adds_stylesheets(document)
    count = contrasts.not_judged
    if not count or (where and by_scripts):
        return
    why = "overlapping boxes or effects" if document.page.measured.layout else _WITHOUT_BROWSER
    missing_styles = "" if document.styled else "styles that could not be read, "
    causes = "stylesheets that scripts add" if by_scripts else f"{missing_styles}images, {why}"
    overlap = "" if by_scripts else _overlap(document, contrasts)
    many = count > _TOLERATED * (count + len(contrasts.measured)) and not where
    effect, end = ScoreEffect.UPPER_BOUND if many else ScoreEffect.NONE, f": the colors depend on {causes}.{overlap}"
    yield _part("contrast-unknown", effect, end, count=count, where=where)


def _unread_styles(document: Document, *, so: str, where: str = "") -> UnexaminedPart:
    """
    Return the styles that could not be read, with the reason.

    :param so: what follows from that.
    """
    missing = [f"{shorten(sheet.url)} ({sheet.problem})" for sheet in document.sheets.values() if not sheet.known]
    failed = "an internal error" if document.styles.problem else ""
    why = ", ".join(missing[:_NAMED]) or failed or _unrequested(document)
    return _part("styles-unread", ScoreEffect.UNCOUNTED, f": {why}.", so=so, where=where)


def _overlap(document: Document, contrasts: TextContrasts) -> str:
    """Return a sentence about the element that may overlap most of the texts whose colors are not known."""
    place = document.place(contrasts.overlay)
    if place is None:
        return ""
    every = "It" if contrasts.not_judged == 1 else "All of them"
    number = every if contrasts.overlaid == contrasts.not_judged else f"{contrasts.overlaid} of them"
    return f" {number} may overlap {place.snippet}{_line(place)}."


def _line(place: Place) -> str:
    return f" (line {place.line})" if place.line else ""


def _unrequested(document: Document) -> str:
    """Return why styles are not read although all stylesheets that were requested have been."""
    links = (tag for tag in document.all("link") if is_stylesheet(tag))
    if any(len(document.resolve(attr(tag, "href", "")) or "") > MAX_URL_LENGTH for tag in links):
        return f"the address of a stylesheet has more than {MAX_URL_LENGTH:,} characters"
    if unfetched := document.styles.unfetched:
        return f"{shorten(unfetched)} was not fetched"
    return "the page has too many styles, or too large ones"
