"""The facts of a page that the pages of its site are compared by: a few kilobytes that stand for it."""

from hashlib import blake2b
from typing import Annotated

from msgspec import Meta, Struct

#: The landmark regions that a template gives to its pages, and the name of the links to the pages above a page.
REGIONS, BREADCRUMBS = ("banner", "contentinfo", "navigation"), "breadcrumbs"


class PageLink(Struct, frozen=True, gc=False, order=True):
    """
    A link of a page.

    :ivar url: the absolute URL without fragment, in its normal spelling (:mod:`sitescan.standards.page_urls`).
    :ivar fragment: the part after ``#``, percent-encoded; empty if there is none.
    :ivar followed: whether crawlers may follow it: it is not marked ``nofollow``.
    :ivar shown: whether visitors can follow it: it is a hyperlink, and not a relation in the head or a frame.
    :ivar text: the accessible name of the first such hyperlink, shortened. Likewise its ``rel`` and ``position``.
    :ivar position: the role of the landmark region that it is in; empty if it is in none.
    """

    url: str
    fragment: str = ""
    followed: bool = True
    shown: bool = True
    text: str = ""
    rel: str = ""
    position: str = ""


class Landmark(Struct, frozen=True, kw_only=True, gc=False):
    """
    The links of a landmark region outside of the main content, in their order.

    :ivar role: ``navigation``, ``banner``, ``contentinfo`` or ``complementary``.
    :ivar label: the accessible name of the region; empty if it has none.
    :ivar links: a short digest of the normal URL of each link (:func:`url_digest`), and its accessible name.
    """

    role: str
    label: str = ""
    links: tuple[tuple[str, str], ...] = ()


class Help(Struct, frozen=True, kw_only=True, gc=False):
    """
    A way to get help: a phone number, an email address, a contact page, a page of questions and answers.

    :ivar target: its URL.
    :ivar after: whether it comes after the main content, and not before it.
    """

    target: str
    after: bool


class StylesheetUse(Struct, frozen=True, kw_only=True, gc=False):
    """
    What a page may use of a stylesheet.

    :ivar url: the URL of the stylesheet.
    :ivar digest: identifies its content.
    :ivar rules: the number of its rules.
    :ivar used: a bit for each rule, set if the page has the classes and ids that the rule needs; empty if that is not
        known.
    """

    url: str
    digest: bytes = b""
    rules: Annotated[int, Meta(ge=0, le=100_000_000)] = 0
    used: bytes = b""


class PageFacts(Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """
    The facts of a page.

    :ivar title: the title, shortened.
    :ivar description: the meta description, shortened.
    :ivar h1: the first heading of level 1, shortened.
    :ivar title_digest: identifies the whole title; empty if there is none. Likewise the other digests.
    :ivar text_digest: identifies the main text.
    :ivar words: the number of words of the main text.
    :ivar prose_digest: identifies the main text without the main heading and the names of links.
    :ivar prose_words: the number of words of it.
    :ivar simhash: a digest of it that differs in few bits for similar texts.
    :ivar shingles: digests of a sample of its phrases (:mod:`sitescan.standards.shingles`), one after the other.
    :ivar noindex: whether it asks search engines not to show it.
    :ivar not_found: whether its text says that the page was not found, whatever its status.
    :ivar refreshes: whether it leads visitors to another page by itself.
    :ivar refresh: the normal URL of the page that it leads them to within 5 seconds, as a redirect does; empty if none.
    :ivar canonical: the absolute canonical URL; empty if it names none.
    :ivar alternates: the language code and the absolute URL of each version in another language; ``None`` if there are
        too many.
    :ivar language: the declared language.
    :ivar paginated: whether it is a page of a sequence: it names the next or the previous one.
    :ivar landmarks: the landmark regions with links, in document order.
    :ivar components: the landmark regions, breadcrumbs and types of structured data, sorted.
    :ivar search: a digest of the URL that the search form is sent to, and the accessible names of its field and its
        button; empty if there is no such form.
    :ivar searchable: whether visitors can search the site: there is a field, a button or a link for it.
    :ivar asks_password: whether it has a field for a password.
    :ivar helps: the ways to get help outside of the main content, in document order.
    :ivar policies: the names of the security policies in the response header.
    :ivar libraries: the JavaScript libraries, ``name version``.
    :ivar is_source: whether it is what the site is built from, so that its addresses are not yet those of the site.
    :ivar changes: whether its scripts may add parts to it.
    :ivar written: whether the page is written by its server and not by scripts, as far as its source tells.
    :ivar skeleton: the hash of its body and those of the paths of its elements (:func:`paths_of`), which tell its
        template.
    :ivar links: the distinct links, sorted.
    :ivar stylesheets: what it may use of the stylesheets of its site.
    :ivar parts: the digests of the ids and names that fragments can name (:mod:`sitescan.model.page_parts`), one after
        the other; ``None`` if there are too many, or if only the beginning of the page was read.
    """

    title: str = ""
    description: str = ""
    h1: str = ""
    title_digest: str = ""
    description_digest: str = ""
    text_digest: str = ""
    words: int = 0
    prose_digest: str = ""
    prose_words: int = 0
    simhash: int = 0
    shingles: bytes = b""
    noindex: bool = False
    not_found: bool = False
    refreshes: bool = False
    refresh: str = ""
    canonical: str = ""
    alternates: tuple[tuple[str, str], ...] | None = ()
    language: str = ""
    paginated: bool = False
    landmarks: tuple[Landmark, ...] = ()
    components: tuple[str, ...] = ()
    search: tuple[str, str, str] = ("", "", "")
    searchable: bool = False
    asks_password: bool = False
    helps: tuple[Help, ...] = ()
    policies: tuple[str, ...] = ()
    libraries: tuple[str, ...] = ()
    is_source: bool = False
    changes: bool = False
    written: bool = True
    skeleton: bytes = b""
    links: tuple[PageLink, ...] = ()
    stylesheets: tuple[StylesheetUse, ...] = ()
    parts: bytes | None = None


#: The bytes of the hash of a path, and of the digest of a link's URL.
PATH_BYTES, _URL_BYTES = 4, 6

PLAIN_BODY = bytes(PATH_BYTES)
"""What a skeleton has in place of the hash of a body without a class and an id."""


def paths_of(skeleton: bytes) -> frozenset[bytes]:
    """Return the hashes of the paths in a skeleton, without that of the body."""
    return frozenset(skeleton[at : at + PATH_BYTES] for at in range(PATH_BYTES, len(skeleton), PATH_BYTES))


def url_digest(url: str) -> str:
    """Return a short digest of a URL."""
    return blake2b(url.encode("utf-8", "replace"), digest_size=_URL_BYTES).hexdigest()
