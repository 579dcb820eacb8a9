"""
Detection of app shells: HTML with an empty container that scripts fill in the browser.

The content of an app shell is not seen here, so rules must know. A page rendered on a server has its content in the
HTML, even if scripts take it over, and a page with little content has it as text: neither is a shell. In doubt, a page
is judged by its HTML.

https://developers.google.com/search/docs/crawling-indexing/javascript/javascript-seo-basics
https://web.dev/articles/rendering-on-the-web
"""

import re
from collections.abc import Iterator

from attrs import frozen
from bs4.element import Tag

from sitescan.document.document import Document
from sitescan.document.loading.visible_content import (
    LOADING,
    PICTURES,
    REPEATS,
    is_empty,
    is_out_of_sight,
    mentions_scripts,
    visible_content,
)
from sitescan.document.scripts.script_elements import is_script, script_text
from sitescan.document.tree import HTML, ancestors, attr, own_text, text
from sitescan.document.views import view
from sitescan.standards.lazy_pattern import lazy_pattern
from sitescan.standards.urls import host_of

#: The ids that templates of frameworks give to the container.
_MOUNTS = frozenset(
    "___gatsby __layout __next __nuxt app app-root application main-app mount q-app react-app react-root "
    "redoc-container root svelte swagger-ui vue-app".split()
)

#: Attributes by which frameworks mark the container.
_MOUNT_MARKS = frozenset({"data-ng-view", "data-reactroot", "data-v-app", "ng-view", "ng-version", "ui-view"})

#: The maximum number of words of a loading message in a page with other content, such as “Loading comments …”.
_MOST_OWN_LOADING = 4

#: Elements in which a word like “Loading” is a name.
_NAMING = frozenset("a button code dd dt h1 h2 h3 h4 h5 h6 label li option pre td th title".split())

#: A sign of loading in an attribute, such as ``class="spinner"``.
_SIGN = lazy_pattern(r"load|spinner|splash|preload|progress", re.IGNORECASE)

#: Calls by which a script adds content to a page, and assignments by which it navigates to another.
_WRITING = ("document.body", "document.write(", ".createElement(", ".innerHTML")
_NAVIGATES = lazy_pattern(
    r"\blocation\s{0,5}(?:\.\s{0,5}href\s{0,5})?=[^=]|\blocation\s{0,5}\.\s{0,5}(?:replace|assign)\s{0,5}\("
)

#: The maximum number of bytes of a script that are searched for names of elements.
_MOST_READ = 2_000_000

#: The maximum number of elements whose names are searched for.
_MOST_NAMES = 20

#: Frameworks by an id, element or attribute of their pages, and by part of a script's path.
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
    ("AngularJS", "ng-app", "/angular.min.js"),
    ("Alpine.js", "x-data", "/alpinejs"),
    ("htmx", "hx-get", "/htmx."),
)

#: Frameworks by a variable that their pages set in a script.
_VARIABLES = (
    ("React Router", "__reactRouterContext"),
    ("Remix", "__remixContext"),
    ("SvelteKit", "__sveltekit_"),
)


@frozen
class AppShell:
    """
    An app shell.

    :ivar container: the element that scripts fill, or ``None`` if it is the whole body or unknown.
    :ivar framework: the name of the framework, or an empty string if it is unknown.
    :ivar message: whether it says until its scripts have run that it is loading.
    """

    container: Tag | None = None
    framework: str = ""
    message: bool = False


@view
def app_shell(document: Document) -> AppShell | None:
    """Return the app shell that a page is, or ``None`` if its content is in its HTML."""
    body = document.body
    if body is None or document.cut or document.metas("refresh"):
        return None
    shown = visible_content(body)
    if shown is None or not (scripts := _scripts(document)):
        return None
    container = _container(document, scripts)
    # Beside a header or a heading, only a template or an empty container with a name of its own says that the rest is
    # missing.
    named = container is not None and _is_mount(container) and is_empty(container)
    if shown.framed and not (shown.templated or named):
        return None
    framework = _framework(document, scripts)
    marked = container is not None or framework or shown.templated or _requires_scripts(document, shown.wording)
    # Without other signs, an empty page is a shell if a script of its own adds content.
    if not marked and (shown.wording or not any(_writes(document, tag) for tag in scripts)):
        return None
    if not all(_is_sign(picture, container) for picture in shown.pictures):
        return None
    return AppShell(container, framework, message=shown.loading)


def content_is_missing(document: Document) -> bool:
    """Return whether scripts have not written all content: of an app shell, or because they were stopped."""
    return document.page.measured.stopped or app_shell(document) is not None


@view
def is_scripted(document: Document) -> bool:
    """
    Return whether scripts seem to write the content of a page or part of it.

    That is an app shell, or a page of any size with a loading message, a template that repeats an element, or an empty
    container of a framework. In doubt, a page is scripted: a browser shows what its scripts do.
    """
    if app_shell(document) is not None:
        return True
    body = document.body
    if body is None or not _scripts(document):
        return False
    if REPEATS & document.by_attribute.keys():
        return True
    return any(_is_loading_message(tag) or (_is_mount(tag) and is_empty(tag)) for tag in _places(document))


def _is_loading_message(tag: Tag) -> bool:
    if tag.name in _NAMING:
        return False
    words = own_text(tag).split()
    return 0 < len(words) <= _MOST_OWN_LOADING and LOADING.search(" ".join(words)) is not None


def _is_mount(tag: Tag) -> bool:
    """Return whether a framework marks or names an element as its container."""
    return tag.attrs.get("id") in _MOUNTS or not _MOUNT_MARKS.isdisjoint(tag.attrs)


def _is_sign(picture: Tag, container: Tag | None) -> bool:
    """Return whether an image is a sign of loading: it is inside the container, or named like one."""
    return any(
        element is container or _SIGN.search(f"{attr(element, 'id', '')} {attr(element, 'class', '')}")
        for element in (picture, *ancestors(picture))
    )


def _scripts(document: Document) -> list[Tag]:
    """Return the scripts that run on the page."""
    return [
        tag
        for tag in document.all("script")
        if tag.namespace == HTML and is_script(tag) and "nomodule" not in tag.attrs and not document.in_noscript(tag)
    ]


def _writes(document: Document, tag: Tag) -> bool:
    """Return whether a script of the page's own host adds content to the page and does not navigate away."""
    reference = attr(tag, "src")
    if reference is not None and host_of(document.resolve(reference) or "") != host_of(document.url):
        return False
    written = script_text(document, tag)[:_MOST_READ]
    return any(call in written for call in _WRITING) and not (reference is None and _NAVIGATES.search(written))


def _requires_scripts(document: Document, wording: str) -> bool:
    """Return whether the page says that it requires scripts."""
    messages = (text(tag, skip=frozenset()) for tag in document.all("noscript"))
    return any(map(mentions_scripts, (wording, *messages)))


def _container(document: Document, scripts: list[Tag]) -> Tag | None:
    """Return the element that scripts fill: marked by a framework, named in a script, or a custom element."""
    places = list(_places(document))
    for tag in places:
        if _is_mount(tag):
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
    """Iterate over the elements of a body without content that could be the container, outermost first."""
    inside = {id(document.body)}
    for tag in document.elements:
        if id(tag.parent) in inside and tag.name not in PICTURES and not is_out_of_sight(tag):
            inside.add(id(tag))
            yield tag


def _framework(document: Document, scripts: list[Tag]) -> str:
    """Return the name of the framework that renders the page, or an empty string."""
    ids = {f"#{name}" for name in document.by_id}
    names = {f"<{tag.name}" for tag in document.elements} | document.by_attribute.keys()
    sources = " ".join(attr(tag, "src", "") for tag in scripts)
    for framework, mark, path in _FRAMEWORKS:
        if mark in ids or mark in names or path in sources:
            return framework
    written = [script_text(document, tag)[:_MOST_READ] for tag in scripts if "src" not in tag.attrs]
    return next((framework for framework, name in _VARIABLES if any(name in script for script in written)), "")
