"""The hyperlinks of a page and the answers to requests for their targets."""

from collections.abc import Mapping, Sequence
from functools import cached_property

from attrs import field, frozen

from sitescan.model.answers import Answer, Problem, Verdict
from sitescan.model.evidence import PlacedEvidence
from sitescan.model.outline import Link, NamedLink, Reference
from sitescan.model.redirects import Redirect
from sitescan.standards.lazy_pattern import lazy_pattern
from sitescan.standards.urls import origin_of, serialized_target


@frozen(kw_only=True, slots=False)
class LinkAnswers(PlacedEvidence):
    """
    The hyperlinks of a page and the answers to requests for their targets.

    :ivar page_url: the URL of the page.
    :ivar links: the hyperlinks in document order.
    :ivar answers: the answers by URL without fragment; links without an answer were not checked.
    :ivar left_out: the number of hyperlinks beyond the limit.
    :ivar references_left_out: the number of references beyond the limit.
    :ivar references: the other URLs that the page names; ``answers`` holds their answers as well.
    :ivar reported_elsewhere: URLs that another category reports if they are broken.
    :ivar missing: the answer to a request for a page that does not exist, by origin, for origins whose answer differs
        from those for existing pages.
    :ivar secure_hosts: hosts that the page links to over plain HTTP and that support HTTPS.
    :ivar plain_hosts: hosts, with ports other than 443, that the page links to over HTTPS and that don't support it.
    """

    page_url: str
    links: tuple[Link, ...] = ()
    references: tuple[Reference, ...] = ()
    secure_hosts: frozenset[str] = frozenset()
    plain_hosts: frozenset[str] = frozenset()
    reported_elsewhere: frozenset[str] = frozenset()
    answers: Mapping[str, Answer] = field(factory=dict)
    missing: Mapping[str, Answer] = field(factory=dict)
    left_out: int = 0
    references_left_out: int = 0

    @cached_property
    def complete(self) -> bool:
        """Whether every link that should be checked was answered."""
        wanted = (link for link in self.unique if not link.skipped)
        unknown = self.left_out or self.answered(Verdict.UNCHECKED)
        return not unknown and all(link.url in self.answers for link in wanted)

    @cached_property
    def unique(self) -> Sequence[Link]:
        """The first link to each URL."""
        first: dict[str, Link] = {}
        for link in self.links:
            first.setdefault(link.url, link)
        return list(first.values())

    @cached_property
    def _by_verdict(self) -> Mapping[Verdict, Sequence[tuple[Link, Answer]]]:
        """The first link to each URL that was checked, grouped by verdict."""
        found: dict[Verdict, list[tuple[Link, Answer]]] = {verdict: [] for verdict in Verdict}
        for link in self.unique:
            answer = self.answers.get(link.url)
            if answer is not None:
                found[answer.verdict].append((link, answer))
        return found

    def answered(self, verdict: Verdict) -> Sequence[tuple[Link, Answer]]:
        """Return the first link to each URL with this verdict."""
        return self._by_verdict[verdict]

    def matching_missing_page(self, answer: Answer) -> Answer | None:
        """Return the origin's answer for pages that do not exist if this answer is the same; else ``None``."""
        missing = self.missing.get(origin_of(answer.sent_url or answer.url))
        if missing is None or missing.linked_page is None:
            return None
        if answer.steps and answer.final_url == missing.final_url:
            return missing if missing.linked_page.not_found else None
        page = answer.linked_page
        alike = page is not None and page.content and page.content == missing.linked_page.content
        return missing if alike else None

    def failed(self, *problems: Problem) -> list[tuple[Link, Answer]]:
        """Return the first broken link to each URL with one of these problems."""
        return [(link, answer) for link, answer in self.answered(Verdict.BROKEN) if answer.problem in problems]

    @cached_property
    def only_plain(self) -> Sequence[tuple[Link, Answer]]:
        """The first broken link over HTTPS to each URL of a host that answers over plain HTTP."""
        return [
            (link, answer)
            for link, answer in self.answered(Verdict.BROKEN)
            if link.url.startswith("https:") and serialized_target(link.url).authority in self.plain_hosts
        ]

    def redirected(self, kind: Redirect) -> list[tuple[Link, Answer]]:
        """Return the first link to each URL that works after a redirect of this kind."""
        return [(link, answer) for link, answer in self.answered(Verdict.OK) if answer.redirect is kind]


@frozen(kw_only=True)
class NamedLinkAnswers(PlacedEvidence):
    """
    The links of a page that share their accessible names, and the answers to requests for their targets.

    Two pages may serve the same purpose however much they differ. So the answers can only prove that two URLs have the
    same destination, never that they have different ones.

    :ivar page_url: the URL of the page.
    :ivar links: the links in document order; links with the same name are adjacent.
    :ivar answers: the answers by URL; URLs without an answer were not requested.
    """

    page_url: str
    links: tuple[NamedLink, ...] = ()
    answers: Mapping[str, Answer] = field(factory=dict)

    @property
    def by_name(self) -> Sequence[Sequence[NamedLink]]:
        """The links grouped by name, ignoring case."""
        found: dict[str, list[NamedLink]] = {}
        for link in self.links:
            found.setdefault(link.name.lower(), []).append(link)
        return list(found.values())

    def has_known_destination(self, link: NamedLink) -> bool:
        """Return whether the destination of a link is known."""
        answer = self.answers.get(link.url)
        is_checked = answer is not None and answer.verdict is not Verdict.UNCHECKED
        return is_checked or link.url == self.page_url or not link.url.startswith(("http://", "https://"))

    def destination(self, link: NamedLink) -> str:
        """Return the URL that a link leads to, after the redirects that are known."""
        answer = self.answers.get(link.url)
        return answer.final_url if answer is not None and answer.verdict is Verdict.OK else link.url

    def have_same_destination(self, link: NamedLink, other: NamedLink) -> bool:
        """
        Return whether two links have, or may have, the same destination.

        Their URLs may differ only in parts that seldom matter (:func:`without_variants`), or one may redirect to the
        other. Pages of the same size may be identical.
        """
        if without_variants(self.destination(link)) == without_variants(self.destination(other)):
            return True
        first, second = self.answers.get(link.url), self.answers.get(other.url)
        if first is None or second is None or not first.verdict is second.verdict is Verdict.OK:
            return False
        if first.linked_page is not None and second.linked_page is not None and first.linked_page.content:
            return first.linked_page.content == second.linked_page.content
        return first.size is not None and first.size == second.size


_SAME_START = lazy_pattern(r"^https?://(?:www\.)?")
_SAME_END = lazy_pattern(r"/(?:(?:index|default)\.[a-z]{3,5})?$")


def without_variants(url: str) -> str:
    """Return a URL without the parts that seldom change its destination: scheme, ``www``, index file and fragment."""
    return _SAME_END.sub("", _SAME_START.sub("//", url.partition("#")[0]))
