"""Pages that somebody already has: judged here and now, without a network, a reactor or a child process."""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from attrs import evolve, frozen

from sitescan.analyzers.category_result import effect_of_missing, result, with_counted
from sitescan.analyzers.result_fixes import fixes_of, with_patches
from sitescan.document.accessibility.embedded_objects import embedded_objects
from sitescan.document.accessibility.media_elements import media_elements
from sitescan.document.bot_wall import WALL_FIELDS
from sitescan.document.change import Change
from sitescan.document.document import Document, SourceDocument, page_evidence
from sitescan.document.edits.page_edits import PageEdits
from sitescan.document.edits.page_patch import page_patches
from sitescan.document.links.links_named_alike import links_named_alike
from sitescan.document.loading.outline_extractor import outline
from sitescan.document.parsing.parsed_page import parse_page
from sitescan.document.site_facts.page_facts_reader import page_facts
from sitescan.document.source_location import shorten
from sitescan.examine.unexamined_parts import unexamined_parts, without_unseen_content
from sitescan.local.folder_answers import FolderAnswers, folder_answers
from sitescan.local.folder_server import FileServer
from sitescan.model.answers import Verdict
from sitescan.model.evidence import ScoreEffect, UnexaminedPart
from sitescan.model.exchange import Exchange, Page, Source
from sitescan.model.fix import Fix
from sitescan.model.link_answers import NamedLinkAnswers
from sitescan.model.media_answers import ObjectAnswers
from sitescan.model.report import Category, CategoryResult, Judged, Report
from sitescan.rules.catalogue import rules_reading
from sitescan.rules.judge import KEPT, RuleResults, without_subject
from sitescan.rules.rule import Evidence
from sitescan.rules.texts import fill
from sitescan.scoring import overall_score
from sitescan.standards.http_headers import Headers
from sitescan.standards.urls import parse_target

#: What only a network could tell, for each category.
_NOT_ASKED = {
    Category.SEO: "robots.txt, sitemaps, icons and preview images were not requested",
    Category.PERFORMANCE: "The size, caching and compression of images and other files were not requested",
    Category.SECURITY: "Plain HTTP, security.txt and CORS responses were not requested",
    Category.LINKS: "No links were requested, so broken links are not known",
}

#: What stored files don't tell either, for each of these categories.
_NOT_IN_FOLDER = {
    **_NOT_ASKED,
    Category.SEO: "robots.txt was not read, and icons and preview images outside of the files were not requested",
    Category.LINKS: "",
}
_UNKNOWN = "{count:# link was|# links were} not checked, because the files don't show where {count:it leads|they lead}"

_NOT_PLAYED = UnexaminedPart(
    "media-unread", "Audio and video files were not requested, so it is not known whether they have sound"
)
_MISSING = "{count:# stylesheet or script was|# stylesheets and scripts were} not read"
_NO_HEADER = UnexaminedPart(
    "headers-unknown", "The page's response headers are not known, so checks that depend on them were skipped"
)
_FRAGMENT = UnexaminedPart(
    "fragment",
    "This is a part of a page. Checks that depend on the rest of the page were skipped",
    ScoreEffect.UPPER_BOUND,
)

#: Stylesheets and scripts that are looked for at most, and that are named where they are missing.
_FILES, _NAMED = 1000, 3
#: Links of a page that are looked for in its folder at most.
_LINKS = 10_000

#: Fields that are added to an answer for a reason: a page whose header is not known has none of them.
_SELDOM = frozenset({"content-type", "link", "speculation-rules", "x-robots-tag", *WALL_FIELDS})


class HeadersUnknown(LookupError):
    """A rule asked for a header field of a page that came without its header."""


class _UnknownHeaders(Headers):
    """The header of a page that was read from a file."""

    def all(self, name: str) -> tuple[str, ...]:
        """Return no values of a rare field; of any other field it is not known whether there are some."""
        if name.lower() in _SELDOM:
            return ()
        raise HeadersUnknown(name)


def analyse(
    url: str,
    status: int = 200,
    headers: Mapping[str, str] | Iterable[tuple[str, str]] | None = None,
    body: bytes = b"",
    *,
    files: Mapping[str, bytes] | Callable[[str], bytes | None] | None = None,
    scanned_at: float | None = None,
    fetch_seconds: float = 0.0,
    parser: str = "turbohtml",
) -> Report:
    """
    Return the report on a page that the caller has fetched.

    The same arguments give the same report (but for the time, unless it is given), nothing is requested, no
    reactor is needed, and the report can be pickled. What only the network could tell (broken links, the
    sizes of images) is named in the report as not examined; the category links is no part of the score.

    :param url: the address that the page was served from, ``http`` or ``https``.
    :param headers: its response header; ``None`` where that is not known, and then nothing that
        depends on it is judged.
    :param body: the page itself, without content coding.
    :param files: the page's stylesheets and scripts by their absolute URLs, or a function that returns one of them;
        those that are missing are named as not examined.
    :param scanned_at: when it was fetched, seconds since the epoch; by default, now.
    :param fetch_seconds: how long that took.
    :raises TypeError: where the body is no bytes; text has to be encoded as it was served.
    :raises sitescan.standards.urls.InvalidTarget: where the URL is not one of a web page.

    >>> import sitescan
    >>> report = sitescan.analyse("https://pears.example/", body=b"<!doctype html><title>Pears</title>")
    >>> [category.category.label for category in report.categories]
    ['SEO', 'Accessibility', 'Performance', 'Security', 'Links']
    """
    if not isinstance(body, bytes):
        raise TypeError(f"body: must be bytes, not {type(body).__name__}; encode the text as it was served")
    target = parse_target(url)
    fields = headers.items() if isinstance(headers, Mapping) else headers
    exchange = Exchange(
        requested=target.url,
        url=target.url,
        status=status,
        headers=_UnknownHeaders() if fields is None else Headers(tuple(fields)),
        wire_size=len(body),
        size=len(body),
        seconds=fetch_seconds,
        fetched_at=time.time() if scanned_at is None else scanned_at,
    )
    known = fields is not None
    text_of = files if callable(files) else (files or {}).get
    documents = _documents(exchange, body, text_of, parser, known=known)
    return _report(exchange, url, _judged(documents, known=known))


def analyse_file(
    url: str,
    body: bytes,
    server: FileServer | None,
    *,
    scanned_at: float,
    parser: str,
    fixes: int = KEPT,
    facts: bool = False,
    received: Exchange | None = None,
) -> Report:
    """
    Return the report on a stored page, with the edits that fix it.

    The other parameters are those of :func:`analyse`.

    :param server: answers for the other files of its site; ``None`` if there are none.
    :param received: how it was received; ``None`` if its header is not known.
    :param fixes: the maximum number of occurrences of a rule that have a place and edits.
    :param facts: whether the report has the facts by which the page is compared with the others of its site.
    """
    target = parse_target(url)
    exchange = received or _unreceived(target.url, body, _UnknownHeaders(), scanned_at)
    text_of = server.text if server is not None else lambda _: None
    known = received is not None
    documents = _documents(exchange, body, text_of, parser, known=known, server=server)
    judged = tuple(_judged(documents, known=known, fixes=fixes))
    patches = page_patches(Page(exchange=exchange, body=body), fixes_of(judged))
    report = _report(exchange, url, with_patches(judged, patches))
    found = page_facts(documents.whole) if facts else None
    return evolve(report, patch=patches.whole, changes=patches.changes, page_facts=found)


def analyse_fragment(
    body: bytes, address: str, *, scanned_at: float, parser: str = "turbohtml", fixes: int = KEPT
) -> Report:
    """
    Return the report on a part of a page, such as a template or what a script inserts, with the edits that fix it.

    It has only faults that don't depend on the rest of the page. The scores are upper bounds.

    :param address: an address of a page that has the part.
    :param fixes: the maximum number of occurrences of a rule that have a place and edits; with 0, none has edits.
    """
    target = parse_target(address)
    exchange = _unreceived(target.url, body, Headers(), scanned_at)
    document = Document(Page(exchange=exchange, body=body, is_fragment=True), builder=parser)
    evidence: dict[type, Evidence] = {Document: document, SourceDocument: document.source}
    fix_of = PageEdits(document).fix if fixes else None
    found = ((category, _by_rules(category, evidence, document, fixes or KEPT, fix_of)) for category in Category)
    return _report(
        exchange,
        address,
        (result(category, evolve(judged, unexamined=(_FRAGMENT, *judged.unexamined))) for category, judged in found),
    )


def _unreceived(url: str, body: bytes, headers: Headers, scanned_at: float) -> Exchange:
    """Return the response that a page would have been, had it been requested."""
    return Exchange(
        requested=url,
        url=url,
        status=0,
        headers=headers,
        wire_size=len(body),
        size=len(body),
        fetched_at=scanned_at,
    )


def _report(exchange: Exchange, url: str, results: Iterable[CategoryResult]) -> Report:
    categories = with_counted(tuple(results))
    return Report(
        url=url,
        scanned_at=exchange.fetched_at,
        overall_score=overall_score(category.score for category in categories if category.counted),
        categories=categories,
        fetch_seconds=exchange.seconds,
        page_size=exchange.size,
        status_code=exchange.status,
    )


@frozen
class _Documents:
    """
    A page with its files.

    :ivar whole: the page with all of its files.
    :ivar styled: the page with its stylesheets, and with an empty header if its own is not known.
    :ivar missing: the stylesheets and scripts that were not read.
    :ivar answers: what the other files of its site answer; ``None`` if there are none.
    """

    whole: Document
    styled: Document
    missing: Sequence[Source]
    answers: FolderAnswers | None


def _documents(
    exchange: Exchange,
    body: bytes,
    text_of: Callable[[str], bytes | None],
    parser: str,
    *,
    known: bool,
    server: FileServer | None = None,
) -> _Documents:
    page = Page(exchange=exchange, body=body)
    # What the page loads is told by the page alone where its header is not known.
    parsed = parse_page(page, parser)
    headed = parsed if known else evolve(parsed, page=evolve(page, exchange=evolve(exchange, headers=Headers())))
    outlined = outline(Document(headed), links=0 if server is None else _LINKS, resources=_FILES)
    sheets = tuple(_source(url, text_of, server) for url in outlined.stylesheets)
    scripts = tuple(_source(url, text_of, server) for url in outlined.scripts)
    missing = [source for source in (*sheets, *scripts) if source.problem]
    picture_of = server.picture if server is not None else lambda _: None
    document = Document(parsed, sheets, scripts=scripts, picture_of=picture_of)
    answers = None if server is None else folder_answers(server, headed.page.exchange, outlined, document)
    return _Documents(document, Document(headed, sheets), missing, answers)


def _judged(documents: _Documents, *, known: bool, fixes: int = 0) -> Iterator[CategoryResult]:
    document, missing, answers = documents.whole, documents.missing, documents.answers
    objects = ObjectAnswers(objects=embedded_objects(documents.styled))
    links = NamedLinkAnswers(page_url=document.exchange.url, links=links_named_alike(document))
    evidence: dict[type, Evidence] = {**page_evidence(document), ObjectAnswers: objects, NamedLinkAnswers: links}
    if answers is not None:
        evidence |= {type(value): value for value in (answers.links, answers.resources, answers.site)}
    if not known:
        del evidence[Exchange]
    fix_of = PageEdits(document).fix if fixes else None

    for category in Category:
        found = _by_rules(category, evidence, document, fixes or KEPT, fix_of)
        unexamined = [*found.unexamined, *unexamined_parts(document, category)]
        if missing and category in (Category.PERFORMANCE, Category.SECURITY):
            named = ", ".join(f"{shorten(source.url)} ({source.problem})" for source in missing[:_NAMED])
            text = fill(_MISSING, {"count": len(missing)})
            unexamined.append(UnexaminedPart("sources-unread", text, end=f": {named}."))
        if category is Category.ACCESSIBILITY and media_elements(document):
            unexamined.append(_NOT_PLAYED)
        unexamined += _not_asked(category, answers)
        judged = without_unseen_content(evolve(found, unexamined=tuple(unexamined)), document)
        made = result(category, judged)
        yield evolve(made, counted=made.counted and (answers is not None or category is not Category.LINKS))


def _not_asked(category: Category, answers: FolderAnswers | None) -> Iterator[UnexaminedPart]:
    """Yield what only a network could tell about a category."""
    text = (_NOT_ASKED if answers is None else _NOT_IN_FOLDER).get(category, "")
    if text:
        yield UnexaminedPart("not-requested", text)
    if answers is not None and category is Category.LINKS and answers.unknown:
        effect = effect_of_missing(answers.unknown, len(answers.links.unique))
        yield UnexaminedPart("links-unchecked", fill(_UNKNOWN, {"count": answers.unknown}), effect)


def _by_rules(
    category: Category,
    evidence: Mapping[type, Evidence],
    document: Document,
    kept: int,
    fix_of: Callable[[Change], Fix | None] | None,
) -> Judged:
    """Return what the rules of a category find, what they could not judge, and whether one of them failed."""
    results = RuleResults(kept, fix_of, without_subject(category, document))
    unasked = False
    for rule in rules_reading(SourceDocument, Exchange, *evidence):
        if category not in rule.categories or (document.page.is_fragment and rule.scope == "page"):
            continue
        if rule.reads in evidence:
            results.run(rule, evidence[rule.reads])
        else:
            unasked = True
    judged = results.judged(ignored=(HeadersUnknown,))
    if unasked or any(isinstance(failure.__cause__, HeadersUnknown) for failure in results.failures):
        return evolve(judged, unexamined=(_NO_HEADER, *judged.unexamined))
    return judged


def _source(url: str, text_of: Callable[[str], bytes | None], server: FileServer | None) -> Source:
    body = text_of(url)
    if body is None:
        answer = server.answers((url,)).get(url) if server is not None else None
        exists = answer is not None and answer.verdict is Verdict.OK
        return Source(url=url, problem="it is too large" if exists else "it was not provided")
    return Source(url=url, body=body, wire_size=len(body))
