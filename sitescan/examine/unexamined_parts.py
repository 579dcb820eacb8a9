"""Say what was not examined of a page, and whether a category lacks too much to raise the overall score."""

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
from sitescan.document.loading.app_shell import app_shell, content_is_missing
from sitescan.document.loading.injected_scripts import injected_scripts
from sitescan.document.parsing.xhtml import is_xml
from sitescan.document.source_location import shorten
from sitescan.document.structured_data.items import unread
from sitescan.document.tree import attr
from sitescan.model.exchange import Exchange
from sitescan.model.outline import Place
from sitescan.model.rendered import RenderedDocument
from sitescan.model.report import Category, Judged
from sitescan.rules.catalogue import catalogue
from sitescan.scoring import UNCOUNTED
from sitescan.standards.urls import MAX_URL_LENGTH

_WALL = "The server answers with a page that checks whether visitors are robots. Only that page was examined"
_LEFT = "The page's scripts go to {}, which visitors see instead. It was not examined"
_UNCOUNTED = f", and {UNCOUNTED}"

_CUT = "The page has so many elements or attributes that only the beginning was checked."
_BROKEN_OFF = "The response was interrupted. What depends on the rest of the page was not checked."
_NOT_SEARCHED = "The page's markup was not checked for errors that browsers repair, because the page is too long."
_NOT_WELL_FORMED = "The page is sent as XML, and was not checked for errors because of which browsers show none of it."
_NAMES_CUT = (
    "The accessible names of some elements were not computed, because too many names are read within other names."
)
_XML = "The page is sent as XML but was parsed as HTML, which has no CDATA sections, so that their content is missing."
_NEARBY_CUT = "The alt texts of some images were not compared with the text around them, which is too long."
_TABLES_CUT = "The headers of some tables were not checked, because the page's tables have too many cells."
_NOT_FOCUSED = (
    "The page failed or took too long when its elements got the keyboard focus, so only its styles were checked for "
    "whether the focus is visible."
)

_STOPPED = (
    "The page's scripts ran for longer than a scan allows and were stopped. The page was examined as they had left it: "
    "what they would have shown later was not checked"
)

_REPARSED = (
    "The browser's tree of the page could not be read, so its elements were read from the markup that it wrote. Some "
    "may not have been checked as visitors see them."
)

_DRAWN = f"Scripts draw this page on a canvas, where almost nothing could be checked{_UNCOUNTED}."

#: What isn't checked on a page whose content scripts render, by category.
_UNSEEN = {
    Category.SEO: "its text, headings, links and structured data were not checked",
    Category.ACCESSIBILITY: f"almost nothing could be checked{_UNCOUNTED}",
    Category.PERFORMANCE: f"files that scripts load are not counted{_UNCOUNTED}",
    Category.SECURITY: "its forms, frames and other files were not checked",
    Category.LINKS: f"its links were not checked{_UNCOUNTED}",
}
_NOT_CHECKED = "its content was not checked"

_WITHOUT_BROWSER = "overlapping boxes or values that can't be worked out without a browser"
#: The categories that say little about a page whose content scripts write, or whose styles could not be read.
_NEED_CONTENT = frozenset({Category.ACCESSIBILITY, Category.LINKS, Category.PERFORMANCE})
#: The kinds of requests whose responses decide what a rendered page shows.
_NEEDED = frozenset({"data", "script", "stylesheet"})

_NEED_STYLES = frozenset({Category.ACCESSIBILITY, Category.PERFORMANCE})

#: The part of the texts whose contrast may be unknown without making the score an upper bound.
_TOLERATED = 0.2
#: The maximum number of unread stylesheets that are named.
_NAMED = 3


def styles_failed(document: Document) -> bool:
    """Return whether the styles could not be read because of an internal error."""
    return document.styles.problem is not None


def unseen(document: Document, category: Category) -> bool:
    """Return whether a category lacks what it needs: content that scripts write, or styles that could not be read."""
    unstyled = category in _NEED_STYLES and not all(seen.styled for seen in document.screens)
    return unstyled or (category in _NEED_CONTENT and content_unseen(document, category))


def is_partial(document: Document, category: Category) -> bool:
    """
    Return whether the score of a category is an upper bound.

    Only the beginning of the page was checked, many texts have colors that are not known, or scripts load others, which
    nobody has seen.
    """
    if document.cut or document.exchange.truncated:
        return True
    if category is Category.PERFORMANCE:
        return bool(injected_scripts(document))
    if category is not Category.ACCESSIBILITY:
        return False
    contrasts = text_contrasts(document)
    return contrasts.not_judged > _TOLERATED * (contrasts.not_judged + len(contrasts.measured))


def content_unseen(document: Document, category: Category) -> bool:
    """Return whether content of a page was not seen, so that rules that find nothing in it say nothing."""
    if category in _NEED_CONTENT and (is_bot_wall(document) or _destination(document)):
        return True
    hidden = category is Category.ACCESSIBILITY and (_is_hidden(document) or canvas_is_the_page(document))
    unanswered = category in _NEED_CONTENT and _missed(document) > 0
    return hidden or unanswered or content_is_missing(document)


def without_unseen_content(judged: Judged, document: Document, category: Category) -> Judged:
    """Return results without what rules that found nothing say about content that was not seen."""
    if document.complete and not content_unseen(document, category) and not document.bindings:
        return judged
    rules = catalogue()
    return evolve(
        judged,
        passed=tuple(rule for rule in judged.passed if rules[rule].reads is not Document),
        inapplicable=tuple(rule for rule in judged.inapplicable if rules[rule].reads in (SourceDocument, Exchange)),
    )


def _destination(document: Document) -> str:
    """Return the URL of the page to which the scripts of a rendered page go; empty if they go to none but itself."""
    measured = document.page.measured
    own = (measured.url or document.url).partition("#")[0]
    return measured.destination if measured.destination != own else ""


def _missed(document: Document) -> int:
    """Return the number of requests of a rendered page whose responses it may need and did not get."""
    return sum(request.missed and request.kind in _NEEDED for request in document.page.measured.requests)


def _is_hidden(document: Document) -> bool:
    """Return whether the styles hide the page."""
    return hidden_texts(document).are_the_page


def unexamined_parts(document: Document, category: Category) -> Iterator[str]:
    """Yield sentences about the parts of the page that weren't examined. The rules must have run before."""
    yield from _other_page(document, category)
    if document.exchange.truncated:
        yield _BROKEN_OFF
    if document.cut:
        yield _CUT
    elif document.source.tokenizer_errors is None and category is Category.SEO:
        yield _NOT_SEARCHED
    if category is Category.SEO and is_xml(document.page):
        yield _NOT_WELL_FORMED
    if "<![CDATA[" in document.decoded.text and is_xml(document.page):
        yield _XML
    if document.is_reparsed:
        yield _REPARSED
    yield from _unwritten(document, category)
    if category is Category.SEO:
        yield from unread(document)
    if category is Category.ACCESSIBILITY:
        yield from _unread_accessibility(document)
    if category is Category.PERFORMANCE:
        yield from _uncounted_files(document)


def _other_page(document: Document, category: Category) -> Iterator[str]:
    """Yield sentences that say that visitors see another page."""
    uncounted = _UNCOUNTED if category in _NEED_CONTENT else ""
    if is_bot_wall(document):
        yield f"{_WALL}{uncounted}."
    if destination := _destination(document):
        yield f"{_LEFT.format(shorten(destination))}{uncounted}."


def _uncounted_files(document: Document) -> Iterator[str]:
    """Yield sentences about files that are known to be loaded, or may be, and whose cost isn't."""
    if unstyled := [on_screen for on_screen in document.screens if not on_screen.styled]:
        yield (
            "Not all of the page's styles could be read, so the files that they load were not counted"
            f"{_UNCOUNTED}: {_why_unstyled(unstyled[0])}."
        )
    if injected := injected_scripts(document):
        scripts = "another script:" if len(injected) == 1 else f"{len(injected)} other scripts, such as"
        yield (
            f"Scripts in the page load {scripts} {shorten(injected[0])}. What these load and how long they run is not "
            "counted, so the score is at most what is shown."
        )


def _unread_accessibility(document: Document) -> Iterator[str]:
    """Yield sentences about parts whose accessibility wasn't examined."""
    yield from _unread_styles(document)
    # What makes all styles unknown does so on every screen.
    if document.styled and not adds_stylesheets(document):
        for on_phone in document.screens[1:]:
            yield from _unread_styles(on_phone, " on phones")
    if written := document.bindings.written:
        named = _such_as(document, [tag for tag, _ in written.values()])
        elements = "1 element" if len(written) == 1 else f"{len(written):,} elements"
        yield (
            f"A framework writes attributes or the content of {elements}{named}. What depends on them was not checked."
        )
    if unseen := document.accessible.unseen_names:
        elements = "1 element" if len(unseen) == 1 else f"{len(unseen):,} elements"
        yield f"Custom elements may name {elements}{_such_as(document, unseen)}. These names were not checked."
    if _is_hidden(document):
        texts_of_page = hidden_texts(document)
        yield (
            f"The page's styles hide {texts_of_page.hidden} of its {texts_of_page.all} texts until scripts show them. "
            f"What is hidden was not checked{_UNCOUNTED}."
        )
    yield from _opaque(document)
    if document.accessible.names_cut:
        yield _NAMES_CUT
    if not all(table.complete for table in tables(document)):
        yield _TABLES_CUT
    if nearby_text(document).cut:
        yield _NEARBY_CUT
    if document.is_rendered:
        yield from _not_on_desktop(document)
        yield from _untried_focus(document)


def _opaque(document: Document) -> Iterator[str]:
    """Yield sentences about frames and canvases, whose content isn't part of the page."""
    if canvas_is_the_page(document):
        yield _DRAWN
    elif drawn := canvases(document):
        what = "a canvas" if len(drawn) == 1 else f"{len(drawn):,} canvases"
        yield f"What scripts draw on {what} was not checked{_such_as(document, drawn)}."
    if frames := [*opaque_frames(document)]:
        one = len(frames) == 1
        shown = "A frame shows a page of its own" if one else f"{len(frames):,} frames show pages of their own"
        named = _such_as(frames[0][0], [frame for _, frame in frames])
        yield f"{shown}, which {'was' if one else 'were'} not checked{named}."
    if worded := sum(text_contrasts(inside).not_judged > 0 for inside in frame_documents(document)):
        yield f"The contrast of texts in {'a frame' if worded == 1 else f'{worded:,} frames'} was not checked."


def _such_as(document: Document, found: Sequence[object]) -> str:
    """Return words that name the first of some elements."""
    place = document.place(found[0])
    if place is None:
        return ""
    return f"{':' if len(found) == 1 else ', such as'} {place.snippet}{_line(place)}"


def _not_on_desktop(document: Document) -> Iterator[str]:
    """Yield sentences about what scripts show on a desktop, since a rendered page is loaded on a phone."""
    if document.page.measured.outdated:
        yield (
            "The page was loaded on a phone, and its scripts don't adapt it when the screen changes. What they show on "
            "desktops may differ, and was not checked."
        )
    if shown := shown_on_desktop_only(document):
        elements = "1 element" if shown == 1 else f"{shown:,} elements"
        yield f"Scripts show {elements} only on desktops, which {'was' if shown == 1 else 'were'} not checked."


def _untried_focus(document: Document) -> Iterator[str]:
    """Yield a sentence about the elements of a rendered page that did not get the keyboard focus."""
    tried = document.page.measured.paints.focus
    if document.page.measured.stopped:
        return
    if tried is None:
        yield _NOT_FOCUSED
    elif tried.untried:
        named = "1 element" if tried.untried == 1 else f"{tried.untried:,} elements"
        yield f"Only some elements were given the keyboard focus. Whether it is visible on {named} was not checked."


def _unwritten(document: Document, category: Category) -> Iterator[str]:
    """Yield sentences about content that scripts write."""
    measured, unrendered = document.page.measured, document.page.unrendered
    if category in _NEED_CONTENT:
        yield from _refused(measured)
    if category in _NEED_CONTENT and (missed := _missed(document)):
        requests = (
            "1 request of the page's scripts was" if missed == 1 else f"{missed} requests of the page's scripts were"
        )
        yield (
            f"{requests} not answered: a scan doesn't send POST, and limits time, size and number. What is shown after "
            f"them was not checked{_UNCOUNTED}."
        )
    if measured.stopped:
        uncounted = _UNCOUNTED if category in _NEED_CONTENT else ""
        yield f"{_STOPPED}{uncounted}."
        return
    lost = _UNSEEN.get(category, _NOT_CHECKED)
    if app_shell(document) is None:
        if unrendered:
            yield f"The page was examined as it was sent, without what its scripts change. {unrendered}"
    elif document.is_rendered:
        yield f"The page shows no content after its scripts have run: {lost}."
    elif unrendered:
        yield f"Scripts render this page's content, which was not seen: {lost}. {unrendered}"
    else:
        yield f"Scripts render this page's content, and this scan doesn't run scripts: {lost}."


def _refused(measured: RenderedDocument) -> Iterator[str]:
    """Yield sentences about what the scripts of a rendered page asked for and did not get."""
    if measured.sockets:
        sockets = "a WebSocket" if measured.sockets == 1 else f"{measured.sockets} WebSockets"
        yield f"Scripts open {sockets}, to which a scan doesn't connect. What arrives there was not checked."
    if measured.registers_worker:
        yield (
            "Scripts register a service worker, which a scan doesn't start. What they show once it runs was not "
            "checked."
        )
    if number := measured.nested_workers:
        workers, them = ("another worker", "it") if number == 1 else (f"{number} other workers", "them")
        yield f"Scripts in workers start {workers}, which a scan doesn't run. What depends on {them} was not checked."
    if measured.unanswered:
        yield (
            "Scripts wait for the page's storage or another part of the browser, which did not answer. What they then "
            "show was not checked."
        )


def _unread_styles(document: Document, where: str = "") -> Iterator[str]:
    """
    Yield sentences about styles that aren't known.

    :param where: the screen that the page is displayed on, if it is not a desktop's.
    """
    if not document.styled:
        skipped = (
            "so contrast and sizes were checked only as a browser showed the page, similar checks were skipped"
            if document.painted
            else "so contrast and similar checks were skipped"
        )
        yield f"Not all of the page's styles could be read{where}, {skipped}{_UNCOUNTED}: {_why_unstyled(document)}."
    if count := (contrasts := text_contrasts(document)).not_judged:
        texts = "1 text" if count == 1 else f"{count} texts"
        why = "overlapping boxes or effects" if document.page.measured.layout else _WITHOUT_BROWSER
        by_scripts = adds_stylesheets(document)
        missing_styles = "" if document.styled else "styles that could not be read, "
        causes = "stylesheets that scripts add" if by_scripts else f"{missing_styles}images, {why}"
        overlap = "" if by_scripts else _overlap(document, contrasts)
        yield f"The contrast of {texts} was not checked{where}: the colors depend on {causes}.{overlap}"


def _why_unstyled(document: Document) -> str:
    """Return which stylesheets could not be read, or why the styles aren't known although all could be."""
    missing = [f"{shorten(sheet.url)} ({sheet.problem})" for sheet in document.sheets.values() if not sheet.known]
    failed = "an internal error" if document.styles.problem else ""
    return ", ".join(missing[:_NAMED]) or failed or _unrequested(document)


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
