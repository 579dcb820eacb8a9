"""The hyperlinks of a page and the answers of their targets."""

import re
from collections.abc import Mapping, Sequence
from functools import cached_property

from attrs import field, frozen

from sitescan.model.answers import Answer, Problem, Verdict
from sitescan.model.evidence import PlacedEvidence
from sitescan.model.outline import Link, NamedLink, Reference
from sitescan.model.redirects import Redirect
from sitescan.standards.urls import origin_of


@frozen(kw_only=True, slots=False)
class LinkAnswers(PlacedEvidence):
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
class NamedLinkAnswers(PlacedEvidence):
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
