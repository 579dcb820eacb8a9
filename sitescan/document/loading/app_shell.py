"""
Whether a page is an app shell: HTML with an empty place that scripts fill in the browser.

What scripts write is not seen here, so a rule must know. A page that was rendered on a server has its content in the
HTML, whatever takes it over later, and a page with little to say says it in text: neither is a shell. Where that can't
be told for sure, the page is taken for what it is in HTML.

https://developers.google.com/search/docs/crawling-indexing/javascript/javascript-seo-basics
https://web.dev/articles/rendering-on-the-web
"""

import re
from collections.abc import Iterator

from attrs import frozen
from bs4.element import PageElement, Tag

from sitescan.document.document import Document
from sitescan.document.script_elements import is_script, script_text
from sitescan.document.tree import HTML, TextNode, after, ancestors, attr, text
from sitescan.document.views import view
from sitescan.standards.urls import split_url

#: What visitors see or use, whatever is in it.
_CONTENT = frozenset("audio button embed frame frameset iframe input math object select textarea video".split())

_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})

#: What shows a picture: content, or a sign that something is on its way.
_PICTURES = frozenset({"img", "picture", "svg"})

#: What is not shown.
_NOT_SHOWN = frozenset("datalist dialog head link meta noscript script style template title".split())

#: The ids of the elements that templates of frameworks give to scripts to fill.
_MOUNTS = frozenset(
    "___gatsby __layout __next __nuxt app app-root application main-app mount q-app react-app react-root "
    "redoc-container root svelte swagger-ui vue-app".split()
)

#: Attributes by which frameworks mark such an element.
_MOUNT_MARKS = ("data-ng-view", "data-reactroot", "data-v-app", "ng-view", "ng-version", "ui-view")

#: A text that says that content is on its way.
_LOADING = re.compile(
    r"\b(?:loading|please wait|just a (?:moment|second)|chargement|wird geladen|lade(?:n|t)?|lädt|cargando"
    r"|carregando|caricamento|wczytywanie|ładowanie|načítání|laster|laddar|indlæser|ladataan|betöltés|yükleniyor)\b"
    r"|загрузк|завантаження|φόρτωση|加载|載入|読み込み|로딩|불러오는|جار التحميل|טוען",
    re.IGNORECASE,
)
#: Words of such a text: what says that scripts are needed may be longer.
_MOST_LOADING, _MOST_ASKING = 15, 60

#: A place in an attribute that is a sign of loading: ``class="spinner"``.
_SIGN = re.compile(r"load|spinner|splash|preload|progress", re.IGNORECASE)

#: What a script calls that writes into a page, and what one assigns that leads visitors on to another.
_WRITING = ("document.body", "document.write(", ".createElement(", ".innerHTML")
_LEADS_ON = re.compile(
    r"\blocation\s{0,5}(?:\.\s{0,5}href\s{0,5})?=[^=]|\blocation\s{0,5}\.\s{0,5}(?:replace|assign)\s{0,5}\("
)

#: Bytes of scripts in which names of elements are looked for.
_MOST_READ = 2_000_000

#: Elements whose names are looked for in them.
_MOST_NAMES = 20

#: Frameworks by what their pages have: an id, an attribute, or the path of a script.
_FRAMEWORKS = (
    ("Next.js", "#__next", "/_next/"),
    ("Nuxt", "#__nuxt", "/_nuxt/"),
    ("Gatsby", "#___gatsby", "/gatsby-"),
    ("SvelteKit", "data-sveltekit-preload-data", "/_app/immutable/"),
    ("Angular", "<app-root", "ng-version"),
    ("Blazor", "#blazor-error-ui", "_framework/blazor."),
    ("Flutter", "flutter-view", "flutter"),
    ("Ember", "ember-application", "/ember-"),
    ("Docsify", "data-docsify", "docsify"),
    ("Redoc", "<redoc", "redoc.standalone"),
    ("Swagger UI", "#swagger-ui", "swagger-ui"),
)


@frozen
class AppShell:
    """
    An app shell.

    :ivar container: the element that scripts fill; ``None`` where it is the whole body, or can't be told.
    :ivar framework: what renders it, by its marks; empty where that is not known.
    """

    container: Tag | None = None
    framework: str = ""


@view
def app_shell(document: Document) -> AppShell | None:
    """The shell that a page is, or ``None`` where its content is in its HTML."""
    body = document.body
    if body is None or document.cut or document.metas("refresh"):
        return None
    shown = _shown(body)
    if shown is None or not (scripts := _scripts(document)):
        return None
    container = _container(document, scripts)
    framework = _framework(document, scripts)
    told = container is not None or framework or _asks_for_scripts(document, shown.said)
    # What else has nothing is a shell where a script of its own writes into it.
    if not told and (shown.said or not any(_writes(document, tag) for tag in scripts)):
        return None
    if not all(_is_sign(picture, container) for picture in shown.pictures):
        return None
    return AppShell(container, framework)


@frozen
class _Shown:
    """What a body shows that might be a sign of loading."""

    said: str
    pictures: tuple[Tag, ...]


def _shown(body: Tag) -> _Shown | None:
    """What little a body shows; ``None`` where there is content in it."""
    said: list[str] = []
    pictures: list[Tag] = []
    end, node = after(body), body.next_element
    while node is not None and node is not end:
        if not isinstance(node, Tag):
            if type(node) is TextNode:
                said.extend(node.split()[: _MOST_ASKING + 1])
            node = node.next_element
            if len(said) > _MOST_ASKING:
                return None
            continue
        if node.name == "template" and "shadowrootmode" in node.attrs:
            return None
        skipped = node.name in _NOT_SHOWN or _is_hidden(node)
        if not skipped and _is_content(node):
            return None
        if not skipped and node.name in _PICTURES:
            pictures.append(node)
            skipped = True
        node = _next(node, skipped)
    words = " ".join(said)
    loading = len(said) <= _MOST_LOADING and _LOADING.search(words)
    return _Shown(words, tuple(pictures)) if not words or loading or _asks(words) else None


def _is_content(tag: Tag) -> bool:
    """Whether visitors find something here: a heading that tells of no loading, a link, a form, something embedded."""
    if tag.name in _HEADINGS:
        return not _LOADING.search(text(tag))
    return tag.name in _CONTENT or (tag.name == "a" and "href" in tag.attrs)


def _asks(words: str) -> bool:
    """Whether a text says that scripts are needed; they are called the same in most languages."""
    return "javascript" in words.lower()


def _next(node: Tag, skipped: bool) -> PageElement | None:
    return after(node) if skipped else node.next_element


def _is_hidden(tag: Tag) -> bool:
    style = "".join(attr(tag, "style", "").lower().split())
    return "hidden" in tag.attrs or "display:none" in style or (tag.name == "input" and attr(tag, "type") == "hidden")


def _is_sign(picture: Tag, container: Tag | None) -> bool:
    """Whether a picture says that content is on its way: it stands where content will, or is named so."""
    return any(
        one is container or _SIGN.search(f"{attr(one, 'id', '')} {attr(one, 'class', '')}")
        for one in (picture, *ancestors(picture))
    )


def _scripts(document: Document) -> list[Tag]:
    """The scripts that run on the page."""
    return [
        tag
        for tag in document.all("script")
        if tag.namespace == HTML and is_script(tag) and "nomodule" not in tag.attrs and not document.in_noscript(tag)
    ]


def _writes(document: Document, tag: Tag) -> bool:
    """Whether a script of the page's own host writes into the page; what leads visitors on does not."""
    reference = attr(tag, "src")
    if (
        reference is not None
        and split_url(document.resolve(reference) or "").hostname != split_url(document.url).hostname
    ):
        return False
    written = script_text(document, tag)[:_MOST_READ]
    return any(call in written for call in _WRITING) and not (reference is None and _LEADS_ON.search(written))


def _asks_for_scripts(document: Document, said: str) -> bool:
    """Whether the page tells visitors without scripts that they need some."""
    asked = (text(tag, skip=frozenset()) for tag in document.all("noscript"))
    return any(map(_asks, (said, *asked)))


def _container(document: Document, scripts: list[Tag]) -> Tag | None:
    """The element that scripts fill: marked by a framework, named in a script, or made by one."""
    places = list(_places(document))
    for tag in places:
        if attr(tag, "id", "") in _MOUNTS or any(mark in tag.attrs for mark in _MOUNT_MARKS):
            return tag
    for tag in places:
        if "-" in tag.name:
            return tag
    named = [tag for tag in places if attr(tag, "id")][:_MOST_NAMES]
    for tag in scripts if named else ():
        written = script_text(document, tag)[:_MOST_READ]
        for place in named:
            name = attr(place, "id")
            if any(f"{quote}{sign}{name}{quote}" in written for quote in "\"'`" for sign in ("", "#")):
                return place
    return None


def _places(document: Document) -> Iterator[Tag]:
    """The elements of a body without content that could be such a place, the outer ones first."""
    assert document.body is not None  # noqa: S101 - there is nothing to fill otherwise
    end, node = after(document.body), document.body.next_element
    while node is not None and node is not end:
        if not isinstance(node, Tag):
            node = node.next_element
            continue
        skipped = node.name in _NOT_SHOWN or node.name in _PICTURES or _is_hidden(node)
        if not skipped:
            yield node
        node = _next(node, skipped)


def _framework(document: Document, scripts: list[Tag]) -> str:
    """What renders the page, by the marks of frameworks."""
    ids = {f"#{name}" for name in document.by_id}
    names = {f"<{tag.name}" for tag in document.elements} | document.by_attribute.keys()
    sources = " ".join(attr(tag, "src", "") for tag in scripts)
    for framework, mark, path in _FRAMEWORKS:
        if mark in ids or mark in names or path in sources:
            return framework
    return ""
