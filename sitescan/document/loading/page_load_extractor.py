"""Extraction of the facts that determine a page's loading: render-blocking files and the first screen."""

from collections.abc import Iterator, Mapping
from itertools import islice

from attrs import evolve
from bs4.element import Tag
from msgspec.structs import replace

from sitescan.document.css.media import media_text
from sitescan.document.css.stylesheet_content import CssContent, fetched_content, inline_content
from sitescan.document.document import Document
from sitescan.document.layout.measured_layout import measured_elements
from sitescan.document.links.references import srcset_urls
from sitescan.document.loading.app_shell import app_shell
from sitescan.document.loading.content_offsets import content_offset, message_offset
from sitescan.document.loading.deferrable_scripts import writes_page
from sitescan.document.loading.displayed_widths import displayed_widths
from sitescan.document.loading.first_screen import FirstScreen, backgrounds, first_screen
from sitescan.document.loading.hero import hero
from sitescan.document.loading.image_ratios import image_ratios
from sitescan.document.loading.resource_inventory import is_lazy
from sitescan.document.loading.script_coverage import LEAST_UNUSED, covered_scripts
from sitescan.document.loading.unused_styles import unused_characters
from sitescan.document.loading.web_fonts import fonts_that_hide_text, icon_families, used_fonts
from sitescan.document.scripts.script_elements import blocks_rendering, inline_scripts, script_type
from sitescan.document.tree import HTML, attr, own_text, tokens
from sitescan.model.outline import Place
from sitescan.model.page_load import OWN_IMAGE, Candidate, LoadedFile, Loading, PageLoad
from sitescan.standards.urls import MAX_URL_LENGTH, InvalidTarget, join_target

#: The maximum number of listed files: more than a scan requests.
_MOST = 300

#: The maximum number of occurrences of files that are examined.
_MOST_NAMED = 1000

#: The maximum depth of imports of a stylesheet.
_DEEPEST = 8

_PRIORITIES = {"high": 1, "low": -1}
_FRAMES = frozenset({"iframe", "frame"})
#: Elements that reference files.
_NAMING = frozenset({"script", "link", "style", "img", "video"}) | _FRAMES


def page_load(document: Document) -> PageLoad:
    """
    Return the facts in the page itself that determine when it is rendered.

    Of a rendered page, the first screen is the rendered one. Files that the HTML names load as it says, and all others
    when scripts request them.
    """
    shown = _load(document)
    if not document.is_rendered:
        return shown
    sent = _load(document.source)
    files, paints = {file.url: file for file in sent.files}, document.page.measured.paints
    run = {
        script.url: 1 - script.unused / script.size
        for script in covered_scripts(document)
        if script.unused >= LEAST_UNUSED
    }
    by_url = {file.url: file for file in shown.files}
    for request in document.page.measured.requests:
        if request.failed:
            continue
        file = by_url.get(request.url) or LoadedFile(
            url=request.url, kind=request.kind, position=len(document.elements)
        )
        scripted = replace(file, loading=Loading.SCRIPTED, parent=request.script, size=request.size)
        named = files.setdefault(request.url, scripted)
        if not named.ends:
            used = run.get(request.url, named.used)
            files[request.url] = replace(named, begins=request.begins, ends=request.ends, used=used)
    return evolve(
        shown,
        files=tuple(files.values()),
        left_out=sent.left_out,
        capped=sent.capped,
        inline_scripts=sent.inline_scripts,
        shell=sent.shell,
        message=sent.message,
        message_offset=sent.message_offset,
        content_offset=sent.content_offset,
        rendered=True,
        painted=_painted(document, sent.content_offset),
        first_at=paints.first_at,
        largest_at=paints.largest_at,
    )


def _painted(document: Document, content_offset: float) -> Candidate | None:
    """
    Return the largest content of a rendered page as the browser has measured it; ``None`` if its element has gone.

    :param content_offset: the offset of the first content, before which it isn't painted.
    """
    paints = document.page.measured.paints
    element = measured_elements(document.on_phone).get(paints.largest)
    if element is None:
        return None
    return Candidate(
        url=_url(document, paints.largest_url) or (OWN_IMAGE if paints.largest_url else ""),
        offset=max(content_offset, document.offset(element)),
        place=document.place(element) or Place(),
    )


def _load(document: Document) -> PageLoad:
    """Return the facts that a document states."""
    screen, first = first_screen(document), hero(document)
    found: dict[str, LoadedFile] = {}
    left_out: set[str] = set()
    preloaded, widths, ratios = _preloaded(document), displayed_widths(document), image_ratios(document)
    # Locating an element is slow, so the number of examined occurrences is limited.
    named = list(islice(_named(document, screen), _MOST_NAMED + 1))
    for file in (*named[:_MOST_NAMED], *_styled(document, screen)):
        if file.url in found:
            continue
        if len(found) >= _MOST:
            left_out.add(file.url)
            continue
        found[file.url] = replace(
            file,
            width=widths.get(file.url, 0),
            ratio=ratios.get(file.url, 0.0),
            preloaded=file.preloaded or file.url in preloaded,
            priority=file.priority or preloaded.get(file.url, 0),
        )
    shell = app_shell(document)
    return PageLoad(
        files=tuple(found.values()),
        left_out=len(left_out),
        capped=len(named) > _MOST_NAMED,
        candidates=screen.candidates,
        hero="" if first is None else first.url,
        inline_scripts=sum(len(own_text(tag)) for tag in inline_scripts(document)),
        elements=len(document.elements),
        shell=shell is not None,
        message=shell is not None and shell.message,
        message_offset=message_offset(document),
        content_offset=content_offset(document),
    )


def _preloaded(document: Document) -> Mapping[str, int]:
    """Return the priority of each URL that a phone preloads."""
    return {
        url: _priority(link)
        for token in ("preload", "modulepreload")
        for link in document.rel(token)
        if (url := _url(document, attr(link, "href", ""))) and _is_for_phones(document, link)
    }


def _is_for_phones(document: Document, link: Tag) -> bool:
    """Return whether the media queries of a ``link`` element are true on a phone."""
    condition = attr(link, "media", "")
    return not condition.strip() or media_text(condition, document.phone)


def _priority(tag: Tag) -> int:
    return _PRIORITIES.get(attr(tag, "fetchpriority", "").strip().lower(), 0)


def _url(document: Document, reference: str, base: str = "") -> str:
    """Return the absolute URL of a reference, or an empty string if it is no HTTP URL."""
    if not reference.strip():
        return ""
    try:
        url = (join_target(base, reference) if base else document.target(reference)).url
    except InvalidTarget:
        return ""
    return url if len(url) <= MAX_URL_LENGTH else ""


def _named(document: Document, screen: FirstScreen) -> Iterator[LoadedFile]:
    """Iterate over the files referenced by elements, in document order; a stylesheet's imports follow it."""
    for tag in document.all(*_NAMING):
        if document.in_noscript(tag) or tag.namespace != HTML:
            continue
        position = document.order[id(tag)]
        if tag.name == "script":
            yield from _script(document, tag, position, painted=screen.begins < position)
        elif tag.name == "link" and "stylesheet" in tokens(tag, "rel"):
            yield from _linked_sheet(document, tag, painted=screen.begins < position)
        elif tag.name == "style":
            for reference in _imports(inline_content(own_text(tag))):
                yield from _sheet(document, _url(document, reference), Loading.BLOCKING, tag)
        elif tag.name == "img":
            yield from _image(document, tag, position, screen)
        elif tag.name in _FRAMES and (url := _url(document, attr(tag, "src", ""))):
            lazy = Loading.LAZY if is_lazy(tag) else Loading.NORMAL
            yield _file(document, tag, url, "frame", lazy, position)
        elif tag.name == "video" and (url := _url(document, attr(tag, "poster", ""))):
            yield _file(document, tag, url, "image", Loading.NORMAL, position)


def _file(document: Document, tag: Tag, url: str, kind: str, loading: Loading, position: int) -> LoadedFile:
    return LoadedFile(
        url=url,
        kind=kind,
        loading=loading,
        priority=_priority(tag),
        position=position,
        offset=document.offset(tag),
        place=document.place(tag) or Place(),
    )


def _script(document: Document, tag: Tag, position: int, *, painted: bool) -> Iterator[LoadedFile]:
    url, kind = _url(document, attr(tag, "src", "")), script_type(tag)
    if not url or not kind or ("nomodule" in tag.attrs and kind == "classic"):
        return
    if blocks_rendering(tag) and not painted:
        loading = Loading.BLOCKING
    elif "async" in tag.attrs:
        loading = Loading.ASYNC
    elif kind == "module" or "defer" in tag.attrs:
        loading = Loading.DEFERRED
    else:
        loading = Loading.PARSER if painted else Loading.BLOCKING
    yield replace(
        _file(document, tag, url, "script", loading, position),
        writes_page=loading is Loading.BLOCKING and writes_page(document, tag),
    )


def _linked_sheet(document: Document, tag: Tag, *, painted: bool) -> Iterator[LoadedFile]:
    rel = tokens(tag, "rel")
    if "alternate" in rel or "disabled" in tag.attrs:
        return
    loading = Loading.PARSER if painted else Loading.BLOCKING
    if not _is_for_phones(document, tag):
        loading = Loading.NORMAL
    yield from _sheet(document, _url(document, attr(tag, "href", "")), loading, tag)


def _sheet(
    document: Document, url: str, loading: Loading, tag: Tag, above: tuple[str, ...] = ()
) -> Iterator[LoadedFile]:
    """Iterate over a stylesheet and its imports; cyclic imports are loaded once."""
    if not url or url in above or len(above) > _DEEPEST:
        return
    sheet = document.sheets.get(url)
    yield LoadedFile(
        url=url,
        kind="stylesheet",
        loading=loading,
        parent=above[-1] if above else "",
        position=document.order[id(tag)],
        offset=document.offset(tag),
        used=_used(document, url),
        place=document.place(tag) or Place(),
    )
    if sheet is not None and sheet.body:
        for reference in _imports(fetched_content(sheet)):
            imported = _url(document, reference, url)
            yield from _sheet(document, imported, loading, tag, (*above, url))


def _used(document: Document, url: str) -> float:
    """Return the share of a stylesheet's text that may apply to the page; 1 if it isn't known."""
    unused = unused_characters(document).get(url, 0)
    return 1 - unused / len(document.sheets[url].body) if unused else 1.0


def _imports(css: CssContent) -> Iterator[str]:
    return (imported.reference for imported in css.imports)


def _image(document: Document, tag: Tag, position: int, screen: FirstScreen) -> Iterator[LoadedFile]:
    url = _url(document, attr(tag, "src", "")) or next(
        (_url(document, candidate) for candidate in islice(srcset_urls(attr(tag, "srcset", "")), 1)), ""
    )
    if url:
        loading = Loading.NORMAL
        if is_lazy(tag):
            # A browser detects that a lazy image is visible only after the layout.
            loading = Loading.STYLED if screen.shows(url) else Loading.LAZY
        yield _file(document, tag, url, "image", loading, position)


def _styled(document: Document, screen: FirstScreen) -> Iterator[LoadedFile]:
    """Iterate over the files referenced by the styles of a phone: fonts of visible text, and backgrounds."""
    shown = document.on_phone
    hiding, icons = fonts_that_hide_text(document), icon_families(shown)
    last = len(document.elements)
    for url, family in used_fonts(shown).items():
        yield LoadedFile(
            url=url,
            kind="font",
            loading=Loading.STYLED,
            hides_text=url in hiding and family not in icons,
            hides_icons=url in hiding and family in icons,
            position=last,
        )
    for url, tag in backgrounds(document):
        yield LoadedFile(
            url=url,
            kind="image",
            loading=Loading.STYLED,
            in_view=document.order[id(tag)] < screen.ends,
            position=last,
            place=document.place(tag) or Place(),
        )
