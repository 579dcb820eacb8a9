"""What the network answered: the evidence of the rules that need more than the page."""

import re
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from functools import cached_property

from attrs import field, frozen

from sitescan.model.exchange import Exchange
from sitescan.model.file_facts import MediaFile, Picture, TextFile
from sitescan.model.linked_page import LinkedPage
from sitescan.model.outline import (
    EmbeddedObject,
    Link,
    MediaElement,
    MediaSource,
    NamedLink,
    Place,
    Reference,
    Resource,
)
from sitescan.model.redirects import Redirect, Step, redirect_kind
from sitescan.standards.http_headers import Headers
from sitescan.standards.robots_txt import Pattern, RobotsFile, parse_robots
from sitescan.standards.sitemaps import SitemapContent, parse_sitemap
from sitescan.standards.urls import InvalidTarget, serialized_target


class Problem(Enum):
    """Why a request got no answer."""

    NAME = "the host name was not found"
    REFUSED = "the connection was refused"
    UNREACHABLE = "the host could not be reached"
    RESET = "the connection was closed before it sent a response"
    TIMEOUT = "there was no response in time"
    CERTIFICATE = "the certificate is not valid"
    TLS = "a secure connection could not be established"
    MALFORMED = "the response was not valid HTTP"
    HEAD_TOO_LONG = "the response has more header lines than this service reads"
    LOCATION = "the redirect names no valid web address"
    LOOP = "the redirects form a loop"
    REDIRECTS = "there were too many redirects"
    FORBIDDEN = "the address is not public"
    BLOCKED = "browsers block it because it is loaded over plain HTTP"
    BUSY = "the server asks for fewer requests"
    COOLING = "this service has already sent that host many requests in the last minute"
    OVERLOADED = "this service is too busy at the moment"


#: Problems that say nothing about the host: it was not asked, or not for long enough.
_NOT_ASKED = frozenset(
    {Problem.TIMEOUT, Problem.FORBIDDEN, Problem.LOCATION, Problem.BLOCKED, Problem.COOLING, Problem.OVERLOADED}
)


class Verdict(Enum):
    """What an answer says about the URL that was asked for."""

    OK = "ok"
    BROKEN = "broken"
    UNVERIFIABLE = "unverifiable"
    UNCHECKED = "unchecked"


#: Statuses by which a server says that there is nothing at the address, to anybody.
_GONE = frozenset({404, 410})

INCOMPLETE_CHAIN = "its issuer is unknown or not sent"
"""The cause of a certificate problem that most browsers mend by themselves, where the issuer was just not sent."""

GOOGLE = "Googlebot"
CRAWLERS = (GOOGLE, "Bingbot")
"""The crawlers that search engines rely on."""

ROBOTS_REDIRECTS = 5
"""So many redirects crawlers follow to a robots.txt; past them there is none (RFC 9309, 2.3.1.2)."""


# Those with cached properties have no slots: attrs would find these by __getattr__, and Python would then look up every
# attribute the long way.
@frozen(kw_only=True, slots=False)
class Answer:
    """
    The answer to one URL, redirects followed.

    :ivar url: the URL that was asked for.
    :ivar sent_url: the URL that browsers ask for in its place, where the page's policy says so; else empty.
    :ivar method: ``HEAD`` or ``GET``, whichever was believed.
    :ivar steps: the redirects, first to last.
    :ivar status: status of the final answer, or ``None`` where there was none.
    :ivar headers: header fields of the final answer.
    :ivar size: ``Content-Length`` of the final answer, or ``None`` where it was not said.
    :ivar least_size: where the size is not known, bytes that its body has at least; else 0.
    :ivar problem: why there was no final answer, or ``None``.
    :ivar cause: what is known beyond the problem (``expired``), or empty.
    :ivar reading: what was read in the final answer, where it was read.
    """

    url: str
    sent_url: str = ""
    method: str = "HEAD"
    steps: tuple[Step, ...] = ()
    status: int | None = None
    headers: Headers = Headers()
    size: int | None = None
    least_size: int = 0
    problem: Problem | None = None
    cause: str = ""
    linked_page: LinkedPage | None = None

    @property
    def known_size(self) -> int | None:
        """Its size, or as many bytes as are known of; ``None`` where nothing is."""
        return self.size if self.size is not None else self.least_size or None

    @property
    def final_url(self) -> str:
        """The URL that answered, or at which the way ended."""
        return self.steps[-1].location if self.steps else self.sent_url or self.url

    @cached_property
    def redirect(self) -> Redirect | None:
        """How it redirects; ``None`` where it does not, or where the way ends where it began."""
        return redirect_kind(self.sent_url or self.url, self.steps)

    @property
    def verdict(self) -> Verdict:
        """
        Broken only where a visitor would see it broken.

        A bot wall, an overload and a time-out prove nothing about what visitors see. Of
        the client errors only 404 and 410 say that nothing is there: 400, 403, 429, 999 and others
        are what sites answer to programs. Browsers complete an incomplete certificate chain.
        """
        if self.problem in _NOT_ASKED:
            return Verdict.UNCHECKED
        if self.problem in (Problem.BUSY, Problem.HEAD_TOO_LONG):
            return Verdict.UNVERIFIABLE
        if self.problem is not None:
            complete = self.problem is not Problem.CERTIFICATE or self.cause != INCOMPLETE_CHAIN
            return Verdict.BROKEN if complete else Verdict.UNVERIFIABLE
        if self.status is None:
            return Verdict.UNCHECKED
        if self.status < 400:
            return Verdict.OK
        if self.headers.get("cf-mitigated"):
            return Verdict.UNVERIFIABLE
        server_error = 500 <= self.status < 600 and self.status != 503
        return Verdict.BROKEN if self.status in _GONE or server_error else Verdict.UNVERIFIABLE

    @property
    def reason(self) -> str:
        """What happened, for people: ``404``, or the problem in words."""
        if self.problem is None:
            return f"status {self.status}"
        return f"{self.problem.value} ({self.cause})" if self.cause else self.problem.value


#: Header fields by which a file may keep other pages from showing it, and a document from being framed.
_IMAGE_LIMITS = ("cross-origin-resource-policy",)
_FRAME_LIMITS = (*_IMAGE_LIMITS, "content-security-policy", "x-frame-options")


class _Places:
    """Evidence that knows the place of whatever it handed out."""

    def place(self, at: object) -> Place | None:
        """The place of a link, a resource or a player of the page."""
        return (
            at.place
            if isinstance(at, EmbeddedObject | Link | MediaElement | NamedLink | Reference | Resource)
            else at
            if isinstance(at, Place)
            else None
        )


@frozen(kw_only=True)
class Preview:
    """
    The picture that a page names for previews.

    :ivar answer: what its address answered.
    :ivar width: its width in pixels, or 0 where it is not known.
    :ivar height: likewise.
    """

    answer: Answer
    width: int = 0
    height: int = 0


@frozen(kw_only=True, slots=False)
class LinkAnswers(_Places):
    """
    The page's hyperlinks and what their targets answered.

    :ivar page_url: the page's own URL.
    :ivar links: its hyperlinks in document order.
    :ivar answers: by URL without fragment; a link that is not in it was not checked.
    :ivar left_out: hyperlinks past the limit.
    :ivar references_left_out: references past the limit.
    :ivar references: the other addresses that the page names; their answers are among the others.
    :ivar told_elsewhere: addresses that another category reports if they don't work.
    :ivar missing: by origin, what it answers for a page that doesn't exist, where that can be told from its pages.
    :ivar secure_hosts: hosts that were linked to over plain HTTP and answer over HTTPS as well.
    """

    page_url: str
    links: tuple[Link, ...] = ()
    references: tuple[Reference, ...] = ()
    secure_hosts: frozenset[str] = frozenset()
    told_elsewhere: frozenset[str] = frozenset()
    answers: Mapping[str, Answer] = field(factory=dict)
    missing: Mapping[str, Answer] = field(factory=dict)
    left_out: int = 0
    references_left_out: int = 0

    @cached_property
    def unique(self) -> Sequence[Link]:
        """The links, each URL once, at its first occurrence: however often it is repeated, it is fixed once."""
        first: dict[str, Link] = {}
        for link in self.links:
            first.setdefault(link.url, link)
        return list(first.values())

    @cached_property
    def _by_verdict(self) -> Mapping[Verdict, Sequence[tuple[Link, Answer]]]:
        """The links that were asked for, each URL once."""
        found: dict[Verdict, list[tuple[Link, Answer]]] = {verdict: [] for verdict in Verdict}
        for link in self.unique:
            answer = self.answers.get(link.url)
            if answer is not None:
                found[answer.verdict].append((link, answer))
        return found

    def answered(self, verdict: Verdict) -> Sequence[tuple[Link, Answer]]:
        """The links with this verdict, each URL once."""
        return self._by_verdict[verdict]

    def as_if_missing(self, answer: Answer) -> Answer | None:
        """What the same site answers for a page that doesn't exist, where that is what it answered here as well."""
        missing = self.missing.get(origin_of(answer.sent_url or answer.url))
        if missing is None or missing.linked_page is None:
            return None
        if answer.steps and answer.final_url == missing.final_url:
            return missing if missing.linked_page.not_found else None
        page = answer.linked_page
        alike = page is not None and page.content and page.content == missing.linked_page.content
        return missing if alike else None

    def failed(self, *problems: Problem) -> list[tuple[Link, Answer]]:
        """The broken links with one of these problems, each URL once."""
        return [(link, answer) for link, answer in self.answered(Verdict.BROKEN) if answer.problem in problems]

    def redirected(self, kind: Redirect) -> list[tuple[Link, Answer]]:
        """The links that work after a redirect of this kind, each URL once."""
        return [(link, answer) for link, answer in self.answered(Verdict.OK) if answer.redirect is kind]


@frozen(kw_only=True)
class ResourceAnswers(_Places):
    """
    The page's resources and what a HEAD request for each said.

    :ivar exchange: the page's own exchange.
    :ivar resources: the resources in document order.
    :ivar answers: by URL; a resource that is not in it was not probed. Sizes are those of the body as
        sent, where they are known.
    :ivar left_out: resources past the limit.
    :ivar pictures: what the first bytes of images say, by URL.
    :ivar texts: what scripts and stylesheets hold that were read, by URL.
    """

    exchange: Exchange
    resources: tuple[Resource, ...] = ()
    answers: Mapping[str, Answer] = field(factory=dict)
    left_out: int = 0
    pictures: Mapping[str, Picture] = field(factory=dict)
    texts: Mapping[str, TextFile] = field(factory=dict)

    def answered(self, *kinds: str) -> list[tuple[Resource, Answer]]:
        """The resources (of these kinds, or all) that answered with 2xx, each URL once."""
        return [
            (resource, answer)
            for resource, answer in self._probed(*kinds)
            if answer.status is not None and 200 <= answer.status < 300
        ]

    def judged(self, verdict: Verdict, *kinds: str) -> list[tuple[Resource, Answer]]:
        """The resources (of these kinds, or all) with this verdict, each URL once."""
        return [(resource, answer) for resource, answer in self._probed(*kinds) if answer.verdict is verdict]

    def read(self, kind: str) -> list[tuple[Resource, TextFile]]:
        """The resources of a kind whose text was read, each URL once."""
        return [(one, self.texts[one.url]) for one, _ in self._probed(kind) if one.url in self.texts]

    def seen(self) -> list[tuple[Resource, Answer, Picture]]:
        """The images whose first bytes were read, each URL once."""
        images = self.answered("image")
        return [(one, answer, self.pictures[one.url]) for one, answer in images if one.url in self.pictures]

    def _probed(self, *kinds: str) -> Iterator[tuple[Resource, Answer]]:
        first: dict[str, Resource] = {}
        for resource in self.resources:
            if not kinds or resource.kind in kinds:
                first.setdefault(resource.url, resource)
        for url, resource in first.items():
            answer = self.answers.get(url)
            if answer is not None:
                yield resource, answer


@frozen(kw_only=True)
class Playback:
    """
    An audio or video element and the file that it plays.

    :ivar source: which of its files that is, and what part of it.
    :ivar file: what the file's header says.
    """

    element: MediaElement
    source: MediaSource
    file: MediaFile

    @property
    def sound_seconds(self) -> float:
        """For how long its sound plays at least; 0 where it has none, or nothing is known of it."""
        if not self.file.audio:
            return 0.0
        if self.element.loop:
            return float("inf")
        end = min(self.source.end or float("inf"), self.file.seconds or 0.0)
        return max(0.0, end - self.source.start)

    @property
    def unstoppable(self) -> bool:
        """Whether it plays by itself and nothing on the page stops it."""
        return self.element.autoplay and not self.element.controls and not self.element.scripted

    @property
    def uncontrolled(self) -> bool:
        """Whether it plays by itself, and only what scripts do by themselves, or add to the page, can stop it."""
        element = self.element
        return element.autoplay and element.scripted and not (element.controls or element.controllable)


@frozen(kw_only=True)
class MediaAnswers(_Places):
    """
    The page's audio and video elements whose files were read.

    :ivar playbacks: those that play by themselves or have no captions, in document order.
    """

    playbacks: tuple[Playback, ...] = ()


@frozen(kw_only=True)
class ObjectAnswers(_Places):
    """
    The page's object elements without an accessible name and what their files answered.

    :ivar objects: the elements in document order.
    :ivar answers: by URL; one that is not in it was not asked.
    """

    objects: tuple[EmbeddedObject, ...] = ()
    answers: Mapping[str, Answer] = field(factory=dict)

    def content_type(self, embedded: EmbeddedObject) -> str:
        """What kind of file browsers show in its place; empty where they show none, or nobody knows."""
        answer = self.answers.get(embedded.url)
        if answer is None or answer.status != 200:
            return ""
        kind = answer.headers.content_type.partition(";")[0].strip().lower()
        limits = _IMAGE_LIMITS if kind.startswith("image/") else _FRAME_LIMITS
        return "" if any(answer.headers.get(name) for name in limits) else kind


@frozen(kw_only=True)
class NamedLinkAnswers(_Places):
    """
    The page's links that share their names, and what their targets answered.

    Two pages may serve one purpose however much they differ. So what is known of them can only tell that two addresses
    lead to the same.

    :ivar page_url: the page's own URL.
    :ivar links: the links in document order, those with one name next to each other.
    :ivar answers: by URL; one that is not in it was not asked.
    """

    page_url: str
    links: tuple[NamedLink, ...] = ()
    answers: Mapping[str, Answer] = field(factory=dict)

    @property
    def by_name(self) -> Sequence[Sequence[NamedLink]]:
        """The links of each name, whatever the case of its letters."""
        found: dict[str, list[NamedLink]] = {}
        for link in self.links:
            found.setdefault(link.name.lower(), []).append(link)
        return list(found.values())

    def known(self, link: NamedLink) -> bool:
        """Whether it is known where a link leads."""
        answer = self.answers.get(link.url)
        asked = answer is not None and answer.verdict is not Verdict.UNCHECKED
        return asked or link.url == self.page_url or not link.url.startswith(("http://", "https://"))

    def destination(self, link: NamedLink) -> str:
        """Where a link leads as far as that is known, by way of redirects."""
        answer = self.answers.get(link.url)
        return answer.final_url if answer is not None and answer.verdict is Verdict.OK else link.url

    def lead_alike(self, one: NamedLink, other: NamedLink) -> bool:
        """
        Whether two links lead to the same, or may do.

        Their addresses may differ in what seldom leads elsewhere (:func:`essential`), or redirect to one another. Pages
        of the same size may be equal to the byte.
        """
        if essential(self.destination(one)) == essential(self.destination(other)):
            return True
        first, second = self.answers.get(one.url), self.answers.get(other.url)
        if first is None or second is None or not first.verdict is second.verdict is Verdict.OK:
            return False
        if first.linked_page is not None and second.linked_page is not None and first.linked_page.content:
            return first.linked_page.content == second.linked_page.content
        return first.size is not None and first.size == second.size


_SAME_START = re.compile(r"^https?://(?:www\.)?")
_SAME_END = re.compile(r"/(?:(?:index|default)\.[a-z]{3,5})?$")


def essential(url: str) -> str:
    """A URL without what seldom leads elsewhere: its scheme, ``www``, the name of an index and its fragment."""
    return _SAME_END.sub("", _SAME_START.sub("//", url.partition("#")[0]))


@frozen(kw_only=True, slots=False)
class Robots(_Places):
    """
    The site's robots.txt.

    :ivar url: the page's URL.
    :ivar robots_url: where robots.txt was asked for.
    :ivar status: its status, or ``None`` where there was no answer.
    :ivar text: its text; empty where there is none.
    :ivar redirects: how many redirects led to it.
    """

    url: str
    robots_url: str
    status: int | None = None
    text: str = ""
    redirects: int = 0

    @property
    def found(self) -> bool:
        """Whether there is one that crawlers find."""
        return self.status is not None and 200 <= self.status < 300 and self.redirects <= ROBOTS_REDIRECTS

    @property
    def utf16(self) -> bool:
        """Whether it is written in UTF-16, of which crawlers understand nothing."""
        return "\0" in self.text[:200]

    @cached_property
    def file(self) -> RobotsFile:
        """What crawlers understand of it; read once."""
        return parse_robots(self.text)

    @cached_property
    def deciding(self) -> Mapping[str, Pattern]:
        """For each crawler of :data:`CRAWLERS` that may not fetch the page, the line that says so."""
        return self.blocking(self.url)

    def blocking(self, url: str) -> Mapping[str, Pattern]:
        """For each crawler of :data:`CRAWLERS` that may not fetch a URL of this site, the line that says so."""
        try:
            path = serialized_target(url).path
        except InvalidTarget:
            return {}
        decided = {crawler: self.file.deciding(crawler, path) for crawler in CRAWLERS if self.found}
        return {crawler: pattern for crawler, pattern in decided.items() if pattern is not None and not pattern.allow}

    def covers(self, url: str) -> bool:
        """Whether this robots.txt is the one for a URL: each origin has its own."""
        try:
            return serialized_target(url).origin == serialized_target(self.url).origin
        except InvalidTarget:
            return False

    @property
    def page(self) -> bool:
        """Whether an HTML page stands in its place."""
        return self.text.lstrip("\ufeff \t\r\n")[:1] == "<"


@frozen(kw_only=True, slots=False)
class Sitemap:
    """
    The beginning of a sitemap that answered with success.

    :ivar url: where it was asked for.
    :ivar body: its first bytes, content coding removed.
    :ivar whole: whether that is all of it.
    :ivar declared: whether robots.txt names it.
    """

    url: str
    body: bytes = b""
    whole: bool = True
    declared: bool = True

    @cached_property
    def content(self) -> SitemapContent:
        """What it holds; read once."""
        return parse_sitemap(self.body, whole=self.whole)


@frozen(kw_only=True)
class CrawledUrls(_Places):
    """
    What search engines fetch for the page, or because of it, beside the page itself.

    :ivar robots: the robots.txt of the page's origin.
    :ivar noindex: whether the page asks not to be shown.
    :ivar canonical: the address that the page prefers for itself, absolute; empty where it names none.
    :ivar resources: what the page loads.
    :ivar sitemaps: the site's sitemaps.
    """

    robots: Robots
    noindex: bool = False
    canonical: str = ""
    resources: tuple[Resource, ...] = ()
    sitemaps: tuple[Sitemap, ...] = ()

    def blocked(self, *kinds: str) -> Iterator[tuple[Resource, Pattern]]:
        """The resources of these kinds that Google's crawler may not fetch, each once, and the lines that say so."""
        seen: set[str] = set()
        for one in self.resources:
            if one.kind in kinds and one.url not in seen and self.robots.covers(one.url):
                seen.add(one.url)
                pattern = self.robots.blocking(one.url).get(GOOGLE)
                if pattern is not None:
                    yield one, pattern


@frozen(kw_only=True)
class LlmsTxt(_Places):
    """
    The site's llms.txt, a summary for language models.

    :ivar url: where it was asked for.
    :ivar status: its status, or ``None`` where there was no answer.
    :ivar text: its text; empty where there is none.
    """

    url: str
    status: int | None = None
    text: str = ""


@frozen(kw_only=True)
class SiteAnswers(_Places):
    """
    What the site answers at the addresses that search engines ask for beside the page.

    :ivar exchange: the page's own exchange.
    :ivar canonical: the answer of the address that the page prefers for itself; ``None`` where
        that is the page's own, or none is named.
    :ivar sitemaps: the answers of the sitemaps that robots.txt declares, or of ``/sitemap.xml``.
    :ivar sitemaps_declared: whether they are declared.
    :ivar alternates: the versions in other languages, each by its code, and their answers.
    :ivar favicon: the answer of the icon that the page names, or of ``/favicon.ico``; ``None`` where there
        is nothing to ask for.
    :ivar favicon_named: whether the page names an icon.
    :ivar preview: the picture for previews; ``None`` where the page names none.
    """

    exchange: Exchange
    canonical: Answer | None = None
    alternates: tuple[tuple[str, Answer], ...] = ()
    sitemaps: tuple[Answer, ...] = ()
    sitemaps_declared: bool = False
    favicon: Answer | None = None
    favicon_named: bool = False
    preview: Preview | None = None


@frozen(kw_only=True)
class Transport(_Places):
    """
    How the site is reached: the page's exchange and the same address over plain HTTP.

    :ivar exchange: the page's own exchange.
    :ivar plain: what ``http://`` answered; ``None`` where it was not asked.
    :ivar outdated_tls: the newest version before TLS 1.2 that the server accepts; empty where none is known.
    :ivar now: when the certificate was looked at, seconds since the epoch.
    """

    exchange: Exchange
    plain: Answer | None = None
    outdated_tls: str = ""
    now: float = 0.0


@frozen(kw_only=True)
class Protocols(_Places):
    """
    By which versions of HTTP browsers can get the page and its files.

    :ivar exchange: the page's own exchange, which was made in HTTP/1.
    :ivar alpn: what the server chose where HTTP/2 and HTTP/1.1 were offered, empty where it chose
        nothing; ``None`` where that was not asked.
    :ivar files: how many files the page loads from its own origin.
    """

    exchange: Exchange
    alpn: str | None = None
    files: int = 0

    @property
    def only_http1(self) -> bool:
        """
        Whether it is certain that browsers get nothing newer than HTTP/1.1.

        Over plain HTTP they never do. Over TLS HTTP/2 is agreed on by ALPN (RFC 9113, 3.2), and
        HTTP/3 is announced by ``Alt-Svc`` (RFC 9114, 3.1.1).
        """
        if not self.exchange.secure:
            return True
        announced = self.exchange.headers.get("alt-svc").lower()
        return self.alpn in ("", "http/1.1") and "h3" not in announced


@frozen(kw_only=True)
class Sharing(_Places):
    """
    What the site answers to a script of another site.

    :ivar exchange: the page's own exchange.
    :ivar origin: the origin that was named in ``Origin``.
    :ivar preflight: header fields of the answer to ``OPTIONS``; ``None`` where there was none.
    :ivar answer: header fields of the page as another site's script would get it; likewise.
    :ivar to_null: the same for the origin ``null`` of a sandboxed frame; ``None`` where that was not asked.
    """

    exchange: Exchange
    origin: str
    preflight: Headers | None = None
    answer: Headers | None = None
    to_null: Headers | None = None


@frozen(kw_only=True)
class SecurityTxt(_Places):
    """
    The site's security.txt.

    :ivar url: where it was asked for.
    :ivar status: its status, or ``None`` where there was no answer.
    :ivar content_type: its ``Content-Type``.
    :ivar text: its text; empty where there is none.
    :ivar now: when it was asked for, seconds since the epoch.
    """

    url: str
    status: int | None = None
    content_type: str = ""
    text: str = ""
    now: float = 0.0


@frozen(kw_only=True)
class Unexamined(_Places):
    """
    What could not be examined.

    :ivar reasons: one sentence each.
    """

    reasons: tuple[str, ...] = ()


def host_of(url: str) -> str:
    """The host of a URL; empty where it is not ``http(s)``."""
    try:
        return serialized_target(url).host
    except InvalidTarget:
        return ""


def origin_of(url: str) -> str:
    """The origin of a URL; empty where it is not ``http(s)``."""
    try:
        return serialized_target(url).origin
    except InvalidTarget:
        return ""


def same_host(one: str, other: str) -> bool:
    """Whether two URLs have the same host; ``False`` where either is not ``http(s)``."""
    try:
        return serialized_target(one).host == serialized_target(other).host
    except InvalidTarget:
        return False
